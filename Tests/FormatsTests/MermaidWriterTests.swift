import Formats
import Foundation
import Graph
import Testing
import Wire

@Suite("A flowchart that is written") struct MermaidWriterTests {
    @Test("is read as the same structure", arguments: 0..<60)
    func law(seed: Int) throws {
        var generator = DrawingGenerator(seed: UInt64(seed))
        let document = try generator.document()
        let (text, _) = written(document, .mermaid)
        let (again, losses) = try drawing(text)
        let looks = ["backgroundColor", "borderColor", "borderWidth", "borderStyle", "color"]
        let lines = ["stroke", "strokeWidth", "dash"]
        let found = Structure(again, nodeMembers: looks, edgeMembers: lines)
        let expected = Structure(document, nodeMembers: looks, edgeMembers: lines)
        #expect(found.nodes == expected.nodes.map { $0.replacingOccurrences(of: "rgb(1, 2, 3)", with: "#010203") })
        #expect(found.edges == expected.edges, "\(text)")
        #expect(losses.isEmpty, "\(losses.map(\.message)) \(text)")
        #expect(Structure(try drawing(written(again, .mermaid).text).document) == Structure(again))
    }

    @Test("has a line for each node and each edge")
    func lines() throws {
        let text = """
            {"nodewire":1,"nodes":[
            {"id":"g","type":"group","label":"Later","position":{"x":300,"y":0},"style":{"backgroundColor":"#eef"}},
            {"id":"a","label":"Say \\"hi\\" #1","shape":"diamond","position":{"x":0,"y":0},"style":{"color":"red"}},
            {"id":"end","parentId":"g","label":"b\\nc","position":{"x":20,"y":20},"style":{"color":"red"}}],
            "edges":[{"id":"e1","source":"a","target":"end","label":"yes","style":{"strokeWidth":3.5}},
            {"id":"e2","source":"end","target":"a","markerEnd":"none","markerStart":"arrowclosed","style":{"stroke":"blue"}},
            {"id":"e3","source":"a","target":"g","animated":true,"style":{"dash":[3]}}]}
            """
        let (flowchart, losses) = written(try read(text).document, .mermaid)
        #expect(
            flowchart == """
                flowchart LR
                  subgraph g["Later"]
                    n1["b<br/>c"]
                  end
                  a{"Say #quot;hi#quot; #35;1"}
                  a ==>|"yes"| n1
                  a --> n1
                  a e3@-.-> g
                  e3@{ animate: true }
                  style g fill:#eeeeff
                  classDef c1 color:red
                  class n1,a c1
                  linkStyle 1 stroke:blue

                """)
        #expect(losses.map(\.code) == ["id", "position", "head"])
        #expect(losses.contains { $0.code == "position" && $0.message.contains("(3 nodes: ") })
    }

    @Test("has the title of its document, and the one that documents of earlier versions keep for it")
    func titles() throws {
        let kept = #""foreign":{"mermaid":{"title":"Before"}}"#
        for (members, title) in [(#""title":"Now","# + kept, "Now"), (kept, "Before")] {
            let (flowchart, _) = written(
                try read(#"{"nodewire":1,"nodes":[],"edges":[],"# + members + "}").document, .mermaid)
            #expect(flowchart.contains("title: ") && flowchart.contains(title))
        }
        let other = try read(#"{"nodewire":1,"title":7,"nodes":[],"edges":[]}"#).document
        for format in [Format.mermaid, .dot] { #expect(written(other, format).losses.map(\.code) == ["member"]) }
    }

    @Test(
        "hides from Mermaid's lexer what it would take for something else",
        arguments: [
            ("direction TB", "direction#32;TB"), ("a style: b", "a style#58; b"),
            ("R&D &amp; &co", "R&D &#38;amp; &co"),
            ("100%%", "100%#37;"), ("`x`", "#96;x#96;"), (" x ", "#32;x#32;"), ("a\\n", "a#92;n"), ("", " "),
        ])
    func escapes(label: String, expected: String) throws {
        let json: JSON = ["nodewire": 1, "nodes": [["id": "a", "label": .string(label)]], "edges": []]
        let expected = expected.replacingOccurrences(of: "&#38;", with: "#38;")
        #expect(written(try read(json.description).document, .mermaid).text == "flowchart TD\n  a[\"\(expected)\"]\n")
    }

    @Test(
        "leads where its edges lead",
        arguments: [
            ("\"position\":{\"x\":0,\"y\":0}", "\"position\":{\"x\":0,\"y\":200}", "TD"),
            ("\"position\":{\"x\":0,\"y\":0}", "\"position\":{\"x\":500,\"y\":200}", "LR"),
            ("\"position\":{\"x\":0,\"y\":0}", "\"position\":{\"x\":0,\"y\":-200}", "BT"),
            ("\"position\":{\"x\":0,\"y\":0},\"sourcePosition\":\"left\"", "\"position\":{\"x\":0,\"y\":-200}", "RL"),
            ("\"label\":\"unplaced\"", "\"label\":\"unplaced\"", "TD"),
        ])
    func direction(first: String, second: String, expected: String) throws {
        let nodes = "{\"id\":\"a\",\(first)},{\"id\":\"b\",\(second)}"
        let text = "{\"nodewire\":1,\"nodes\":[\(nodes)],\"edges\":[{\"id\":\"e\",\"source\":\"a\",\"target\":\"b\"}]}"
        #expect(written(try read(text).document, .mermaid).text.hasPrefix("flowchart \(expected)\n"))
    }

    @Test("says what it cannot hold, each kind once")
    func losses() throws {
        let text = """
            {"nodewire":1,"settings":{"snap":true},"nodes":[
            {"id":"a","position":{"x":0,"y":0},"data":{"x":1},"handles":[{"id":"h","type":"source","position":"left"}]},
            {"id":"b","type":"t","position":{"x":0,"y":0},"locked":true,"hidden":true,"style":{"zoom":2}}],
            "edges":[{"id":"e","source":"a","sourceHandle":"h","target":"b","waypoints":[{"x":1,"y":2}],"data":{"y":1}}]}
            """
        let (_, losses) = written(try read(text).document, .mermaid)
        #expect(
            losses.map { "\($0.code) \($0.id ?? "")" } == [
                "member ", "data a", "position ", "handles a", "hidden b", "style b", "member b", "member b",
                "handle e",
                "data e", "member e",
            ])
    }

    @Test("of real files is read as the same structure", arguments: RealDrawing.all.filter { $0.counts[0] < 2000 })
    func realFiles(file: RealDrawing) throws {
        let document = try drawing(file.bytes).document
        let again = try drawing(written(document, .mermaid).text).document
        let (found, expected) = (Structure(again), Structure(document))
        #expect(found.nodes == expected.nodes)
        #expect(found.edges == expected.edges)
    }
}
