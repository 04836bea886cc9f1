import Formats
import Graph
import Seeding
import Sketching
import Testing
import Wire

@Suite("GraphML") struct GraphMLTests {
    private static func file(_ content: String, keys: String = "") -> String {
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\(keys)<graph edgedefault=\"directed\">\(content)</graph></graphml>"
    }

    @Test(
        "has the nodes and edges that are counted in real files",
        .enabled(if: RealDrawing.corpus != nil, "NODEWIRE_CORPUS is not set"),
        arguments: RealDrawing.files(in: ["graphml"]))
    func counts(file: RealDrawing) throws {
        let (document, losses) = try drawing(file.bytes)
        #expect(document.checkInvariants() == [] && losses.isEmpty)
        #expect([document.nodes.count, document.edges.count] == Array(file.counts[..<2]))
        #expect(document.nodeSlots.allSatisfy { document.isPlaced($0) })
        // What is written is read as the same graph, and written as the same bytes.
        if file.counts[0] > 100 { return }
        let text = written(document, .graphML).text
        let again = try drawing(text)
        #expect(again.losses.isEmpty && links(again.document).sorted() == links(document).sorted())
        #expect(written(again.document, .graphML).text == text)
    }

    @Test("that was damaged is a document or an error", arguments: RealDrawing.files(in: ["graphml"]))
    func damage(file: RealDrawing) { checkDamage(file) }

    @Test func `groups, ports, types and yEd's drawings are read`() throws {
        let text = Self.file(
            """
            <node id="g" yfiles.foldertype="group"><data key="d"><y:ProxyAutoBoundsNode><y:Realizers active="0">
            <y:GroupNode><y:Geometry x="10" y="20.5" width="200" height="100"/><y:NodeLabel>Group</y:NodeLabel></y:GroupNode>
            <y:GroupNode><y:Geometry x="0" y="0" width="50" height="50"/><y:NodeLabel>Closed</y:NodeLabel></y:GroupNode>
            </y:Realizers></y:ProxyAutoBoundsNode></data>
            <graph id="g:" edgedefault="undirected"><node id="a"><data key="n">5</data><data key="d"><y:ShapeNode>
            <y:Geometry height="30" width="40" x="30" y="60.5"/><y:Fill color="#FFcc00" transparent="false"/><y:BorderStyle color="#0000ff" type="dotted" width="3"/>
            <y:NodeLabel>A &amp; <![CDATA[<b>]]></y:NodeLabel><y:Shape type="ellipse"/></y:ShapeNode></data>
            <port name="p"/></node><edge id="in" source="a" target="g"/></graph></node>
            <node id="b"><data key="u"/></node><data key="r"><y:Resources/></data><edge source="a" target="b" sourceport="p" targetport="q"><data key="l"><y:PolyLineEdge>
            <y:Path sx="0" sy="0" tx="0" ty="0"><y:Point x="1" y="2"/></y:Path><y:LineStyle color="#ff0000" type="dashed" width="2"/>
            <y:Arrows source="none" target="plain"/><y:EdgeLabel>go</y:EdgeLabel></y:PolyLineEdge></data></edge>
            <edge id="lost" source="a" target="nowhere"/><edge id="in" source="b" target="b"/><edge id="" source="b" target="a"/><hyperedge><endpoint node="a"/></hyperedge>
            """,
            keys: """
                <key id="d" for="node" yfiles.type="nodegraphics"/><key id="l" for="edge" yfiles.type="edgegraphics"/>
                <key id="n" for="node" attr.name="count" attr.type="int"/><key id="r" for="graphml" yfiles.type="resources"/>
                <key id="u" for="node" attr.name="url" attr.type="string"/>
                <key id="c" for="node" attr.name="kind" attr.type="string"><default>plain</default></key>
                """)
        let (document, losses) = try drawing(text)
        #expect(
            brief(document) == ["g[Group]group", "a[A & <b>]ellipse in g", "b[]", "a>g", "a.p>b.q go", "b>b", "b>a"])
        #expect(losses.map(\.code) == ["hyperedge", "noSuchNode", "duplicateId"])
        let node = document.node(at: document.nodeSlots[1]).json
        #expect(node["position"] == ["x": 20, "y": 40] && node["width"] == 40 && node["height"] == 30)
        #expect(node["data"] == ["count": 5, "kind": "plain"])
        #expect(
            node["style"] == [
                "backgroundColor": "#FFcc00", "borderColor": "#0000ff", "borderWidth": 3, "borderStyle": "dotted",
            ])
        let edge = document.edge(at: document.edgeSlots[1]).json
        #expect(edge["waypoints"] == [["x": 1, "y": 2]] && edge["markerEnd"] == "arrow")
        #expect(edge["style"]?["stroke"] == "#ff0000" && edge["style"]?["strokeWidth"] == 2)
        #expect(document.edge(at: document.edgeSlots[0]).json["markerEnd"] == "none")
        // The graph comes back.
        let again = try drawing(written(document, .graphML).text).document
        #expect(brief(again) == brief(document) && again.contentHash() != nil)
        for (one, other) in zip(document.nodeSlots, again.nodeSlots) where document.node(at: one).json["width"] != nil {
            #expect(document.frame(one) == again.frame(other))
        }
    }

    @Test func `plain places are corners with a size, else middles, and Gephi's have y up`() throws {
        let keys = ["x", "y", "width", "height"].map {
            "<key id=\"\($0)\" for=\"node\" attr.name=\"\($0)\" attr.type=\"double\"/>"
        }.joined()
        func place(_ data: [String: Double], _ keys: String) throws -> JSON? {
            let list = data.map { "<data key=\"\($0.key)\">\($0.value)</data>" }.joined()
            let document = try drawing(Self.file("<node id=\"a\">\(list)</node>", keys: keys)).document
            return document.node(at: document.nodeSlots[0]).json["position"]
        }
        #expect(try place(["x": 100, "y": 50, "width": 10, "height": 20], keys) == ["x": 100, "y": 50])
        #expect(try place(["x": 100, "y": 50], keys) == ["x": 25, "y": 20])
        let colors = ["r", "g", "b", "size"].map {
            "<key id=\"\($0)\" for=\"node\" attr.name=\"\($0)\" attr.type=\"int\"/>"
        }.joined()
        #expect(try place(["x": 100, "y": 50, "size": 10], keys + colors) == ["x": 95, "y": -55])
    }

    @Test func `an own document loses what GraphML has not, and says so`() throws {
        let document = opened(
            """
            {"nodewire":1,"settings":{"snapToGrid":true},"nodes":[{"id":"a","type":"message","position":{"x":1,"y":2},
            "data":{"n":1,"list":[1],"x":3},"locked":true},{"id":"t","transient":true}],
            "edges":[{"id":"e","source":"a","target":"a","type":"step","labelPosition":0.2,"markerEnd":"circle"}]}
            """)
        let losses = written(document, .graphML).losses
        #expect(losses.map(\.code) == ["transient", "member", "member", "member", "data", "data", "member", "marker"])
    }

    @Test(arguments: [
        ("<graphml>\n  <graph>\n    <node id=\"a\"></edge>", "`</node>` is expected, line 3, column 18"),
        ("<graphml><a b='1' b='2'/></graphml>", "the attribute `b` is repeated, line 1, column 19"),
        ("<graphml>&nbsp;</graphml>", "the reference `&nbsp;` is not known, line 1, column 10"),
        ("<graphml>&#0;</graphml>", "the reference `&#0;` is not known, line 1, column 10"),
        ("<graphml>\n<!-- x", "a comment has no end, line 2, column 1"),
        ("<graphml><graph>", "the element `graph` has no end, line 1, column 10"),
        ("<graphml/><graphml/>", "there is one root element, line 1, column 11"),
        ("<graphml>\u{1}</graphml>", "the character U+0001 is not allowed, line 1, column 10"),
        (
            "<?xml version='1.0' encoding='KOI8-R'?><graphml/>",
            "the encoding \"koi8-r\" is not read, but UTF-8, UTF-16 and ISO-8859-1 are, line 1, column 1"
        ),
        (
            "<!DOCTYPE graphml [<!ENTITY a \"aaaa>\"><!ENTITY b \"&a;&a;\">]><graphml>&b;</graphml>",
            "the reference `&b;` is not known, line 1, column 70"
        ),
    ])
    func `XML that is none is refused with its place`(text: String, message: String) {
        do throws(EditError) {
            _ = try drawing(text)
            Issue.record("it was not refused")
        } catch {
            #expect(error.reason == .format && error.message == "not GraphML: \(message)")
        }
    }

    @Test func `Latin-1 is converted where it is declared, other bytes are refused`() throws {
        let content = Array("<graphml><graph><node id=\"".utf8) + [0xE9] + Array("\"/></graph></graphml>".utf8)
        #expect(throws: EditError.self) { try drawing(content) }
        let declared = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>".utf8) + content
        #expect(try brief(drawing(declared).document) == ["é[]"])
    }

    @Test func `elements that are nested too deeply are refused, deep groups are written beside`() throws {
        let depth = 100_000
        do throws(EditError) {
            _ = try drawing("<graphml>" + String(repeating: "<a>", count: depth))
            Issue.record("it was not refused")
        } catch {
            #expect(error.reason == .limits)
        }
        let nodes = (0..<100).map { place in
            let parent = place > 0 ? ",\"parentId\":\"n\(place - 1)\"" : ""
            return "{\"id\":\"n\(place)\",\"type\":\"group\",\"position\":{\"x\":1,\"y\":1}\(parent)}"
        }
        let document = opened("{\"nodewire\":1,\"nodes\":[\(nodes.joined(separator: ","))],\"edges\":[]}")
        let (text, losses) = written(document, .graphML)
        #expect(losses.map(\.code) == ["depth"])
        #expect(try drawing(text).document.nodes.count == 100)
    }
}

/// Cuts a real file at many places and changes bytes of it: what comes out is a document or an error.
func checkDamage(_ file: RealDrawing, times: Int = 60) {
    var random = Seeded(11)
    let whole = file.bytes
    // Long files have their variety at the beginning.
    let bytes = Array(whole.prefix(20_000))
    for step in 0..<times {
        if let document = try? drawing(Array(bytes.prefix(bytes.count * step / times))).document {
            #expect(document.checkInvariants() == [])
        }
        guard whole.count < 20_000 else { continue }
        var changed = bytes
        for _ in 0..<(1 + random.below(6)) {
            let place = random.below(changed.count)
            switch random.below(3) {
            case 0: changed.remove(at: place)
            case 1: changed[place] = UInt8(truncatingIfNeeded: random.below(256))
            default: changed.insert(changed[random.below(changed.count)], at: place)
            }
        }
        if let document = try? drawing(changed).document { #expect(document.checkInvariants() == []) }
    }
}
