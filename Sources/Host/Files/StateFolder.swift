import Server
import Storage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder of a file's journal and lock: hidden beside it, or in the folder that the process was given for them.
///
/// The first writer makes it, and it is removed when it is empty. Other things in it stay.
struct StateFolder: ~Copyable {
    let folder: Descriptor
    /// The path from the root, without links; an absolute one in a `StateRoot`.
    let path: String

    static let journalName = "journal"
    static let lockName = "lock"
    static let baseName = "base"

    /// The location of the journal here.
    func journal() throws(FileError) -> Place { try place(StateFolder.journalName) }

    /// The location of the lock here.
    func lock() throws(FileError) -> Place { try place(StateFolder.lockName) }

    /// The location of the former content of a file that was overwritten while the journal started from it.
    func base() throws(FileError) -> Place { try place(StateFolder.baseName) }

    private func place(_ name: String) throws(FileError) -> Place {
        guard let place = Place(folder, name, "\(path)/\(name)") else { throw .system("cannot enter \"\(path)\"") }
        return place
    }
}

extension Files {
    /// The name of the hidden folder beside a file that has its journal and its lock.
    public static func hiddenFolder(of name: String) -> String { ".\(name).nodewire" }

    /// Opens the folder of a file's journal and lock; nil if that fails, which `errno` explains.
    ///
    /// - Parameter isMade: whether it is made if there is none. Then it has the rights of the file.
    func stateFolder(of place: borrowing Place, isMade: Bool) -> StateFolder? {
        if let state { return state.folder(of: root.name(of: place), isMade: isMade) }
        let name = place.hiddenName
        let path = place.path(beside: name)
        if let found = Descriptor.openFolder(name, in: place.folder.number) {
            return StateFolder(folder: found, path: path)
        }
        guard isMade, errno == ENOENT, place.makeFolder(name) else { return nil }
        guard let made = Descriptor.openFolder(name, in: place.folder.number) else { return nil }
        return StateFolder(folder: made, path: path)
    }

    /// Removes the folder of a file's journal and lock if nothing is in it, as soon as no other server puts a lock there.
    func leaveStateFolder(of place: borrowing Place) {
        guard place.lockFolder() else { return }
        removeStateFolder(of: place)
        place.folder.unlock()
    }

    /// Removes the folder of a file's journal and lock if nothing is in it. The folder of the file is locked.
    func removeStateFolder(of place: borrowing Place) {
        guard let state else { return place.folder.removeFolder(place.hiddenName) }
        state.removeFolder(of: root.name(of: place))
    }
}

extension Place {
    /// The name of the hidden folder beside this file.
    fileprivate var hiddenName: String { Files.hiddenFolder(of: name) }

    /// The locations of the journal and the lock of this file as in version 1, beside it.
    func oldJournal() throws(FileError) -> Place { try neighbor("\(name).journal") }

    func oldLock() throws(FileError) -> Place { try neighbor("\(name).lock") }

    private func neighbor(_ name: String) throws(FileError) -> Place {
        guard let place = Place(folder, name, path(beside: name)) else {
            throw .system("cannot reach the folder of \"\(path)\"")
        }
        return place
    }

    /// Makes a folder beside this file that readers of the file may enter, and its writers may change.
    fileprivate func makeFolder(_ name: String) -> Bool {
        let file = folder.status(of: self.name)
        let rights = file.map { $0.st_mode & 0o666 } ?? 0o666
        if retrying({ mkdirat(folder.number, name, 0o700 | rights | (rights & 0o444) >> 2) }) != 0 {
            return errno == EEXIST
        }
        // Only who may give files away can do this; for all others the folder is their own.
        if let file, file.st_uid != geteuid() {
            _ = fchownat(folder.number, name, file.st_uid, file.st_gid, AT_SYMLINK_NOFOLLOW)
        }
        return true
    }
}
