import Graph

/// The changes since the journal was last on the disk, and the state before them.
struct UnsyncedChanges: Sendable {
    /// Every change, the oldest first.
    var deltas: [Delta] = []
    let history: History
    let transients: TransientElements
    let stamps: StampTable?
}

/// A mark of the changes that are not on the disk yet: it differs after anything is written into the journal.
public struct UnsyncedMark: Sendable, Equatable {
    /// The number of times that the journal came to be on the disk before.
    public let syncs: Int
    fileprivate let end: Int
    fileprivate let revision: Int
}

// The journal of a document whose changes are to outlive a loss of power: they are appended at once and announced when they
// are on the disk, as many as there are.

extension DocumentEditor {
    /// Is true if there are changes that are not on the disk yet and must be.
    public var isUnsynced: Bool { journal?.isUnsynced ?? false }

    /// The mark of those changes; nil for none.
    public var unsyncedMark: UnsyncedMark? {
        guard isLasting, let journal, journal.isUnsynced else { return nil }
        return UnsyncedMark(syncs: journal.syncs, end: journal.end, revision: revision)
    }

    /// Records the present state, if all changes so far are on the disk.
    ///
    /// - Complexity: O(1), but the next change copies the list of the steps, and the stamps.
    mutating func beginUnsynced() {
        if isUnsynced && unsynced != nil { return }
        unsynced = UnsyncedChanges(history: history, transients: transients, stamps: document.stamps)
    }

    /// Waits until all changes are on the disk; a journal that the disk did not store is written again beside it.
    ///
    /// - Throws: `journal` if that fails, too. Then all changes since the last success are taken back, by one change,
    ///   the history is restored, and the journal is written again before any further change.
    public mutating func syncJournal(cause: String) throws(EditError) {
        defer { unsynced = nil }
        guard isUnsynced else { return }
        if journal?.isBroken == false, (try? journal?.sync()) != nil { return }
        journal?.cutUnsynced()
        do throws(EditError) {
            try rewriteJournal()
        } catch {
            takeBackUnsynced(cause: cause)
            // The new journal may have got the name all the same, with what is refused in it. If it cannot be replaced now, it
            // stays broken, and nothing is acknowledged before it is.
            try? rewriteJournal()
            throw error
        }
    }

    private mutating func takeBackUnsynced(cause: String) {
        guard let unsynced = unsynced.take() else { return }
        let inverses = unsynced.deltas.reversed().map(\.inverse)
        for inverse in inverses { document.replay(inverse) }
        (history, transients) = (unsynced.history, unsynced.transients)
        document.bringBack(unsynced.stamps)
        if !inverses.isEmpty { add(Delta(merging: inverses), cause: cause, nil) }
    }
}
