import Graph
import Storage

// What other replicas wrote, and the stamps by which it is merged.

extension DocumentEditor {
    /// The result of a merge: the changed elements, the suppressed ones, and the omitted edges.
    public typealias Merge = (nodes: [Identifier], edges: [Identifier], repaired: [Diagnostic], losses: [Loss])

    /// Merges the changes of another replica, as one change that is no step of the history.
    ///
    /// A following edit leaves out edges that the rules refuse: a step of its own, which other replicas receive.
    ///
    /// - Parameter rules: the treatment of new edges, and of edges that end elsewhere, that the rules refuse.
    /// - Throws: `groupOpen`, `invalidValue` (a value that no element can have), `connectionRefused`, `limits`; then nothing
    ///   has changed.
    /// - Complexity: O(the changes), and that of `MergePlan`.
    public mutating func merge(
        _ changes: StampedChanges, rules: RulePolicy = .report, cause: String
    ) throws(EditError) -> Merge {
        var (merge, delta) = try take(changes, rules, cause: cause)
        if rules != .skip { return merge }
        let slots = delta.newEnds
        if slots.isEmpty { return merge }
        merge.losses = try perform(Options(cause: cause, label: "Merge")) { (transaction) throws(EditError) in
            transaction.isFollowing = true
            return try transaction.enforce(.skip, on: transaction.document.edgesInOrder(slots))
        }.result
        let gone = Set(merge.losses.map(\.id))
        let new = Set(delta.edges.compactMap { $0.isInsertion ? $0.after?.id : nil })
        merge.edges.removeAll { gone.contains($0.string) && new.contains($0) }
        return merge
    }

    private mutating func take(
        _ changes: StampedChanges, _ rules: RulePolicy, _ origin: StepOrigin = .remote, cause: String
    ) throws(EditError) -> (Merge, Delta) {
        try refuseInGroup()
        document.updateInheritance()
        try prepareJournal()
        let hadStamps = document.hasStamps
        // Places follow from those that elements had before.
        if changes.keepsStamps { document.beginStamps() }
        let plan = MergePlan(changes, in: document)
        var line = StepLine(Options(cause: cause), origin)
        let (delta, lasting): (Delta, Delta)
        do throws(EditError) {
            (delta, lasting) = try perform(plan, rules == .refuse ? .refuse : .report, &line)
        } catch {
            if !hadStamps { document.setStamps(nil) }
            throw error
        }
        if changes.keepsStamps, let part = plan.finish(in: &document) {
            if hadStamps { journal?.append(part, of: document) } else { journal?.appendStamps(of: document) }
        }
        if !lasting.isEmpty { history.record(lasting, line, document, without: transients) }
        if !plan.confirmed.isEmpty, history.confirm(plan.confirmed, document, without: transients) {
            journal?.append(plan.confirmed)
        }
        if delta.isEmpty { return (([], [], plan.repaired, []), delta) }
        add(delta, cause: cause, nil)
        return ((delta.changedNodes(in: document), delta.changedEdges(in: document), plan.repaired, []), delta)
    }

    private mutating func perform(
        _ plan: MergePlan, _ rules: RulePolicy, _ line: inout StepLine
    ) throws(EditError) -> (Delta, lasting: Delta) {
        let made = document.madeIDs
        let delta = try document.transact { (transaction) throws(EditError) in
            transaction.isReplay = true
            try transaction.clearPlaces(of: plan)
            try transaction.apply(DocumentChange(plan), rules: rules)
        }.delta
        return (delta, try takeLasting(delta, made, &line))
    }

    /// Shows suppressed elements that are now possible.
    mutating func showSuppressed(_ origin: StepOrigin, cause: String) {
        guard document.stamps?.isDue == true, !history.isGroupOpen else { return }
        // A limit may be in the way: then it stays suppressed.
        _ = try? take(StampedChanges(), .report, origin, cause: cause)
    }

    /// Stamps the changes from now on with the name of a replica.
    public mutating func beginStamps(replica: String) { document.beginStamps(replica: replica) }

    /// Forgets which elements were removed; returns how many they were.
    public mutating func compactStamps() -> Int {
        let dropped = document.compactStamps()
        if dropped > 0 { journal?.appendStamps(of: document) }
        return dropped
    }

    /// Is true if a save would change the file.
    public var isDirty: Bool { history.isDirty || document.stampChanges != savedStampChanges }
}

extension Transaction {
    /// Removes the elements of a transient node whose id a node of a merge has, since they would become persistent.
    fileprivate mutating func clearPlaces(of plan: MergePlan) throws(EditError) {
        if !document.hasTransientElements { return }
        for element in plan.nodes where element.before == nil && element.after != nil {
            guard let slot = document.node(element.id) else { continue }
            try removeTransients(of: slot, besides: SlotSet())
        }
    }
}
