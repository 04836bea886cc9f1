import Editing
import Formats
import Graph
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

extension OpenDocument {
    /// Tries again to lock the file of a document that is read-only; true if it may be edited from now on, which is announced
    /// when it has its journal.
    ///
    /// - Parameter isTaken: whether the lock is taken from a process that has it.
    mutating func retryLock(isTaken: Bool, with files: any FileAccess) -> Bool {
        guard workspace.isReadOnly, let path, isTaken || !isForReading else { return false }
        lock = isTaken ? files.takeLock(path) : files.lock(path)
        if lockOwner == nil { (workspace.isReadOnly, isForReading) = (false, false) }
        return !workspace.isReadOnly
    }

    fileprivate mutating func allowEdits() {
        if !workspace.isReadOnly { return }
        (workspace.isReadOnly, isForReading, becameEditable) = (false, false, true)
    }
}

extension Documents {
    /// The documents of the file at a path, however it is spelled.
    func keys(ofFileAt path: String) -> [DocumentKey] {
        let version = files.locate(path)
        return all.lazy.filter { $0.isFile(at: path, version) }.map(\.key)
    }

    /// Refuses to write over a file whose journal has waiting changes, of whichever document.
    ///
    /// - Throws: `unrecovered`.
    func refuseUnrecovered(ofFileAt path: String) throws(Failure) {
        for key in keys(ofFileAt: path) where try document(key).waiting?.file != nil {
            throw Failure(EditError.unrecovered)
        }
    }

    /// Locks the file of a document before a save. If another process edits it, the document continues without a lock,
    /// unless that is refused.
    ///
    /// - Throws: `readOnly` for a file that another process edits.
    func lockTarget(_ target: String, isRefused: Bool) throws(Failure) -> FileLock {
        let lock = files.lock(target)
        guard case .heldByOthers(let owner) = lock else { return lock }
        if !isRefused { return .unavailable }
        throw Failure(
            .readOnly, "\"\(target)\" is edited by process \(owner.process) on \"\(owner.host)\"", path: "/path")
    }

    /// Gives a newly saved document the lock of that file, in place of the former one.
    mutating func moveLock(of key: DocumentKey, to new: FileLock) {
        exchangeLock(of: key, for: new)
        with(key) { $0.allowEdits() }
    }

    /// Makes a document read-only again that got the lock of its file and cannot read it.
    mutating func giveBackLock(of key: DocumentKey, isForReading: Bool) {
        exchangeLock(of: key, for: .unavailable)
        with(key) { ($0.workspace.isReadOnly, $0.isForReading) = (true, isForReading) }
    }

    private mutating func exchangeLock(of key: DocumentKey, for new: FileLock) {
        var old = new
        with(key) { swap(&$0.lock, &old) }
        release(old)
    }

    /// Removes a lock, unless an open document works with the same file.
    func release(_ lock: FileLock) {
        guard case .held(let held) = lock else { return }
        let isNeeded = all.contains { open in
            guard case .held(let other) = open.lock else { return false }
            return other.isOfSameFile(as: held)
        }
        if !isNeeded { files.unlock(held) }
    }

    /// Removes all locks, and the journals without unsaved changes, because the process ends.
    mutating func releaseFiles(keepsHistory: Bool) {
        for key in all.map(\.key) {
            leaveJournal(of: key, keepsHistory: keepsHistory)
            exchangeLock(of: key, for: .unavailable)
        }
    }
}

extension Documents {
    /// Lets the path that a document is written to through the gate.
    ///
    /// - Parameter intent: without the open documents.
    func pass(_ path: String, _ intent: WriteIntent) throws(Failure) -> FilePass {
        var intent = intent
        intent.open = all.compactMap { open in
            open.path.map {
                WriteIntent.OpenFile(
                    document: open.name, path: $0, version: open.version,
                    hasJournal: open.workspace.editor.hasJournal)
            }
        }
        do throws(FileError) {
            return try files.pass(path, intent)
        } catch {
            throw Failure(error)
        }
    }
}
