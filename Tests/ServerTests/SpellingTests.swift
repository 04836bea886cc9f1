import Testing

/// The law that the spelling of a message does not change its meaning: the usual spelling is read in a way of its own.
@Suite struct SpellingTests {
    private static let messages = [
        #"{"jsonrpc":"2.0","id":7,"method":"view/hitTest","params":{"view":"v","at":{"x":40,"y":20}}}"#,
        #"{"jsonrpc":"2.0","id":8,"method":"view/hitTest","params":{"view":"v","at":{"x":-3.5,"y":1e2},"all":true}}"#,
        #"{"jsonrpc":"2.0","id":9,"method":"gesture/update","params":{"view":"v","at":{"x":60,"y":70}}}"#,
        #"{"jsonrpc":"2.0","method":"gesture/update","params":{"view":"v","at":{"x":61,"y":70}}}"#,
        #"{"jsonrpc":"2.0","id":10,"method":"input/pointer","params":{"view":"v","phase":"move","id":1,"kind":"mouse","#
            + #""at":{"x":5,"y":6.5},"button":0,"buttons":1,"modifiers":[],"time":9}}"#,
        #"{"jsonrpc":"2.0","id":11,"method":"edge/check","params":{"document":"d","source":"a","sourceHandle":"source","#
            + #""target":"a","targetHandle":"target"}}"#,
        #"{"id":"a","method":"view/pan","params":{"view":"v","by":{"x":1,"y":0}},"jsonrpc":"2.0"}"#,
        #"{"jsonrpc":"2.0","id":0,"method":"document/list"}"#,
        #"{"jsonrpc":"2.0","id":13,"method":"node/move","params":{"document":"d","ids":["a"],"to":{"x":7,"y":8}}}"#,
        #"{"jsonrpc":"2.0","method":"node/move","params":{"document":"d","ids":["a","b"],"by":{"x":1,"y":2},"view":"v"}}"#,
        #"{"jsonrpc":"2.0","id":14,"method":"node/insert","params":{"document":"d","node":{"data":{"label":"n"}}}}"#,
        #"{"jsonrpc":"2.0","id":15,"method":"node/insert","params":{"document":"d","node":{"id":"a","width":3}}}"#,
        #"{"jsonrpc":"2.0","id":16,"method":"node/update","params":{"document":"d","id":"a","patch":{"data":{"k":2}}}}"#,
        #"{"jsonrpc":"2.0","id":12,"result":{}}"#,
    ]
    private static let alphabet = Array(#"{}[]",:0123456789.-+eE \untrlx"#.utf8) + [0x00, 0x7F, 0xC3, 0xA9, 0xFF]

    private static func conversation() -> Conversation {
        var conversation = Conversation()
        conversation.call("document/create", ["document": "d", "content": ["nodes": [["id": "a"]]]])
        conversation.call("view/open", ["document": "d", "view": "v", "width": 400, "height": 300])
        conversation.call("node/update", ["document": "d", "id": "a", "patch": ["position": ["x": 20, "y": 10]]])
        conversation.call("gesture/begin", ["view": "v", "kind": "drag", "at": ["x": 40, "y": 20], "nodes": ["a"]])
        return conversation
    }

    /// Returns the text without the places of errors, which a blank more moves on.
    private static func withoutPlaces(_ text: String) -> String {
        let parts = text.split(separator: "at byte ", omittingEmptySubsequences: false)
        return parts.map { $0.drop { $0.isNumber } }.joined(separator: "at byte ")
    }

    @Test(arguments: 0..<8) func `a blank changes nothing but the places of errors`(seed: Int) {
        var usual = Self.conversation()
        var other = Self.conversation()
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        for _ in 0..<1500 {
            var body = Array(Self.messages[below(Self.messages.count)].utf8)
            for _ in 0..<below(4) {
                let place = 1 + below(body.count - 1)
                switch below(3) {
                case 0: body.remove(at: place)
                case 1: body.insert(Self.alphabet[below(Self.alphabet.count)], at: place)
                default: body[place] = Self.alphabet[below(Self.alphabet.count)]
                }
            }
            var spaced = body
            spaced.insert(0x20, at: 1)
            let (left, right) = (usual.say(body), other.say(spaced))
            #expect(
                Self.withoutPlaces(left) == Self.withoutPlaces(right), "\(String(decoding: body, as: UTF8.self))")
        }
    }
}
