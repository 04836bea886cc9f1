import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// The lock beside a file that says which process edits it.

extension Files {
    /// Puts a lock beside a file. One of a process that is no more, and one that was not written to its end, give way; any other
    /// file of that name stays. While another process writes the journal of the file, there is none either.
    ///
    /// A folder that cannot be written, or that others keep locked, is not an error: the file then has no lock.
    public func lock(_ path: String) -> FileLock { lock(path, isTaken: false) }

    /// Puts a lock beside a file, whoever has one. The other process finds that at its next edit; its journal goes on as one of
    /// this process, so what it writes until then is in a file without a name.
    public func takeLock(_ path: String) -> FileLock { lock(path, isTaken: true) }

    private func lock(_ path: String, isTaken: Bool) -> FileLock {
        guard let place = try? Place(path, below: root), let key = FileKey(place), place.lockFolder() else {
            return .unavailable
        }
        defer { place.folder.unlock() }
        if let held = locks.change({ $0[key] }), place.has(held) { return .held(place.held) }
        if isTaken { place.removeLock() }
        var (lock, file) = place.takeLock(for: Platform.thisProcess)
        if let new = file, !journals.change({ $0.contains(key) }), place.isJournalHeldByOthers,
            !(isTaken && takeJournal(of: path))
        {
            place.removeLock(new.identity)
            (lock, file) = (.heldByOthers(.unknown), nil)
        }
        locks.change { $0[key] = file }
        return lock
    }

    /// Removes the lock of a file if it is one of this process.
    public func unlock(_ lock: FileLock.Held) {
        guard let place = try? Place(lock.path, below: root), let key = FileKey(place), place.lockFolder() else {
            return
        }
        defer { place.folder.unlock() }
        guard let held = locks.change({ $0.removeValue(forKey: key) }) else { return }
        place.removeLock(held.identity)
    }

    /// The lock of this process on a file, as far as it knows.
    func heldLock(_ path: String) -> HeldFile? {
        guard let place = try? Place(path, below: root), let key = FileKey(place) else { return nil }
        return locks.change { $0[key] }
    }
}

/// A file by the place that it has.
struct FileKey: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let name: String

    init?(_ place: borrowing Place) {
        guard let folder = place.folder.status?.identity else { return nil }
        (device, number, name) = (folder.device, folder.number, place.name)
    }
}

/// A file that is kept open, and locked by whoever edits it: so other processes find that this one runs, whatever they see of it.
final class HeldFile: Sendable {
    private let file: Descriptor
    let identity: FileVersion.Identity

    init(_ file: consuming Descriptor) {
        identity = file.status?.identity ?? FileVersion.Identity()
        self.file = file
    }

    /// Is true if it has any name.
    var isLinked: Bool { file.isLinked }

    /// Locks the file, until the last use of this.
    func lock() -> Descriptor.Lock { file.lock() }
}

extension Place {
    /// The name of the lock beside this file.
    var lockName: String { "\(name).lock" }

    /// Waits until no other server takes or removes a lock in the folder.
    /// Returns false if that takes too long.
    /// If there are no locks of folders, none is held.
    func lockFolder() -> Bool {
        for _ in 0..<1000 {
            guard case .heldByOthers = folder.lock() else { return true }
            poll(nil, 0, 1)
        }
        return false
    }

    fileprivate func takeLock(for process: LockOwner) -> (lock: FileLock, file: HeldFile?) {
        // The second time, what gave way is gone.
        for _ in 0..<2 {
            if let file = Descriptor.open(lockName, in: folder.number, O_RDWR | O_CREAT | O_EXCL, mode: 0o644) {
                _ = file.lock()
                guard Platform.writeAll(process.text, to: file.number) else {
                    folder.remove(lockName)
                    return (.unavailable, nil)
                }
                return (.held(held), HeldFile(file))
            }
            guard errno == EEXIST, let found = foundLock() else { return (.unavailable, nil) }
            switch (found.reading, found.file.lock()) {
            case (.otherFile, _): return (.unavailable, nil)
            case (.torn, .heldByOthers): return (.heldByOthers(.unknown), nil)
            case (.owner(let owner), .heldByOthers): return (.heldByOthers(owner), nil)
            case (.owner(process), _): return (.held(held), found.file)
            case (.owner(let owner), let state):
                if owner.mayRun(seenBy: process, isFree: state == .held, started: Platform.start(of:)) {
                    return (.heldByOthers(owner), nil)
                }
                removeLock(found.file.identity)
            case (.torn, _): removeLock(found.file.identity)
            }
        }
        return (.unavailable, nil)
    }

    fileprivate var held: FileLock.Held {
        FileLock.Held(path: path, folder: folder.status?.identity ?? FileVersion.Identity(), name: name)
    }

    /// Returns true if a lock still has its name.
    fileprivate func has(_ lock: HeldFile) -> Bool { folder.status(of: lockName)?.identity == lock.identity }

    /// Returns the contents of the file that has the name of the lock; nil if there is none, or it is not a file.
    private func foundLock() -> (file: HeldFile, reading: LockOwner.Reading)? {
        guard let file = Descriptor.open(lockName, in: folder.number, O_RDONLY | O_NONBLOCK),
            let status = file.status, status.isFile
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: LockOwner.longestText + 1)
        guard let count = bytes.withUnsafeMutableBytes({ file.read(into: $0) }) else { return nil }
        return (HeldFile(file), LockOwner.read(Array(bytes[..<count])))
    }

    /// Removes the lock of any process.
    fileprivate func removeLock() {
        guard let found = foundLock(), found.reading != .otherFile else { return }
        removeLock(found.file.identity)
    }

    /// Removes the file that was found, if it still has the lock's name.
    fileprivate func removeLock(_ identity: FileVersion.Identity) {
        if folder.status(of: lockName)?.identity == identity { folder.remove(lockName) }
    }

    /// Is true if another process writes the journal of this file.
    fileprivate var isJournalHeldByOthers: Bool {
        let file = Descriptor.open(journalName, in: folder.number, O_RDONLY | O_NONBLOCK)
        guard let file, file.status?.isFile == true else { return false }
        return file.lock() == .heldByOthers
    }
}

extension Platform {
    fileprivate static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
        bytes.withUnsafeBytes { writeAll($0, to: file) }
    }
}
