import Editing
import Graph
import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// What the gate for paths that are written knows of a place, and what is kept of a file that is written over.

extension Files {
    /// Checks a path at the gate, and returns its present location.
    public func pass(_ path: String, _ intent: WriteIntent) throws(FileError) -> FilePass {
        var target = WriteTarget(path)
        var intent = intent
        if allowsHidden { intent.allowsHidden = true }
        // Some are refused whether they are there or not.
        if let parts = root.parts(of: path) { target.names = root.names + parts }
        target.outerCount = outerCount(of: target.names)
        if target.isReserved || target.isHidden && !intent.allowsHidden && !target.names.contains("..") {
            return try admit(target, intent)
        }
        let place = try Place(path, below: root)
        target.names = names(of: place)
        target.outerCount = outerCount(of: target.names)
        target.isInState = StateRoot.isAround(target.names, state)
        target.version = place.folder.status(of: place.name).map { FileVersion(at: place, $0) }
        if !target.isInState && !intent.isOwn && !intent.overwrites { target.owner = owner(of: place) }
        return try admit(target, intent)
    }

    /// The names on the way to a location from the root of the file system, as far as known.
    func names(of place: borrowing Place) -> [String] {
        root.names + place.way.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    private func outerCount(of names: [String]) -> Int {
        let outer =
            outer.map { $0.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) } } ?? root.names
        return zip(names, outer).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    }

    /// The other process that edits a file.
    private func owner(of place: borrowing Place) -> LockOwner? {
        let process = Platform.thisProcess
        if let owner = (try? place.oldLock())?.owner(seenBy: process) { return owner }
        return (try? stateFolder(of: place, isMade: false)?.lock())?.owner(seenBy: process)
    }

    /// Returns true if a file has a journal that starts from its content.
    private func hasJournal(leadingFrom place: borrowing Place) -> Bool {
        guard let found = try? findJournal(of: place, isLocked: false, Limits.fileBytes), !found.contents.isEmpty,
            let state = try? place.fileState()
        else { return false }
        return found.contents.withUnsafeBufferPointer { JournalRecovery.knows(state, in: $0) }
    }

    /// Returns true if a file's content is needed when it is overwritten: a journal starts from it, or may with its
    /// next edit.
    ///
    /// - Parameter isOpenHere: whether a document of this process has read the file.
    func needsBase(_ place: borrowing Place, isOpenHere: Bool) -> Bool {
        if hasJournal(leadingFrom: place) { return true }
        if !isOpenHere && owner(of: place) == nil { return false }
        guard let base = try? stateFolder(of: place, isMade: false)?.base() else { return true }
        return base.folder.status(of: base.name) == nil
    }

    /// Drops the kept content of a file, since its journal starts from the present one.
    func dropBase(of place: borrowing Place) {
        if let base = try? stateFolder(of: place, isMade: false)?.base() { base.folder.remove(base.name) }
    }

    /// Drops the kept content of a file from before its lock.
    func dropLeftBase(of place: borrowing Place) {
        guard let state = stateFolder(of: place, isMade: false), let lock = try? state.lock(),
            let base = try? state.base(), let kept = base.folder.status(of: base.name)
        else { return }
        let locked = lock.folder.status(of: lock.name).map { FileVersion(at: lock, $0).modified }
        if FileVersion(at: base, kept).modified < locked ?? .max { base.folder.remove(base.name) }
    }

    /// Keeps the content of a file beside its journal, which starts from it.
    ///
    /// - Throws: if the system refuses; then do not replace the file.
    func keepBase(of place: borrowing Place) throws(FileError) {
        guard let state = stateFolder(of: place, isMade: true) else {
            throw .system("cannot keep what \"\(place.path)\" holds for its journal")
        }
        let base = try state.base()
        base.removeLeftovers()
        var copy = try TemporaryFile.begin(
            beside: base, mode: (place.folder.status(of: place.name)?.st_mode ?? 0o600) & 0o666)
        try copy.fill(with: place.contents(for: place.path, Limits.fileBytes), for: place.path)
        try copy.rename(replacing: base)
        _ = base.folder.sync()
    }

    /// Rewrites the journal of a file so that it starts from the present content, if it starts from the kept one.
    ///
    /// - Parameter contents: of the journal.
    /// - Returns: Nil if nothing was kept, or the journal has no changes from there.
    func rebased(_ contents: [UInt8], of place: borrowing Place) -> [UInt8]? {
        guard let base = try? stateFolder(of: place, isMade: false)?.base(), base.folder.status(of: base.name) != nil,
            let kept = try? base.contents(for: place.path, Limits.fileBytes), let state = try? place.fileState(),
            !contents.withUnsafeBufferPointer({ JournalRecovery.knows(state, in: $0) })
        else { return nil }
        return ReplacedFile.journal(contents, leadingFrom: kept, to: state)
    }
}

extension Place {
    /// The state of the file here.
    fileprivate func fileState() throws(FileError) -> FileState {
        try contents(for: path, Limits.fileBytes).withUnsafeBufferPointer { FileState(of: $0) }
    }
}
