import Wire

// The locks of the files of open documents.

extension OpenDocument {
    /// The process that edits the file, if that is another one.
    var lockOwner: FileOwner? {
        guard case .heldByOthers(let owner) = lock else { return nil }
        return FileOwner(process: owner.process, host: owner.host)
    }
}

extension FileLock {
    /// Is true if this process has it, and so may keep a journal.
    var isHeld: Bool { if case .held = self { true } else { false } }
}

/// The process that edits a file, as it is sent to a client.
struct FileOwner: Sendable {
    var process = 0
    var host = ""

    static let shape = Shape.object(
        "FileOwner", "The process that edits a file.", initial: FileOwner(),
        members: [
            .required("process", \.process, .integer, "its number"),
            .required("host", \.host, .string, "the name of its computer"),
        ])
}

extension Session {
    /// Tries again to lock the file of a document that is read-only; true if it may be edited from now on.
    ///
    /// - Parameter isTaken: whether the lock is taken from a process that has it.
    mutating func retryLock(ofDocument index: Int, isTaken: Bool) -> Bool {
        guard documents[index].workspace.isReadOnly, let path = documents[index].path else { return false }
        if documents[index].isForReading && !isTaken { return false }
        documents[index].lock = isTaken ? files.takeLock(path) : files.lock(path)
        if documents[index].lockOwner == nil { allowEdits(ofDocument: index) }
        return !documents[index].workspace.isReadOnly
    }

    /// Locks the file that a document is about to be saved to. If another process edits it, the document goes on without a
    /// lock, unless that is refused.
    ///
    /// - Throws: `readOnly` for a file that another process edits.
    func lockTarget(_ target: String, isRefused: Bool) throws(Failure) -> FileLock {
        let lock = files.lock(target)
        guard case .heldByOthers(let owner) = lock else { return lock }
        if !isRefused { return .unavailable }
        throw Failure(
            .readOnly, "\"\(target)\" is edited by process \(owner.process) on \"\(owner.host)\"", path: "/path")
    }

    /// Gives a document that was just saved the lock of that file, in place of the one before.
    mutating func moveLock(ofDocument index: Int, to new: FileLock) {
        let old = documents[index].lock
        documents[index].lock = new
        allowEdits(ofDocument: index)
        release(old)
    }

    private mutating func allowEdits(ofDocument index: Int) {
        if !documents[index].workspace.isReadOnly { return }
        (documents[index].workspace.isReadOnly, documents[index].isForReading) = (false, false)
        documents[index].becameEditable = true
    }

    /// Removes a lock, unless an open document works with the same file.
    func release(_ lock: FileLock) {
        guard case .held(let held) = lock else { return }
        let isNeeded = documents.contains { open in
            guard case .held(let other) = open.lock else { return false }
            return other.isOfSameFile(as: held)
        }
        if !isNeeded { files.unlock(held) }
    }

    /// Removes all locks, and the journals without unsaved changes, because the process ends.
    public mutating func releaseFiles() {
        for index in documents.indices {
            leaveJournal(ofDocument: index)
            let lock = documents[index].lock
            documents[index].lock = .unavailable
            release(lock)
        }
    }
}
