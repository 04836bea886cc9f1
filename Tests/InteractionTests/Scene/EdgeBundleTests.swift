import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing

@Suite struct EdgeBundleTests {
    /// `g` is collapsed and as large as a node; three edges lead from it to `c`, one of them locked, and one back.
    static let sketch: Sketch = """
        settings {"edgeSpread": 0}
        g 100,100 300x300 {"type":"group","collapsed":true,"collapsedSize":{"width":100,"height":40}}
        a 10,10 in g
        b 10,100 in g
        c 500,100 100x40
        e1: a -> c {"type":"straight"}
        e2: b -> c {"type":"straight","label":"two","waypoints":[{"x":300,"y":500}]}
        e3: a -> c {"type":"straight","locked":true}
        back: c -> a {"type":"straight"}
        ab: a -> b
        """

    private let middle = Point(x: 350, y: 120)

    private func hit(_ workspace: inout Workspace) -> (Hit, [String]) {
        let hits = workspace.hits(in: .first, at: middle, .mouse)
        let first = workspace.hit(in: .first, at: middle, .mouse)
        #expect(first == hits[0])
        return (first, (first.bundle ?? []).map { workspace.document.edgeID($0).string })
    }

    @Test func `a hit names all edges that are shown as one`() {
        var stage = GestureStage(Self.sketch)
        #expect(hit(&stage.workspace).1 == ["back"])
        _ = stage.run("remove back")
        #expect(hit(&stage.workspace).1 == ["e1", "e2", "e3"])
        #expect(stage.workspace.hits(in: .first, at: middle, .mouse).count == 2, "an edge and the canvas")
    }

    @Test func `a lasso takes all of them, and a cut those that may go`() {
        var stage = GestureStage(Self.sketch)
        _ = stage.run("marquee 300,50\nmove 320,200\nend")
        #expect(stage.selected == ["e1", "e2", "e3", "back"])
        _ = stage.run("select")
        _ = stage.workspace.perform(cut: [Point(x: 300, y: 50), Point(x: 300, y: 200)])
        #expect(stage.workspace.document.edgesByName == ["e3", "ab"])
    }

    @Test func `what is drawn for others has no ends, waypoints and label to move`() {
        var stage = GestureStage(Self.sketch)
        let refused = ["reconnect 500,120 e1 target", "waypoint 300,120 e1", "label 350,120 e2"]
        for line in refused { #expect(stage.run(line) == ["error nothingThere"], "\(line)") }
        _ = stage.run("select e1 e2 e3 back")
        let hits = stage.workspace.hits(in: .first, at: Point(x: 500, y: 120), .mouse)
        #expect(!hits.contains { if case .edgeEnd = $0.target { true } else { false } })
    }

    @Test func `opened again, the edges are what they were`() throws {
        var stage = GestureStage(Self.sketch)
        let closed = stage.workspace.document
        _ = hit(&stage.workspace)
        _ = try stage.workspace.perform(.init(cause: "test")) { (open) throws(EditError) in
            try open.updateNode("g", patch: ["collapsed": .null])
        }
        #expect(hit(&stage.workspace).0.bundle == nil)
        #expect(stage.workspace.scene.bundles.isEmpty)
        #expect(stage.workspace.document.edgesByName == closed.edgesByName)
        _ = try stage.workspace.undo(1, cause: "test")
        #expect(hit(&stage.workspace).1 == ["back"])
    }

    @Test func `the focus goes along them to the nodes that are shown`() {
        var stage = KeyStage(Self.sketch)
        stage.run("focus g\nalt+PageDown")
        #expect(stage.focus == "c")
        stage.run("alt+PageDown")
        #expect(stage.focus == "g")
    }
}

extension Document {
    fileprivate var edgesByName: [String] { edgeSlots.map { edgeID($0).string } }
}

extension Workspace {
    fileprivate mutating func perform(cut points: [Point]) -> Bool {
        guard (try? beginGesture(.cut, in: .first, at: points[0])) != nil else { return false }
        for point in points { _ = try? updateGesture(in: .first, at: point) }
        return (try? endGesture(in: .first, cause: "test")) != nil
    }
}
