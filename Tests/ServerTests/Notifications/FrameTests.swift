import Testing
import Wire

struct FrameTests {
    private func opened(_ scene: String, clock: String = "client") -> Conversation {
        var client = Conversation(clock: clock)
        client.call(
            "document/create",
            [
                "content": [
                    "nodes": [
                        ["id": "a", "position": ["x": 0, "y": 0], "data": ["label": "A"]],
                        ["id": "b", "position": ["x": 300, "y": 100], "type": "t"],
                        ["id": "far", "position": ["x": 9000, "y": 0]],
                        ["id": "left", "position": ["x": -2000, "y": 0]],
                        ["id": "hidden", "position": ["x": 0, "y": 0], "hidden": true],
                    ],
                    "edges": [
                        ["id": "e", "source": "a", "target": "b", "label": "yes", "markerEnd": "arrow"],
                        ["id": "through", "source": "left", "target": "far", "type": "straight"],
                    ],
                ]
            ])
        client.call("view/open", ["document": "d1", "width": 1000, "height": 700, "scene": .string(scene)])
        return client
    }

    @Test("The first frame comes before the reply and lists all that is visible")
    func first() {
        var client = opened("svg")
        #expect(client.order == ["view/frame", "reply"])
        let view = client.views["v1"]
        #expect(view?.nodes.keys.sorted() == ["a", "b"])
        #expect(view?.edges.keys.sorted() == ["e", "through"], "an edge is visible when its curve is, not its ends")
        #expect(
            view?.nodes["a"]
                == [
                    "x": 0, "y": 0, "width": 150, "height": 60, "z": 0, "label": "A",
                    "order": view?.nodes["a"]?["order"] ?? .null,
                    "handles": [
                        ["id": "target", "type": "target", "position": "top", "x": 75, "y": 0],
                        ["id": "source", "type": "source", "position": "bottom", "x": 75, "y": 60],
                    ],
                ])
        #expect((view?.nodes["a"]?["order"]?.doubleValue ?? .infinity) < (view?.nodes["b"]?["order"]?.doubleValue ?? 0))
        #expect(view?.edges["e"]?["label"] == ["text": "yes", "x": 225, "y": 80, "angle": 0])
        #expect(view?.edges["e"]?["arrows"]?[0]?["x"] == 375)
        #expect(view?.state["level"] == "items")
        #expect(client.takeFrames("v1").first?["frame"] == 1)
    }

    @Test("Heads of an edge are listed only where they are others than a closed one at its end")
    func heads() {
        var client = opened("svg")
        func patch(_ members: JSON) -> JSON? {
            client.call("edge/update", ["document": "d1", "id": "e", "patch": members])
            return client.views["v1"]?.edges["e"]?["arrows"]
        }
        #expect(client.views["v1"]?.edges["through"]?["arrows"] == nil)
        #expect(client.views["v1"]?.edges["e"]?["arrows"]?[0]?["open"] == true)
        #expect(patch(["markerEnd": "none"]) == [])
        #expect(patch(["markerEnd": .null]) == nil)
        #expect(patch(["markerEnd": "arrowclosed"]) == nil)
        let both = patch(["markerStart": ["type": "arrow"]])
        #expect(both?.arrayValue?.map { $0["open"] } == [true, nil])
        #expect(both?[0]?["x"] == 75 && both?[1]?["x"] == 375)
        #expect(patch(["markerStart": ""]) == nil)
        for name in ["circle", "cross"] as [JSON] { #expect(patch(["markerEnd": name])?[0]?["kind"] == name) }
    }

    @Test("A drag sends the offset and what is visible of it, and the end sends no more", arguments: ["svg", "points"])
    func drag(scene: String) {
        var client = opened(scene)
        client.call("gesture/begin", ["view": "v1", "kind": "drag", "at": ["x": 10, "y": 10], "nodes": ["a", "far"]])
        _ = client.takeFrames("v1")
        client.call("gesture/update", ["view": "v1", "at": ["x": 33, "y": 15]])
        let frames = client.takeFrames("v1")
        #expect(frames.count == 1)
        #expect(frames.first?["gesture"] == ["kind": "drag", "by": ["x": 23, "y": 5]])
        #expect(frames.first?["update"]?["nodes"]?.objectValue?.members.map(\.name.string) == ["a"])
        #expect(frames.first?["update"]?["nodes"]?["a"]?["x"] == 23)
        #expect(frames.first?["update"]?["nodes"]?["a"]?["width"] == nil)
        #expect(frames.first?["update"]?["edges"]?.objectValue?.members.map(\.name.string) == ["e", "through"])
        client.call("gesture/end", ["view": "v1"])
        #expect(client.order == ["document/changed", "view/frame", "reply"])
        #expect(client.takeFrames("v1").first?["update"] == nil)
    }

    @Test("The state of a view without a scene takes few bytes")
    func stateOnly() {
        var client = opened("none")
        #expect(client.order == ["reply"])
        client.call("view/select", ["view": "v1", "all": true])
        #expect(client.takeFrames("v1").first?["selection"] == ["nodes": 4, "edges": 2])
        client.call("gesture/begin", ["view": "v1", "kind": "drag", "at": ["x": 10, "y": 10]])
        _ = client.takeFrames("v1")
        client.call("gesture/update", ["view": "v1", "at": ["x": 33, "y": 15]])
        let frame = client.takeFrames("v1")[0]
        #expect(
            frame
                == [
                    "view": "v1", "frame": 3, "revision": 0, "gesture": ["kind": "drag", "by": ["x": 23, "y": 5]],
                ])
        client.call("gesture/update", ["view": "v1", "at": ["x": 33, "y": 15]])
        #expect(client.order == ["reply"], "nothing changed, no frame")
        client.call("node/move", ["document": "d1", "ids": ["b"], "by": ["x": 1, "y": 1]])
        #expect(client.order == ["document/changed", "reply"])
    }

    @Test("Frames come in the order in which the views were opened, also for those that look on")
    func onlookers() {
        var client = opened("svg")
        client.call("view/open", ["document": "d1", "width": 400, "height": 300, "scene": "points"])
        client.call("node/move", ["document": "d1", "ids": ["a"], "by": ["x": 5, "y": 0]])
        #expect(client.order == ["document/changed", "view/frame", "view/frame", "reply"])
        client.call("view/close", ["view": "v1"])
        client.call("node/move", ["document": "d1", "ids": ["a"], "by": ["x": 5, "y": 0]])
        #expect(client.order == ["document/changed", "view/frame", "reply"])
        client.call("view/hitTest", ["view": "v2", "at": ["x": 1, "y": 1]])
        #expect(client.order == ["reply"])
    }

    @Test("A client that acknowledges frames has two before it, and then gets one for all it missed")
    func credit() {
        var client = opened("svg", clock: "server")
        client.call("view/acknowledge", ["view": "v1", "frame": 1])
        for _ in 0..<5 { client.call("view/pan", ["view": "v1", "by": ["x": 300, "y": 0]]) }
        #expect(client.takeFrames("v1").map { $0["frame"] } == [1, 2, 3])
        client.call("element/remove", ["document": "d1", "nodes": ["a"]])
        client.call("view/acknowledge", ["view": "v1", "frame": 2])
        #expect(client.order == ["view/frame", "reply"])
        let scene = client.call("view/scene", ["view": "v1"])
        #expect(client.views["v1"] == Replica(scene: scene))
    }

    @Test("Under the client's clock nothing is held back")
    func noCredit() {
        var client = opened("svg")
        client.call("view/acknowledge", ["view": "v1", "frame": 1])
        for _ in 0..<5 { client.call("view/pan", ["view": "v1", "by": ["x": 300, "y": 0]]) }
        #expect(client.takeFrames("v1").count == 6)
    }

    @Test("Focus and animated edges are sent, and end with their elements")
    func decorations() {
        var client = opened("none")
        client.call("view/focus", ["view": "v1", "edge": "e"])
        #expect(client.takeFrames("v1").first?["focus"] == ["edge": "e"])
        let count = client.call("view/animateEdges", ["view": "v1", "edges": ["through", "e"]])
        #expect(count == ["edges": 2])
        #expect(
            client.takeFrames("v1").first?["animations"] == ["edges": ["e", "through"], "rate": 30, "dash": [5, 5]])
        client.call("element/remove", ["document": "d1", "edges": ["e"]])
        let frame = client.takeFrames("v1").first
        #expect(frame?["focus"] == .null)
        #expect(frame?["animations"]?["edges"] == ["through"])
        #expect(client.call("view/focus", ["view": "v1", "node": "nobody"])["code"] == 1101)
        #expect(client.call("view/focus", ["view": "v1", "node": "a", "edge": "through"])["code"] == -32602)
        #expect(client.call("view/animateEdges", ["view": "v1", "edges": ["e"]])["code"] == 1102)
    }

    @Test(
        "A gesture is drawn from its frames",
        arguments: [
            (["kind": "connect", "node": "a"], ["allowed", "cursor", "path", "to"]),
            (["kind": "resize", "node": "b", "corner": "right"], ["frame", "node"]),
            (["kind": "marquee"], ["rect"]), (["kind": "lasso"], ["polygon"]),
        ] as [(JSON, [String])])
    func gestures(start: JSON, members: [String]) {
        var client = opened("svg")
        var params = start.objectValue ?? [:]
        params["view"] = "v1"
        params["at"] = ["x": 500, "y": 500]
        client.call("gesture/begin", .object(params))
        client.call("gesture/update", ["view": "v1", "at": ["x": 520, "y": 530]])
        let gesture = client.views["v1"]?.state["gesture"]
        #expect(gesture?["kind"] == start["kind"])
        for name in members where name != "cursor" { #expect(gesture?[name] != nil, "\(name)") }
        #expect(client.views["v1"]?.state["cursor"] != nil)
        if start["kind"] == "resize" { #expect(client.views["v1"]?.nodes["b"]?["width"] == 170) }
        client.call("gesture/cancel", ["view": "v1"])
        #expect(client.views["v1"]?.state["gesture"] == nil)
        #expect(client.views["v1"]?.nodes["b"]?["width"] == 150)
    }

    @Test(
        "Far out nodes are boxes and then clusters",
        arguments: [(2000, "items"), (2001, "boxes"), (10_001, "clusters")])
    func levels(count: Int, level: String) {
        var client = Conversation()
        let nodes = (0..<count).map { index -> JSON in
            [
                "id": .string("n\(index)"),
                "position": ["x": .number(index % 100 * 10), "y": .number(index / 100 * 10)],
                "width": 5, "height": 5,
            ]
        }
        client.call(
            "document/create",
            [
                "content": [
                    "nodes": .array(nodes),
                    "edges": [
                        ["id": "e", "source": "n0", "target": "n1"],
                        ["id": "f", "source": "n0", "target": .string("n\(count - 1)")],
                    ],
                ]
            ])
        client.call("view/open", ["document": "d1", "width": 1200, "height": 1200, "scene": "svg", "margin": 0])
        let view = client.views["v1"]
        #expect(view?.state["level"] == .string(level))
        #expect(view?.edges.count == ["items": 2, "boxes": 0, "clusters": 1][level])
        if level == "boxes" { #expect(view?.nodes["n7"] == ["x": 70, "y": 0, "width": 5, "height": 5]) }
        guard level == "clusters" else { return }
        let counts = view?.nodes.values.compactMap { $0["count"]?.integerValue }
        #expect(counts?.reduce(0, +) == count)
        #expect(
            view?.nodes["cell:0,1"] == [
                "x": 0, "y": 70, "width": 64, "height": 55, "center": ["x": 32.5, "y": 97.5], "count": 42,
                "density": 0.249,
            ])
        let link: JSON = ["source": "cell:0,0", "target": "cell:0,15", "count": 1]
        #expect(view?.edges["link:0,0>0,15"] == link, "an edge inside of one cell links nothing")
        client.call("view/zoom", ["view": "v1", "to": 4, "at": ["x": 0, "y": 0]])
        #expect(client.views["v1"]?.state["level"] == "items")
        #expect(client.views["v1"] == Replica(scene: client.call("view/scene", ["view": "v1"])))
    }
    @Test("A box has what its node is colored by, and follows it")
    func boxLooks() {
        var client = Conversation()
        let many = (0..<2010).map { index -> JSON in
            [
                "id": .string("n\(index)"),
                "position": ["x": .number(index % 100 * 10), "y": .number(index / 100 * 10)],
                "width": 5, "height": 5, "type": "a",
            ]
        }
        client.call("document/create", ["content": ["nodes": .array(many), "edges": []]])
        client.call("view/open", ["document": "d1", "width": 1200, "height": 1200, "scene": "svg", "margin": 0])
        #expect(client.views["v1"]?.state["level"] == "boxes")
        #expect(client.views["v1"]?.nodes["n7"] == ["x": 70, "y": 0, "width": 5, "height": 5, "type": "a"])
        let patch: JSON = [
            "type": .null, "style": ["backgroundColor": "#fde68a"], "shape": "diamond", "label": "none", "zIndex": 3,
        ]
        client.call("node/update", ["document": "d1", "id": "n7", "patch": patch])
        client.call("node/update", ["document": "d1", "id": "n9", "patch": ["parentId": "n8"]])
        client.call("node/update", ["document": "d1", "id": "n8", "patch": ["collapsed": true]])
        let colored: JSON = ["x": 70, "y": 0, "width": 5, "height": 5, "color": "#fde68a", "shape": "diamond"]
        #expect(client.views["v1"]?.nodes["n7"] == colored)
        #expect(client.views["v1"]?.nodes["n8"]?["container"] == true)
        #expect(client.views["v1"]?.nodes["n8"]?["collapsed"] == true)
        #expect(client.views["v1"] == Replica(scene: client.call("view/scene", ["view": "v1"])))
    }
}
