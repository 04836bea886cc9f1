import Graph

/// The latest changes of a document, from which it is found as it was before them, and which views look at that have not yet.
struct RevisionLog: Sendable {
    /// The changes, the oldest first; each led from a revision to the next one.
    private var deltas: [Delta] = []
    /// The number of the oldest ones that count no more.
    private var dropped = 0
    private var bytes = 0

    /// Adds a change.
    mutating func append(_ delta: Delta) {
        deltas.append(delta)
        bytes += delta.bytes
        while deltas.count - dropped > Limits.comparedRevisions || bytes > Limits.comparedRevisionBytes {
            bytes -= deltas[dropped].bytes
            deltas[dropped] = Delta()
            dropped += 1
        }
        if dropped > Limits.comparedRevisions {
            deltas.removeFirst(dropped)
            dropped = 0
        }
    }

    /// Forgets all changes: what they name is numbered otherwise now.
    mutating func removeAll() { self = RevisionLog() }

    /// The latest changes, so many; nil if they are not kept.
    func latest(_ count: Int) -> ArraySlice<Delta>? {
        count >= 0 && count <= deltas.count - dropped ? deltas.suffix(count) : nil
    }

    /// Returns a document as it was so many changes ago; nil if they are not kept.
    ///
    /// - Complexity: O(the document, which is copied, and the changes).
    func document(_ document: Document, before count: Int) -> Document? {
        guard let deltas = latest(count) else { return nil }
        var former = document
        for delta in deltas.reversed() { former.replay(delta.inverse) }
        former.updateInheritance()
        return former
    }
}
