import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// The lock of a file that says which process edits it.

extension Files {
    /// Locks a file. The lock of a dead process, and an incomplete one, are replaced; any other file with that name
    /// stays. While another process writes the journal of the file, there is no lock either.
    ///
    /// A folder that cannot be written, or that others keep locked, is not an error: the file then has no lock.
    public func lock(_ path: String) -> FileLock { lock(path, isTaken: false) }

    /// Locks a file, whoever has locked it. The other process notices this at its next edit; its journal continues as
    /// this process's, so its writes until then go into a file without a name.
    public func takeLock(_ path: String) -> FileLock { lock(path, isTaken: true) }

    private func lock(_ path: String, isTaken: Bool) -> FileLock {
        guard let place = try? Place(path, below: root), let key = FileKey(place), place.lockFolder() else {
            return .unavailable
        }
        defer { place.folder.unlock() }
        if let held = locks.change({ $0[key] }), let name = try? stateFolder(of: place, isMade: false)?.lock(),
            name.has(held)
        {
            return .held(place.held)
        }
        let (lock, file) = takeLock(of: place, isTaken: isTaken)
        locks.change { $0[key] = file }
        if file == nil { removeStateFolder(of: place) }
        return lock
    }

    private func takeLock(of place: borrowing Place, isTaken: Bool) -> (lock: FileLock, file: HeldFile?) {
        let process = Platform.thisProcess
        if let old = try? place.oldLock() {
            if isTaken { old.removeLock() }
            if case .others(let owner) = old.holder(seenBy: process) { return (.heldByOthers(owner), nil) }
        }
        // Where folders cannot be locked, another process may remove it before anything is in it.
        for _ in 0..<Files.attempts {
            guard let name = try? stateFolder(of: place, isMade: true)?.lock() else { break }
            if isTaken { name.removeLock() }
            switch name.takeLock(for: process) {
            case .own(let file):
                guard let key = FileKey(place), !journals.change({ $0.contains(key) }), isJournalHeld(of: place),
                    !(isTaken && takeJournal(of: place))
                else { return (.held(place.held), file) }
                name.removeLock(file.identity)
                return (.heldByOthers(.unknown), nil)
            case .others(let owner): return (.heldByOthers(owner), nil)
            case .none: continue
            case .otherFile: return (.unavailable, nil)
            }
        }
        return (.unavailable, nil)
    }

    /// The number of attempts to put a lock into a folder that others remove.
    private static let attempts = 3

    /// Removes the lock of a file if it is one of this process.
    public func unlock(_ lock: FileLock.Held) {
        guard let place = try? Place(lock.path, below: root), let key = FileKey(place), place.lockFolder() else {
            return
        }
        defer { place.folder.unlock() }
        guard let held = locks.change({ $0.removeValue(forKey: key) }) else { return }
        (try? stateFolder(of: place, isMade: false)?.lock())?.removeLock(held.identity)
        removeStateFolder(of: place)
    }

    /// The lock of this process on a file, as far as it knows.
    func heldLock(_ path: String) -> HeldFile? {
        guard let place = try? Place(path, below: root), let key = FileKey(place) else { return nil }
        return locks.change { $0[key] }
    }
}

/// A file by its location.
struct FileKey: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    /// Its bytes: names that Unicode treats as equal belong to two files.
    private let name: [UInt8]

    init?(_ place: borrowing Place) {
        guard let folder = place.folder.status?.identity else { return nil }
        (device, number, name) = (folder.device, folder.number, Array(place.name.utf8))
    }
}

/// A file that its editor keeps open and locked, so that other processes detect that this one runs, whatever they see
/// of it.
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
    /// Waits until no other server takes or removes a lock in the folder. Returns false if that takes too long. If
    /// folders cannot be locked, no lock is held.
    func lockFolder() -> Bool {
        for _ in 0..<1000 {
            guard case .heldByOthers = folder.lock() else { return true }
            poll(nil, 0, 1)
        }
        return false
    }

    fileprivate var held: FileLock.Held {
        FileLock.Held(path: path, folder: folder.status?.identity ?? FileVersion.Identity(), name: name)
    }

}

/// The thing that has the name of a lock.
private enum LockHolder {
    /// Nothing, or a lock of a dead process that could be removed.
    case none
    case own(HeldFile)
    case others(LockOwner)
    /// Something else, which stays, or nothing, if no lock can be made.
    case otherFile
}

// The place of a lock.

extension Place {
    fileprivate func takeLock(for process: LockOwner) -> LockHolder {
        // The second time, what gave way is gone.
        for _ in 0..<2 {
            if let file = Descriptor.open(name, in: folder.number, O_RDWR | O_CREAT | O_EXCL, mode: 0o644) {
                _ = file.lock()
                if Platform.writeAll(process.text, to: file.number) { return .own(HeldFile(file)) }
                folder.remove(name)
                return .otherFile
            }
            if errno == ENOENT { return .none }
            guard errno == EEXIST else { return .otherFile }
            let found = holder(seenBy: process)
            guard case .none = found else { return found }
        }
        return .otherFile
    }

    /// Returns the file with the name of the lock here. A lock of a dead process is removed.
    fileprivate func holder(seenBy process: LockOwner) -> LockHolder {
        guard let found = foundLock() else { return folder.status(of: name) == nil ? .none : .otherFile }
        switch (found.reading, found.file.lock()) {
        case (.otherFile, _): return .otherFile
        case (.torn, .heldByOthers): return .others(.unknown)
        case (.owner(let owner), .heldByOthers): return .others(owner)
        case (.owner(process), _): return .own(found.file)
        case (.owner(let owner), let state):
            if owner.mayRun(seenBy: process, isFree: state == .held, started: Platform.start(of:)) {
                return .others(owner)
            }
        case (.torn, _): break
        }
        removeLock(found.file.identity)
        return .none
    }

    /// The other process that has the lock here; nothing is changed.
    func owner(seenBy process: LockOwner) -> LockOwner? {
        guard let found = foundLock() else { return nil }
        let state = found.file.lock()
        switch found.reading {
        case .owner(let owner) where owner != process:
            let mayRun = owner.mayRun(seenBy: process, isFree: state == .held, started: Platform.start(of:))
            return state == .heldByOthers || mayRun ? owner : nil
        case .torn: return state == .heldByOthers ? .unknown : nil
        case .owner, .otherFile: return nil
        }
    }

    /// Returns true if a lock still has its name here.
    fileprivate func has(_ lock: HeldFile) -> Bool { folder.status(of: name)?.identity == lock.identity }

    /// Returns the contents of the file that has the name of the lock; nil if there is none, or it is not a file.
    private func foundLock() -> (file: HeldFile, reading: LockOwner.Reading)? {
        guard let file = Descriptor.open(name, in: folder.number, O_RDONLY | O_NONBLOCK),
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
        if folder.status(of: name)?.identity == identity { folder.remove(name) }
    }
}

extension Platform {
    fileprivate static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
        bytes.withUnsafeBytes { writeAll($0, to: file) }
    }
}
