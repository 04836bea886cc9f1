import Editing
import Geometry
import Graph
import Storage
import Wire

/// The comparison that a view shows: the differences, and the positions of elements that only the other document has.
public struct ViewComparison: Sendable {
    /// The differences, with the other document.
    public private(set) var comparison: Comparison
    /// The name of the open document that it follows; nil if the other document is its own.
    public internal(set) var followed: Int?
    /// The spatial index of the other document.
    private(set) var scene = Scene()

    /// Compares a document with another one.
    ///
    /// - Complexity: O(*n*) in the content of both.
    public init(of document: Document, with base: Document, followed: Int?) {
        comparison = Comparison(of: document, with: base)
        self.followed = followed
    }

    /// The other document.
    public var base: Document { comparison.base }

    /// Updates the spatial index of the other document.
    mutating func refresh() {
        refreshItems()
        scene.updateParts(comparison.base)
    }

    /// The same before a question about visible elements that needs no hit-test.
    mutating func refreshItems() { scene.update(comparison.base) }

    mutating func follow(_ delta: Delta, _ document: Document) { comparison.follow(delta, document) }

    /// Changes the other document.
    ///
    /// - Throws: the errors of `body`.
    mutating func changeBase(
        comparing document: Document, _ body: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) {
        let delta = try comparison.changeBase(comparing: document, body)
        scene.note(delta, comparison.base)
    }

    // MARK: Items

    /// The difference that the item of a node shows.
    func difference(ofNode slot: Node.Slot, _ document: Document) -> ItemDifference? {
        let id = document.nodeID(slot)
        return comparison.nodes[id].map { item($0, ofNode: id) }
    }

    /// A difference of a node with its former position.
    func item(_ difference: ElementDifference, ofNode id: Node.ID) -> ItemDifference {
        ItemDifference(difference, from: difference.isMoved ? base.node(id).flatMap(place) : nil)
    }

    /// The difference that the item of an edge shows.
    func difference(ofEdge slot: Edge.Slot, _ document: Document) -> ItemDifference? {
        comparison.edges[document.edgeID(slot)].map { ItemDifference($0, from: nil) }
    }

    private func place(_ slot: Node.Slot) -> Point? {
        let origin = base.frame(slot).origin
        return origin.isFinite ? origin : nil
    }

    // MARK: Ghosts

    /// Is true if a node is shown as a ghost.
    func isGhost(_ slot: Node.Slot) -> Bool { comparison.isRemoved(.node(base.nodeID(slot))) }

    /// Is true if an edge is shown as a ghost.
    func isGhost(_ slot: Edge.Slot) -> Bool { comparison.isRemoved(.edge(base.edgeID(slot))) }

    /// The removed elements under a screen point, the first in front.
    func ghosts(at screen: Point, in viewport: Viewport, _ level: SceneLevel?, _ pointer: PointerKind) -> [Hit] {
        if comparison.isEmpty { return [] }
        let test = HitTest(at: screen, in: viewport, level, base, pointer: pointer)
        return test.all(in: base, scene, Selection()).compactMap { hit in
            let ghost: Ghost
            switch hit.target {
            case .node(let slot) where isGhost(slot): ghost = Ghost(element: .node(base.nodeID(slot)))
            case .edge(let slot, let fraction) where isGhost(slot), .label(let slot, let fraction) where isGhost(slot):
                ghost = Ghost(element: .edge(base.edgeID(slot)), fraction: fraction)
            case .node, .edge, .label, .scaler, .resizer, .edgeEnd, .waypoint, .handle, .canvas: return nil
            }
            return Hit(target: .canvas, distance: hit.distance, ghost: ghost)
        }
    }
}

/// The difference of an element as its item shows it.
public struct ItemDifference: Sendable, Equatable {
    /// The kind.
    public let kind: ElementDifference.Kind
    /// Pointers to the values that differ.
    public let changes: [JSONPointer]
    /// The top-left corner of the node in the other document, on the canvas; nil if it has not moved, or had no
    /// position.
    public let from: Point?

    init(_ difference: ElementDifference, from: Point?) {
        (kind, changes, self.from) = (difference.kind, difference.changes, from)
    }
}
