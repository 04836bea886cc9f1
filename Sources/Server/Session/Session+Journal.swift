import Editing
import Graph

// Replies wait until what they say is on the disk, as far as it is to be.

extension Session {
    /// Notes whether what is performed has changed a document in a way that is not on the disk yet, for the next reply, or is
    /// in a journal that others may have taken away.
    @inline(__always)
    mutating func noteUnsynced(_ key: DocumentKey, into outbox: inout Outbox) {
        guard let mark = documents.takeUnsyncedMark(of: key) else { return }
        if isReplyDue { outbox.unsynced.note(key, mark, waiting: outbox.ownWaiting) }
    }

    /// Removes all locks, and the journals without unsaved changes, because the process ends.
    public mutating func releaseFiles() { documents.releaseFiles(keepsHistory: keepsHistory) }

    /// Sees to it that all that was done is in journals that have their names, and waits until it is on the disk, as far as it
    /// is to be: before what it caused is written to the client.
    ///
    /// Of a document where that fails everything since the last time is taken back, and the requests that did it get the
    /// error in place of their results.
    public mutating func syncJournals(into outbox: inout Outbox) {
        var refused: [[UInt8]: Failure] = [:]
        let outcome = documents.syncJournals()
        for (key, mark, error) in outcome.refused {
            for id in outbox.unsynced.ids(of: key, mark) { refused[id] = error }
            refuseInPeers(key, mark, error)
        }
        for key in outcome.news { touch(key) }
        outbox.refuse(refused)
        outbox.unsynced.removeAll()
        for place in peers.indices { peers[place].outbox.unsynced.removeAll() }
        if !outcome.news.isEmpty && !isHoldingBack { announce(into: &outbox) }
    }
}
