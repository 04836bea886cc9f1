import Editing
import Geometry
import Graph
import Interaction
import Layout
import Seeding
import Sketching
import Testing
import Wire

/// The promises of drags for which others make way, on small documents.
@Suite("Others make way for dragged nodes")
struct DragLayoutTests {
    private static let layouts: [JSON] = [
        ["algorithm": "layered"],
        ["algorithm": "layered", "options": ["edges": "waypoints", "direction": "right"]],
        ["algorithm": "tree"],
        ["algorithm": "tree", "options": ["order": "place", "stable": false]],
        ["algorithm": "force", "options": ["iterations": 20]],
    ]

    /// A tree with some edges more, some of its nodes in a group, laid out by a layout that drags make, too.
    private static func document(_ layout: JSON, seed: UInt64) throws -> Document {
        var random = Seeded(seed)
        var nodes: [JSON] = [
            ["id": "g", "type": "group", "position": ["x": 0, "y": 0], "width": 300, "height": 200]
        ]
        var edges: [JSON] = []
        for index in 0..<10 {
            let place: JSON = ["x": .number(Double.random(in: 0...500, using: &random)), "y": 20]
            var node: JSONObject = ["id": .string("n\(index)"), "position": place, "width": 80, "height": 40]
            if Int.random(in: 0..<4, using: &random) == 0 { node["parentId"] = "g" }
            nodes.append(.object(node))
            for _ in 0..<(index == 0 ? 0 : index % 4 == 3 ? 2 : 1) {
                let source = "n\(Int.random(in: 0..<index, using: &random))"
                let id: JSON = .string("e\(edges.count)")
                edges.append(["id": id, "source": .string(source), "target": .string("n\(index)")])
            }
        }
        let settings: JSON = ["dragLayout": layout, "allowDuplicates": true]
        let content: JSON = ["nodes": .array(nodes), "edges": .array(edges), "settings": settings]
        var document = Sketch(content: content).document
        let own = try #require(document.dragLayout)
        let plan = try document.layoutPlan(options(own)) { _ in true }
        _ = try document.transact { (transaction) throws(EditError) in
            if let plan { try transaction.perform(plan) }
        }
        return document
    }

    /// The options of a layout that keeps what lies well, unless it states otherwise.
    private static func options(_ layout: OwnLayout) throws -> LayoutOptions {
        var around = LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout())))
        around.algorithm.movableShare = 0.1
        around.isMeasured = false
        return try #require(layout.options(inside: around))
    }

    /// A view with what its client has been sent.
    private struct Client {
        var workspace: Workspace
        var shown = ShownItems()

        init(_ document: Document) {
            workspace = Workspace(document)
            _ = workspace.openView("v", size: Size(width: 3000, height: 3000), viewport: nil, mode: .svg, margin: 5000)
            take()
        }

        @discardableResult
        mutating func take() -> ViewUpdate? {
            let update = workspace.takeFrame(of: .first, heedsCredit: false)
            shown.apply(update, workspace.document)
            return update
        }

        mutating func begin(_ id: String) throws {
            var parameters = GestureParameters()
            parameters.nodes = [Identifier(id)]
            let start = try #require(GestureStart("drag", parameters))
            _ = try workspace.beginGesture(start, in: .first, at: .zero)
            take()
        }

        @discardableResult
        mutating func move(to at: Point) throws -> ViewUpdate? {
            _ = try workspace.updateGesture(in: .first, at: at)
            return take()
        }

        var frames: [Identifier: Rect] { shown.nodes.mapValues(\.frame) }
        var paths: [Identifier: String] { shown.edges.mapValues { "\($0.path)" } }
    }

    private static func frames(_ document: Document) -> [Identifier: Rect] {
        var frames: [Identifier: Rect] = [:]
        for slot in document.nodeSlots { frames[document.nodeID(slot)] = document.frame(slot) }
        return frames
    }

    private static let moves = [Point(x: 40, y: 3), Point(x: 170, y: -120), Point(x: -230, y: 90)]

    @Test("the dragged node is at the pointer, the others where a layout puts them around it", arguments: 0..<10)
    func places(seed: UInt64) throws {
        let document = try Self.document(Self.layouts[Int(seed) % Self.layouts.count], seed: seed)
        let options = try Self.options(#require(document.dragLayout))
        let id = "n\(seed)"
        var client = Client(document)
        try client.begin(id)
        for offset in Self.moves {
            try client.move(to: offset)
            let node = try #require(document.node(Identifier(id)))
            let frame = try #require(client.frames[Identifier(id)])
            let wanted = document.frame(node).origin + offset
            #expect(abs(frame.minX - wanted.x) < 1e-9 && abs(frame.minY - wanted.y) < 1e-9)
            var expected = client.workspace.document
            let drag = try #require(client.workspace[.first].gesture?.as(DragGesture.self))
            let group = drag.dropTarget.map { document.nodeID($0) }
            _ = try expected.transact { (transaction) throws(EditError) in
                try transaction.moveNodes([Identifier(id)], by: offset, snap: false)
                if drag.dropTarget != document.nodes.parent(node) {
                    try transaction.reparent([Identifier(id)], to: group)
                }
            }
            let plan = try #require(try expected.layoutPlan(options, pinned: [Identifier(id)]) { _ in true })
            _ = try expected.transact { (transaction) throws(EditError) in try transaction.perform(plan) }
            #expect(client.frames == Self.frames(expected))
        }
    }

    @Test("cancelled, it leaves everything as it was", arguments: 0..<10)
    func cancelled(seed: UInt64) throws {
        let document = try Self.document(Self.layouts[Int(seed) % Self.layouts.count], seed: seed)
        var client = Client(document)
        let (frames, paths) = (client.frames, client.paths)
        try client.begin("n\(seed)")
        for offset in Self.moves { try client.move(to: offset) }
        #expect(Sketch(client.workspace.document) == Sketch(document))
        try client.workspace[.first].cancelGesture()
        client.take()
        #expect(client.frames == frames)
        #expect(client.paths == paths)
        #expect(client.workspace.revision == 0)
    }

    @Test("its end is what was shown, and one step of undo", arguments: 0..<10)
    func ended(seed: UInt64) throws {
        let document = try Self.document(Self.layouts[Int(seed) % Self.layouts.count], seed: seed)
        var client = Client(document)
        try client.begin("n\(seed)")
        for offset in Self.moves { try client.move(to: offset) }
        let (frames, paths) = (client.frames, client.paths)
        _ = try client.workspace.endGesture(in: .first, cause: "gesture/end")
        let update = client.take()
        #expect(update?.transition == nil)
        #expect(client.frames == frames)
        #expect(client.frames == Self.frames(client.workspace.document))
        #expect(client.paths == paths)
        #expect(client.workspace.revision == 1)
        #expect(client.workspace.document.checkInvariants() == [])
        _ = try client.workspace.undo(1, cause: "history/undo")
        #expect(Sketch(client.workspace.document) == Sketch(document))
    }

    @Test("past its sibling, a node of a tree changes places with it, and its subtree follows")
    func siblings() throws {
        let layout = #"{"algorithm": "tree", "options": {"order": "place", "stable": false}}"#
        let document = Sketch(
            "settings {\"dragLayout\": \(layout)}" + """

                r 75,0 100x40
                a 0,120 100x40
                b 150,120 100x40
                c 0,240 100x40
                ra: r -> a
                rb: r -> b
                ac: a -> c
                """
        ).document
        var client = Client(document)
        try client.begin("a")
        let update = try client.move(to: Point(x: 200, y: 60))
        let frames = client.frames
        let (a, b, c) = try (#require(frames["a"]), #require(frames["b"]), #require(frames["c"]))
        #expect(b.maxX < a.minX)
        #expect(c.minX == a.minX && c.minY > a.maxY)
        // What the pointer holds does not lag behind it.
        #expect(update?.transition == Transition())
        #expect(update?.held.nodes.slots == [try #require(document.node("a"))])
    }

    @Test("with alt held the others stay, since the node does")
    func copies() throws {
        let settings = #"settings {"dragLayout": {"algorithm": "layered"}}"#
        var client = Client(Sketch(settings + "\na 0,0 100x40\nb 110,0 100x40\nc 0,120 100x40\nac: a -> c").document)
        let before = client.frames
        try client.begin("a")
        _ = try client.workspace.updateGesture(in: .first, at: Point(x: 60, y: 0), modifiers: .alt)
        client.take()
        #expect(client.frames["b"] == before["b"])
        try client.move(to: Point(x: 60, y: 0))
        #expect(client.frames["b"] != before["b"])
    }

    @Test("where they are too many, the drag says so once and moves its node alone")
    func limit() throws {
        let names = (0...Limits.dragLayoutNodes).map { "n\($0) \($0 * 10),0 100x40" }
        let settings = #"settings {"dragLayout": {"algorithm": "layered"}}"#
        var client = Client(Sketch(([settings] + names).joined(separator: "\n")).document)
        let before = client.frames
        try client.begin("n0")
        let events = client.workspace.takeEvents()
        #expect(events.map { $0.refusal?.error.reason } == [.limits])
        try client.move(to: Point(x: 15, y: 0))
        #expect(client.workspace.takeEvents().isEmpty)
        #expect(client.frames.filter { $0.value != before[$0.key] }.map(\.key) == ["n0"])
    }
}
