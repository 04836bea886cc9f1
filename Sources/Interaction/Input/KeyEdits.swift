import Editing
import Geometry
import Graph
import Storage
import Wire

// Edits by keys: they change the selected elements, as far as the rules allow.

/// The step by which a key moves nodes.
struct NudgeStep {
    /// The direction, of length one.
    let direction: Point
    let isFar: Bool
}

/// The movement of nodes by a key.
struct Nudge {
    /// The moved nodes that are not inside another one.
    let roots: [Node.Slot]
    /// The offset, in canvas units.
    let offset: Point
    /// The exact corner of the first node, if nodes snap to a grid.
    let corner: Point?
}

extension KeyCommand {
    var nudge: NudgeStep? {
        switch self {
        case .nudgeLeft: NudgeStep(direction: Point(x: -1, y: 0), isFar: false)
        case .nudgeRight: NudgeStep(direction: Point(x: 1, y: 0), isFar: false)
        case .nudgeUp: NudgeStep(direction: Point(x: 0, y: -1), isFar: false)
        case .nudgeDown: NudgeStep(direction: Point(x: 0, y: 1), isFar: false)
        case .nudgeLeftFar: NudgeStep(direction: Point(x: -1, y: 0), isFar: true)
        case .nudgeRightFar: NudgeStep(direction: Point(x: 1, y: 0), isFar: true)
        case .nudgeUpFar: NudgeStep(direction: Point(x: 0, y: -1), isFar: true)
        case .nudgeDownFar: NudgeStep(direction: Point(x: 0, y: 1), isFar: true)
        default: nil
        }
    }
}

extension Document {
    /// Returns the movement of the selection by a nudge: by 1 unit or 10; on a grid by a cell or four.
    /// Returns nil if it moves nothing.
    ///
    /// Locked and undraggable nodes stay behind. The first of the set snaps and all move by its offset, which extents
    /// limit.
    ///
    /// - Throws: `locked` or `switchedOff` if all of them stay.
    func nudge(_ step: NudgeStep, _ nodes: SlotSet<Node>) throws(EditError) -> Nudge? {
        let (roots, obstacles) = movable(nodes)
        guard let lead = roots.first else {
            if let error = obstacles.error(flag: "draggable", in: self) { throw error }
            return nil
        }
        var offset = step.direction * (step.isFar ? 10 : 1)
        var corner: Point?
        if settings.snapToGrid {
            let grid = Grid(settings)
            let cells = step.direction * (step.isFar ? 4 : 1)
            let original = frame(lead).origin
            let wanted = original + Point(x: cells.x * grid.cell.x, y: cells.y * grid.cell.y)
            let target = grid.snapped(wanted)
            offset = target - original
            corner = target
        }
        let bound = offset.clamped(to: allowedOffsets(for: roots))
        if bound != offset { corner = nil }
        if bound == .zero || !bound.isFinite { return nil }
        return Nudge(roots: roots, offset: bound, corner: corner)
    }

    /// Returns the nodes of a set that gestures may move and that are in no other of them, in document order, and the
    /// others.
    func movable(_ nodes: SlotSet<Node>) -> (roots: [Node.Slot], obstacles: Obstacles) {
        var free: [Node.Slot] = []
        var obstacles = Obstacles()
        for slot in nodesInOrder(nodes) {
            let flags = self.nodes.flags(slot)
            if !obstacles.insert(slot, flags, off: .undraggable), !flags.contains(.unplaced) { free.append(slot) }
        }
        return (outermost(free), obstacles)
    }

    /// The edit of a nudge.
    ///
    /// - Parameter key: under which it joins the nudge before it.
    func edit(_ nudge: Nudge, mergeKey key: String) -> ViewEdit {
        let ids = nudge.roots.map { nodeID($0) }
        let growing = nudge.roots.filter { nodes.flags($0).contains(.expandsParent) }
        return ViewEdit("Move", mergeKey: key) { (transaction) throws(EditError) in
            if let corner = nudge.corner {
                try transaction.moveNodes(ids, to: corner, snap: false)
            } else {
                try transaction.moveNodes(ids, by: nudge.offset, snap: false)
            }
            try transaction.expandParents(of: growing)
            return EditMade()
        }
    }

    // MARK: Copy, delete and cut

    /// Returns the selection as a document of its own; nil if it has no persistent elements.
    func fragment(of selection: Selection) throws(EditError) -> JSONText? {
        guard hasLasting(selection) else { return nil }
        return try fragment(nodes: selection.nodes.slots, edges: selection.edges.slots)
    }

    private func hasLasting(_ selection: Selection) -> Bool {
        !lasting(selection.nodes.slots).isEmpty || !lasting(selection.edges.slots).isEmpty
    }

    /// The edit that removes the selection, except elements whose removal would remove something protected; nil if
    /// nothing is selected.
    ///
    /// - Throws: `locked` or `switchedOff` if nothing may go.
    /// - Complexity: O(*n* log *n*) in the selection, with its descendants and edges.
    func deletion(of selection: Selection) throws(EditError) -> ViewEdit? {
        guard let (nodes, edges) = try removable(selection) else { return nil }
        return ViewEdit("Delete") { (transaction) throws(EditError) in
            try transaction.removeElements(nodes: nodes, edges: edges)
            return EditMade()
        }
    }

    /// The same edit, which also makes a fragment of the removed elements; nil also if none of them is persistent.
    func cut(of selection: Selection) throws(EditError) -> ViewEdit? {
        guard hasLasting(selection), let (nodes, edges) = try removable(selection) else { return nil }
        return ViewEdit("Cut") { (transaction) throws(EditError) in
            EditMade(fragment: try transaction.cut(nodes: nodes, edges: edges))
        }
    }

    /// Returns the selected elements, except those whose removal would remove something protected; nil if nothing is
    /// selected.
    private func removable(_ selection: Selection) throws(EditError) -> (nodes: [Node.ID], edges: [Edge.ID])? {
        var obstacles = Obstacles()
        let kept = protected(selection.nodes, &obstacles)
        let nodes = nodesInOrder(selection.nodes).filter { !kept.contains($0) }
        let edges = edgesInOrder(selection.edges).filter {
            !obstacles.insert($0, self.edges.flags($0), off: .undeletable)
        }
        if !nodes.isEmpty || !edges.isEmpty { return (nodes.map { nodeID($0) }, edges.map { edgeID($0) }) }
        if let error = obstacles.error(flag: "deletable", in: self) { throw error }
        return nil
    }

    /// The nodes among some, with their contents and ancestors, whose removal would remove something protected.
    ///
    /// - Parameter obstacles: collects the protected elements.
    private func protected(_ roots: SlotSet<Node>, _ obstacles: inout Obstacles) -> SlotSet<Node> {
        var seen = SlotSet<Node>()
        var going: [Node.Slot] = []
        roots.forEach { root in
            if !seen.insert(root) { return }
            going.append(root)
            visitDescendants(of: root) { if seen.insert($0) { going.append($0) } }
        }
        var kept = SlotSet<Node>()
        for slot in going {
            var isProtected = obstacles.insert(slot, nodes.flags(slot), off: .undeletable)
            func look(at edge: Edge.Slot) {
                if obstacles.insert(edge, edges.flags(edge), off: .undeletable) { isProtected = true }
            }
            visitEdges(of: slot, look)
            visitEdges(in: slot, look)
            var next = isProtected ? slot : nil
            while let ancestor = next, kept.insert(ancestor) { next = nodes.parent(ancestor) }
        }
        return kept
    }

    // MARK: Duplicate and insert

    /// The edit that copies the selection; nil if nothing is selected.
    func duplication(of selection: Selection) -> ViewEdit? {
        let slots = nodesInOrder(selection.nodes)
        let nodes = slots.map { nodeID($0) }
        let edges = edgesInOrder(selection.edges).map { edgeID($0) }
        if nodes.isEmpty && edges.isEmpty { return nil }
        let roots = outermost(slots).filter { isPlaced($0) }
        let offset = offsetOfCopiesByHand.clamped(to: allowedOffsets(for: roots))
        return ViewEdit("Duplicate") { (transaction) throws(EditError) in
            EditMade(copies: try transaction.duplicate(nodes: nodes, edges: edges, by: offset))
        }
    }

    /// The edit that inserts a node of the default type with its center at a point of the canvas.
    func insertion(at point: Point) -> ViewEdit {
        let type = settings.interaction.defaultNodeType
        return ViewEdit("Insert") { (transaction) throws(EditError) in
            EditMade(nodes: [try transaction.insertNode(type: type, center: point)])
        }
    }
}
