import Testing
import Wire

/// Views that move on their own, as their frames show it.
struct AnimationTests {
    private func client(clock: String = "server", scene: JSON = "svg") -> Conversation {
        var client = Conversation(clock: clock)
        let node: JSON = ["id": "a", "position": ["x": 3000, "y": 2000]]
        client.call("document/create", ["document": "d", "content": ["nodes": [node], "edges": []]])
        client.call("view/open", ["document": "d", "width": 800, "height": 600, "view": "v", "scene": scene])
        return client
    }

    private static let calls: [(String, JSON)] = [
        ("view/fit", ["view": "v", "animate": true]),
        ("view/fit", ["view": "v", "animate": ["duration": 90, "easing": "cubicInOut", "path": "smooth"]]),
        ("view/zoom", ["view": "v", "by": 0.2, "animate": ["easing": "linear"]]),
        ("view/reveal", ["view": "v", "nodes": ["a"], "animate": true]),
    ]

    @Test("Frames lead to the viewport of the reply, each when it is due, and list what enters", arguments: calls)
    func frames(method: String, params: JSON) throws {
        var client = client()
        _ = client.pass(to: 1000)
        let reply = client.call(method, params)
        let target = try #require(reply["viewport"])
        var shown: [JSON] = []
        while let deadline = client.deadline, shown.count < 100 {
            #expect(client.views["v"]?.state["moving"] == true)
            shown += client.pass(to: deadline)
            #expect(client.views["v"] == Replica(scene: client.call("view/scene", ["view": "v"])))
        }
        #expect((4...20).contains(shown.count))
        #expect(client.views["v"]?.state["viewport"] == target)
        #expect(client.views["v"]?.state["moving"] == nil)
        #expect(client.pass(to: 1e6).isEmpty)
    }

    @Test("A pan stops an animation where it is; closing its view ends it")
    func stops() {
        var client = client()
        client.call("view/zoom", ["view": "v", "by": 2, "animate": true])
        _ = client.pass(to: 100)
        let pan = client.call("view/pan", ["view": "v", "by": ["x": 1, "y": 0]])
        #expect(client.pass(to: 150).isEmpty)
        #expect(client.pass(to: 500).map { $0["moving"] } == [.null])
        #expect(client.views["v"]?.state["viewport"] == pan["viewport"])
        client.call("view/zoom", ["view": "v", "by": 2, "animate": true])
        client.call("view/close", ["view": "v"])
        #expect(client.pass(to: 1e6).isEmpty && client.deadline == nil)
    }

    @Test("With the client's clock the time of the process is none")
    func clientsClock() {
        var client = client(clock: "client")
        client.call("view/zoom", ["view": "v", "by": 2, "animate": true])
        #expect(client.pass(to: 1e6).isEmpty)
    }

    @Test("An animation without a duration is at its end with the reply")
    func atOnce() {
        var client = client()
        let reply = client.call("view/zoom", ["view": "v", "by": 2, "animate": ["duration": 0]])
        #expect(client.views["v"]?.state["viewport"] == reply["viewport"] && client.deadline == nil)
    }

    @Test("What is no animation is refused")
    func refusals() {
        var client = client()
        for (animate, code) in [
            (JSON.string("fast"), -32602.0), (["easing": "bounce"], -32602), (["duration": -1], 1107),
            (["speed": 1], -32602),
        ] {
            #expect(client.call("view/fit", ["view": "v", "animate": animate])["code"]?.doubleValue == code)
        }
        #expect(client.call("view/focus", ["view": "v", "node": "a", "animate": true])["code"] == -32602)
        #expect(client.call("view/reveal", ["view": "v"])["code"] == -32602)
    }
}
