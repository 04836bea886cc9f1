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

    /// The number of pages of files with several.
    private static let pages = ["bpmn-2-example.drawio": 2, "circuit-logic-examples.drawio": 2]

    @Test(
        "has the nodes and edges of all pages of real files, which are compressed",
        .enabled(if: RealDrawing.corpus != nil, "NODEWIRE_CORPUS is not set"),
        arguments: RealDrawing.files(in: ["drawio"]))
    func counts(file: RealDrawing) throws {
        let (document, losses) = try drawing(file.bytes)
        let pages = Self.pages[String(file.path.dropFirst("drawio/".count))] ?? 0
        #expect(document.checkInvariants() == [])
        #expect([document.nodes.count - pages, document.edges.count] == Array(file.counts[..<2]))
        #expect(losses.contains { $0.code.hasPrefix("free") } == file.path.hasSuffix(".drawio"))
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
                <UserObject label="A" owner="me" id="a"><mxCell style="ellipse;fillColor=#ffcc00;strokeColor=light-dark(#f00,#0f0);fontColor=#333;dashed=1;rotation=90" parent="g" vertex="1"><mxGeometry x="30.1" y="40.2" width="80" height="40" as="geometry"/></mxCell></UserObject>
                <mxCell id="b" value="B" style="rhombus" parent="1" vertex="1"><mxGeometry width="80" height="40" as="geometry"/></mxCell>
                <mxCell id="dot" style="shape=isoCube" parent="b" vertex="1"><mxGeometry x="1" y="0.5" width="4" height="4" relative="1" as="geometry"><mxPoint x="-2" y="-2" as="offset"/></mxGeometry></mxCell>
                <mxCell id="e" style="edgeStyle=orthogonalEdgeStyle;exitX=1;exitY=0.25;entryX=0;entryY=0.5;endArrow=none;dashed=1" parent="g" source="a" target="b" edge="1"><mxGeometry relative="1" as="geometry"><Array as="points"><mxPoint x="100" y="5"/></Array></mxGeometry></mxCell>
                <mxCell id="l1" value="yes" parent="e" vertex="1" connectable="0"><mxGeometry x="-0.5" y="8" relative="1" as="geometry"/></mxCell>
                <mxCell id="l2" value="more" parent="e" vertex="1" connectable="0"><mxGeometry x="0.5" relative="1" as="geometry"/></mxCell>
                <mxCell id="loose" parent="1" source="a" edge="1"><mxGeometry relative="1" as="geometry"><mxPoint as="targetPoint"/></mxGeometry></mxCell>
                <mxCell id="line" parent="1" edge="1"><mxGeometry relative="1" as="geometry"><mxPoint as="sourcePoint"/><mxPoint x="9" as="targetPoint"/></mxGeometry></mxCell>
                <mxCell id="gone" parent="1" source="a" target="nothing" edge="1"><mxGeometry relative="1" as="geometry"/></mxCell>
                """))
        #expect(
            brief(document) == [
                "g[Lane\none & C:\\new]group", "a[A]ellipse in g", "b[B]diamond", "dot[] in b",
                "a.right-0.25>b.left yes",
            ])
        #expect(losses.map(\.code) == ["style", "labelOffset", "freeEnd", "freeLine", "noSuchNode", "shape"])
        #expect(losses.filter { $0.kind == .edge }.map(\.grade) == [.look, .meaning, .look, .structure])
        let node = document.node(at: document.nodeSlots[1]).json
        #expect(node["position"] == ["x": 30.1, "y": 40.2] && node["data"] == ["owner": "me"])
        #expect(
            node["style"] == [
                "backgroundColor": "#ffcc00", "borderColor": "#ff0000", "borderStyle": "dashed", "color": "#333333",
            ])
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
            {"id":"e","position":{"x":400,"y":0},"width":80,"height":40,"shape":"hexagon","locked":true,
            "style":{"backgroundColor":"transparent","borderColor":"#0000ff","borderWidth":2,"borderStyle":"dotted","color":"#333333","opacity":0.5}}],
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
        #expect(
            document.node(at: document.nodeSlots[2]).json["style"] == again.node(at: again.nodeSlots[2]).json["style"])
        let (one, other) = (document.edge(at: document.edgeSlots[0]).json, again.edge(at: again.edgeSlots[0]).json)
        for name in ["label", "type", "markerEnd", "markerStart", "waypoints", "labelPosition", "style"] {
            #expect(one[name] == other[name], "\(name)")
        }
        #expect(other["id"] == "e-2")
    }

    @Test func `each of several pages is a group below the page before`() throws {
        let page = """
            <mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
            <mxCell id="a" value="A" vertex="1" parent="1"><mxGeometry x="-10" y="100" width="80" height="40" as="geometry"/></mxCell>
            <mxCell id="t" value="T" style="text" vertex="1" parent="a"><mxGeometry x="5" y="6" width="20" height="20" as="geometry"/></mxCell>
            <mxCell id="e" edge="1" source="a" target="t" parent="1"><mxGeometry as="geometry"><Array as="points"><mxPoint x="0" y="90"/></Array></mxGeometry></mxCell>
            </root></mxGraphModel>
            """
        let text =
            "<mxfile><diagram id=\"p\" name=\"One\">\(page)</diagram><diagram name=\"Two\">\(page)</diagram><diagram/></mxfile>"
        let (document, losses) = try drawing(text)
        #expect(
            brief(document) == [
                "p[One]group", "a[A] in p", "t[T] in a", "n1[Two]group", "a-2[A] in n1", "t-2[T] in a-2", "n2[]group",
                "a>t", "a-2>t-2",
            ])
        #expect(losses.map(\.code) == ["page"])
        #expect(document.frame(document.nodeSlots[1]).origin == Point(x: 20, y: 40))
        #expect(document.frame(document.nodeSlots[5]).origin == Point(x: 25, y: 226))
        #expect(document.edge(at: document.edgeSlots[1]).json["waypoints"] == [["x": 30, "y": 210]])
        #expect(
            document.node(at: document.nodeSlots[2]).json["style"] == [
                "backgroundColor": "transparent", "borderColor": "transparent",
            ])
    }

    @Test func `a picture of draw.io carries its file`() throws {
        let cell = "<mxCell id=&quot;a&quot; value=&quot;A&quot; vertex=&quot;1&quot;/>".replacing("<", with: "&lt;")
        for content in [
            "&lt;mxGraphModel>&lt;root>\(cell)&lt;/root>&lt;/mxGraphModel>",
            "%3CmxGraphModel%3E%3Croot%3E%3CmxCell id=%22a%22 value=%22A%22 vertex=%221%22/%3E%3C/root%3E%3C/mxGraphModel%3E",
        ] {
            let svg =
                "<?xml version=\"1.0\"?><!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"x\"><svg xmlns=\"x\" content=\"\(content)\"><g/></svg>"
            #expect(try brief(drawing(svg).document) == ["a[A]"])
        }
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
