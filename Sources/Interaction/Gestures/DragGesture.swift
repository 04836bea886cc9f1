import Editing
import Geometry
import Graph
import Storage
import Wire

/// Nodes during a drag: a set and one offset; the document changes only at the end.
///
/// The set is behind one reference, since each move of the pointer takes the gesture out and puts it back.
/// - Complexity: an update costs neither the nodes that are carried nor the document.
public struct DragGesture: NamedGesture {
    private var dragged: CopyOnWrite<DragSet>
    private var snapping = Snapping()
    private var lock = AxisLock()

    /// The offset of the set, in canvas units.
    public private(set) var offset = Point.zero
    /// The exact top-left corner of the lead after snapping, or nil if it did not snap.
    private var corner: Point?
    /// The group that would take the dragged node under the pointer, perhaps its present one.
    ///
    /// Nil is the canvas, or that a drop cannot change its parent.
    public private(set) var dropTarget: Node.Slot?
    /// The refusal of a drop into the group below the node, in place of the target; otherwise nil.
    private var refusal: CopyOnWrite<EditError>?
    /// The edge into which the only node of the drag would be put.
    public private(set) var dropEdge: Edge.Slot?
    /// Is true if the nodes stay and copies are placed instead.
    public private(set) var isCopying = false
    /// The last edge that was checked as a target for the node.
    private var askedEdge: Edge.Slot?

    /// - Parameter ids: the nodes that a client names; nil for the one under the pointer.
    init(_ ids: [Node.ID]?, _ origin: GestureOrigin, on stage: Stage) throws(EditError) {
        let document = stage.document
        var named: [Node.Slot]
        var grasped: (node: Node.Slot, selects: Bool)?
        if let ids {
            named = try document.namedForGesture(ids)
        } else {
            guard origin.level != .clusters, let node = stage.frontNode(at: origin.anchor) else {
                throw .nothingThere("no node is there")
            }
            if document.nodes.flags(node).contains(.locked) { throw .locked(nodes: [document.nodeID(node)]) }
            let isSelected = origin.selection.nodes.contains(node)
            named = isSelected ? document.placedAndUnlocked(origin.selection.nodes) : [node]
            grasped = (node, !isSelected)
        }
        let free = document.draggable(named)
        guard !free.isEmpty else { throw .nothingThere("nothing there can be dragged: `draggable` is off") }
        let front = stage.frontNode(at: origin.anchor, of: SlotSet(free))
        let lead = front ?? (ids == nil ? document.first(of: free) : free[0])
        dragged = CopyOnWrite(DragSet(origin: origin, grasped: grasped, named: free, lead: lead))
    }

    var origin: GestureOrigin {
        _read { yield dragged.value.origin }
        _modify { yield &dragged.value.origin }
    }
    var grasped: (node: Node.Slot, selects: Bool)? { dragged.value.grasped }
    var lead: Node.Slot { dragged.value.lead }
    var roots: [Node.Slot] { dragged.value.roots }
    var leadRoot: Node.Slot? { dragged.value.leadRoot }
    /// Every node that moves with the drag.
    public var carried: SlotSet<Node> { dragged.value.carried }
    /// The lines to which the set was aligned at the last move; empty if none.
    public var guides: [Guide] { snapping.guides }
    /// The targets of snapping at the last move.
    var held: SnapHolds { snapping.held }
    /// The revision of the document for which the set is known.
    var revision: Int { dragged.value.revision }

    mutating func update(to at: Point, _ modifiers: Modifiers, on stage: Stage) -> GestureEffect {
        follow(stage)
        isCopying = modifiers.contains(.alt)
        guard let leadRoot else {
            move(by: .zero, modifiers, on: stage)
            (dropTarget, refusal, dropEdge) = (nil, nil, nil)
            return .nothing
        }
        move(by: origin.offset(to: at, stage.viewport), modifiers, on: stage)
        let group = offset == .zero ? nil : stage.group(under: leadRoot, in: self)
        refusal = group.flatMap { stage.document.refusal(ofDropping: leadRoot, into: $0) }.map { CopyOnWrite($0) }
        dropTarget = refusal == nil ? group : nil
        if stage.document.settings.interaction.insertIntoEdges { seekEdge(on: stage) }
        return .nothing
    }

    func lag(at: Point, on stage: Stage) -> Point { origin.lag(behind: at, offset, on: stage) }

    /// Brings the set in step with the document.
    ///
    /// - Complexity: O(the carried nodes) if the document has changed, else O(1).
    private mutating func follow(_ stage: Stage) {
        if revision != stage.revision { dragged.value.follow(stage.document, revision: stage.revision) }
    }

    /// Snaps, then keeps the whole set within the extents.
    private mutating func move(by raw: Point, _ modifiers: Modifiers, on stage: Stage) {
        if raw == .zero {
            snapping.release()
            lock = AxisLock()
            offset = .zero
            corner = nil
            return
        }
        let rules = SnapRules(stage.document, modifiers, origin.pointer, zoom: stage.viewport.zoom)
        var move = SnapMove(
            moving: .empty, corner: stage.document.frame(lead).origin, offset: raw,
            allowedOffsets: dragged.value.allowedOffsets,
            rules: rules, still: lock.still(raw, modifiers))
        if rules.reach > 0 {
            let subject = SnapField.Subject(roots: roots, carried: carried, lead: leadRoot)
            take(
                snapping.answer(subject, on: stage) { field in
                    move.moving = field.moving
                    move.held = field.held
                    return move.answer(field.lines, visible: field.visible)
                })
        } else {
            snapping.release()
            take(move.answer(nil))
        }
    }

    private mutating func take(_ answer: SnapMove.Answer) {
        // Beyond the range of numbers the set stays where it was.
        guard answer.offset.isFinite else { return }
        offset = answer.offset
        corner = answer.corner
    }

    /// Finds the edge into which the drag would put its only node: the nearest to the node's center that it covers.
    ///
    /// The gate is asked only when another edge is the nearest.
    private mutating func seekEdge(on stage: Stage) {
        guard roots.count == 1, offset != .zero, !stage.document.hasEdges(roots[0]) else {
            dropEdge = nil
            return
        }
        let document = stage.document
        let nearest = stage.nearestEdge(under: document.frame(roots[0]).offset(by: offset))
        if nearest == askedEdge { return }
        askedEdge = nearest
        dropEdge = nearest.flatMap { document.refusal(ofInserting: roots[0], into: $0) == nil ? $0 : nil }
    }

    /// Moves the set, drops its roots into groups, and lets parents grow: one edit.
    mutating func end(on stage: Stage) -> GestureEnd {
        follow(stage)
        var end = GestureEnd(outcome: GestureOutcome(by: offset))
        guard let move = move(on: stage) else { return end }
        if isCopying {
            end.edit = ViewEdit("Copy") { (transaction) throws(EditError) in try move.copy(in: &transaction) }
        } else {
            end.edit = ViewEdit("Move") { (transaction) throws(EditError) in try move.move(in: &transaction) }
        }
        return end
    }

    /// The effect of its end, for which the set is in step with the document; nil if it is none.
    private func move(on stage: Stage) -> DraggedNodes? {
        if offset == .zero || roots.isEmpty { return nil }
        let document = stage.document
        let drops = stage.drops(of: self)
        var ids: [Node.ID] = []
        ids.reserveCapacity(roots.count)
        for root in roots { ids.append(document.nodeID(root)) }
        // The lead goes first, and exactly to where it snapped.
        if corner != nil, let index = roots.firstIndex(of: lead) { ids.swapAt(0, index) }
        let corner = roots.contains(lead) ? corner : nil
        let growing = roots.filter { document.nodes.flags($0).contains(.expandsParent) }.map { document.nodeID($0) }
        let edge = dropEdge.map {
            let center = document.frame(roots[0]).offset(by: offset).center
            return (slot: $0, waypoints: stage.scene.routes.waypointIndex(ofEdge: $0, nearestTo: center, in: document))
        }
        return DraggedNodes(
            ids: ids, offset: offset, corner: corner, drops: drops, growing: growing, edge: edge,
            layout: document.dragLayout)
    }

    /// The move of the nodes if others make way for them; nil if these stay, as they do for copies.
    func moveThatOthersMakeWayFor(on stage: Stage) -> DraggedNodes? {
        guard !isCopying, stage.document.dragLayout != nil else { return nil }
        var copy = self
        copy.follow(stage)
        // The edge is divided at the end only: the drawing shows no elements that are not there.
        copy.dropEdge = nil
        return copy.move(on: stage)
    }

    /// Lets go of nodes that are gone; false if none is left.
    mutating func forget(nodes gone: SlotSet<Node>, edges: SlotSet<Edge>) -> Bool {
        if let target = dropTarget, gone.contains(target) { dropTarget = nil }
        refusal = nil
        if let edge = dropEdge, edges.contains(edge) { dropEdge = nil }
        askedEdge = nil
        return dragged.value.forget(gone)
    }

    // MARK: Description

    static let kind = Gesture.Kind("drag")
    static let rows: [GestureRow] = [
        GestureRow("by", .point, "drag: the offset of all nodes"), .guides,
        GestureRow("dropTarget", .element, "drag: the node into which a drop would put them", isOptional: true),
        GestureRow("dropEdge", .element, "drag: the edge into which a drop would put the node", isOptional: true),
        .reason, .message,
        GestureRow(
            "copy", .flag, "drag: true if the nodes stay and copies of them come to lie there", isOptional: true),
    ]
    var values: [GestureValue] {
        [
            .exact(offset), .guides, dropTarget.map { .node($0) } ?? .absent, dropEdge.map { .edge($0) } ?? .absent,
            refusal.map { .text($0.value.reason.rawValue) } ?? .absent,
            refusal.map { .text($0.value.message) } ?? .absent,
            isCopying ? .flag(true) : .absent,
        ]
    }
    var claims: ElementClaims { ElementClaims(nodes: carried) }
    var cursor: Cursor { isCopying ? .copy : .grabbing }
    var displaced: Displaced { .moved(carried, by: offset, revision: revision) }
}

extension DragGesture {
    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled _: Viewport, on stage: Stage
    ) throws(EditError) {
        try self.init(parameters.nodes, origin, on: stage)
    }
}

/// The nodes that a drag carries, with its limits.
private struct DragSet: Sendable {
    var origin: GestureOrigin
    let grasped: (node: Node.Slot, selects: Bool)?
    /// The nodes the drag was begun with and that may be dragged, in the order given.
    var named: [Node.Slot]
    /// The node that snaps; the others move by its offset.
    var lead: Node.Slot
    /// The named nodes that are in no other of them.
    var roots: [Node.Slot] = []
    /// The root that is or contains the lead; nil if no node has a position any more.
    var leadRoot: Node.Slot?
    /// The roots and everything inside them.
    var carried = SlotSet<Node>()
    /// The offsets that extents allow.
    var allowedOffsets = Rect.everything
    /// The revision of the document for which this holds.
    var revision = -1

    init(origin: GestureOrigin, grasped: (node: Node.Slot, selects: Bool)?, named: [Node.Slot], lead: Node.Slot) {
        self.origin = origin
        self.grasped = grasped
        self.named = named
        self.lead = lead
    }

    mutating func follow(_ document: Document, revision current: Int) {
        revision = current
        // What was locked meanwhile stays behind.
        let placed = named.filter {
            document.isPlaced($0) && document.nodes.flags($0).isDisjoint(with: [.locked, .undraggable])
        }
        if let first = placed.first, !document.isPlaced(lead) { lead = first }
        roots = document.outermost(placed)
        carried = SlotSet<Node>()
        let isBound = document.settings.interaction.nodeExtent != nil
        allowedOffsets = .everything
        for root in roots {
            carried.insert(root)
            if document.nodes.firstChild(of: root) != nil { document.visitDescendants(of: root) { carried.insert($0) } }
        }
        for root in document.measured(roots) {
            guard isBound || !document.nodes.flags(root).isDisjoint(with: [.extentParent, .extentRect]) else {
                continue
            }
            document.narrow(&allowedOffsets, for: root)
        }
        let among = SlotSet(roots)
        leadRoot = lead
        while let slot = leadRoot, !among.contains(slot) { leadRoot = document.nodes.parent(slot) }
        if leadRoot == nil { leadRoot = roots.first }
    }

    mutating func forget(_ gone: SlotSet<Node>) -> Bool {
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
    /// The offsets that the extents of nodes allow together; hidden nodes among others do not limit them.
    func allowedOffsets(for roots: [Node.Slot]) -> Rect {
        var allowedOffsets = Rect.everything
        for root in measured(roots) { narrow(&allowedOffsets, for: root) }
        return allowedOffsets
    }

    fileprivate func narrow(_ allowedOffsets: inout Rect, for root: Node.Slot) {
        guard let extent = extent(ofNode: root) else { return }
        let frame = frame(root)
        allowedOffsets.minX = max(allowedOffsets.minX, extent.minX - frame.minX)
        allowedOffsets.minY = max(allowedOffsets.minY, extent.minY - frame.minY)
        allowedOffsets.maxX = min(allowedOffsets.maxX, extent.maxX - frame.maxX)
        allowedOffsets.maxY = min(allowedOffsets.maxY, extent.maxY - frame.maxY)
    }

    /// Returns the extent within which gestures keep a node: its own, else that of all nodes; nil for anywhere.
    ///
    /// A parent that expands bounds nothing.
    func extent(ofNode slot: Node.Slot) -> Rect? {
        let flags = nodes.flags(slot)
        if flags.contains(.extentParent) {
            if flags.contains(.expandsParent) { return nil }
            if let parent = nodes.parent(slot) { return isPlaced(parent) ? openFrame(parent) : nil }
        } else if flags.contains(.extentRect) {
            let rect = withNodeMembers(slot) { JSONMembers.value("extent", in: $0) }.flatMap { Rect(extent: $0) }
            if let rect { return rect.offset(by: parentOrigin(slot)) }
        }
        return settings.interaction.nodeExtent
    }
}

extension Document {
    /// The nodes a client names for a gesture; all are there, placed and not locked.
    func namedForGesture(_ ids: [Node.ID]) throws(EditError) -> [Node.Slot] {
        let slots = NamedNodes(try slots(nodes: ids)).slots
        let locked = slots.filter { nodes.flags($0).contains(.locked) }
        if !locked.isEmpty { throw .locked(nodes: locked.map { nodeID($0) }) }
        guard let unplaced = slots.first(where: { !isPlaced($0) }) else { return slots }
        var error = EditError.invalid("\"\(nodeID(unplaced))\" has no position yet", path: ["nodes"])
        error.nodes = slots.filter { !isPlaced($0) }.map { nodeID($0) }
        throw error
    }

    fileprivate func draggable(_ slots: [Node.Slot]) -> [Node.Slot] {
        var free: [Node.Slot] = []
        for slot in slots where !nodes.flags(slot).contains(.undraggable) { free.append(slot) }
        return free
    }

    func placedAndUnlocked(_ selection: SlotSet<Node>) -> [Node.Slot] {
        var slots: [Node.Slot] = []
        selection.forEach { slots.append($0) }
        var result: [Node.Slot] = []
        for slot in slots where nodes.flags(slot).isDisjoint(with: [.unplaced, .locked]) { result.append(slot) }
        return result
    }

    /// The backmost of some nodes in the order of the elements.
    fileprivate func first(of slots: [Node.Slot]) -> Node.Slot {
        var first = slots[0]
        for slot in slots where nodes.order.key(slot) < nodes.order.key(first) { first = slot }
        return first
    }
}

extension EditError {
    static func nothingThere(_ message: String) -> EditError { EditError(.nothingThere, message) }
}
