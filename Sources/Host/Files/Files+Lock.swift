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
    /// file of that name stays.
    ///
    /// A folder that cannot be written, or that others keep locked, is no error: the file then has no lock.
    public func lock(_ path: String) -> FileLock {
        guard let place = try? Place(path, below: root), place.lockFolder() else { return .unavailable }
        defer { place.folder.unlock() }
        return place.takeLock(for: Platform.thisProcess)
    }

    /// Removes the lock of a file if it is one of this process.
    public func unlock(_ lock: FileLock.Held) {
        guard let place = try? Place(lock.path, below: root), place.lockFolder() else { return }
        defer { place.folder.unlock() }
        if let found = place.foundLock(), found.reading == .owner(Platform.thisProcess) {
            place.removeLock(found.identity)
        }
    }
}

extension Place {
    private var lockName: String { "\(name).lock" }

    /// Waits until no other server takes or removes a lock in the folder; false where that takes too long. Where there are no
    /// locks of folders, none is held.
    fileprivate func lockFolder() -> Bool {
        for _ in 0..<1000 {
            guard case .heldByOthers = folder.lock() else { return true }
            poll(nil, 0, 1)
        }
        return false
    }

    fileprivate func takeLock(for process: LockOwner) -> FileLock {
        // The second time, what gave way is gone.
        for _ in 0..<2 {
            if let file = Descriptor.open(lockName, in: folder.number, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644) {
                guard Platform.writeAll(process.text, to: file.number) else {
                    folder.remove(lockName)
                    return .unavailable
                }
                return .held(held)
            }
            guard errno == EEXIST, let found = foundLock() else { return .unavailable }
            switch found.reading {
            case .otherFile: return .unavailable
            case .owner(process): return .held(held)
            case .owner(let owner) where owner.mayRun(seenBy: process, started: Platform.start(of:)):
                return .heldByOthers(owner)
            case .owner, .torn: removeLock(found.identity)
            }
        }
        return .unavailable
    }

    private var held: FileLock.Held {
        FileLock.Held(path: path, folder: folder.status?.identity ?? FileVersion.Identity(), name: name)
    }

    /// What stands in the file that has the name of the lock; nil if there is none, or it is no file.
    fileprivate func foundLock() -> (reading: LockOwner.Reading, identity: FileVersion.Identity)? {
        guard let file = Descriptor.open(lockName, in: folder.number, O_RDONLY | O_NONBLOCK),
            let status = file.status, status.isFile
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: LockOwner.longestText + 1)
        guard let count = bytes.withUnsafeMutableBytes({ file.read(into: $0) }) else { return nil }
        return (LockOwner.read(Array(bytes[..<count])), status.identity)
    }

    /// Removes the file that was found, if it still has the lock's name.
    fileprivate func removeLock(_ identity: FileVersion.Identity) {
        if folder.status(of: lockName)?.identity == identity { folder.remove(lockName) }
    }
}

extension Platform {
    fileprivate static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
        bytes.withUnsafeBytes { writeAll($0, to: file) }
    }
}
