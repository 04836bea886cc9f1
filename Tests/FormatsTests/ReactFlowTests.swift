import Formats
import Graph
import Sketching
import Testing
import Wire

@Suite struct ReactFlowTests {
    private func written(_ text: String) -> (json: JSON?, losses: [String]) {
        let file = FormatsTests.written(opened(text), .reactFlow)
        return (JSON(parsing: file.text), file.losses.map { "\($0.id ?? "-") \($0.code)" })
    }

    @Test func `an own document becomes what React Flow saves`() {
        let file = written(
            """
            {"nodewire":1,"counters":{"node":3},"settings":{"snapToGrid":true},"types":{"t":{"defaultSize":{"width":9,"height":8}}},"extra":1,
             "nodes":[{"id":"child","parentId":"p","position":{"x":1,"y":2.50},"label":"L","zIndex":2,"hidden":true},
                      {"id":"p","type":"group","position":{"x":0,"y":0},"width":10,"height":20,"extent":"parent"},
                      {"id":"t","type":"t","position":{"x":0,"y":0},"data":{"label":"own"},"label":"other"},
                      {"id":"old","parentNode":"p","position":{"x":0,"y":0},"locked":true,"handles":[{"id":"o","type":"source","limit":1}]},
                      {"id":"nowhere","label":"N","data":7}],
             "edges":[{"id":"1","source":"p","sourceHandle":"s","target":"child","type":"smoothStep","label":"x","animated":true,"waypoints":[{"x":1,"y":2}]},
                      {"id":"2","source":"p","target":"child","type":"orthogonal","markerEnd":"arrow","markerStart":"none"},
                      {"id":"3","source":"p","target":"child","type":"my","data":{"type":"bezier"},"markerEnd":"url"},
                      {"id":"4","source":"p","target":"child","targetHandle":null,"hidden":false,"locked":false}]}
            """)
        let expected: JSON = [
            "extra": 1, "viewport": ["x": 0, "y": 0, "zoom": 1],
            "nodes": [
                [
                    "id": "p", "type": "group", "position": ["x": 0, "y": 0], "width": 10, "height": 20,
                    "extent": "parent", "data": [:],
                ],
                [
                    "id": "child", "parentId": "p", "position": ["x": 1, "y": 2.5], "zIndex": 2, "hidden": true,
                    "data": ["label": "L"],
                ],
                [
                    "id": "t", "type": "t", "position": ["x": 0, "y": 0], "width": 9, "height": 8,
                    "data": ["label": "own"],
                ],
                ["id": "old", "parentId": "p", "position": ["x": 0, "y": 0], "data": [:]],
                ["id": "nowhere", "position": ["x": 0, "y": 0], "data": 7],
            ],
            "edges": [
                [
                    "id": "1", "source": "p", "sourceHandle": "s", "target": "child", "type": "smoothstep",
                    "label": "x", "animated": true,
                ],
                ["id": "2", "source": "p", "target": "child", "type": "step", "markerEnd": ["type": "arrow"]],
                [
                    "id": "3", "source": "p", "target": "child", "type": "my", "data": ["type": "bezier"],
                    "markerEnd": "url",
                ],
                ["id": "4", "source": "p", "target": "child", "targetHandle": .null, "hidden": false],
            ],
        ]
        #expect(file.json == expected)
        #expect(
            Set(file.losses) == [
                "1 member", "2 edgeType", "child order", "- label", "old member", "nowhere unplaced", "- member",
            ])
    }

    @Test func `settings that React Flow has not become types of edges`() {
        let file = written(
            """
            {"nodewire":1,"settings":{"defaultEdgeType":"step"},"nodes":[{"id":"a","position":{"x":0,"y":0}}],
             "edges":[{"id":"1","source":"a","target":"a"},{"id":"2","source":"a","target":"a","type":"bezier"}]}
            """)
        #expect(file.json?["edges"]?[0]?["type"] == "step" && file.json?["edges"]?[1]?["type"] == "default")
        #expect(file.losses == ["- member"])
    }

    @Test func `a document of React Flow is written as it is`() {
        let text =
            #"{"nodes":[{"id":"b","parentId":"a","label":"l","handles":[],"locked":true},{"id":"a","position":{"x":0,"y":0}}],"edges":[{"id":"1","source":"a","target":"b","type":"smoothStep","waypoints":[]}],"counters":{"of":"theirs"}}"#
        let file = FormatsTests.written(opened(text), .reactFlow)
        #expect(file.text.replacing("smoothstep", with: "smoothStep") != file.text)
        #expect(JSON(parsing: file.text.replacing("smoothstep", with: "smoothStep")) == JSON(parsing: text))
        #expect(file.losses.map(\.code) == ["order", "unplaced"] && file.losses.allSatisfy { $0.id == "b" })
    }

    @Test func `every nasty text comes back, in each format that is read again`() throws {
        let texts = nastyTexts.filter { $0.utf8.count <= 4096 }
        var nodes: [String] = []
        for text in texts {
            nodes.append(#"{"id":"\#(nodes.count)","position":{"x":0,"y":0},"label":\#(quoted(text))}"#)
        }
        let document = opened(#"{"nodewire":1,"nodes":[\#(nodes.joined(separator: ","))],"edges":[]}"#)
        for format in [Format.nodewire, .reactFlow, .swiftFlow] {
            let again = try read(FormatsTests.written(document, format).text, format).document
            #expect(again.nodeSlots.count == texts.count)
            for (slot, text) in zip(again.nodeSlots, texts) {
                let node = again.node(at: slot).json
                let label = (node["label"] ?? node["data"]?["label"])?.stringValue ?? ""
                #expect(Array(label.utf8) == Array(text.utf8), "\(format) \(quoted(text))")
            }
        }
    }

    @Test func `what was written opens without a loss`() throws {
        let deep = (0..<3000).map { #"{"id":"n\#($0)","parentId":"n\#($0 + 1)","position":{"x":1,"y":1}}"# }
        let document = opened(
            "{\"nodewire\":1,\"nodes\":[\(deep.joined(separator: ",")),{\"id\":\"n3000\"}],\"edges\":[]}")
        let again = try read(FormatsTests.written(document, .reactFlow).text, .reactFlow)
        #expect(again.losses.isEmpty && again.document.isReactFlow && again.document.nodes.count == 3001)
        #expect(again.document.nodeSlots.first.map { again.document.nodeID($0) } == Identifier("n3000"))
    }
}
