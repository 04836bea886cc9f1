import Geometry
import Graph
import Storage

/// The listed nodes of an edit, each once, in the given order.
public struct NamedNodes {
    /// The nodes in the order named, each once.
    public let slots: [Node.Slot]
    /// The same as a set; nil for at most one.
    private let members: SlotMap<Node>?

    /// Takes slots, each at most once.
    public init(_ slots: [Node.Slot]) {
        if slots.count < 2 {
            (self.slots, members) = (slots, nil)
            return
        }
        var seen = SlotMap<Node>(minimumCapacity: slots.count)
        self.slots = slots.filter { seen.insert($0) }
        members = seen
    }

    func contains(_ slot: Node.Slot) -> Bool { members?.contains(slot) ?? (slots.first == slot) }

    /// Returns the nodes that are in no other of them.
    func outermost(in document: Document) -> [Node.Slot] { document.outermost(slots) }
}

/// The origins of the positions of nodes, each parent walked once.
struct Origins {
    private var known: [Node.Slot: Point] = [:]

    mutating func origin(of slot: Node.Slot, in document: Document) -> Point {
        guard let parent = document.nodes.parent(slot) else { return .zero }
        if let origin = known[parent] { return origin }
        let origin = document.parentOrigin(slot)
        known[parent] = origin
        return origin
    }

    /// The node's top-left corner on the canvas; NaN for one without a position.
    mutating func corner(of slot: Node.Slot, in document: Document) -> Point {
        origin(of: slot, in: document) + document.nodes.geometry(slot).position
    }

    mutating func frame(of slot: Node.Slot, in document: Document) -> Rect {
        let geometry = document.nodes.geometry(slot)
        return Rect(
            origin: corner(of: slot, in: document), size: Size(width: geometry.width, height: geometry.height))
    }
}

extension Transaction {
    /// The listed nodes of an edit; none of them is locked.
    ///
    /// - Throws: `noSuchNode`, `locked`.
    func unlocked(_ ids: [Node.ID]) throws(EditError) -> NamedNodes {
        let named = NamedNodes(try document.slots(nodes: ids))
        let locked = named.slots.filter { document.nodes.flags($0).contains(.locked) }
        if !locked.isEmpty { throw .locked(nodes: locked.map { document.nodeID($0) }) }
        return named
    }

    func unlocked(_ id: Node.ID) throws(EditError) -> Node.Slot {
        let slot = try document.slot(node: id)
        if document.nodes.flags(slot).contains(.locked) { throw .locked(nodes: [id]) }
        return slot
    }

    /// The listed edges of an edit, each once; none of them is locked.
    ///
    /// - Throws: `noSuchEdge`, `locked`.
    func unlocked(edges ids: [Edge.ID]) throws(EditError) -> [Edge.Slot] {
        var seen = SlotSet<Edge>()
        let slots = try document.slots(edges: ids).filter { seen.insert($0) }
        let locked = slots.filter { document.edges.flags($0).contains(.locked) }
        if !locked.isEmpty { throw .locked(edges: locked.map { document.edgeID($0) }) }
        return slots
    }

    /// Refuses edits that need a position for nodes without one.
    ///
    /// - Throws: `invalidValue`.
    func checkPlaced(_ slots: some Sequence<Node.Slot>) throws(EditError) {
        let unplaced = slots.filter { !document.isPlaced($0) }
        if unplaced.isEmpty { return }
        var error = EditError.invalid("\"\(document.nodeID(unplaced[0]))\" has no position yet", path: ["ids"])
        error.nodes = unplaced.map { document.nodeID($0) }
        throw error
    }
}
