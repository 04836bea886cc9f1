import Formats
import Geometry
import Graph
import Sketching
import Testing
import Wire

@Suite("draw.io") struct DrawioTests {
    private static func file(_ cells: String) -> String {
        "<mxfile><diagram name=\"Page-1\"><mxGraphModel><root><mxCell id=\"0\"/><mxCell id=\"1\" parent=\"0\"/>\(cells)</root></mxGraphModel></diagram></mxfile>"
    }

    /// The nodes and edges of the first pages, and the edges without a node at an end.
    private static let firstPages = [
        "bpmn-2-example.drawio": [29, 32, 0], "circuit-logic-examples.drawio": [18, 12, 3],
        "class_3.xml": [108, 20, 0],
        "decision_tree_1.xml": [52, 35, 0], "flowchart.xml": [6, 5, 0], "internet_2.xml": [143, 154, 0],
    ]

    @Test(
        "has the nodes and edges of the first page in real files, which are compressed",
        .enabled(if: RealDrawing.corpus != nil, "NODEWIRE_CORPUS is not set"),
        arguments: RealDrawing.files(in: ["drawio"]))
    func counts(file: RealDrawing) throws {
        let (document, losses) = try drawing(file.bytes)
        let expected = Self.firstPages[String(file.path.dropFirst("drawio/".count))] ?? file.counts
        #expect(document.checkInvariants() == [])
        #expect([document.nodes.count, document.edges.count] == Array(expected[..<2]))
        #expect(losses.contains { $0.code == "noSuchNode" } == (expected[2] > 0))
        #expect(losses.contains { $0.code == "page" } == file.path.hasSuffix(".drawio"))
        // What is written is read as the same graph, and written as the same bytes.
        let text = written(document, .drawio).text
        let again = try drawing(text).document
        #expect(brief(again) == brief(document))
        for (one, other) in zip(document.nodeSlots, again.nodeSlots) {
            #expect(document.frame(one) == again.frame(other))
        }
        #expect(written(again, .drawio).text == text)
    }

    @Test("that was damaged is a document or an error", arguments: RealDrawing.files(in: ["drawio"]))
    func damage(file: RealDrawing) { checkDamage(file, times: 200) }

    @Test func `containers, labels, handles, looks and waypoints are read`() throws {
        let (document, losses) = try drawing(
            Self.file(
                """
                <mxCell id="g" value="&lt;div&gt;Lane&lt;br&gt;one &amp;amp; C:\\new&lt;/div&gt;" style="swimlane;html=1" parent="1" vertex="1"><mxGeometry x="10" y="20" width="300" height="200" as="geometry"/></mxCell>
                <UserObject label="A" owner="me" id="a"><mxCell style="ellipse;fillColor=#ffcc00;rotation=90" parent="g" vertex="1"><mxGeometry x="30.1" y="40.2" width="80" height="40" as="geometry"/></mxCell></UserObject>
                <mxCell id="b" value="B" style="rhombus" parent="1" vertex="1"><mxGeometry width="80" height="40" as="geometry"/></mxCell>
                <mxCell id="dot" style="shape=cylinder" parent="b" vertex="1"><mxGeometry x="1" y="0.5" width="4" height="4" relative="1" as="geometry"><mxPoint x="-2" y="-2" as="offset"/></mxGeometry></mxCell>
                <mxCell id="e" style="edgeStyle=orthogonalEdgeStyle;exitX=1;exitY=0.25;entryX=0;entryY=0.5;endArrow=none;dashed=1" parent="g" source="a" target="b" edge="1"><mxGeometry relative="1" as="geometry"><Array as="points"><mxPoint x="100" y="5"/></Array></mxGeometry></mxCell>
                <mxCell id="l1" value="yes" parent="e" vertex="1" connectable="0"><mxGeometry x="-0.5" y="8" relative="1" as="geometry"/></mxCell>
                <mxCell id="l2" value="more" parent="e" vertex="1" connectable="0"><mxGeometry x="0.5" relative="1" as="geometry"/></mxCell>
                <mxCell id="loose" parent="1" source="a" edge="1"><mxGeometry relative="1" as="geometry"><mxPoint as="targetPoint"/></mxGeometry></mxCell>
                """))
        #expect(
            brief(document) == [
                "g[Lane\none & C:\\new]group", "a[A]ellipse in g", "b[B]diamond", "dot[] in b",
                "a.right-0.25>b.left yes",
            ])
        #expect(losses.map(\.code) == ["tags", "style", "labelOffset", "noSuchNode", "shape"])
        let node = document.node(at: document.nodeSlots[1]).json
        #expect(node["position"] == ["x": 30.1, "y": 40.2] && node["data"] == ["owner": "me"])
        #expect(node["style"] == ["backgroundColor": "#ffcc00"])
        #expect(document.frame(document.nodeSlots[3]).origin == Point(x: 78, y: 18))
        let edge = document.edge(at: document.edgeSlots[0]).json
        #expect(edge["waypoints"] == [["x": 110, "y": 25]] && edge["type"] == "step" && edge["markerEnd"] == "none")
        #expect(edge["labelPosition"] == 0.25 && edge["labels"] == [["text": "more", "t": 0.75]])
        #expect(edge["style"] == ["dash": [3, 3]])
    }

    @Test func `an own document comes back with ids, handles, places and looks`() throws {
        let document = opened(
            """
            {"nodewire":1,"nodes":[{"id":"1","type":"group","label":"G","position":{"x":5,"y":5},"width":300,"height":200},
            {"id":"0","label":"a < b","position":{"x":20.3,"y":30},"width":80,"height":40,"parentId":"1","shape":"capsule",
            "handles":[{"id":"out;1","type":"source","position":"right","offset":0.25}],"data":{"note":"x","1a":"y"}},
            {"id":"e","position":{"x":400,"y":0},"width":80,"height":40,"shape":"hexagon","locked":true}],
            "edges":[{"id":"e","source":"0","sourceHandle":"out;1","target":"e","type":"smoothStep","label":"go",
            "markerEnd":"diamond","markerStart":"arrow","waypoints":[{"x":1,"y":2.5}],"labelPosition":0.25,
            "style":{"stroke":"#ff0000","strokeWidth":2,"dash":[4,2]}}]}
            """)
        let (text, losses) = written(document, .drawio)
        #expect(losses.map(\.code) == ["data", "member", "id"])
        let again = try drawing(text).document
        #expect(brief(again) == brief(document))
        for (one, other) in zip(document.nodeSlots, again.nodeSlots) {
            #expect(document.frame(one) == again.frame(other))
        }
        let (one, other) = (document.edge(at: document.edgeSlots[0]).json, again.edge(at: again.edgeSlots[0]).json)
        for name in ["label", "type", "markerEnd", "markerStart", "waypoints", "labelPosition", "style"] {
            #expect(one[name] == other[name], "\(name)")
        }
        #expect(other["id"] == "e-2")
    }

    @Test(arguments: [
        ("", "the file has no page, line 1, column 18"),
        ("<diagram>%%</diagram>", "the page is neither XML nor base 64"),
        ("<diagram>7V1b</diagram>", "the compressed page ends too early"),
        ("<diagram>/////w==</diagram>", "the page is not compressed by deflate"),
        // The text "<a>" in a stored block.
        ("<diagram>AQMA/P88YT4=</diagram>", ", in the compressed page: `<mxGraphModel>` is expected, line 1, column 4"),
    ])
    func `a page that is none is refused`(content: String, message: String) {
        do throws(EditError) {
            _ = try drawing("<mxfile>\(content)</mxfile>")
            Issue.record("it was not refused")
        } catch {
            #expect(
                error.reason == .format && error.message.hasPrefix("not draw.io") && error.message.hasSuffix(message))
        }
    }

    @Test func `a page that grows a thousandfold is refused`() {
        // A million zeros, as zlib deflates them.
        let page = "7cExAQAAAMKg9U9tCF+g" + String(repeating: "A", count: 1355) + "+Aw=="
        do throws(EditError) {
            _ = try drawing("<mxfile><diagram>\(page)</diagram></mxfile>")
            Issue.record("it was not refused")
        } catch {
            #expect(error.reason == .limits && error.message.hasPrefix("the compressed page has more than"))
        }
    }
}
