import Editing
import Geometry
import Graph
import Storage

/// Nodes on their way: a set and one offset, which the document learns of at the end.
///
/// The set stands behind one reference, since the gesture is taken up and put back at each move of the pointer.
/// - Complexity: an update costs neither the nodes that are carried nor the document.
public struct DragGesture: Sendable {
    private var dragged: CopyOnWrite<DragSet>
    /// What it snaps to; nil as long as nothing is aligned to.
    private var field: CopyOnWrite<SnapField>?

    /// How far the set has come, in canvas units.
    public internal(set) var offset = Point.zero
    /// Where exactly the lead's top-left corner came to lie by snapping, or nil if it did not snap.
    var corner: Point?
    public internal(set) var dropTarget: Int32?
    /// The edge into which the only node of the drag would be put.
    public internal(set) var dropEdge: Int32?
    /// The edge that was last asked whether it could take the node.
    var askedEdge: Int32 = -1

    init(_ origin: GestureOrigin, _ named: [Int32], lead: Int32) {
        dragged = CopyOnWrite(DragSet(origin: origin, named: named, lead: lead))
    }

    var origin: GestureOrigin {
        _read { yield dragged.value.origin }
        _modify { yield &dragged.value.origin }
    }
    var lead: Int32 { dragged.value.lead }
    var roots: [Int32] { dragged.value.roots }
    var leadRoot: Int32 { dragged.value.leadRoot }
    public var carried: SlotSet { dragged.value.carried }
    public var guides: [Guide] { field?.value.guides ?? [] }
    /// What it snapped to at the last move.
    var held: SnapHolds { field?.value.held ?? SnapHolds() }
    var revision: Int { dragged.value.revision }

    /// Brings what is derived in step with the document.
    ///
    /// - Complexity: O(the carried nodes) if the document has changed, else O(1).
    mutating func settle(_ document: Document, revision current: Int) {
        if revision != current { dragged.value.settle(document, revision: current) }
    }

    /// Lets go of nodes that are gone; false if none is left.
    mutating func forget(_ gone: SlotSet, edges: SlotSet) -> Bool {
        if let target = dropTarget, gone.contains(target) { dropTarget = nil }
        if let edge = dropEdge, edges.contains(edge) { dropEdge = nil }
        askedEdge = -1
        return dragged.value.forget(gone)
    }

    /// Follows the pointer: snaps, then keeps the whole set within the extents.
    mutating func move(by raw: Point, _ editor: borrowing Workspace, in view: Int, _ modifiers: Modifiers) {
        if raw == .zero {
            field?.value.release()
            offset = .zero
            corner = nil
            return
        }
        let rules = SnapRules(
            editor.document, modifiers, origin.pointer, zoom: editor.views[view].viewport.zoom)
        var move = SnapMove(
            moving: .empty, corner: editor.document.frame(lead).origin, offset: raw, room: dragged.value.room,
            rules: rules, isLocked: modifiers.contains(.shift))
        if rules.reach > 0 {
            follow(&move, editor, showing: editor.views[view].visible)
        } else {
            field?.value.release()
            take(move.answer(nil))
        }
    }

    private mutating func follow(_ move: inout SnapMove, _ editor: borrowing Workspace, showing shown: Rect) {
        if field == nil { field = CopyOnWrite(SnapField()) }
        let subject = SnapField.Subject(roots: roots, carried: carried, lead: leadRoot)
        field?.value.settle(subject, editor, showing: shown)
        guard let found = field?.value else { return }
        move.moving = found.moving
        move.held = found.held
        let answer = move.answer(found.lines, visible: found.visible)
        field?.value.held = answer.held
        field?.value.guides = answer.guides
        take(answer)
    }

    private mutating func take(_ answer: SnapMove.Answer) {
        // Beyond the range of numbers the set stays where it was.
        guard answer.offset.isFinite else { return }
        offset = answer.offset
        corner = answer.corner
    }
}

/// What a drag carries, and how far it may go.
private struct DragSet: Sendable {
    var origin: GestureOrigin
    /// The nodes the drag was begun with and that may be dragged, in the order given.
    var named: [Int32]
    /// The node that snaps, and by whose place the others are moved.
    var lead: Int32
    /// Those of the named that lie in no other of them.
    var roots: [Int32] = []
    /// The root that is or contains the lead; −1 when none of the nodes has a position any more.
    var leadRoot: Int32 = -1
    /// The roots and everything inside them.
    var carried = SlotSet()
    /// The offsets that extents allow: the greater bound wins where they cross.
    var room = Rect.everything
    /// The revision of the document for which this holds.
    var revision = -1

    init(origin: GestureOrigin, named: [Int32], lead: Int32) {
        self.origin = origin
        self.named = named
        self.lead = lead
    }

    mutating func settle(_ document: Document, revision current: Int) {
        revision = current
        // What was locked meanwhile stays behind.
        let placed = named.filter {
            document.isPlaced($0) && document.nodes.flags($0).isDisjoint(with: [.locked, .undraggable])
        }
        if let first = placed.first, !document.isPlaced(lead) { lead = first }
        roots = document.outermost(placed)
        carried = SlotSet()
        let isBound = document.settings.nodeExtent != nil
        room = .everything
        for root in roots {
            carried.insert(root)
            if document.nodes.firstChild(of: root) >= 0 { document.visitDescendants(of: root) { carried.insert($0) } }
            guard isBound || !document.nodes.flags(root).isDisjoint(with: [.extentParent, .extentRect]) else {
                continue
            }
            document.narrow(&room, for: root)
        }
        let among = SlotSet(roots)
        leadRoot = lead
        while leadRoot >= 0, !among.contains(leadRoot) { leadRoot = document.nodes.parent(leadRoot) }
        if leadRoot < 0 { leadRoot = roots.first ?? -1 }
    }

    mutating func forget(_ gone: SlotSet) -> Bool {
        named.removeAll { gone.contains($0) }
        guard let first = named.first else { return false }
        if gone.contains(lead) { lead = first }
        roots.removeAll { gone.contains($0) }
        carried.subtract(gone)
        revision = -1
        return true
    }
}

extension Document {
    /// The offsets that the extents of nodes allow them together.
    func room(for roots: [Int32]) -> Rect {
        var room = Rect.everything
        for root in roots { narrow(&room, for: root) }
        return room
    }

    fileprivate func narrow(_ room: inout Rect, for root: Int32) {
        guard let extent = extent(ofNode: root) else { return }
        let frame = frame(root)
        room.minX = max(room.minX, extent.minX - frame.minX)
        room.minY = max(room.minY, extent.minY - frame.minY)
        room.maxX = min(room.maxX, extent.maxX - frame.maxX)
        room.maxY = min(room.maxY, extent.maxY - frame.maxY)
    }

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

extension Workspace {
    mutating func beginDrag(_ ids: [Node.ID]?, _ origin: GestureOrigin, in view: Int) throws(EditError) -> DragGesture {
        var named: [Int32]
        var pressed: Int32?
        var isSelected = false
        if let ids {
            named = try namedForDrag(ids)
        } else {
            guard origin.level != .clusters, let node = frontNode(at: origin.anchor) else {
                throw .nothingThere("no node is there")
            }
            if document.nodes.flags(node).contains(.locked) { throw .locked(nodes: [document.nodeID(node)]) }
            isSelected = origin.selection.nodes.contains(node)
            named = isSelected ? document.placedAndUnlocked(origin.selection.nodes) : [node]
            pressed = node
        }
        let free = document.draggable(named)
        guard !free.isEmpty else { throw .nothingThere("nothing there can be dragged: `draggable` is off") }
        if let pressed { grasp(pressed, isSelected: isSelected, in: view) }
        let lead = frontNode(at: origin.anchor, of: SlotSet(free))
        return DragGesture(origin, free, lead: lead ?? (ids == nil ? document.first(of: free) : free[0]))
    }

    /// Selects and focuses the node under a drag; in a selection it only gets the focus.
    private mutating func grasp(_ node: Int32, isSelected: Bool, in view: Int) {
        if !isSelected { return selectOnly(node, in: view) }
        if document.settings.selectionEnabled { views[view].focus = .node(node) }
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

    mutating func update(_ drag: inout DragGesture, to at: Point, in view: Int, _ modifiers: Modifiers) {
        drag.settle(document, revision: revision)
        guard drag.leadRoot >= 0 else {
            drag.move(by: .zero, self, in: view, modifiers)
            drag.dropTarget = nil
            drag.dropEdge = nil
            return
        }
        drag.move(by: drag.origin.offset(to: at, views[view].viewport), self, in: view, modifiers)
        drag.dropTarget = drag.offset == .zero ? nil : dropTarget(of: drag.leadRoot, in: drag)
        if document.settings.insertIntoEdges { seekEdge(for: &drag) }
    }

    /// Moves the set, puts its roots into the groups where they were dropped, and lets parents grow: one edit.
    mutating func end(_ drag: inout DragGesture, cause: String) throws(EditError) -> GestureOutcome {
        drag.settle(document, revision: revision)
        var outcome = GestureOutcome(by: drag.offset)
        if drag.offset == .zero || drag.roots.isEmpty { return outcome }
        let drops = self.drops(of: drag)
        let before = revision
        var ids: [Node.ID] = []
        ids.reserveCapacity(drag.roots.count)
        for root in drag.roots { ids.append(document.nodeID(root)) }
        // The lead goes first, and exactly to where it snapped.
        if drag.corner != nil, let place = drag.roots.firstIndex(of: drag.lead) { ids.swapAt(0, place) }
        let corner = drag.roots.contains(drag.lead) ? drag.corner : nil
        let offset = drag.offset
        var growing: [Int32] = []
        for root in drag.roots where document.nodes.flags(root).contains(.expandsParent) { growing.append(root) }
        let options = DocumentEditor.Options(cause: cause, label: "Move")
        let edge = drag.dropEdge
        let node = document.nodeID(drag.roots[0])
        _ = try perform(options) { (transaction) throws(EditError) in
            if let corner {
                try transaction.moveNodes(ids, to: corner, snap: false)
            } else {
                try transaction.moveNodes(ids, by: offset, snap: false)
            }
            for drop in drops { try transaction.reparent(drop.nodes, to: drop.parent) }
            try transaction.expandParents(of: growing)
            if let edge { try transaction.insert(node, into: edge) }
        }
        outcome.changed = revision != before
        return outcome
    }
}

extension Document {
    fileprivate func draggable(_ slots: [Int32]) -> [Int32] {
        var free: [Int32] = []
        for slot in slots where !nodes.flags(slot).contains(.undraggable) { free.append(slot) }
        return free
    }

    fileprivate func placedAndUnlocked(_ selection: SlotSet) -> [Int32] {
        var slots: [Int32] = []
        selection.forEach { slots.append($0) }
        var result: [Int32] = []
        for slot in slots where nodes.flags(slot).isDisjoint(with: [.unplaced, .locked]) { result.append(slot) }
        return result
    }

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
