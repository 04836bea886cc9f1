/// The file of a journal, which the process lends; the libraries do no I/O of their own.
///
/// It is opened, or made, by the first write. One thread uses it.
public protocol JournalFile: Sendable {
    /// Writes bytes at a position; later content is removed.
    ///
    /// If it fails, the bytes before the position are unchanged.
    func write(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) throws(JournalError)

    /// Returns when everything written, and the name of the journal, is on the disk.
    func sync() throws(JournalError)

    /// Removes the content from a position on, and returns when that is on the disk.
    func cut(at place: Int) throws(JournalError)

    /// Replaces the journal by a file with these bytes, all or nothing.
    ///
    /// - Parameter isLasting: whether the bytes are on the disk before they get the name, which waits for `sync`.
    /// - Returns: the new path of something else in its place; nil if there was nothing.
    func replace(with bytes: UnsafeBufferPointer<UInt8>, isLasting: Bool) throws(JournalError) -> String?

    /// Looks whether the journal still has its name, and this process the lock of the document's file; a lock that was taken
    /// away is put there again.
    ///
    /// - Parameter byName: whether the name of the journal is checked, which takes longer; else only removal of
    ///   journal and lock is checked.
    func find(byName: Bool) -> JournalPresence

    /// Gives a journal that does not belong to the file a name that is free; returns its path.
    func setAside() throws(JournalError) -> String

    /// Removes the journal, if there is one, and the kept content of the file from which it starts.
    ///
    /// - Parameter isSaved: whether the file was just saved; then later content of others is kept.
    func remove(isSaved: Bool) throws(JournalError)
}

/// The state of a journal's file while it was open.
public enum JournalPresence: String, CaseIterable, Sendable {
    /// It is as it was.
    case own
    /// Another process has removed it or its lock: what is written later may be in no file.
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

/// The state of a document's file, by which a journal recognizes it.
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
