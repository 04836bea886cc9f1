/// The file of a journal, which the process lends; the libraries do no I/O of their own.
///
/// It is opened, or made, by the first write. One thread uses it.
public protocol JournalFile: Sendable {
    /// Writes bytes at a place; what stood from there on is gone.
    ///
    /// If it fails, the bytes before the place are unchanged.
    func write(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) throws(JournalError)

    /// Returns when all that was written is on the disk, and the name of the journal.
    func sync() throws(JournalError)

    /// Takes away what stands from a place on, and returns when that is on the disk.
    func cut(at place: Int) throws(JournalError)

    /// Puts a file with these bytes in place of the journal, all or nothing.
    ///
    /// - Parameter isLasting: whether the bytes are on the disk before they get the name, which waits for `sync`.
    /// - Returns: the path that was given to what others had put in its place; nil if there was nothing.
    func replace(with bytes: UnsafeBufferPointer<UInt8>, isLasting: Bool) throws(JournalError) -> String?

    /// Looks whether the journal still has its name, and this process the lock of the document's file; a lock that was taken
    /// away is put there again.
    ///
    /// - Parameter byName: whether it is looked what has the name of the journal, which takes longer; else it is only looked
    ///   whether journal and lock were removed.
    func find(byName: Bool) -> JournalPresence

    /// Gives a journal that does not belong to the file a name that is free; returns its path.
    func setAside() throws(JournalError) -> String

    /// Removes the journal, if there is one, and what is kept of the file that it leads on from.
    ///
    /// - Parameter isSaved: whether the file was just saved; then what is kept is what others have written over since.
    func remove(isSaved: Bool) throws(JournalError)
}

/// The state of a journal's file while it was open.
public enum JournalPresence: String, CaseIterable, Sendable {
    /// It is as it was.
    case own
    /// Others have taken it away, or the lock: what was written since may be in no file.
    case gone
    /// Another process has the lock, so the journal is its own.
    case taken
}

/// The reason why a journal cannot be written.
public struct JournalError: Error, Sendable {
    /// The message for people.
    public var message: String

    /// An error with one sentence for people.
    public init(_ message: String) { self.message = message }
}

/// The state of a document's file, by which a journal finds out whether it belongs to it.
public struct FileState: Sendable, Equatable {
    /// The size, in bytes.
    public var size: Int
    /// The `StreamFingerprint` of the bytes.
    public var fingerprint: UInt64

    /// A state that is known.
    public init(size: Int, fingerprint: UInt64) {
        self.size = size
        self.fingerprint = fingerprint
    }
}
