import Foundation
import Graph
import Seeding
import Testing
import Wire

@Suite struct DocumentReaderTests {
    @Test(arguments: [
        (#"{"nodes":[{"id":"a"},{"id":"a","k":1}]}"#, "node a duplicateId", #"[{"id":"a"}]"#),
        (#"{"nodes":[{"id":7},{"k":1},4,{"id":"a"}]}"#, "node - format,node - format,node - format", #"[{"id":"a"}]"#),
        (#"{"nodes":[{"id":""}]}"#, "node  invalidValue", "[]"),
        (#"{"nodes":[{"id":"a","parentId":"q","k":1}]}"#, "node a noSuchNode", #"[{"id":"a","k":1}]"#),
        (
            #"{"nodes":[{"id":"a","parentId":"b"},{"id":"b","parentId":"a"}]}"#, "node b parentCycle",
            #"[{"id":"a","parentId":"b"},{"id":"b"}]"#
        ),
        (#"{"nodes":[{"id":"a","parentId":"a"}]}"#, "node a parentCycle", #"[{"id":"a"}]"#),
        (#"{"nodes":[{"id":"a","width":-1,"height":2}]}"#, "node a invalidValue", #"[{"id":"a","height":2}]"#),
        (#"{"nodes":[{"id":"a","width":1e999}]}"#, "node a invalidValue", #"[{"id":"a"}]"#),
        (#"{"nodes":[{"id":"a","position":{"x":1}}]}"#, "node a invalidValue", #"[{"id":"a"}]"#),
        (#"{"nodes":[{"id":"a","data":{"v":1e999},"k":1}]}"#, "node a invalidValue", #"[{"id":"a","k":1}]"#),
        (#"{"nodes":[{"id":"a","k":1,"k":2}]}"#, "node a invalidValue", #"[{"id":"a","k":1}]"#),
    ])
    func `a node loses the least that restores the structure`(text: String, losses: String, nodes: String) throws {
        let result = try read(text)
        #expect(result.losses.map { "\($0.kind) \($0.id ?? "-") \($0.code)" }.joined(separator: ",") == losses)
        #expect(content(of: result.document)["nodes"] == JSON(parsing: nodes))
        #expect(result.document.checkInvariants() == [])
    }

    @Test func `a number that no double can hold is left out of the members of the document`() throws {
        let result = try read(
            #"{"nodes":[],"edges":[],"settings":{"minZoom":1e999,"maxZoom":8},"scale":[1e999],"title":"kept"}"#)
        #expect(result.losses.map { "\($0.kind) \($0.code)" } == ["document invalidValue", "document invalidValue"])
        #expect(content(of: result.document)["settings"] == ["maxZoom": 8])
        #expect(content(of: result.document)["scale"] == nil)
        #expect(content(of: result.document)["title"] == "kept")
    }

    @Test(arguments: [
        (#"{"id":"e","source":"a","target":"q"}"#, "edge e noSuchNode", "[]"),
        (#"{"id":"e","source":"a"}"#, "edge e format", "[]"),
        (#"{"id":"e","source":1,"target":"a"}"#, "edge e format", "[]"),
        (#"5"#, "edge - format", "[]"),
        (
            #"{"id":"e","source":"a","target":"b"},{"id":"e","source":"b","target":"a"}"#, "edge e duplicateId",
            #"[{"id":"e","source":"a","target":"b"}]"#
        ),
        (
            #"{"source":"a","target":"b"},{"id":"e1","source":"b","target":"a"}"#, "",
            #"[{"id":"e2","source":"a","target":"b"},{"id":"e1","source":"b","target":"a"}]"#
        ),
        (#"{"id":null,"source":"a","target":"b"}"#, "", #"[{"id":"e1","source":"a","target":"b"}]"#),
        (
            #"{"id":3,"source":"a","target":"b"}"#, "edge - invalidValue",
            #"[{"id":"e1","source":"a","target":"b"}]"#
        ),
        (
            #"{"id":"e","source":"a","target":"b","sourceHandle":null,"zIndex":1e400}"#, "edge e invalidValue",
            #"[{"id":"e","source":"a","target":"b","sourceHandle":null}]"#
        ),
    ])
    func `an edge without its ends is left out`(edges: String, losses: String, kept: String) throws {
        let result = try read(#"{"nodes":[{"id":"a"},{"id":"b"}],"edges":["# + edges + "]}")
        #expect(result.losses.map { "\($0.kind) \($0.id ?? "-") \($0.code)" }.joined(separator: ",") == losses)
        #expect(content(of: result.document)["edges"] == JSON(parsing: kept))
        #expect(result.document.checkInvariants() == [])
    }

    /// Elements in the usual spelling are read by a way of their own, which a space after the bracket closes.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `the usual spelling is read as any other`(seed: UInt64) throws {
        var random = Seeded(seed)
        let nodes = [
            #""id":"N""#, #""type":"t""#, #""position":{"x":1.5,"y":-2}"#, #""width":150"#, #""height":60"#,
            #""data":{"k":-1.5,"label":"x"}"#,
        ]
        let otherNodes = [
            #""id":"\u00e9""#, #""id":"""#, #""type":"é""#, #""type":null"#, #""type":"}""#,
            #""position":{"x":1.50,"y":2}"#,
            #""position":{"x":1,"y":2,"z":3}"#, #""position":{"x":null,"y":1}"#, #""position":{"x": 1,"y":1}"#,
            #""position":{"x":1e999,"y":1}"#, #""data":{"label":"é"}"#, #""data":{"k":1e999,"label":"x"}"#,
            #""data":{"label":"x", "k":1}"#, #""data":{}"#,
            #""data":{"label":1,"k":{"label":"x"}}"#, #""width":-1"#, #""width":null"#, #""height":5e1"#, #""k":1"#,
            #""id" :"N""#,
        ]
        let edges = [
            #""id":"E""#, #""source":"n0""#, #""sourceHandle":"h""#, #""target":"n1""#, #""targetHandle":"k""#,
        ]
        let otherEdges = [
            #""id":"é""#, #""source":"q""#, #""sourceHandle":null"#, #""sourceHandle":"é""#, #""sourceHandle":"\"""#,
            #""targetHandle":"}é""#, #""targetHandle":"\\""#, #""label":"x""#, #""target":"n0""#, #""id":"E""#,
            #""zIndex":1"#,
        ]
        /// The usual members, now and then one left out, in another place, or another in front of it or behind.
        func members(_ usual: [String], _ others: [String]) -> String {
            var members = usual.filter { _ in random.below(6) > 0 }
            for _ in 0..<random.below(3) {
                members.insert(others[random.below(others.count)], at: random.below(members.count + 1))
            }
            return members.joined(separator: ",")
        }
        for _ in 0..<200 {
            var lists: [[String]] = [[], []]
            for number in 0..<3 {
                lists[0].append(members(nodes, otherNodes).replacing("\"N\"", with: "\"n\(number)\""))
                lists[1].append(members(edges, otherEdges).replacing("\"E\"", with: "\"e\(number)\""))
            }
            let texts = ["{", "{ "].map { bracket in
                lists.map { $0.map { bracket + $0 + "}" }.joined(separator: ",") }
            }.map { #"{"nodes":[\#($0[0])],"edges":[\#($0[1])]}"# }
            let (usual, other) = (try read(texts[0]), try read(texts[1]))
            #expect("\(content(of: usual.document))" == "\(content(of: other.document))", "\(texts[0])")
            #expect(usual.losses.map(text) == other.losses.map(text), "\(texts[0])")
            #expect(usual.document.checkInvariants() == [])
        }
    }

    private func text(_ loss: Loss) -> String {
        "\(loss.kind) \(loss.id ?? "-") \(loss.code) \(loss.message) \(String(decoding: loss.element.bytes, as: UTF8.self))"
    }

    @Test func `a loss has the element as it was written`() throws {
        let result = try read(#"{"nodes":[{"id":"a"},{"id" : "a", "data":{"k":[1.50, 2]}}]}"#)
        #expect(
            result.losses.map { String(decoding: $0.element.bytes, as: UTF8.self) } == [
                #"{"id":"a","data":{"k":[1.50,2]}}"#
            ])
    }

    @Test(arguments: [
        (
            #"{"nodes":[{"id":"a"},{"id":"a"}],"nodes":[{"id":"b"}]}"#,
            "document nodes invalidValue,node a duplicateId", 1
        ),
        (
            #"{"edges":[],"nodes":[{"id":"a"}],"nodes":5,"edges":[{"source":"a","target":"a"}]}"#,
            "document nodes invalidValue,document edges invalidValue", 1
        ),
        (#"{"nodewire":1,"nodewire":2,"nodes":[]}"#, "document nodewire invalidValue", 0),
        (#"{"nodes":[{"id":"a"}],"k":1,"k":[2]}"#, "document k invalidValue", 1),
        (#"{"settings":{"snapToGrid":true},"settings":{}}"#, "document settings invalidValue", 0),
        (
            #"{"k":{"v":[1e999]},"viewport":{"x":1e999},"j":1}"#,
            "document k invalidValue,document viewport invalidValue", 0
        ),
    ])
    func `members that stand twice or hold impossible numbers are reported`(text: String, losses: String, nodes: Int)
        throws
    {
        let result = try read(text)
        #expect(result.losses.map { "\($0.kind) \($0.id ?? "-") \($0.code)" }.joined(separator: ",") == losses)
        #expect(result.document.nodes.count == nodes)
        #expect(result.document.viewport == nil)
        #expect(result.document.checkInvariants() == [])
    }

    @Test func `a file's counters leave room to count on`() throws {
        let text = #"{"nodewire":1,"counters":{"node":9223372036854775807,"edge":-1},"nodes":[]}"#
        var document = try read(text).document
        let made = try document.transact { transaction throws(EditError) in transaction.makeNodeID() }.result
        #expect(made == Identifier("n\((1 << 53) + 1)"))
    }

    @Test func `an element of many members is read once`() throws {
        let members = (0..<50_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let result = try read(#"{"nodes":[{"id":"a",\#(members),"k7":2}]}"#)
        #expect(result.losses.map(\.code) == ["invalidValue"])
    }

    @Test func `unknown members survive at every level`() throws {
        let text = #"""
            {"nodewire":1,"name":"\u00e9 \ud800","meta":{"a":[null,1.50,1e2]},
             "settings":{"odd":true,"snapGrid":[5,5]},"types":{"t":{"odd":{},"handles":[{"type":"source","odd":1}]}},
             "nodes":[{"id":"a","odd":[1],"position":{"x":1,"y":2,"odd":"\""},"handles":[{"id":"h","type":"source","odd":2}],
                       "width":null,"data":{"deep":{"deeper":[{}]}}},
                      {"id":"b","position":null,"measured":{"width":5,"height":6,"odd":0}},{"id":"c","position":"odd"}],
             "edges":[{"id":"e","odd":{"k":null},"source":"a","target":"b","sourceHandle":null,"markerEnd":{"type":"arrow"}}]}
            """#
        let result = try read(text)
        #expect(result.losses.isEmpty)
        #expect(result.document.checkInvariants() == [])
        var expected = try #require(JSON(parsing: text)?.objectValue)
        expected["nodewire"] = nil
        #expect(content(of: result.document) == .object(expected))
        let again = try read("\(content(of: result.document))", isFile: false)
        #expect(content(of: again.document) == .object(expected))
    }

    @Test func `handles that only edges name come after the defaults`() throws {
        let text = #"""
            {"nodes":[{"id":"a"},{"id":"b","handles":[]}],
             "edges":[{"id":"e","source":"a","sourceHandle":"x","target":"b","targetHandle":"y"},
                      {"id":"f","source":"a","sourceHandle":"w","target":"a","targetHandle":"x"}]}
            """#
        let document = try read(text).document
        let (a, b) = try (#require(document.node("a")), #require(document.node("b")))
        #expect(
            document.handles(a).map { "\($0.kind) \($0.id)" } == [
                "target target", "source source", "source x", "source w", "target x",
            ])
        #expect(document.handles(b).isEmpty)
    }

    @Test func `ids that differ only by normalisation are two`() throws {
        let document = try read("{\"nodes\":[{\"id\":\"\u{e9}\"},{\"id\":\"e\u{301}\"},{\"id\":\"\\u00e8\"}]}").document
        #expect(document.nodes.count == 3)
        #expect(document.node("\u{e8}") != nil)
    }

    @Test(arguments: ["[]", #"{"nodes":{}}"#, #"{"edges":1}"#, #"{"nodewire":2}"#, #"{"nodewire":"1"}"#])
    func `what is no document is refused`(text: String) {
        #expect(throws: ShapeError.self) { try read(text) }
    }

    @Test func `files of React Flow come back as they were`() throws {
        guard let corpus = ProcessInfo.processInfo.environment["NODEWIRE_CORPUS"] else {
            print("skipped: NODEWIRE_CORPUS is not set")
            return
        }
        let folder = URL(fileURLWithPath: corpus).appendingPathComponent("reactflow")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        #expect(!names.isEmpty)
        for name in names.sorted() {
            let text = String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
            guard var expected = JSON(parsing: text)?.objectValue, expected["nodes"] != nil else { continue }
            let result = try read(text)
            #expect(result.document.checkInvariants() == [], "\(name)")
            #expect(result.losses.isEmpty, "\(name): \(result.losses.first?.message ?? "")")
            #expect(result.document.settings.edgeGeometry == .reactFlow, "\(name)")
            expected["viewport"] = nil
            if result.losses.isEmpty { #expect(content(of: result.document) == .object(expected), "\(name)") }
        }
    }
}
