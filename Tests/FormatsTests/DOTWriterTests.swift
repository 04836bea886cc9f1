import Formats
import Foundation
import Geometry
import Graph
import Testing
import Wire

@Suite("A graph that is written in DOT") struct DOTWriterTests {
    @Test("is read as the same graph, with places, sizes and looks", arguments: 0..<60)
    func law(seed: Int) throws {
        var generator = DrawingGenerator(seed: UInt64(seed))
        let document = try generator.document()
        let (text, _) = written(document, .dot)
        let (again, losses) = try drawing(text)
        let looks = ["backgroundColor", "borderColor", "borderWidth", "borderStyle", "color"]
        let (found, expected) = (
            Structure(again, nodeMembers: looks, edgeMembers: ["stroke", "strokeWidth"]),
            Structure(document, nodeMembers: looks, edgeMembers: ["stroke", "strokeWidth"])
        )
        #expect(found.nodes == expected.nodes.map(asWritten), "\(text)")
        #expect(found.edges == expected.edges.map(asWritten).sorted(), "\(text)")
        #expect(losses.isEmpty, "\(losses.map(\.message)) \(text)")
        let frames = Dictionary(
            uniqueKeysWithValues: again.nodeSlots.map { (NodeText(again, $0).label, again.frame($0)) })
        for slot in document.nodeSlots {
            let (frame, other) = (document.frame(slot), frames[NodeText(document, slot).label] ?? .empty)
            let isSame =
                (frame.origin - other.origin).length < 1e-3 && abs(frame.width - other.width) < 1e-3
                && abs(frame.height - other.height) < 1e-3
            #expect(isSame, "\(document.nodeID(slot)) \(frame) \(other)")
        }
        let ids = Set(document.nodeSlots.map { document.nodeID($0) })
        #expect(Set(again.nodeSlots.map { again.nodeID($0) }) == ids)
        #expect(Set(again.edgeSlots.map { again.edgeID($0) }) == Set(document.edgeSlots.map { document.edgeID($0) }))
    }

    /// DOT lacks some shapes and crosses, animates nothing, and lets colors be digits.
    private func asWritten(_ line: String) -> String {
        var line = line
        let boxes = [
            "capsule", "subroutine", "flag", "document", "documents", "manualInput", "stack", "delay", "braces", "card",
            "internalStorage", "tape", "display", "loopLimit", "dataStorage",
        ]
        for (own, other) in boxes.map({ ("| \($0) |", "| rectangle |") }) + [
            ("| cloud |", "| ellipse |"), ("| leftParallelogram |", "| parallelogram |"), (" true | ", " false | "),
            ("| cross ", "| arrowclosed "),
            (" cross |", " arrowclosed |"),
            ("\"rgb(1, 2, 3)\"", "\"#010203\""),
        ] {
            while let range = line.range(of: own) { line.replaceSubrange(range, with: other) }
        }
        return line
    }

    @Test("has a line for each node, each group's frame and each edge")
    func lines() throws {
        let text = """
            {"nodewire":1,"nodes":[
            {"id":"g","type":"group","label":"Later","position":{"x":300,"y":0},"width":200,"height":100},
            {"id":"a","label":"Say \\"hi\\"","shape":"diamond","position":{"x":0,"y":0},"width":72,"height":36,
            "style":{"backgroundColor":"green"},"data":{"URL":"x","n":1},
            "handles":[{"id":"out","type":"source","position":"right"},{"id":"s","type":"source","position":"bottom"}]},
            {"id":"b","parentId":"g","label":"b\\nc\\\\","position":{"x":20,"y":20},"width":100,"height":50}],
            "edges":[{"id":"e1","source":"a","sourceHandle":"out","target":"b","label":"yes","style":{"strokeWidth":3.5}},
            {"id":"e2","source":"a","sourceHandle":"s","target":"g","markerStart":"arrow",
            "labels":[{"text":"1","t":0.1},{"text":"n","t":0.9}]}]}
            """
        let (graph, losses) = written(try read(text).document, .dot)
        #expect(
            graph
                == """
                digraph {
                  graph [compound=true]
                  node [shape=box]
                  subgraph "cluster_g" {
                    graph [id=g, label="Later", bb="300,-100,500,0"]
                    "cluster_g" [shape=point, style=invis, pos="400,-50!"]
                    "b" [label="b\\nc\\\\", pos="370,-45!", width=1.38888889, height=0.69444444, fixedsize=true]
                  }
                  "a" [label="Say \\"hi\\"", shape=diamond, style=filled, fillcolor="#008000", pos="36,-18!", width=1, \
                height=0.5, fixedsize=true, "URL"="x", "n"="1"]
                  "a":e -> "b" [label=yes, penwidth=3.5, sourceHandle=out]
                  "a":s -> "cluster_g" [taillabel="1", headlabel="n", dir=both, arrowtail=vee, lhead="cluster_g"]
                }

                """.replacing("label=yes", with: "label=\"yes\""))
        #expect(losses.isEmpty)
        let (again, found) = try drawing(graph)
        #expect(found.isEmpty, "\(found.map(\.message))")
        #expect(links(again) == ["a.out>b yes", "a.s>g"])
        #expect(written(again, .dot).text.contains("taillabel=\"1\", headlabel=\"n\""))
    }

    @Test("of real files is read as the same graph", arguments: RealDrawing.all.filter { $0.counts[0] < 2000 })
    func realFiles(file: RealDrawing) throws {
        let document = try drawing(file.bytes).document
        let again = try drawing(written(document, .dot).text).document
        let (found, expected) = (Structure(again), Structure(document))
        #expect(found.nodes == expected.nodes.map(asWritten))
        #expect(found.edges == expected.edges.map(asWritten).sorted())
    }
}

extension String {
    fileprivate func replacing(_ part: String, with other: String) -> String {
        components(separatedBy: part).joined(separator: other)
    }
}
