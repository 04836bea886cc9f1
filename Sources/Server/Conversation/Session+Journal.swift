import Editing
import Graph

// Replies wait until the changes that they report are on the disk, as far as the journal requires.

extension Session {
    /// Removes all locks, and the journals without unsaved changes, because the process ends.
    public mutating func releaseFiles() { documents.releaseFiles(keepsHistory: client.keepsHistory) }

    /// Ensures that all changes are in journals that still have their names, and waits until they are on the disk, if
    /// required, before their effects are written to the client.
    ///
    /// If that fails for a document, everything since the last success is taken back, and the requests get the error
    /// in place of their results.
    public mutating func syncJournals(into outbox: inout Outbox) {
        var refused: [[UInt8]: Failure] = [:]
        let outcome = documents.syncJournals(cause: HistoryUndo.name)
        for (key, mark, error) in outcome.refused {
            for id in outbox.unsynced.ids(of: key, mark) { refused[id] = error }
            for index in peers.indices {
                let ids = peers[index].outbox.unsynced.ids(of: key, mark)
                if !ids.isEmpty {
                    peers[index].outbox.refuse(Dictionary(ids.map { ($0, error) }) { first, _ in first })
                }
            }
        }
        for key in outcome.news { touch(key) }
        outbox.refuse(refused)
        outbox.unsynced.removeAll()
        for index in peers.indices { peers[index].outbox.unsynced.removeAll() }
        if !outcome.news.isEmpty && !isHoldingBack { announce(into: &outbox) }
    }
}
