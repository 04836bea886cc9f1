import Geometry
import Graph

/// Nodes on their way: a set and one offset, which the document learns of at the end.
///
/// - Complexity: an update costs neither the nodes that are carried nor the document.
public struct DragGesture: Sendable {
    var origin: GestureOrigin
    /// The nodes the drag was begun with and that may be dragged, in the order given; never empty.
    private(set) var named: [Int32]
    /// The node that snaps, and by whose place the others are moved.
    private(set) var lead: Int32
    /// Those of the named that lie in no other of them.
    private(set) var roots: [Int32] = []
    /// The root that is or contains the lead.
    private(set) var leadRoot: Int32 = -1
    /// The roots and everything inside them.
    public private(set) var carried = SlotSet()
    /// The offsets that extents allow: the greater bound wins where they cross.
    private(set) var room = Rect.everything
    /// The revision of the document for which this holds.
    private(set) var revision = -1

    /// How far the set has come, in canvas units.
    public internal(set) var offset = Point.zero
    /// Where exactly the lead's top-left corner snapped to, or nil if it did not.
    var corner: Point?
    public internal(set) var dropTarget: Int32?

    init(_ origin: GestureOrigin, _ named: [Int32], lead: Int32) {
        self.origin = origin
        self.named = named
        self.lead = lead
    }

    /// Brings what is derived in step with the document.
    ///
    /// - Complexity: O(the carried nodes) if the document has changed, else O(1).
    mutating func settle(_ document: Document, revision current: Int) {
        if revision == current { return }
        revision = current
        roots = NamedNodes(named).outermost(in: document)
        carried = SlotSet()
        let isBound = document.settings.nodeExtent != nil
        room = .everything
        for root in roots {
            carried.insert(root)
            if document.nodes.firstChild(of: root) >= 0 { document.visitDescendants(of: root) { carried.insert($0) } }
            guard isBound || !document.nodes.flags(root).isDisjoint(with: [.extentParent, .extentRect]) else {
                continue
            }
            guard let extent = document.extent(ofNode: root) else { continue }
            let frame = document.frame(root)
            room.minX = max(room.minX, extent.minX - frame.minX)
            room.minY = max(room.minY, extent.minY - frame.minY)
            room.maxX = min(room.maxX, extent.maxX - frame.maxX)
            room.maxY = min(room.maxY, extent.maxY - frame.maxY)
        }
        let among = SlotSet(roots)
        leadRoot = lead
        while leadRoot >= 0, !among.contains(leadRoot) { leadRoot = document.nodes.parent(leadRoot) }
        if leadRoot < 0 { leadRoot = roots[0] }
    }

    /// Lets go of nodes that are gone; false if none is left.
    mutating func forget(_ gone: SlotSet) -> Bool {
        named.removeAll { gone.contains($0) }
        guard let first = named.first else { return false }
        if gone.contains(lead) { lead = first }
        if gone.contains(leadRoot) { leadRoot = lead }
        roots.removeAll { gone.contains($0) }
        carried.subtract(gone)
        if let target = dropTarget, gone.contains(target) { dropTarget = nil }
        revision = -1
        return true
    }

    /// Follows the pointer: snaps the lead, then keeps the whole set within the extents.
    mutating func move(by raw: Point, _ document: Document) {
        var moved = raw
        var snapped: Point?
        if raw != .zero {
            if document.settings.snapToGrid {
                let standing = document.frame(lead).origin
                let target = Grid(document.settings).snapped(standing + raw)
                moved = target - standing
                snapped = target
            }
            let bound = Point(
                x: min(max(moved.x, room.minX), room.maxX) + 0, y: min(max(moved.y, room.minY), room.maxY) + 0)
            if bound != moved { snapped = nil }
            moved = bound
        }
        // Beyond the range of numbers the set stays where it was.
        guard moved.isFinite else { return }
        offset = moved
        corner = snapped
    }
}

extension Rect {
    static let everything = Rect(minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)
}

extension Document {
    /// Where gestures keep a node: its own extent, else that of all nodes; nil for anywhere.
    ///
    /// A parent that expands bounds nothing.
    func extent(ofNode slot: Int32) -> Rect? {
        let flags = nodes.flags(slot)
        let parent = nodes.parent(slot)
        if flags.contains(.extentParent) {
            if flags.contains(.expandsParent) { return nil }
            if parent >= 0 { return isPlaced(parent) ? frame(parent) : nil }
        } else if flags.contains(.extentRect) {
            let rect = withNodeMembers(slot) { JSONMembers.value("extent", in: $0) }.flatMap { Rect(extent: $0) }
            if let rect { return rect.offset(by: parentOrigin(slot)) }
        }
        return settings.nodeExtent
    }
}

// MARK: On an editor

extension Editor {
    mutating func beginDrag(_ ids: [Node.ID]?, _ origin: GestureOrigin, in view: Int) throws(EditError) -> DragGesture {
        let named: [Int32]
        var pressed: Int32 = -1
        if let ids {
            named = try namedForDrag(ids)
        } else {
            guard let node = frontNode(at: origin.anchor) else { throw .nothingThere("no node is there") }
            if document.nodes.flags(node).contains(.locked) { throw .locked(nodes: [document.nodeID(node)]) }
            pressed = node
            var slots: [Int32] = []
            if origin.selection.nodes.contains(node) {
                origin.selection.nodes.forEach { slots.append($0) }
                slots.removeAll { !document.isPlaced($0) || document.nodes.flags($0).contains(.locked) }
            } else {
                slots = [node]
            }
            named = slots
        }
        let free = named.filter { !document.nodes.flags($0).contains(.undraggable) }
        guard !free.isEmpty else { throw .nothingThere("nothing there can be dragged") }
        if pressed >= 0 && !origin.selection.nodes.contains(pressed) { selectOnly(pressed, in: view) }
        let isGiven = ids != nil
        let first = isGiven ? free[0] : document.first(of: free)
        let members = SlotSet(free)
        let lead = frontNode(at: origin.anchor) { members.contains($0) } ?? first
        return DragGesture(origin, free, lead: lead)
    }

    /// The nodes a client names for a drag; all are there, placed and not locked.
    private func namedForDrag(_ ids: [Node.ID]) throws(EditError) -> [Int32] {
        let missing = ids.filter { document.node($0) < 0 }
        if !missing.isEmpty { throw .noSuchNode(missing) }
        let slots = NamedNodes(ids.map { document.node($0) }).slots
        let locked = slots.filter { document.nodes.flags($0).contains(.locked) }
        if !locked.isEmpty { throw .locked(nodes: locked.map { document.nodeID($0) }) }
        guard let unplaced = slots.first(where: { !document.isPlaced($0) }) else { return slots }
        var error = EditError.invalid("\"\(document.nodeID(unplaced))\" has no position yet", path: ["nodes"])
        error.nodes = slots.filter { !document.isPlaced($0) }.map { document.nodeID($0) }
        throw error
    }

    func update(_ drag: inout DragGesture, to at: Point, in view: Int) {
        drag.settle(document, revision: revision)
        drag.move(by: drag.origin.offset(to: at, views[view].viewport), document)
        drag.dropTarget = drag.offset == .zero ? nil : dropTarget(of: drag.leadRoot, in: drag)
    }

    /// Moves the set, puts its roots into the groups where they were dropped, and lets parents grow: one edit.
    mutating func end(_ drag: inout DragGesture, cause: String) throws(EditError) -> GestureOutcome {
        drag.settle(document, revision: revision)
        var outcome = GestureOutcome(by: drag.offset)
        if drag.offset == .zero { return outcome }
        let drops = self.drops(of: drag)
        let before = revision
        var ids = drag.roots.map { document.nodeID($0) }
        // The lead goes first, and exactly onto the grid.
        if drag.corner != nil, let place = drag.roots.firstIndex(of: drag.lead) { ids.swapAt(0, place) }
        let corner = drag.roots.contains(drag.lead) ? drag.corner : nil
        let offset = drag.offset
        let growing = drag.roots.filter { document.nodes.flags($0).contains(.expandsParent) }
        let options = Options(cause: cause, label: "Move")
        _ = try perform(options) { (transaction) throws(EditError) in
            if let corner {
                try transaction.moveNodes(ids, to: corner, snap: false)
            } else {
                try transaction.moveNodes(ids, by: offset, snap: false)
            }
            for drop in drops { try transaction.reparent(drop.nodes, to: drop.parent) }
            try transaction.expandParents(of: growing)
        }
        outcome.changed = revision != before
        return outcome
    }
}

extension Document {
    /// The backmost of some nodes in the order of the elements.
    fileprivate func first(of slots: [Int32]) -> Int32 {
        var first = slots[0]
        for slot in slots where nodes.order.key(slot) < nodes.order.key(first) { first = slot }
        return first
    }
}

extension EditError {
    static func nothingThere(_ message: String) -> EditError { EditError(.nothingThere, message) }
}
