import Editing
import Geometry
import Graph
import Sketching
import Storage
import Testing

@testable import Interaction

/// A gesture of which nothing else knows: it pokes a node, which comes to the pointer and is brought to the front.
private struct PokeGesture: NamedGesture {
    static let kind = Gesture.Kind("poke", coalesces: false)
    static let rows = [
        GestureRow("node", .element, "poke: which"), GestureRow("to", .point, "poke: where it would come to"),
    ]

    var origin: GestureOrigin
    let node: Node.Slot
    private(set) var at: Point

    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled _: Viewport, on stage: Stage
    ) throws(EditError) {
        guard let id = parameters.node else { throw .nothingThere("no node is named") }
        self.origin = origin
        node = try stage.document.slot(node: id)
        at = origin.anchor
    }

    static func lack(_ parameters: GestureParameters) -> GestureParameters.Lack? {
        parameters.node == nil ? .init("a poke has `node`", path: "/node") : nil
    }

    var values: [GestureValue] { [.node(node), .place(at)] }
    var cursor: Cursor { .pointer }
    var displaced: Displaced { .moved(SlotSet([node]), by: at - origin.anchor, revision: 0) }

    mutating func update(to at: Point, _: Modifiers, on stage: Stage) -> GestureEffect {
        self.at = stage.viewport.canvas(at)
        return .nothing
    }

    mutating func end(on stage: Stage) -> GestureEnd {
        let (id, way) = (stage.document.nodeID(node), at - origin.anchor)
        return GestureEnd(
            edit: ViewEdit("Poke") { (transaction) throws(EditError) in
                try transaction.moveNodes([id], by: way, snap: false)
                return EditMade()
            })
    }

    mutating func forget(nodes: SlotSet<Node>, edges _: SlotSet<Edge>) -> Bool { !nodes.contains(node) }
}

@Suite("A gesture that is added")
struct AddedGestureTests {
    private static let start = GestureStart(PokeGesture.self) { $0.node = "a" }

    @Test("begins, shows, is sent, and ends like the others, from one file")
    func addsOne() throws {
        var workspace = Workspace(Sketch("a 0,0 100x50\nb 300,0 100x50").document)
        _ = workspace.openView("v", size: Size(width: 800, height: 600), viewport: nil, mode: .svg, margin: nil)
        _ = workspace.takeFrame(of: .first, heedsCredit: false)
        let begun = try workspace.beginGesture(AddedGestureTests.start, in: .first, at: Point(x: 10, y: 10))
        #expect(begun.kind.name == "poke" && begun["to"] == .place(Point(x: 10, y: 10)))
        let moved = try workspace.updateGesture(in: .first, at: Point(x: 30, y: 40))
        #expect(moved["to"] == .place(Point(x: 30, y: 40)) && moved != begun)
        let update = workspace.takeFrame(of: .first, heedsCredit: false)
        let frame = try #require(update)
        guard case .set(let sent) = frame.gesture else { throw EditError(.nothingThere, "no gesture was sent") }
        #expect(sent == moved && frame.cursor == .pointer)
        #expect(
            frame.nodes.items.first?.frame.origin == Point(x: 20, y: 30), "the node is drawn where it would come to")
        let outcome = try workspace.endGesture(in: .first, cause: "gesture/end")
        #expect(outcome.changed && workspace.history.labels == ["Poke"])
        #expect(Sketch(workspace.document) == Sketch("a 20,30 100x50\nb 300,0 100x50"))
    }

    @Test("is cancelled, refused in a document that others edit, and ends with its node")
    func letsGo() throws {
        var workspace = Workspace(Sketch("a 0,0 100x50\nb 300,0 100x50").document)
        _ = workspace.openView("v", size: Size(width: 800, height: 600), viewport: nil, mode: .svg, margin: nil)
        _ = try workspace.beginGesture(AddedGestureTests.start, in: .first, at: .zero)
        try workspace[.first].cancelGesture()
        #expect(workspace[.first].gesture == nil && workspace.history.labels.isEmpty)
        _ = try workspace.beginGesture(AddedGestureTests.start, in: .first, at: .zero)
        _ = try workspace.perform(DocumentEditor.Options(cause: "test")) { (transaction) throws(EditError) in
            _ = try transaction.removeElements(nodes: ["a"], edges: [])
        }
        #expect(workspace[.first].gesture == nil)
        workspace.isReadOnly = true
        #expect(throws: EditError.self) {
            try workspace.beginGesture(AddedGestureTests.start, in: .first, at: .zero)
        }
    }

    @Test("says what it lacks")
    func lacks() {
        #expect(GestureStart(PokeGesture.self).lack?.path == "/node" && AddedGestureTests.start.lack == nil)
    }

    @Test("has a value for each row of its state, as all that are listed have", arguments: GestureStart.names)
    func isDescribed(name: String) throws {
        var parameters = GestureParameters()
        (parameters.node, parameters.nodes, parameters.edge) = ("a", ["a"], "e")
        (parameters.end, parameters.corner) = (.target, .bottomRight)
        if name == "connect" || name == "resize" { parameters.edge = nil }
        let start = try #require(GestureStart(name, parameters))
        var workspace = Workspace(Sketch("a 0,0 100x50\nb 300,0 100x50\ne: a -> b").document)
        _ = workspace.openView("v", size: Size(width: 800, height: 600), viewport: nil, mode: .svg, margin: nil)
        let state = try workspace.beginGesture(start, in: .first, at: Point(x: 200, y: 25))
        #expect(state.kind.name == name && state.rows.count == state.values.count)
    }
}
