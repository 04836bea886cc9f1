import Editing
import Geometry
import Graph
import Storage
import Wire

// Commands that arrange what is selected: by the same edits as methods, as far as the elements may be changed.

extension KeyCommand {
    fileprivate var alignment: Alignment? {
        switch self {
        case .alignLeft: .left
        case .alignCenter: .centerX
        case .alignRight: .right
        case .alignTop: .top
        case .alignMiddle: .centerY
        case .alignBottom: .bottom
        default: nil
        }
    }

    fileprivate var distribution: Axis? {
        switch self {
        case .distributeHorizontally: .x
        case .distributeVertically: .y
        default: nil
        }
    }

    fileprivate var orderStep: OrderStep? {
        switch self {
        case .bringToFront: .front
        case .bringForward: .forward
        case .sendBackward: .backward
        case .sendToBack: .back
        default: nil
        }
    }
}

extension Document {
    /// The edit of a command that arranges the selection; nil if it could change nothing.
    ///
    /// - Parameter focus: the focused element; the other selected nodes get the size of this one.
    /// - Throws: `locked` or `switchedOff` if nothing of it may be changed.
    /// - Complexity: O(*n* log *n*) in the selection.
    func arrangement(
        _ command: KeyCommand, of selection: Selection, _ focus: ElementSlot?
    ) throws(EditError) -> ViewEdit? {
        if let alignment = command.alignment {
            return try placement("Align", of: selection, least: 2) { (transaction, ids) throws(EditError) in
                try transaction.align(ids, alignment)
            }
        }
        if let axis = command.distribution {
            return try placement("Distribute", of: selection, least: 3) { (transaction, ids) throws(EditError) in
                try transaction.distribute(ids, along: axis)
            }
        }
        if let step = command.orderStep { return try reordering(selection, to: step) }
        return switch command {
        case .group: try grouping(of: selection)
        case .ungroup: try dissolution(of: selection)
        case .sameSize: try sameSize(selection, focus)
        case .toggleCollapsed: try folding(of: selection)
        case .toggleLocked: locking(of: selection)
        case .reverseEdges: try reversal(of: selection)
        case .swapEdges: try exchange(of: selection)
        case .straighten: try straightening(of: selection)
        default: nil
        }
    }

    // MARK: Places, sizes and order

    /// The edit that puts the nodes elsewhere that may be dragged, inside of their extents; nil for fewer than a number.
    private func placement(
        _ label: String, of selection: Selection, least: Int,
        _ arrange: @escaping (inout Transaction, [Node.ID]) throws(EditError) -> Void
    ) throws(EditError) -> ViewEdit? {
        let (roots, obstacles) = movable(selection.nodes)
        if roots.count < least {
            if let error = obstacles.error(flag: "draggable", in: self) { throw error }
            return nil
        }
        let ids = roots.map { nodeID($0) }
        return ViewEdit(label) { (transaction) throws(EditError) in
            try arrange(&transaction, ids)
            try transaction.keepInside(roots)
            try transaction.expandParents(of: roots)
            return EditMade()
        }
    }

    /// The edit that gives the other selected nodes the size of the focused one, else of the first.
    private func sameSize(_ selection: Selection, _ focus: ElementSlot?) throws(EditError) -> ViewEdit? {
        var model = nodesInOrder(selection.nodes).first
        if case .node(let slot) = focus, selection.nodes.contains(slot) { model = slot }
        guard let model else { return nil }
        let others = try changeable(nodesInOrder(selection.nodes).filter { $0 != model })
        if others.isEmpty { return nil }
        let (size, ids) = (nodes.geometry(model), others.map { nodeID($0) })
        return ViewEdit("Resize") { (transaction) throws(EditError) in
            try transaction.resizeNodes(ids, width: size.width, height: size.height)
            try transaction.keepInside(others)
            try transaction.expandParents(of: others)
            return EditMade()
        }
    }

    private func reordering(_ selection: Selection, to step: OrderStep) throws(EditError) -> ViewEdit? {
        var obstacles = Obstacles()
        let nodes = nodesInOrder(selection.nodes).filter { !obstacles.insert($0, self.nodes.flags($0), off: []) }
        let edges = edgesInOrder(selection.edges).filter { !obstacles.insert($0, self.edges.flags($0), off: []) }
        if nodes.isEmpty && edges.isEmpty {
            if let error = obstacles.error(flag: "", in: self) { throw error }
            return nil
        }
        let (nodeIDs, edgeIDs) = (nodes.map { nodeID($0) }, edges.map { edgeID($0) })
        return ViewEdit("Reorder") { (transaction) throws(EditError) in
            try transaction.reorder(nodeIDs, to: step)
            try transaction.reorder(edges: edgeIDs, to: step)
            return EditMade()
        }
    }

    // MARK: Groups

    private func grouping(of selection: Selection) throws(EditError) -> ViewEdit? {
        let ids = try changeable(nodesInOrder(selection.nodes)).map { nodeID($0) }
        if ids.isEmpty { return nil }
        return ViewEdit("Group") { (transaction) throws(EditError) in
            EditMade(nodes: [try transaction.createGroup(ids)])
        }
    }

    private func dissolution(of selection: Selection) throws(EditError) -> ViewEdit? {
        var obstacles = Obstacles()
        let groups = nodesInOrder(selection.nodes).filter { slot in
            if !isContainer(slot) { return false }
            var isFree = !obstacles.insert(slot, nodes.flags(slot), off: .undeletable)
            // They go with it.
            visitEdges(of: slot) { if obstacles.insert($0, edges.flags($0), off: .undeletable) { isFree = false } }
            visitEdges(in: slot) { if obstacles.insert($0, edges.flags($0), off: []) { isFree = false } }
            return isFree
        }
        if groups.isEmpty {
            if let error = obstacles.error(flag: "deletable", in: self) { throw error }
            return nil
        }
        let ids = groups.map { nodeID($0) }
        return ViewEdit("Ungroup") { (transaction) throws(EditError) in
            var inside: [Node.ID] = []
            for id in ids { inside += try transaction.dissolveGroup(id) }
            return EditMade(nodes: inside)
        }
    }

    // MARK: Edges

    private func reversal(of selection: Selection) throws(EditError) -> ViewEdit? {
        let ids = try changeable(edgesInOrder(selection.edges), off: .unreconnectable).map { edgeID($0) }
        if ids.isEmpty { return nil }
        return ViewEdit("Reverse") { (transaction) throws(EditError) in
            try transaction.reverse(ids)
            return EditMade()
        }
    }

    /// The edit that exchanges the edges at the two handles where the two selected edges meet one node; nil if they do
    /// not meet.
    private func exchange(of selection: Selection) throws(EditError) -> ViewEdit? {
        let pair = edgesInOrder(selection.edges)
        if pair.count != 2 { return nil }
        for end in [Handle.Kind.target, .source] {
            let nodes = pair.map { end == .target ? edges.ends($0).target : edges.ends($0).source }
            guard nodes[0] == nodes[1], let first = resolvedHandle(of: pair[0], kind: end),
                let second = resolvedHandle(of: pair[1], kind: end), first.id != second.id, first.kind == second.kind
            else { continue }
            var obstacles = Obstacles()
            for slot in pair { _ = obstacles.insert(slot, edges.flags(slot), off: .unreconnectable) }
            if let error = obstacles.error(flag: "reconnectable", in: self) { throw error }
            let node = nodeID(nodes[0])
            return ViewEdit("Swap") { (transaction) throws(EditError) in
                try transaction.swapEdges(of: node, first.id, second.id, kind: first.kind)
                return EditMade()
            }
        }
        return nil
    }

    private func straightening(of selection: Selection) throws(EditError) -> ViewEdit? {
        let ids = try changeable(edgesInOrder(selection.edges), off: []).map { edgeID($0) }
        if ids.isEmpty { return nil }
        return ViewEdit("Straighten") { (transaction) throws(EditError) in
            let moved = try transaction.straighten(ids, keeping: [.locked, .undraggable])
            try transaction.keepInside(moved)
            try transaction.expandParents(of: moved)
            return EditMade()
        }
    }

    /// Returns the edges among some that are not locked and whose flags are not off.
    ///
    /// - Throws: `locked` or `switchedOff` if all are.
    private func changeable(_ slots: [Edge.Slot], off: EdgeFlags) throws(EditError) -> [Edge.Slot] {
        var obstacles = Obstacles()
        let free = slots.filter { !obstacles.insert($0, edges.flags($0), off: off) }
        if free.isEmpty, let error = obstacles.error(flag: "reconnectable", in: self) { throw error }
        return free
    }

    // MARK: Flags

    /// The edit that collapses groups, or if all of them are collapsed, opens them.
    private func folding(of selection: Selection) throws(EditError) -> ViewEdit? {
        let groups = try changeable(
            nodesInOrder(selection.nodes).filter { isContainer($0) || nodes.flags($0).contains(.collapsed) })
        if groups.isEmpty { return nil }
        let opens = groups.allSatisfy { nodes.flags($0).contains(.collapsed) }
        let patch: JSONObject = ["collapsed": opens ? .null : .boolean(true)]
        let ids = groups.map { nodeID($0) }
        return ViewEdit(opens ? "Unfold" : "Fold") { (transaction) throws(EditError) in
            for id in ids { try transaction.updateNode(id, patch: patch) }
            return EditMade()
        }
    }

    /// The edit that locks elements, or if all of them are locked, unlocks them; also those that their types lock.
    private func locking(of selection: Selection) -> ViewEdit? {
        if selection.isEmpty { return nil }
        let (nodes, edges) = (nodesInOrder(selection.nodes), edgesInOrder(selection.edges))
        let opens =
            nodes.allSatisfy { self.nodes.flags($0).contains(.locked) }
            && edges.allSatisfy { self.edges.flags($0).contains(.locked) }
        let values: [JSON] = opens ? [.null, .boolean(false)] : [.null, .boolean(true)]
        return ViewEdit(opens ? "Unlock" : "Lock") { (transaction) throws(EditError) in
            // The type's flag serves where it says the same.
            for slot in nodes {
                for value in values where transaction.document.nodes.flags(slot).contains(.locked) == opens {
                    try transaction.updateNode(transaction.document.nodeID(slot), patch: ["locked": value])
                }
            }
            for slot in edges {
                for value in values where transaction.document.edges.flags(slot).contains(.locked) == opens {
                    try transaction.updateEdge(transaction.document.edgeID(slot), patch: ["locked": value])
                }
            }
            return EditMade()
        }
    }

    /// Returns the nodes among some that are not locked.
    ///
    /// - Throws: `locked` if all are.
    private func changeable(_ slots: [Node.Slot]) throws(EditError) -> [Node.Slot] {
        var obstacles = Obstacles()
        let free = slots.filter { !obstacles.insert($0, nodes.flags($0), off: []) }
        if free.isEmpty, let error = obstacles.error(flag: "", in: self) { throw error }
        return free
    }
}

extension Transaction {
    /// Moves nodes back into the extents that hands may not leave.
    fileprivate mutating func keepInside(_ slots: [Node.Slot]) throws(EditError) {
        for slot in slots where document.isPlaced(slot) {
            let back = Point.zero.clamped(to: document.allowedOffsets(for: [slot]))
            if back == .zero || !back.isFinite { continue }
            try moveNodes([document.nodeID(slot)], by: back, snap: false)
        }
    }
}
