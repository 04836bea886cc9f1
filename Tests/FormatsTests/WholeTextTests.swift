import EdgeRouting
import Formats
import Geometry
import Graph
import Sketching
import Testing
import Wire

/// Texts of pictures are whole, and stand where they are seen.
@Suite struct WholeTextTests {
    private func texts(_ document: Document) -> [String] {
        MarkupReader(picture(document)).elements.filter { $0.name == "text" }.map(\.text)
    }

    @Test(arguments: [
        (
            Format.dot,
            #"digraph { a [label="number_of_words_in_a_revision"]; b [shape=diamond label="Is it\na text?"]}"#
        ),
        (.dot, #"digraph { c [shape=circle label="six words in a small circle"] }"#),
        (.dot, #"digraph { a [label="six words in a small box" width=0.3 height=0.2 fixedsize=true pos="0,0"] }"#),
        (.edgeList, "source,target\nan end with a long name that goes on,b\nb,c\n"),
        (
            .mermaid,
            "flowchart LR\n  a[number_of_words_in_a_very_long_name_of_a_column_of_a_table] -->|one line<br/>and another that is so long that it breaks| b{Is it?}\n"
        ),
        (
            .tree,
            #"{"name":"A label that is long enough for more than the three lines that a node has without a size","children":["b"]}"#
        ),
    ])
    func `of every format`(format: Format, text: String) throws {
        let document = try drawing(text, as: format).document
        let shown = texts(document)
        #expect(!shown.contains { $0.hasSuffix("…") }, "\(shown)")
        let words = shown.joined(separator: " ").split { $0.isWhitespace }
        for word in ["number_of_words_in_a_revision", "small", "goes", "another"] where text.contains(word) {
            #expect(words.contains { $0 == word }, "\(word): \(shown)")
        }
    }

    @Test(arguments: [
        (Format.dot, "digraph { subgraph cluster_x { a } }", "cluster_x"),
        (.mermaid, "flowchart LR\n joint(( ))", "joint"),
        (.dot, "digraph { joint [label=\"\"] }", "joint"),
    ])
    func `what has no text shows no id`(format: Format, text: String, id: String) throws {
        let document = try drawing(text, as: format).document
        #expect(!texts(document).contains(id))
        #expect(document.nodeSlots.contains { document.node(at: $0).json["label"] == "" })
    }

    @Test(arguments: [
        ("**Bold** and _italic_", "Bold and italic"), ("a snake_case_name and 2 * 3", "a snake_case_name and 2 * 3"),
        ("`code` **open", "code **open"), ("***both*** __x__", "both x"), ("* a\n* b", "* a\n* b"), ("**", "**"),
    ])
    func `strings of Markdown have no signs of emphasis`(raw: String, shown: String) throws {
        let document = try drawing("flowchart LR\n a[\"`\(raw)`\"]", as: .mermaid).document
        let slot = try #require(document.nodeSlots.first)
        #expect(NodeText(document, slot).label == shown)
    }

    private func edge(_ width: Double, _ members: String, type: String) -> Document {
        opened(
            #"{"nodewire":1,"nodes":[{"id":"a","position":{"x":0,"y":0},"width":\#(width),"height":40},{"id":"b","position":{"x":\#(width + 100),"y":0},"width":40,"height":40}],"edges":[{"id":"e","source":"a","target":"b","type":"\#(type)","label":"No"\#(members)}]}"#
        )
    }

    @Test(arguments: ["straight", "bezier", "step", "smoothStep", "simpleBezier"], ["", #","labelPosition":0.1"#])
    func `a label stands on the part of its edge that is seen`(type: String, members: String) throws {
        for width in [40.0, 200, 400] {
            let document = edge(width, members, type: type)
            let slot = try #require(document.edgeSlots.first)
            let route = try #require(EdgeRoutes(document, EdgeBundles(document)).route(ofEdge: slot, in: document))
            let box = try #require(document.labelBox(ofEdge: slot, at: route.label))
            #expect(box.minX > width && box.maxX < width + 100, "\(width)")
            if members.isEmpty { #expect(abs(route.label.x - width - 50) < 0.5) }
        }
    }

    @Test(arguments: ["straight", "bezier", "step", "orthogonal"])
    func `an edge to a group ends at its frame, though a waypoint lies on that`(type: String) throws {
        for (place, waypoint) in [("0", #"{"x":50,"y":100}"#), ("0", #"{"x":30,"y":60},{"x":30,"y":100}"#)] {
            let document = opened(
                #"{"nodewire":1,"nodes":[{"id":"a","position":{"x":\#(place),"y":0},"width":40,"height":40},{"id":"g","type":"group","position":{"x":0,"y":100},"width":200,"height":200}],"edges":[{"id":"e","source":"a","target":"g","type":"\#(type)","waypoints":[\#(waypoint)]}]}"#
            )
            let slot = try #require(document.edgeSlots.first)
            let path = try #require(EdgeRoutes(document, EdgeBundles(document)).path(ofEdge: slot, in: document))
            #expect(path.end.y == 100 && path.bounds.maxY <= 100 + 1e-6, "\(path)")
        }
    }
}
