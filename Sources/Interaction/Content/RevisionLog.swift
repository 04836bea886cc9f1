import Graph

/// The latest changes of a document: earlier revisions are computed from them, and views read the ones that they have
/// not seen.
struct RevisionLog: Sendable {
    /// The changes, the oldest first, each from one revision to the next.
    private var deltas: [Delta] = []
    /// The number of the oldest ones that no longer count.
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

    /// Drops all changes, since the numbers of their elements have changed.
    mutating func removeAll() { self = RevisionLog() }

    /// A number of the latest changes; nil if they are not kept.
    func latest(_ count: Int) -> ArraySlice<Delta>? {
        count >= 0 && count <= deltas.count - dropped ? deltas.suffix(count) : nil
    }

    /// Returns a document as it was some changes ago; nil if they are not kept.
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
