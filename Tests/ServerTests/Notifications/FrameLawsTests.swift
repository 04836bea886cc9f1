import Testing
import Wire
import Seeding

/// Frames applied in order give what `view/scene` gives.
struct FrameLawsTests {
    @Test("Frames applied in order give the scene, whatever is done", arguments: 1...12)
    func anySession(seed: Int) {
        var program = SessionProgram(seed: seed, nodes: 40)
        for step in 0..<120 {
            program.step()
            // Each view in turn: what it was not sent it lacks later, too.
            let views = step % 20 == 19 ? program.views : [program.views[step % 3]]
            for view in views where !program.agrees(view) {
                Issue.record("seed \(seed), step \(step), \(program.last): \(program.difference(view))")
                return
            }
        }
    }

    @Test("At every level of detail, and from one to the other", arguments: [2300, 10_400])
    func levels(count: Int) {
        var program = SessionProgram(seed: count, nodes: count, spread: 6000)
        for step in 0..<16 {
            program.step()
            if step % 8 != 7 { continue }
            for view in program.views where !program.agrees(view) {
                Issue.record("step \(step), \(program.last): \(program.difference(view))")
                return
            }
        }
    }
}

/// Draws a session: edits, movements of views, gestures, undo; a run is the same for a seed.
struct SessionProgram {
    private var random: Seeded
    private var client = Conversation()
    let views: [String]
    private(set) var last = ""
    private var count: Int
    private let spread: Int
    private var made = 0
    /// The text of each view when it was compared last, and the number of frames that had come by then.
    private var compared: [String: (scene: String, frames: Int)] = [:]

    init(seed: Int, nodes: Int, spread: Int = 1500) {
        random = Seeded(UInt64(seed))
        count = nodes
        self.spread = spread
        views = ["svg", "points", "near"]
        let content = content()
        client.call("document/create", ["content": content])
        client.call("view/open", ["document": "d1", "width": 800, "height": 600, "scene": "svg", "view": "svg"])
        client.call("view/open", ["document": "d1", "width": 300, "height": 300, "scene": "points", "view": "points"])
        client.call(
            "view/open",
            [
                "document": "d1", "width": 500, "height": 500, "scene": "svg", "carried": "offset", "margin": 0,
                "view": "near",
                "viewport": ["x": -300, "y": -200, "zoom": 0.7],
            ])
    }

    private mutating func content() -> JSON {
        var nodes: [JSON] = []
        var edges: [JSON] = []
        for index in 0..<count {
            nodes.append(.object(node("n\(index)", index)))
            if index > 0 {
                edges.append([
                    "id": .string("e\(index)"), "source": .string("n\(random.below(index))"),
                    "target": .string("n\(index)"), "label": random.below(3) == 0 ? "label" : .null,
                    "markerEnd": random.below(3) == 0 ? ["type": "arrow"] : .null,
                    "type": ["step", "bezier", "straight", "smoothStep"][random.below(4)],
                ])
            }
        }
        return ["nodes": .array(nodes), "edges": .array(edges)]
    }

    private mutating func node(_ id: String, _ index: Int) -> JSONObject {
        var node: JSONObject = [
            "id": .string(id), "position": ["x": .number(random.below(spread)), "y": .number(random.below(spread))],
            "data": ["label": .string("node \(id)")],
        ]
        if index > 2 && random.below(8) == 0 { node["parentId"] = .string("n\(random.below(3))") }
        if random.below(10) == 0 { node["type"] = "group" }
        if random.below(30) == 0 { node["hidden"] = true }
        return node
    }

    /// Returns true if the frames of a view lead to what it shows now.
    mutating func agrees(_ view: String) -> Bool {
        let text = client.text("view/scene", ["view": .string(view)])
        let frames = client.frames[view]?.count ?? 0
        if let known = compared[view], known == (text, frames) { return true }
        compared[view] = (text, frames)
        guard let scene = JSON(parsing: text)?["result"] else { return false }
        return client.views[view] == Replica(scene: scene)
    }

    mutating func difference(_ view: String) -> String {
        let scene = Replica(scene: client.call("view/scene", ["view": .string(view)]))
        let sent = client.views[view] ?? Replica()
        var lines: [String] = []
        for (name, a, b) in [
            ("nodes", sent.nodes, scene.nodes), ("edges", sent.edges, scene.edges), ("state", sent.state, scene.state),
        ] {
            for id in Set(a.keys).union(b.keys).sorted() where a[id] != b[id] {
                lines.append(
                    "\(view) \(name) \(id): sent \(a[id].map { "\($0)" } ?? "-"), is \(b[id].map { "\($0)" } ?? "-")")
            }
        }
        return lines.prefix(4).joined(separator: "\n")
    }

    private mutating func someNode() -> JSON { .string("n\(random.below(count))") }
    private mutating func someNodes() -> JSON { .array((0...random.below(5)).map { _ in someNode() }) }
    private mutating func someEdge() -> JSON { .string("e\(random.below(count))") }
    private mutating func point(_ bound: Int) -> JSON {
        ["x": .number(Double(random.below(bound)) * 1.25), "y": .number(random.below(bound))]
    }
    private mutating func offset(_ bound: Int) -> JSON {
        ["x": .number(random.below(bound) - bound / 2), "y": .number(random.below(bound) - bound / 2)]
    }

    private mutating func perform(_ method: String, _ params: JSON) {
        var writer = JSONWriter()
        params.write(into: &writer)
        last = "\(method) \(String(decoding: writer.bytes, as: UTF8.self))"
        client.call(method, params)
    }

    mutating func step() {
        let view = JSON.string(views[random.below(views.count)])
        switch random.below(24) {
        case 0: perform("view/pan", ["view": view, "by": offset(900)])
        case 1: perform("view/pan", ["view": view, "by": offset(30)])
        case 2: perform("view/zoom", ["view": view, "by": [0.5, 0.9, 1.2, 2][random.below(4)]])
        case 3: perform("view/fit", ["view": view, "minZoom": 0.1])
        case 4: perform("view/resize", ["view": view, "width": .number(200 + random.below(900)), "height": 400])
        case 5: perform("view/select", ["view": view, "nodes": someNodes(), "edges": [someEdge()], "op": "toggle"])
        case 6...9: beginGesture(view)
        case 10...14: perform("gesture/update", ["view": view, "at": point(700)])
        case 15: perform("gesture/end", ["view": view])
        case 16: perform("gesture/cancel", ["view": view])
        case 17: perform("history/undo", ["document": "d1", "steps": .number(1 + random.below(3)), "view": view])
        case 18: perform("history/redo", ["document": "d1", "steps": .number(1 + random.below(3))])
        case 19: decorate(view)
        default: edit()
        }
    }

    private mutating func decorate(_ view: JSON) {
        switch random.below(3) {
        case 0: perform("view/focus", ["view": view, "node": someNode()])
        case 1: perform("view/focus", ["view": view, "edge": someEdge()])
        default: perform("view/animateEdges", ["view": view, "edges": [someEdge(), someEdge()], "op": "toggle"])
        }
    }

    private mutating func beginGesture(_ view: JSON) {
        let at = point(600)
        switch random.below(6) {
        case 0: perform("gesture/begin", ["view": view, "kind": "drag", "at": at])
        case 1: perform("gesture/begin", ["view": view, "kind": "drag", "at": at, "nodes": someNodes()])
        case 2:
            perform(
                "gesture/begin", ["view": view, "kind": "resize", "at": at, "node": someNode(), "corner": "topLeft"])
        case 3: perform("gesture/begin", ["view": view, "kind": "connect", "at": at, "node": someNode()])
        case 4: perform("gesture/begin", ["view": view, "kind": "marquee", "at": at])
        default: perform("gesture/begin", ["view": view, "kind": "lasso", "at": at])
        }
    }

    private mutating func edit() {
        made += 1
        let ids = someNodes()
        switch random.below(14) {
        case 0: perform("node/move", ["document": "d1", "ids": ids, "by": offset(800)])
        case 1:
            perform(
                "node/update",
                [
                    "document": "d1", "id": someNode(),
                    "patch": ["label": .string("l\(made)"), "zIndex": .number(random.below(4))],
                ])
        case 2:
            perform(
                "node/update",
                ["document": "d1", "id": someNode(), "patch": ["hidden": .boolean(random.below(2) == 0)]])
        case 3:
            perform(
                "node/update",
                ["document": "d1", "id": someNode(), "patch": ["collapsed": .boolean(random.below(2) == 0)]])
        case 4:
            perform(
                "edge/update",
                [
                    "document": "d1", "id": someEdge(),
                    "patch": [
                        "label": random.below(2) == 0 ? "long label" : .null, "markerEnd": .null,
                        "zIndex": .number(random.below(5) - 1),
                    ],
                ])
        case 5: perform("element/remove", ["document": "d1", "nodes": [someNode()]])
        case 6: perform("element/remove", ["document": "d1", "edges": [someEdge()]])
        case 7: perform("node/insert", ["document": "d1", "node": .object(node("n\(random.below(count))", 5))])
        case 8:
            perform(
                "edge/connect",
                ["document": "d1", "edge": ["id": someEdge(), "source": someNode(), "target": someNode()]])
        case 9: perform("node/reparent", ["document": "d1", "ids": ids, "parentId": someNode()])
        case 10: perform("group/create", ["document": "d1", "ids": ids, "id": someNode()])
        case 11: perform("group/dissolve", ["document": "d1", "id": someNode()])
        case 12:
            perform(
                "settings/update",
                ["document": "d1", "patch": ["edgeGeometry": random.below(2) == 0 ? "reactFlow" : "swiftFlow"]])
        default: replaceInOneEdit()
        }
    }

    /// Slots change hands inside one change.
    private mutating func replaceInOneEdit() {
        let id = someNode()
        let other = random.below(2) == 0 ? id : someNode()
        var node = node("x", 5)
        node["id"] = other
        perform(
            "document/edit",
            [
                "document": "d1",
                "edits": [
                    ["method": "element/remove", "params": ["nodes": [id]]],
                    ["method": "node/insert", "params": ["node": .object(node)]],
                ],
            ])
    }
}
