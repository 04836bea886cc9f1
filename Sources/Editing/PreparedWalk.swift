import Graph
import Wire

/// A walk through steps of the history on a copy of their document, by any thread.
public struct WalkJob: Sendable {
    fileprivate let direction: HistoryDirection
    fileprivate let steps: Int
    fileprivate let owner: StepOwner
    fileprivate let history: History
    fileprivate let document: Document
    fileprivate let transients: TransientElements

    /// Performs the steps; nil if that is not possible exactly.
    public func run() -> PreparedWalk? {
        var history = history
        guard let walked = history.walk(direction, steps, of: owner), walked.steps > 0 else { return nil }
        var (after, transients) = (document, transients)
        let delta = after.replay(walked.deltas, &transients)
        let text = DocumentChange.text(of: delta, after)
        return PreparedWalk(
            direction: direction, steps: walked.steps, base: document, document: after, transients: transients,
            delta: delta, text: text)
    }

    /// Returns true if nothing was recorded in a history since, so that the same steps are meant.
    public func isCurrent(in history: History) -> Bool { history.recordings == self.history.recordings }
}

/// The steps of a walk, performed on a copy of their document, for the document itself to adopt.
public struct PreparedWalk: Sendable {
    fileprivate let direction: HistoryDirection
    fileprivate let steps: Int
    fileprivate let base: Document
    /// The document afterwards.
    public let document: Document
    let transients: TransientElements
    /// The change.
    public let delta: Delta
    let text: JSONText

    /// Returns true if the same steps are performed in an unchanged document. O(1).
    func isSame(as direction: HistoryDirection, _ steps: Int, in document: Document) -> Bool {
        self.direction == direction && self.steps == steps && document.isCopy(of: base)
    }
}

extension DocumentEditor {
    /// The work of performing up to a number of steps; nil if they change little.
    ///
    /// - Complexity: O(*n*) in the steps.
    public func walkJob(_ direction: HistoryDirection, _ steps: Int, of owner: StepOwner) -> WalkJob? {
        if editRefusal != nil || history.isGroupOpen || document.hasStamps { return nil }
        if history.weight(direction, steps, of: owner) <= Limits.jobElements { return nil }
        return WalkJob(
            direction: direction, steps: steps, owner: owner, history: history, document: document,
            transients: transients)
    }
}

extension History {
    /// The number of elements that the next steps change, at most `count` of them; steps of other owners end the count.
    fileprivate func weight(_ direction: HistoryDirection, _ count: Int, of owner: StepOwner) -> Int {
        func weigh(_ ahead: some Sequence<Int>) -> Int {
            ahead.prefix { owner.takes(steps[$0].origin) }.reduce(0) { $0 + steps[$1].weight }
        }
        switch direction {
        case .undo: return weigh((splitCount..<top).suffix(count).reversed())
        case .redo: return weigh((top..<steps.count).prefix(count))
        }
    }
}
