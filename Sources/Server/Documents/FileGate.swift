import Formats
import Graph

// The one gate for every path that is written.

/// The purpose of writing a file, for the gate.
public struct WriteIntent: Sendable {
    /// Is true if names that begin with a dot may be written.
    public var allowsHidden = false
    /// Is true if the file is replaced whoever has it open.
    public var overwrites = false
    /// Is true if a document is written into its own file.
    public var isOwn = false
    /// Is true if the journals of this process's documents of the file start from the written content.
    public var isSave = false
    /// The format that is written, if it is JSON and no request has named it.
    public private(set) var unnamedJSON: Format?
    /// The fence that is written, of a file in Markdown.
    private(set) var fence: Int?
    /// The files of the open documents.
    public var open: [OpenFile] = []

    /// The file of an open document.
    public struct OpenFile: Sendable {
        let document: String
        let path: String
        let version: FileVersion?
        /// Is true if a journal starts from the content that the document has read, or will from its next edit.
        let hasJournal: Bool

        /// Returns true if a path leads to it, however that is spelled.
        ///
        /// - Parameter found: the file that is there.
        func isFile(at path: String, _ found: FileVersion?) -> Bool {
            if let found, let version { return found.isAtSamePlace(as: version) }
            return self.path.utf8.elementsEqual(path.utf8)
        }
    }

    /// A write that asks for nothing beyond a plain file.
    public init(allowsHidden: Bool = false, overwrites: Bool = false) {
        (self.allowsHidden, self.overwrites) = (allowsHidden, overwrites)
    }

    /// The same for one fence of a Markdown file, in the fence's own format.
    func of(fence: Int) -> WriteIntent {
        var intent = self
        (intent.fence, intent.unnamedJSON) = (fence, nil)
        return intent
    }

    /// Records the format of a write that no request named: the own JSON, or another by a common ending.
    mutating func note(unnamed format: Format, at path: String) {
        if format == .nodewire || path.lowercased().hasSuffix(".json") { unnamedJSON = format }
    }
}

/// The location of a path for the gate, over links and whatever its spelling.
public struct WriteTarget: Sendable {
    /// The path as it was named.
    public var path: String
    /// The names on the way to the location, without links; the last one is that of the file.
    public var names: [String]
    /// The number of the first names that lead to the folder which is served.
    public var outerCount = 0
    /// Is true if it is in a folder of journals and locks.
    public var isInState = false
    /// The file that is there; nil if there is none, or it is not known.
    public var version: FileVersion?
    /// The other process that edits the file.
    public var owner: LockOwner?

    /// A location of which only the path is known.
    public init(_ path: String) {
        self.path = path
        names = path.split(separator: "/").map(String.init)
    }

    /// Is true if journals, locks or files that are being written are kept there.
    public var isReserved: Bool { isInState || names.contains(where: WriteTarget.isReserved) }

    /// Is true if a name below the folder that is served begins with a dot.
    public var isHidden: Bool {
        names.dropFirst(outerCount).contains { $0.utf8.first == UInt8(ascii: ".") && $0 != "." && $0 != ".." }
    }

    /// Returns true for `.NAME.nodewire`, with any case of its letters, and `.NAME.nodewire-N`.
    private static func isReserved(_ name: String) -> Bool {
        guard name.utf8.first == UInt8(ascii: ".") else { return false }
        let stem = name.utf8.last.map { 0x30...0x39 ~= $0 } == true ? withoutNumber(name) : name
        return stem.utf8.count > ending.count + 1 && stem.utf8.suffix(ending.count).map { $0 | 0x20 } == ending
    }

    /// Removes a hyphen and the digits after it from a name.
    private static func withoutNumber(_ name: String) -> String {
        let rest = name.utf8.reversed().drop { 0x30...0x39 ~= $0 }
        return rest.first == UInt8(ascii: "-") ? String(decoding: rest.dropFirst().reversed(), as: UTF8.self) : name
    }

    private static let ending = Array(".nodewire".utf8)
}

/// An admitted path, to be written once. Only the gate makes it.
public struct FilePass: Sendable {
    public let target: WriteTarget
    /// The fence of the file that is written; nil for a whole file.
    let fence: Int?
    /// Is true if a document of this process has read the file, and a journal leads on from there or will.
    public let isOpenHere: Bool
    /// Is true if the journal starts from the written content, too.
    public let leadsOn: Bool

    fileprivate init(_ target: WriteTarget, _ intent: WriteIntent) {
        (self.target, fence) = (target, intent.fence)
        // The journals of fences lead on from these alone, whatever the file holds.
        isOpenHere =
            fence == nil && intent.open.contains { $0.hasJournal && $0.isFile(at: target.path, target.version) }
        leadsOn = fence != nil || isOpenHere && intent.isSave
    }

    /// The path, which names the fence, too.
    var path: String { fence.map { FencedFiles.path(target.path, $0) } ?? target.path }
}

extension FileAccess {
    /// Admits a path by its names only.
    public func pass(_ path: String, _ intent: WriteIntent) throws(FileError) -> FilePass {
        var target = WriteTarget(path)
        target.version = locate(path)
        return try admit(target, intent)
    }

    /// The gate: there is no other way to a file that is written.
    ///
    /// A hard link to a file is another name of it, which is not seen; a file with several names is not replaced at all.
    /// - Throws: `reserved`, `hidden`, `open`, `format`.
    public func admit(_ target: WriteTarget, _ intent: WriteIntent) throws(FileError) -> FilePass {
        let path = intent.fence.map { FencedFiles.path(target.path, $0) } ?? target.path
        let version = intent.fence.map { target.version?.of(fence: $0) } ?? target.version
        if target.isReserved {
            throw FileError("\"\(path)\" is where the server keeps journals and locks", .reserved)
        }
        if target.isHidden && !intent.allowsHidden {
            throw FileError(
                "\"\(path)\" is hidden: its name, or that of a folder around it, begins with a dot", .hidden)
        }
        if !intent.isOwn && !intent.overwrites {
            if let open = intent.open.first(where: { $0.isFile(at: path, version) }) {
                throw FileError("\"\(path)\" is the file of the open document \"\(open.document)\"", .open)
            }
            if let owner = target.owner {
                throw FileError("\"\(path)\" is edited by process \(owner.process) on \"\(owner.host)\"", .open)
            }
        }
        if let json = intent.unnamedJSON, !intent.isOwn, intent.overwrites,
            let other = other(at: path, insteadOf: json)
        {
            throw FileError("\"\(path)\" is \(other); `format: \"\(json.name)\"` replaces it", .format)
        }
        return FilePass(target, intent)
    }

    /// Describes an existing file of another format; nil if there is none, or it is empty.
    private func other(at path: String, insteadOf known: Format) -> String? {
        var format: Format? = known
        // One that cannot be read is replaced, or not, as the system says.
        _ = try? withContents(of: path, limit: Limits.fileBytes) { if !$0.isEmpty { format = FileText.format(of: $0) } }
        guard let format else { return "a file of no known format" }
        return format == known ? nil : "a file of the format \(format.name)"
    }
}

extension Format {
    /// The format for the ending of a path: that of the document if its files have this ending, else the first one
    /// written with it; `.json` is Nodewire's own format.
    ///
    /// - Parameter known: the format of the document's file.
    /// - Returns: Nil if no written format has the ending.
    public static func written(at path: String, from known: Format = .nodewire) -> Format? {
        let path = path.lowercased()
        func fits(_ format: Format) -> Bool { format.isWritable && format.suffixes.contains(where: path.hasSuffix) }
        if fits(known) { return known }
        return path.hasSuffix(".json") ? .nodewire : all.first(where: fits)
    }

    /// Returns true if files of a format end as a path does.
    public static func hasEnding(of path: String) -> Bool {
        if MarkdownText.parts(of: path) != nil { return true }
        let path = path.lowercased()
        return path.hasSuffix(".json") || all.contains { $0.suffixes.contains(where: path.hasSuffix) }
    }
}
