import Formats
import Geometry
import Graph
import Sketching
import Testing
import Wire

@Suite("A format in XML") struct XMLFormatTests {
    private static let files = RealDrawing.files(in: ["gexf", "bpmn", "scxml"])

    @Test(
        "has the nodes and edges that are counted in real files",
        .enabled(if: RealDrawing.corpus != nil, "NODEWIRE_CORPUS is not set"), arguments: files)
    func counts(file: RealDrawing) throws {
        let document = try drawing(file.bytes).document
        #expect(document.checkInvariants() == [])
        #expect([document.nodes.count, document.edges.count] == Array(file.counts[..<2]))
        #expect(document.nodeSlots.allSatisfy { document.isPlaced($0) })
    }

    @Test("that was damaged is a document or an error", arguments: files)
    func damage(file: RealDrawing) { checkDamage(file) }

    @Test(arguments: [
        ("<?xml version=\"1.0\"?><!-- c --><g:gexf xmlns:g=\"x\"/>", Format.gexf), ("<scxml/>", .scxml),
        ("<!DOCTYPE graphml>\n<graphml/>", .graphML), ("<mxGraphModel/>", .drawio),
        ("<b:definitions xmlns:b=\"http://www.omg.org/spec/BPMN/20100524/MODEL\"/>", .bpmn),
    ])
    func `it is recognized by its root element`(text: String, format: Format) throws {
        #expect(try readRecognized(text).format == format)
    }

    @Test(arguments: ["<definitions/>", "<html><svg/></html>", "<", "<a/>", "<?xml?>", "<!-- <gexf/> -->"])
    func `another one is refused`(text: String) {
        #expect(throws: EditError.self) { try drawing(text) }
    }

    @Test func `elements may be nested as deeply as the limit lets them`() throws {
        func nested(_ start: String, _ end: String, _ count: Int) -> String {
            String(repeating: start, count: count) + String(repeating: end, count: count)
        }
        let bpmn = "<definitions xmlns=\"http://www.omg.org/spec/BPMN/20100524/MODEL\"><process>"
        let texts = [
            "<graphml>" + nested("<graph><node>", "</node></graph>", 63) + "</graphml>",
            "<gexf><graph>" + nested("<nodes><node>", "</node></nodes>", 63) + "</graph></gexf>",
            bpmn + nested("<subProcess>", "</subProcess>", 126) + "</process></definitions>",
            "<scxml>" + nested("<state>", "</state>", 127) + "</scxml>",
        ]
        #expect(try texts.map { try drawing($0).document.nodes.count } == [63, 63, 126, 127])
    }

    @Test func `GEXF has middles with y up, sizes, colors and attributes`() throws {
        let text = """
            <gexf version="1.3"><meta><creator>me</creator></meta><graph>
            <attributes class="node"><attribute id="0" title="age" type="integer"><default>7</default></attribute></attributes>
            <nodes><node id="a" label="A"><attvalues><attvalue for="0" value="5"/></attvalues><viz:position x="100" y="50"/>
            <viz:size value="10"/><viz:color r="255" g="204" b="0" a="0.5"/></node>
            <node id="g"><nodes><node id="b"/></nodes></node><node id="c" pid="g"/></nodes>
            <edges><edge source="a" target="b" weight="2.5"/><edge source="a" target="c" type="directed"><spells/></edge></edges>
            </graph></gexf>
            """
        let (document, losses) = try drawing(text)
        #expect(brief(document) == ["a[A]ellipse", "g[]group", "b[] in g", "c[] in g", "a>b", "a>c"])
        #expect(losses.map(\.code) == ["element"])
        let node = document.node(at: document.nodeSlots[0]).json
        #expect(document.frame(document.nodeSlots[0]) == Rect(minX: 95, minY: -55, maxX: 105, maxY: -45))
        #expect(node["data"] == ["age": 5] && node["style"] == ["backgroundColor": "#ffcc00"])
        #expect(document.node(at: document.nodeSlots[2]).json["data"] == ["age": 7])
        let edges = document.edgeSlots.map { document.edge(at: $0).json }
        #expect(edges[0]["markerEnd"] == "none" && edges[0]["data"] == ["weight": 2.5] && edges[1]["markerEnd"] == nil)
    }

    @Test func `BPMN has pools, lanes, boundary events and its diagram`() throws {
        let text = """
            <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><collaboration id="c">
            <participant id="P" name="Pool" processRef="pr"/><participant id="Q" name="Other"/>
            <messageFlow id="m" sourceRef="t" targetRef="Q"/></collaboration>
            <process id="pr"><laneSet><lane id="L" name="Lane"><flowNodeRef>s</flowNodeRef><flowNodeRef>t</flowNodeRef></lane></laneSet>
            <startEvent id="s"><timerEventDefinition/></startEvent><userTask id="t" name="Do" camunda:form="x"/>
            <boundaryEvent id="b" attachedToRef="t"/><exclusiveGateway id="x"/>
            <sequenceFlow id="f" sourceRef="s" targetRef="t"/>
            <sequenceFlow id="n" name="no" sourceRef="t" targetRef="x"><conditionExpression>a &gt; b</conditionExpression></sequenceFlow>
            </process><message id="z"/>
            <BPMNDiagram><BPMNPlane><BPMNShape bpmnElement="P"><Bounds x="10" y="10" width="500" height="300"/></BPMNShape>
            <BPMNShape bpmnElement="t"><Bounds x="100" y="50" width="100" height="80"/></BPMNShape>
            <BPMNEdge bpmnElement="n"><waypoint x="200" y="90"/><waypoint x="250" y="90"/><waypoint x="250" y="200"/></BPMNEdge>
            </BPMNPlane></BPMNDiagram></definitions>
            """
        let (document, losses) = try drawing(text)
        #expect(
            brief(document) == [
                "P[Pool]group", "Q[Other]group", "L[Lane]group in P", "s[]ellipse in L", "t[Do] in L",
                "b[]ellipse in t",
                "x[]diamond in P", "t>Q", "s>t", "t>x no",
            ])
        #expect(losses.map(\.code) == ["element"])
        #expect(document.frame(document.nodeSlots[4]) == Rect(minX: 100, minY: 50, maxX: 200, maxY: 130))
        #expect(document.node(at: document.nodeSlots[3]).json["data"] == ["type": "startEvent", "event": "timer"])
        #expect(document.node(at: document.nodeSlots[4]).json["data"] == ["type": "userTask", "camunda:form": "x"])
        let edge = document.edge(at: document.edgeSlots[2]).json
        #expect(edge["waypoints"] == [["x": 250, "y": 90]] && edge["data"] == ["condition": "a > b"])
    }

    @Test func `SCXML has states in states, and an edge for each target`() throws {
        let text = """
            <scxml initial="a"><state id="a"><onentry/><transition event="go" cond="x &lt; 1" target="b c"/><transition event="stay"/></state>
            <parallel id="p"><initial><transition target="b"/></initial><state id="b"/><state><transition target="a"/></state></parallel>
            <final id="c"/></scxml>
            """
        let (document, losses) = try drawing(text)
        #expect(
            brief(document) == [
                "a[a]", "p[p]group", "b[b] in p", "n1[] in p", "c[c]ellipse", "a>b go [x < 1]", "a>c go [x < 1]",
                "n1>a",
            ])
        #expect(losses.map(\.code) == ["element", "transition"])
        #expect(document.node(at: document.nodeSlots[1]).json["data"] == ["type": "parallel", "initial": "b"])
    }

    @Test func `SCXML of the first drafts has targets inside of transitions`() throws {
        let text = """
            <scxml><state id="a"><initial><transition><target next="b"/></transition></initial>
            <state id="b"><transition event="go"><assign/><target next="c"/></transition></state><state id="c"/></state></scxml>
            """
        let (document, losses) = try drawing(text)
        #expect(brief(document) == ["a[a]group", "b[b] in a", "c[c] in a", "b>c go"])
        #expect(losses.map(\.code) == ["element"])
        #expect(document.node(at: document.nodeSlots[0]).json["data"] == ["initial": "b"])
    }

    // MARK: Pictures

    @Test(arguments: [
        "{\"nodewire\":1,\"nodes\":[{\"id\":\"a<&\\u0001\",\"label\":\"]]>\\n\\uffff\",\"position\":{\"x\":1,\"y\":2}}],\"edges\":[]}",
        "{\"nodes\":[{\"id\":\"1\",\"position\":{\"x\":0,\"y\":0},\"data\":{\"label\":\"x\"}}],\"edges\":[],\"viewport\":{\"x\":0,\"y\":0,\"zoom\":1}}",
    ])
    func `a picture with the document inside opens as that document`(text: String) throws {
        let document = opened(text)
        var options = SVGOptions()
        options.embed = true
        var writer = JSONWriter()
        document.writeSVG(options, into: &writer)
        let (again, losses, format, _) = try readRecognized(String(decoding: writer.bytes, as: UTF8.self))
        #expect(format == .svg && losses.isEmpty && again.isReactFlow == document.isReactFlow)
        #expect(again.contentHash() == document.contentHash() && fileText(again) == fileText(document))
    }

    @Test(arguments: [
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"><rect/></svg>", "this is an SVG picture without a document"),
        (
            "<svg><metadata id=\"nodewire-document\">{}x</metadata></svg>",
            "not JSON: "
        ),
        (
            "<svg><metadata id=\"nodewire-document\">[]</metadata></svg>",
            "the document in the SVG picture is not Nodewire's"
        ),
    ])
    func `another picture is refused`(text: String, message: String) {
        do throws(EditError) {
            _ = try drawing(text)
            Issue.record("it was not refused")
        } catch {
            #expect(error.reason == .format && error.message.hasPrefix(message))
        }
    }
}
