import Graph

// What other replicas wrote, and the stamps by which it is merged.

extension DocumentEditor {
    /// What a merge did: the elements that changed, and what was left out.
    public typealias Merge = (nodes: [Identifier], edges: [Identifier], repaired: [Diagnostic])

    /// Takes in what another replica wrote, as one change that is no step of the history.
    ///
    /// - Throws: `groupOpen`, `invalidValue` (a value that no element can have), `limits`; then nothing has changed.
    /// - Complexity: O(the changes), and that of `MergePlan`.
    public mutating func merge(_ changes: StampedChanges, cause: String) throws(EditError) -> Merge {
        try refuseInGroup()
        document.updateInheritance()
        if isReadOnly { throw .readOnly }
        try prepareJournal()
        let plan = MergePlan(changes, in: document)
        let made = document.madeIDs
        let (_, delta) = try document.transact { (transaction) throws(EditError) in
            transaction.isReplay = true
            try transaction.apply(DocumentChange(plan))
        }
        var line = Journal.Change(Options(cause: cause), .remote)
        let lasting = try takeLasting(delta, made, &line)
        if changes.keepsStamps {
            document.setStamps(plan.finished(in: document))
            journal?.appendStamps(of: document)
        }
        if delta.isEmpty { return ([], [], plan.repaired) }
        if !lasting.isEmpty { history.record(lasting, line, document, without: transients) }
        add(delta, cause: cause, nil)
        return (delta.changedNodes(in: document), delta.changedEdges(in: document), plan.repaired)
    }

    /// Shows what was left out and can be there now.
    mutating func showLeftOut(cause: String) {
        guard document.stamps?.leavesOut == true, !history.isGroupOpen else { return }
        // A limit may be in the way: then it stays left out.
        _ = try? merge(StampedChanges(), cause: cause)
    }

    /// Stamps the changes from now on with the name of a replica.
    public mutating func beginStamps(replica: String) { document.beginStamps(replica: replica) }

    /// Forgets which elements were removed; returns how many they were.
    public mutating func compactStamps() -> Int { document.compactStamps() }
}
