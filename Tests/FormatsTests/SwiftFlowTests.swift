import Formats
import Graph
import Sketching
import Testing
import Wire

@Suite struct SwiftFlowTests {
    private static func file(nodes: String = "", edges: String = "", others: String = "") -> String {
        "{\"nodes\":[\(nodes)],\"edges\":[\(edges)],\"viewport\":{\"offset\":[0,0],\"zoom\":1}\(others)}"
    }

    private static func node(_ id: String, _ others: String = "", at position: String = "[0,0]") -> String {
        "{\"id\":\"\(id)\",\"position\":\(position),\"size\":[10,20],\"data\":null\(others)}"
    }

    // MARK: Round trips

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `what SwiftFlow wrote is written as it was`(seed: UInt64) throws {
        var generator = SwiftFlowGenerator(seed: seed)
        let file = generator.file()
        let (document, losses) = try read(file.description, .swiftFlow)
        #expect(losses.isEmpty && !document.isReactFlow && document.checkInvariants().isEmpty, "seed \(seed)")
        let text = written(document, .swiftFlow)
        #expect(JSON(parsing: text.text) == file && text.losses.isEmpty, "seed \(seed)")
        #expect(try read(text.text, .swiftFlow).document.contentHash() == document.contentHash(), "seed \(seed)")
        #expect(opened(fileText(document)).contentHash() == document.contentHash(), "seed \(seed)")
    }

    @Test(arguments: 0..<400 as Range<UInt64>)
    func `a broken file is refused with its place, or opens with losses`(seed: UInt64) throws {
        var generator = SwiftFlowGenerator(seed: seed)
        let file = generator.broken()
        do {
            let (document, losses) = try read(file.description, .swiftFlow)
            #expect(document.checkInvariants().isEmpty, "seed \(seed)")
            #expect(losses.allSatisfy { JSON(parsing: String(decoding: $0.element.bytes, as: UTF8.self)) != nil })
            // What is left is whole.
            let again = written(document, .swiftFlow).text
            #expect(try read(again, .swiftFlow).losses.isEmpty, "seed \(seed)")
            #expect(
                try read(again, .swiftFlow).document.contentHash()
                    == read(written(read(again, .swiftFlow).document, .swiftFlow).text, .swiftFlow).document
                    .contentHash(), "seed \(seed)")
        } catch let error as EditError {
            #expect(!error.message.isEmpty)
        }
    }

    @Test func `a lock stays, selection and transient nodes go with what is in them`() throws {
        let nodes = [
            Self.node("a", #","isDraggable":false,"isSelected":true,"isHovered":true"#),
            Self.node("t", #","persistence":"transient","acceptsChildren":true"#),
            Self.node("c", #","parentID":"t""#, at: "[5,6]"),
        ]
        let edges =
            #"{"id":"1","sourceNodeID":"a","targetNodeID":"t"},{"id":"2","sourceNodeID":"a","targetNodeID":"c","parentID":"t"}"#
        let (document, losses) = try read(Self.file(nodes: nodes.joined(separator: ","), edges: edges), .swiftFlow)
        #expect(losses.isEmpty && document.nodes.count == 3)
        let file = written(document, .swiftFlow)
        let json = JSON(parsing: file.text)
        #expect(json?["nodes"]?[0]?["isDraggable"] == false && json?["nodes"]?[0]?["isSelected"] == false)
        #expect(json?["nodes"]?.arrayValue?.count == 1 && json?["edges"] == [])
        #expect(file.losses.map(\.code) == ["transient"])
    }

    @Test func `it is pretty printed with sorted members`() throws {
        let (document, _) = try read(Self.file(nodes: Self.node("a", #","handles":[]"#)), .swiftFlow)
        #expect(
            written(document, .swiftFlow).text == """
                {
                  "edges" : [],
                  "nodes" : [
                    {
                      "acceptsChildren" : false,
                      "data" : null,
                      "handles" : [],
                      "id" : "a",
                      "isDraggable" : true,
                      "isSelected" : false,
                      "persistence" : "persistent",
                      "phase" : {
                        "normal" : {}
                      },
                      "position" : [
                        0,
                        0
                      ],
                      "size" : [
                        10,
                        20
                      ],
                      "zIndex" : 0
                    }
                  ],
                  "viewport" : {
                    "offset" : [
                      0,
                      0
                    ],
                    "zoom" : 1
                  }
                }

                """)
    }

    // MARK: Structure

    private static let container = #","acceptsChildren":true"#

    private static let structures: [(nodes: [String], losses: [String])] = [
        ([node("a"), node("a")], ["a duplicateId"]),
        ([node("a", #","parentID":"gone""#)], ["a noSuchNode"]),
        ([node("a"), node("b", #","parentID":"a""#)], ["b invalidValue"]),
        ([node("a", #","parentID":"a","acceptsChildren":true"#)], ["a parentCycle"]),
        (
            [
                node("a", #","parentID":"b","acceptsChildren":true"#),
                node("b", #","parentID":"a","acceptsChildren":true"#), node("c", #","parentID":"a""#),
            ], ["a parentCycle", "b parentCycle"]
        ),
        ([node("a", #","width":3"#)], ["a invalidValue"]),
        ([#"{"id":"a","position":[0,0],"size":[-1,2],"data":0}"#], ["a invalidValue"]),
        ([node("")], [" invalidValue"]),
        (
            [node("a", container, at: "[1e308,0]"), node("b", #","parentID":"a""#, at: "[-1e308,0]")],
            ["b invalidValue"]
        ),
    ]

    @Test(arguments: structures)
    func `what a document cannot hold is left out and reported`(nodes: [String], losses: [String]) throws {
        let result = try read(Self.file(nodes: nodes.joined(separator: ",")), .swiftFlow)
        #expect(result.losses.map { "\($0.id ?? "-") \($0.code)" } == losses)
        for loss in result.losses { #expect(nodes.contains(String(decoding: loss.element.bytes, as: UTF8.self))) }
        #expect(result.document.checkInvariants().isEmpty)
    }

    @Test func `dangling and repeated edges are left out, the first stays`() throws {
        let edges =
            #"{"id":"e","sourceNodeID":"a","targetNodeID":"a"},{"id":"e","sourceNodeID":"a","targetNodeID":"a","label":"second"},{"id":"f","sourceNodeID":"a","targetNodeID":"x"},{"id":"g","sourceNodeID":"a","targetNodeID":"a","parentID":"a","type":"step"}"#
        let result = try read(Self.file(nodes: Self.node("a"), edges: edges), .swiftFlow)
        #expect(
            result.losses.map { "\($0.id ?? "-") \($0.code)" } == [
                "e duplicateId", "f noSuchNode", "g invalidValue", "g invalidValue",
            ])
        #expect(
            result.losses.first?.element
                == JSONText(trusted: Array(#"{"id":"e","sourceNodeID":"a","targetNodeID":"a","label":"second"}"#.utf8)))
        #expect(result.document.edges.count == 2)
    }

    // MARK: Refusals

    private static let refusals: [(text: String, message: String)] = [
        (#"{"nodes":[],"edges":[]}"#, "missing member \"viewport\""),
        (#"{"nodes":[],"viewport":{"offset":[0,0],"zoom":1}}"#, "missing member \"edges\""),
        (#"{"nodes":{},"edges":[],"viewport":{"offset":[0,0],"zoom":1}}"#, "/nodes: expected an array"),
        (#"{"nodes":[],"edges":[],"viewport":{"offset":[0],"zoom":1}}"#, "/viewport/offset: expected two numbers"),
        (#"{"nodes":[],"edges":[],"viewport":{"offset":[0,0]}}"#, "/viewport: missing member \"zoom\""),
        (file(nodes: "7"), "/nodes/0: expected an object"),
        (file(nodes: #"{"id":"a","position":[0,0],"size":[1,1]}"#), "/nodes/0: missing member \"data\""),
        (file(nodes: node("a", at: #"{"x":0,"y":0}"#)), "/nodes/0/position: expected an array"),
        (file(nodes: node("a", at: "[1e400,0]")), "/nodes/0/position/0: "),
        (
            file(nodes: [node("a"), node("b", #","phase":{"odd":{}}"#)].joined(separator: ",")),
            "/nodes/1/phase: expected an object with one of"
        ),
        (file(nodes: node("b", #","phase":{"draft":{"_0":"odd"}}"#)), "/nodes/0/phase/draft/_0: expected one of"),
        (file(nodes: node("b", #","phase":{"draft":{}}"#)), "/nodes/0/phase/draft: missing member \"_0\""),
        (file(nodes: node("b", #","persistence":"maybe""#)), "/nodes/0/persistence: expected one of"),
        (file(nodes: node("b", #","zIndex":1.5"#)), "/nodes/0/zIndex: "),
        (
            file(nodes: node("b", #","handles":[{"id":"h","type":"source"}]"#)),
            "/nodes/0/handles/0: missing member \"position\""
        ),
        (
            file(nodes: node("b", #","handles":[{"id":"h","type":"source","position":"middle"}]"#)),
            "/nodes/0/handles/0/position: expected one of"
        ),
        (
            file(
                nodes: node(
                    "b", #","handles":[{"id":"h","type":"source","position":"top","connectionStartArea":{"disc":{}}}]"#)
            ),
            "/nodes/0/handles/0/connectionStartArea: expected an object with one of"
        ),
        (
            file(
                nodes: node(
                    "b",
                    #","handles":[{"id":"h","type":"source","position":"top","connectionStartArea":{"point":{"radius":"8"}}}]"#
                )),
            "/nodes/0/handles/0/connectionStartArea/point/radius: expected a number"
        ),
        (file(nodes: node("a"), edges: #"{"id":"e","sourceNodeID":"a"}"#), "/edges/0: missing member \"targetNodeID\""),
        (
            file(nodes: node("a"), edges: #"{"id":"e","sourceNodeID":"a","targetNodeID":"a","pathType":"curly"}"#),
            "/edges/0/pathType: expected one of \"bezier\""
        ),
    ]

    @Test(arguments: refusals)
    func `what its decoder refuses is refused with its place`(text: String, message: String) {
        #expect {
            _ = try read(text, .swiftFlow)
        } throws: { error in
            let error = error as? EditError
            #expect(error?.message.hasPrefix("not a document: \(message)") == true, "\(error?.message ?? "")")
            return error != nil
        }
    }

    // MARK: From our own

    @Test func `an own document loses what SwiftFlow has not`() throws {
        let document = opened(
            """
            {"nodewire":1,"settings":{"defaultEdgeType":"step"},"counters":{"node":4},
             "nodes":[{"id":"g","type":"box","position":{"x":10,"y":10},"zIndex":1.5},
                      {"id":"a","parentId":"g","position":{"x":5,"y":5},"locked":true,"size":"big","isSelected":1,"phase":2,
                       "handles":[{"id":"h","type":"source","limit":2,"area":{"start":{"x":0,"y":0,"width":1,"height":1},"target":"node"}}]},
                      {"id":"u","hidden":false}],
             "edges":[{"id":"1","source":"a","target":"g","type":"orthogonal","waypoints":[{"x":1,"y":1}]},{"id":"2","source":"a","target":"u"},{"id":"3","source":"a","target":"u","type":"mine"}]}
            """)
        let file = written(document, .swiftFlow)
        let json = JSON(parsing: file.text)
        #expect(json?["nodes"]?[0]?["acceptsChildren"] == true && json?["nodes"]?[0]?["zIndex"] == 2)
        #expect(json?["nodes"]?[1]?["position"] == [15, 15] && json?["nodes"]?[1]?["size"] == [150, 60])
        #expect(json?["nodes"]?[1]?["handles"]?[0]?["connectionTargetArea"] == ["node": [:]])
        #expect(json?["nodes"]?[1]?["handles"]?[0]?["position"] == "bottom")
        #expect(
            json?["nodes"]?[2]?["position"] == [0, 0] && json?["nodewire"] == nil as JSON?
                && json?["counters"] == nil as JSON?)
        #expect(json?["edges"]?.arrayValue?.map { $0["pathType"] } == ["smoothStep", "smoothStep", "smoothStep"])
        let losses = Set(file.losses.map { "\($0.kind) \($0.code)" })
        #expect(
            losses == [
                "node acceptsChildren", "node zIndex", "node member", "node area", "node unplaced", "edge edgeType",
                "edge member", "document member",
            ])
        for word in ["locked", "size", "phase", "limit", "waypoints", "settings", "type"] {
            #expect(file.losses.contains { $0.message.contains("`\(word)`") }, "\(word)")
        }
        #expect(!file.losses.contains { $0.message.contains("hidden") })
        // What SwiftFlow passes over is still there.
        let again = try read(file.text, .swiftFlow)
        #expect(again.losses.isEmpty && again.document.settings.defaultEdgeType == .step)
        #expect(JSON(parsing: written(again.document, .swiftFlow).text) == json)
    }

    @Test func `parents may lie as deep as they like`() throws {
        let count = 4000
        let nodes = (0..<count).map {
            Self.node("n\($0)", #","acceptsChildren":true,"parentID":"n\#($0 + 1)""#, at: "[\($0).5,0]")
        }
        let text = Self.file(
            nodes: nodes.joined(separator: ",") + "," + Self.node("n\(count)", #","acceptsChildren":true"#))
        let (document, losses) = try read(text, .swiftFlow)
        #expect(losses.isEmpty && document.nodes.count == count + 1)
        let json = JSON(parsing: written(document, .swiftFlow).text)
        #expect(
            json?["nodes"]?[0]?["position"] == [0.5, 0]
                && json?["nodes"]?[count - 1]?["position"] == [.number(Double(count) - 0.5), 0])
        let cycle = Self.file(
            nodes: (nodes + [Self.node("n\(count)", #","acceptsChildren":true,"parentID":"n0""#)]).joined(
                separator: ","))
        #expect(try read(cycle, .swiftFlow).losses.count == count + 1)
    }
}
