import Testing

/// Messages that would take minutes if they cost more than what they name: documents in which each of many elements has all
/// others around it.
@Suite struct MessageTimeTests {
    private static let depth = 5000

    /// Groups inside each other, each joined to the next.
    private static let nest: (nodes: [String], edges: [String]) = (
        (0..<depth).map { number in
            let parent = number > 0 ? #","parentId":"g\#(number - 1)""# : ""
            return
                #"{"id":"g\#(number)","type":"group","position":{"x":1,"y":1},"width":99,"height":99\#(parent)}"#
        },
        (1..<depth).map { #"{"id":"e\#($0)","source":"g\#($0 - 1)","target":"g\#($0)"}"# }
    )

    /// Many edges between two nodes.
    private static let sheaf: (nodes: [String], edges: [String]) = (
        ["a", "b"].map { #"{"id":"\#($0)","position":{"x":0,"y":0},"width":99,"height":50}"# },
        (1..<depth).map { #"{"id":"e\#($0)","source":"a","target":"b"}"# }
    )

    private static func names(_ name: String) -> String {
        (1..<depth).map { "\"\(name)\($0)\"" }.joined(separator: ",")
    }

    private func time(
        _ content: (nodes: [String], edges: [String]), _ messages: [(method: String, params: String)]
    ) -> Duration {
        var desk = JobDesk(clock: "client")
        let elements = """
            "nodes":[\(content.nodes.joined(separator: ","))],"edges":[\(content.edges.joined(separator: ","))]
            """
        desk.send(
            #"{"jsonrpc":"2.0","id":0,"method":"document/create","params":{"document":"d","content":{\#(elements)}}}"#)
        desk.send(
            #"{"jsonrpc":"2.0","id":0,"method":"view/open","params":{"document":"d","view":"v","width":9,"height":9}}"#)
        return ContinuousClock().measure {
            for message in messages {
                let received = desk.send(
                    #"{"jsonrpc":"2.0","id":1,"method":"\#(message.method)","params":{\#(message.params)}}"#)
                #expect(["1: done", "1: text"].contains(received.last))
            }
        }
    }

    @Test(arguments: [
        ("document/bounds", #""document":"d""#),
        ("document/bounds", #""document":"d","nodes":[\#(names("g"))],"edges":[\#(names("e"))]"#),
        ("edge/geometry", #""document":"d","ids":[\#(names("e"))]"#),
        ("document/export", #""document":"d","format":"svg""#),
        ("view/select", #""view":"v","all":true"#),
    ]) func `what contains an element is not walked for each of many`(method: String, params: String) {
        #expect(time(MessageTimeTests.nest, [(method, params)]) < .seconds(8))
    }

    @Test func `edges that come together are compared once with those beside them`() {
        let messages = [
            ("document/watch", #""document":"d","diagnostics":true"#),
            ("element/remove", #""document":"d","nodes":["a"]"#),
            ("history/undo", #""document":"d""#),
        ]
        #expect(time(MessageTimeTests.sheaf, messages) < .seconds(8))
    }
}
