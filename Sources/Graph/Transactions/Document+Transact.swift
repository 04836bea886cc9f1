// How a document is opened for writing, and closed.

extension Document {
    /// Returns true if a delta that led here changed nothing: an empty step.
    ///
    /// - Parameter transients: elements that the delta does not know.
    /// - Complexity: O(its elements up to the first that differs); O(the steps in the order if none does).
    public func isVoid(_ delta: Delta, without transients: TransientElements = TransientElements()) -> Bool {
        delta.nodes.allSatisfy(\.isIdentity) && delta.edges.allSatisfy { $0.before == $0.after }
            && delta.members.allSatisfy { $0.before == $0.after }
            && delta.measured.allSatisfy { $0.before == $0.after }
            && nodes.order.isSame(undoing: delta.nodeOrder, without: transients.nodes)
            && edges.order.isSame(undoing: delta.edgeOrder, without: transients.edges)
    }

    /// Opens the document, performs `body`, and closes it: with its changes, or unchanged if `body` throws or requests
    /// a dry run.
    ///
    /// - Throws: the errors of `body`; the document is as it was.
    /// - Complexity: as `body`; opening and closing cost nothing that grows with the document.
    public mutating func transact<Result>(
        dryRun: Bool = false, _ body: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> (result: Result, delta: Delta) {
        var open = Document.vacant
        swap(&open, &self)
        var transaction = Transaction(consume open)
        let result: Result
        do {
            result = try body(&transaction)
        } catch {
            transaction.putBack(transaction.delta)
            self = transaction.document
            throw error
        }
        let delta = transaction.finished()
        if dryRun { transaction.putBack(delta) }
        self = transaction.document
        return (result, delta)
    }

    /// Undoes a transaction with a known delta, as if it had never been performed.
    ///
    /// - Parameter made: the ids that were generated before it.
    public mutating func takeBack(_ delta: Delta, to made: MadeIDs) {
        apply(delta.inverse)
        (nodeIDs, edgeIDs) = (made.nodes, made.edges)
    }

    /// The ids that were made so far, for `takeBack`.
    public var madeIDs: MadeIDs { MadeIDs(nodes: nodeIDs, edges: edgeIDs) }

    /// Continues the generation of ids of another document: with its prefix, and none of its ids again.
    ///
    /// - Complexity: O(*n*) in the elements.
    public mutating func goOn(from made: MadeIDs) {
        // Counted aside: a change of the document while its ids are read would copy it for each of them.
        var (nodes, edges) = (made.nodes.following(nodeIDs), made.edges.following(edgeIDs))
        for slot in nodeSlots { withNodeID(slot) { nodes.note($0) } }
        for slot in edgeSlots { withEdgeID(slot) { edges.note($0) } }
        (nodeIDs, edgeIDs) = (nodes, edges)
    }

    /// Records the ids of inserted elements, so that none of them is generated again.
    public mutating func noteMade(_ delta: Delta) {
        for change in delta.nodes { change.newID?.withBytes { nodeIDs.noteMade($0) } }
        for change in delta.edges { change.newID?.withBytes { edgeIDs.noteMade($0) } }
    }

    /// Takes a step of the history back or forth: the document must be in the state the delta starts from.
    public mutating func replay(_ delta: Delta) {
        apply(delta)
    }
}

extension Document {
    /// A document that replaces another during a transaction.
    private static let vacant = Document()
}

extension Document {
    /// Takes the document from the state before a delta to the state after it.
    ///
    /// - Complexity: O(*n*) in the elements of the delta.
    mutating func apply(_ delta: Delta) {
        leaveOrder(to: delta.edges.count { $0.leadsElsewhere })
        for change in delta.edges where change.before != nil && change.after == nil { removeEdge(change.slot) }
        for change in delta.nodes where change.isRemoval { removeNode(change.slot) }
        for change in delta.nodes {
            switch change.content {
            case .same: setGeometry(change.slot, change.after)
            case .changed(let before, .some(let after)):
                if before == nil { nodes.slots.take(change.slot) }
                put(after, at: change.slot)
            case .changed: break
            }
        }
        for change in delta.nodes {
            if case .changed(_, .some) = change.content { linkParent(change.slot) }
        }
        for change in delta.edges {
            guard let after = change.after else { continue }
            if change.before == nil { edges.slots.take(change.slot) }
            put(after, at: change.slot)
        }
        for placement in delta.nodeOrder { place(placement) }
        for placement in delta.edgeOrder { place(placement) }
        if !delta.members.isEmpty { setMembers(delta.members) }
        for change in delta.measured { setMeasured(change.id, change.after) }
    }
}
