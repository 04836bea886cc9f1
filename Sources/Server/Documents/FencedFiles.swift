import Formats
import Graph
import Storage

/// The files of a session, in which each fence of a Markdown file is a file of its own: `README.md#2` is the second.
///
/// Only the fence is read and written; the text around it is that on the disk at the moment, so that documents of two
/// fences of one file keep each other's changes. Each has a journal of its own, and all share the lock of their file.
public struct FencedFiles: FileAccess {
    private let files: any FileAccess

    /// These files with their fences.
    public init(_ files: any FileAccess) { self.files = files }

    /// A fence that was found at a path.
    struct Found {
        /// The path, with the number of the fence.
        let path: String
        /// Its number, from 1.
        let number: Int
        /// All fences of the file.
        let fences: [MarkdownText.Fence]

        var format: Format { fences[number - 1].format }
        /// The line where its content begins.
        var firstLine: Int { fences[number - 1].line + 1 }
    }

    // MARK: Paths

    static func path(_ file: String, _ number: Int) -> String { "\(file)#\(number)" }

    /// The Markdown file and the fence number that a path names; nil for a path of another file, for example one whose
    /// own name ends in a number.
    func parts(of path: String) -> (file: String, number: Int?)? {
        guard let parts = MarkdownText.parts(of: path) else { return nil }
        return parts.number != nil && files.locate(path) != nil ? nil : parts
    }

    /// The path of the file that has the fence at a path.
    public func file(of path: String) -> String { parts(of: path)?.file ?? path }

    /// Finds the fence at a path: that of its number, else the first that is a graph; nil for a file that is no Markdown.
    ///
    /// - Parameter number: the fence, in place of the one in the path.
    /// - Throws: if there is no such fence, or the file cannot be read.
    func find(_ path: String, _ number: Int? = nil, limit: Int) throws(FileError) -> Found? {
        guard let parts = parts(of: path) else {
            guard let number else { return nil }
            throw FileError("a file that is not Markdown has no fence \(number)")
        }
        let text = try files.markdown(of: parts.file, limit: limit).text
        return try FencedFiles.find(number ?? parts.number, of: parts.file, in: text)
    }

    private static func find(_ number: Int?, of file: String, in text: MarkdownText) throws(FileError) -> Found {
        let fences = try FencedFiles.fences(of: text)
        if fences.isEmpty {
            throw FileError("the file has no fence of mermaid, dot or nodewire", .format)
        }
        let number = number ?? (fences.firstIndex { $0.otherDiagram == nil } ?? 0) + 1
        if !(1...fences.count ~= number) {
            let count = fences.count == 1 ? "1 fence" : "\(fences.count) fences"
            throw FileError("the file has \(count) of mermaid, dot or nodewire, and no fence \(number)")
        }
        return Found(path: path(file, number), number: number, fences: fences)
    }

    private static func fences(of text: MarkdownText) throws(FileError) -> [MarkdownText.Fence] {
        if let refusal = text.refusal { throw FileError(refusal, .fences) }
        return text.fences
    }

    /// The fences of a file at a path that names none; nil for a file that is no Markdown.
    ///
    /// - Throws: if the file cannot be read.
    public func fences(of path: String, limit: Int = Limits.fileBytes) throws(FileError) -> [MarkdownText.Fence]? {
        guard let (file, number) = parts(of: path), number == nil else { return nil }
        return try FencedFiles.fences(of: files.markdown(of: file, limit: limit).text)
    }

    /// Returns true if the file of a document is at a path, whichever of its fences the document is.
    func isFile(of own: String, at path: String) -> Bool {
        guard let parts = parts(of: own), parts.number != nil else { return false }
        guard let one = files.locate(parts.file), let other = files.locate(path) else {
            return parts.file.utf8.elementsEqual(path.utf8)
        }
        return one.isAtSamePlace(as: other)
    }

    // MARK: Reading and writing

    /// Reads a file or a fence and calls `body` with the bytes and the fence.
    func withContents(
        of path: String, limit: Int, fence body: (UnsafeBufferPointer<UInt8>, Found?) -> Void
    ) throws(FileError) -> FileVersion {
        guard let parts = parts(of: path) else {
            return try files.withContents(of: path, limit: limit) { body($0, nil) }
        }
        let (version, text) = try files.markdown(of: parts.file, limit: limit)
        let found = try FencedFiles.find(parts.number, of: parts.file, in: text)
        let content = text.content(of: found.fences[found.number - 1])
        content.withUnsafeBufferPointer { body($0, found) }
        return version.of(fence: found.number, FencedFiles.hash(of: content))
    }

    /// Reads a whole file or a fence.
    public func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion {
        try withContents(of: path, limit: limit) { bytes, _ in body(bytes) }
    }

    private static func hash(of content: [UInt8]) -> UInt64 { content.withUnsafeBytes { fingerprint(of: $0) } }

    /// Lets a path through the gate; that of a fence must name it.
    public func pass(_ path: String, _ intent: WriteIntent) throws(FileError) -> FilePass {
        guard let parts = parts(of: path) else { return try files.pass(path, intent) }
        guard let number = parts.number else { throw FileError("\"\(path)\" is written by its fences") }
        return try files.pass(parts.file, intent.of(fence: number))
    }

    /// Replaces a file, or a fence in the file as it is now.
    public func replace(
        _ pass: FilePass, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        guard let number = pass.fence else { return try files.replace(pass, replaceable, body) }
        let (version, text) = try files.markdown(of: pass.target.path, limit: Limits.fileBytes)
        let fence = try FencedFiles.find(number, of: pass.target.path, in: text).fences[number - 1]
        if case .only(let known) = replaceable {
            guard let known, known.isAtSamePlace(as: version.of(fence: number)) else {
                throw FileError("there is a fence \"\(pass.path)\" already", .taken)
            }
            if FencedFiles.hash(of: text.content(of: fence)) != known.fence {
                throw FileError("\"\(pass.path)\" was changed since it was opened or saved here", .changed)
            }
        }
        let sink = Sink()
        try body(sink)
        let contents = text.replacing(fence, with: sink.bytes)
        let new = contents.withUnsafeBufferPointer { MarkdownText($0) }
        // A content may not be read as another one than was written.
        guard new.fences.count == text.fences.count, new.content(of: new.fences[number - 1]) == sink.bytes else {
            throw FileError("what is written cannot stand in the fence \"\(pass.path)\"")
        }
        let written = try files.replace(pass, .only(version)) { (file) throws(FileError) in
            try contents.withUnsafeBufferPointer { (bytes) throws(FileError) in try file.write(bytes) }
        }
        return written.of(fence: number, FencedFiles.hash(of: sink.bytes))
    }

    private final class Sink: FileSink {
        var bytes: [UInt8] = []

        func write(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes += bytes }
    }

    /// Returns true if a fence is unchanged, although its file has changed, with the present version of the file.
    func isSame(_ path: String, as known: FileVersion) -> FileVersion? {
        guard known.fence != nil, let version = try? withContents(of: path, limit: Limits.fileBytes, { _ in }) else {
            return nil
        }
        return version.fence == known.fence ? version : nil
    }

    // MARK: Places, journals and locks

    /// The location of a file or a fence.
    public func locate(_ path: String) -> FileVersion? {
        guard let parts = parts(of: path), let number = parts.number else { return files.locate(path) }
        return files.locate(parts.file)?.of(fence: number)
    }

    /// Opens the journal of a file or a fence.
    public func openJournal(of path: String, isLocked: Bool, limit: Int) throws(FileError) -> OpenedJournal {
        try files.openJournal(of: path, isLocked: isLocked, limit: limit)
    }

    /// Locks a file, or that of a fence.
    public func lock(_ path: String) -> FileLock { files.lock(file(of: path)) }

    /// Takes the lock of a file, or that of the file of a fence.
    public func takeLock(_ path: String) -> FileLock { files.takeLock(file(of: path)) }

    /// Removes a lock.
    public func unlock(_ lock: FileLock.Held) { files.unlock(lock) }
}
