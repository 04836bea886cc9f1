import Graph
import Testing
import Wire

@Suite struct ConnectionRulesTests {
    static let text = #"""
        {"settings":{"allowCycles":false},
         "nodes":[
          {"id":"a","handles":[{"id":"o","type":"source","dataType":"t","limit":1},{"id":"i","type":"target"},
                               {"id":"p","type":"source"}]},
          {"id":"b","handles":[{"id":"i","type":"target","dataType":"u"},{"id":"o","type":"source"}]},
          {"id":"c"},{"id":"d","handles":[]},{"id":"k","locked":true},
          {"id":"m","handles":[{"id":"x","type":"source"},{"id":"x","type":"target","limit":1}]}],
         "edges":[{"id":"e","source":"a","sourceHandle":"o","target":"c"},
                  {"id":"f","source":"c","target":"b","targetHandle":"i"},
                  {"id":"g","source":"c","target":"m","locked":true}]}
        """#

    @Test(
        arguments: [
            (ConnectionProposal(source: "q", target: "z"), "noSuchNode", ["q", "z"]),
            (ConnectionProposal(source: "a", sourceHandle: "none", target: "k"), "noSuchHandle", ["a"]),
            (ConnectionProposal(source: "c", target: "d"), "noSuchHandle", ["d"]),
            (ConnectionProposal(source: "c", sourceHandle: "target", target: "k"), "locked", ["k"]),
            (ConnectionProposal(source: "k", target: "k"), "locked", ["k"]),
            (ConnectionProposal(source: "b", target: "c", edge: "g"), "locked", []),
            (ConnectionProposal(source: "c", sourceHandle: "target", target: "c"), "direction", ["c", "c"]),
            (ConnectionProposal(source: "c", target: "c"), "self", ["c"]),
            (ConnectionProposal(source: "c", sourceHandle: "source", target: "b"), "duplicate", []),
            (ConnectionProposal(source: "a", sourceHandle: "o", target: "b"), "limit", ["a"]),
            (ConnectionProposal(source: "b", target: "m", targetHandle: "x"), "limit", ["m"]),
            (ConnectionProposal(source: "a", sourceHandle: "o", target: "b", edge: "e"), "dataType", ["a", "b"]),
            (ConnectionProposal(source: "b", target: "a"), "cycle", ["a", "c", "b"]),
        ] as [(ConnectionProposal, String, [Identifier])])
    func `the first rule that is broken is reported`(proposal: ConnectionProposal, reason: String, nodes: [Identifier])
        throws
    {
        let document = try read(Self.text).document
        let refusal = document.refusal(of: proposal)
        #expect(refusal?.reason.rawValue == reason)
        #expect(refusal?.nodes == nodes)
        #expect(refusal?.path == (reason == "cycle" ? nodes : nil))
    }

    @Test(arguments: [
        ConnectionProposal(source: "a", sourceHandle: "p", target: "c"),
        ConnectionProposal(source: "m", sourceHandle: "x", target: "b"),
        ConnectionProposal(source: "c", target: "b", edge: "f"),
        ConnectionProposal(source: "b", target: "a", edge: "f"),
    ])
    func `what breaks no rule is allowed`(proposal: ConnectionProposal) throws {
        let document = try read(Self.text).document
        #expect(document.refusal(of: proposal) == nil)
    }

    @Test(arguments: [
        (#"{"allowSelfLoops":true}"#, ConnectionProposal(source: "c", target: "c")),
        (#"{"allowDuplicates":true}"#, ConnectionProposal(source: "c", target: "b")),
        (#"{"allowCycles":true}"#, ConnectionProposal(source: "b", target: "a")),
        (#"{"connectionMode":"loose"}"#, ConnectionProposal(source: "a", sourceHandle: "i", target: "c")),
    ])
    func `a setting allows what it names`(settings: String, proposal: ConnectionProposal) throws {
        var content = try #require(JSON(parsing: Self.text))
        let strict = try read("\(content)").document
        #expect(strict.refusal(of: proposal) != nil)
        content.merge(["settings": try #require(JSON(parsing: settings))])
        let document = try read("\(content)").document
        #expect(document.refusal(of: proposal) == nil)
    }

    @Test func `long lists of handles are found in like short ones`() throws {
        let handles = (0..<40).map { #"{"id":"h\#($0)","type":"\#($0 % 2 == 0 ? "target" : "source")"}"# }
        let list = handles.joined(separator: ",")
        let document = try read(
            #"{"nodes":[{"id":"a","handles":[\#(list)]},{"id":"b"}],"edges":[{"id":"e","source":"a","target":"b"}]}"#
        ).document
        func reason(_ handle: Identifier?) -> String? {
            document.refusal(of: ConnectionProposal(source: "a", sourceHandle: handle, target: "b"))?.reason.rawValue
        }
        #expect(reason(nil) == "duplicate" && reason("h1") == "duplicate")
        #expect(reason("h3") == nil && reason("h39") == nil)
        #expect(reason("h2") == "direction" && reason("h40") == "noSuchHandle")
        let node = try #require(document.node("a"))
        #expect(document.handle("h38", of: node, kind: nil)?.kind == .target)
    }

    @Test func `a check of hubs names each edge that is too many, and few of the others`() throws {
        let edges = (0..<30).map { #"{"id":"e\#($0)","source":"n\#($0)","target":"a"}"# }
        let nodes = (0..<30).map { #"{"id":"n\#($0)"}"# }
        let handle = #"{"id":"a","handles":[{"id":"i","type":"target","limit":20}]}"#
        let document = try read(
            #"{"nodes":[\#(handle),\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]}"#
        ).document
        let found = document.diagnostics().filter { $0.code == "connection.limit" }
        #expect(found.count == 30)
        #expect(found.allSatisfy { $0.edges.count == 9 })
    }
}
