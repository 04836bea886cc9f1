import Storage

// What is not shown, and what is shown in its place.
//
// *Hidden* is the stored flag of one element, *concealed* what follows from it and from the containers around. An edge of
// what a collapsed node conceals is not concealed with it, but drawn to that node.

extension Document {
    /// Returns true if the node is concealed: `hidden` itself, inside something hidden, or in a collapsed node.
    @inlinable @inline(__always)
    public func isConcealed(_ slot: Node.Slot) -> Bool { nodes.concealsAny && isConcealed(with: slot) }

    @usableFromInline func isConcealed(with slot: Node.Slot) -> Bool {
        if nodes.flags(slot).contains(.hidden) { return true }
        var ancestor = nodes.parent(slot)
        while let parent = ancestor {
            if let entry = inheritance.entry(parent) { return entry.conceals }
            if !nodes.flags(parent).isDisjoint(with: [.hidden, .collapsed]) { return true }
            ancestor = nodes.parent(parent)
        }
        return false
    }

    /// Returns the nodes that take space: those with a position that are not concealed or, if all are concealed, those
    /// with a position.
    ///
    /// - Complexity: O(*n*).
    public func measured(_ slots: [Node.Slot]) -> [Node.Slot] {
        let placed = slots.filter { isPlaced($0) }
        let shown = placed.filter { !isConcealed($0) }
        return shown.isEmpty ? placed : shown
    }

    /// The node that is shown for a node: itself, or the outermost collapsed one around it; nil if something is hidden.
    ///
    /// - Complexity: as `isConcealed`.
    public func shownNode(for slot: Node.Slot) -> Node.Slot? {
        if !nodes.concealsAny { return slot }
        if nodes.flags(slot).contains(.hidden) { return nil }
        var shown = slot
        var ancestor = nodes.parent(slot)
        while let parent = ancestor {
            if let entry = inheritance.entry(parent) { return entry.hides ? nil : entry.collapsed.slot ?? shown }
            let flags = nodes.flags(parent)
            if flags.contains(.hidden) { return nil }
            if flags.contains(.collapsed) { shown = parent }
            ancestor = nodes.parent(parent)
        }
        return shown
    }

    /// Returns true if the edge is concealed. It may be `hidden` itself, or end on a hidden node; the node that
    /// conceals one of its ends may be or contain the other end; or its group is concealed or collapsed.
    @inlinable @inline(__always)
    public func isConcealed(edge slot: Edge.Slot) -> Bool {
        edges.flags(slot).contains(.hidden) || nodes.concealsAny && isConcealed(with: slot)
    }

    @usableFromInline func isConcealed(with slot: Edge.Slot) -> Bool {
        if let group = group(ofEdge: slot), nodes.flags(group).contains(.collapsed) || isConcealed(group) {
            return true
        }
        let ends = edges.ends(slot)
        if nodes.collapsedCount == 0 { return isConcealed(ends.source) || isConcealed(ends.target) }
        guard let source = shownNode(for: ends.source), let target = shownNode(for: ends.target) else { return true }
        return source == target && (source != ends.source || target != ends.target)
    }

    /// The nodes between which an edge is drawn: its own, or the collapsed nodes that are shown for them. Of an edge that is
    /// concealed, its own.
    @inlinable @inline(__always)
    public func drawnEnds(ofEdge slot: Edge.Slot) -> EdgeEnds {
        let ends = edges.ends(slot)
        return nodes.collapsedCount == 0 ? ends : redirected(ends)
    }

    /// Returns true if an edge is drawn to a collapsed node that conceals one of its ends.
    ///
    /// Such an edge represents others, too, and offers neither ends nor waypoints nor its label to gestures.
    @inlinable public func isRedirected(edge slot: Edge.Slot) -> Bool {
        nodes.collapsedCount > 0 && drawnEnds(ofEdge: slot) != edges.ends(slot)
    }

    @usableFromInline func redirected(_ ends: EdgeEnds) -> EdgeEnds {
        guard let source = shownNode(for: ends.source), let target = shownNode(for: ends.target), source != target
        else {
            return ends
        }
        var drawn = ends
        drawn.source = source
        drawn.target = target
        return drawn
    }

    /// Returns true if an edge that is drawn to a collapsed node has the handle that its other end asks for.
    func hasHandles(redirected slot: Edge.Slot, _ drawn: EdgeEnds) -> Bool {
        let ends = edges.ends(slot)
        func isThere(_ node: Node.Slot, _ symbol: Symbol?, _ kind: Handle.Kind) -> Bool {
            if symbol == nil && settings.edgeGeometry == .swiftFlow { return true }
            return handleSite(of: node, symbol: symbol, kind: kind) != nil
        }
        return (drawn.source != ends.source || isThere(ends.source, ends.sourceHandle, .source))
            && (drawn.target != ends.target || isThere(ends.target, ends.targetHandle, .target))
    }
}
