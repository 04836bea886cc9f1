import Editing
import Formats
import Graph
import Interaction
import Storage
import Wire

/// Writes a document to its file, or to another one.
struct DocumentSave: ReturningMethod {
    var document = ""
    var path: String?
    var view: Identifier?
    var acceptLosses = false
    var overwrite = false

    struct Result: Sendable {
        var path = ""
        var revision = 0
        var journal: Bool?
    }

    static let name = "document/save"
    static let summary =
        "Replaces a file with the document, all or nothing: one of another format that takes documents back in that, any other in the own."
    static let failures: [Failure.Kind] = [
        .noSuchDocument, .noSuchView, .path, .readOnly, .changedOnDisk, .unrecovered, .invalidValue,
    ]
    static let params = Shape.object(
        "", "", initial: DocumentSave(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional(
                "path", \.path, .string, "the file, from the server's folder; if left out, the document's own"),
            .optional("view", \.view, .identifier, "the view whose viewport is written into the file"),
            .defaulted(
                "acceptLosses", \.acceptLosses, .boolean,
                "whether the file may lose what its opening left out, and what its format does not hold",
                default: "false"),
            .defaulted(
                "overwrite", \.overwrite, .boolean,
                "whether to replace a file that others have changed, or that the document does not come from",
                default: "false"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("path", \.path, .string, "the file"),
            .required("revision", \.revision, .integer, "of the document, now also of the file"),
            .optional(
                "journal", \.journal, .boolean, "false if there can be no journal: edits are lost with the process"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try perform(in: &session, on: try session.documents.key(of: document))
    }

    /// Saves a document that was found before.
    func perform(in session: inout Session, on key: DocumentKey) throws(Failure) -> Result {
        let shown = try view.map { (id) throws(Failure) in try session.view(id, of: key) }
        let files = session.documents.files
        var former: (path: String?, hadJournal: Bool) = (nil, false)
        typealias Aim = (target: String, isOwn: Bool, format: Format)
        let (target, isOwn, format) = try session.documents.lend(key) { (open) throws(Failure) -> Aim in
            try open.refuseUnrecovered()
            let target = try self.target(of: open)
            let isOwn = open.isFile(at: target, files.locate(target))
            if isOwn && open.isForReading { throw Failure(EditError.readOnly) }
            let losses = open.unacceptedLosses
            if losses > 0 && !acceptLosses && isOwn {
                throw Failure(
                    .invalidValue, "opening \"\(target)\" left out \(losses) things; `acceptLosses` writes over them",
                    path: "/acceptLosses")
            }
            former = (open.path, open.workspace.editor.hasJournal)
            return (target, isOwn, open.format(at: target))
        }
        try session.documents.refuseUnrecovered(ofFileAt: target)
        let lock = try session.documents.lockTarget(target)
        do throws(Failure) {
            try session.documents.lend(key) { (open) throws(Failure) in
                try write(&open, to: target, format, isOwn, shown, files)
            }
        } catch {
            session.documents.release(lock)
            session.touch(key)
            throw error
        }
        session.documents.moveLock(of: key, to: lock)
        session.touch(key)
        let result = try session.documents.lend(key) { (open) throws(Failure) in
            open.noteSaved(to: target, isOwn: isOwn, format, with: files)
            return Result(
                path: target, revision: open.workspace.revision, journal: open.lacksJournal ? false : nil)
        }
        if let state = try session.documents.document(key).state {
            session.documents.noteReplaced(target, state, by: key)
        }
        if !isOwn, let path = former.path {
            session.documents.passOnJournal(ofFileAt: path, isLeft: former.hadJournal)
        }
        return result
    }

    /// Writes the file; what the document is then told of it is its version and state.
    private func write(
        _ open: inout OpenDocument, to target: String, _ format: Format, _ isOwn: Bool, _ shown: View.Slot?,
        _ files: any FileAccess
    ) throws(Failure) {
        var lost: [ExportLoss] = []
        let viewport = shown.map { JSON.viewport(open.workspace.viewport(of: $0)) }
        let file = CanonicalJSON(.nodewire, viewport: viewport)
        let content = open.workspace.document
        do throws(FileError) {
            let written = try files.write(
                target, overwrite ? .anything : .only(open.version),
                then: { if isOwn { open.workspace.content.noteSaving($0) } },
                { (writer, flush) throws(FileError) in
                    if format == .nodewire { return try content.write(file, into: &writer, flush: flush) }
                    lost = try format.write(content, into: &writer, flush: flush)
                    if !lost.isEmpty && !acceptLosses { throw FileError("losses") }
                })
            (open.version, open.state) = (written.version, written.state)
        } catch {
            if !lost.isEmpty && !acceptLosses {
                let reasons = lost.prefix(3).map(\.message).joined(separator: "; ")
                throw Failure(
                    .invalidValue, "\(format.title) does not hold all: \(reasons); `acceptLosses` writes without it",
                    path: "/acceptLosses")
            }
            if let version = error.written { open.version = version }
            if error.kind == .changed && open.changeOnDisk == .none { open.changeOnDisk = .noticed }
            throw Failure(error)
        }
    }

    /// Returns the path to which it is saved.
    ///
    /// - Throws: `path` if that has to be given.
    private func target(of open: OpenDocument) throws(Failure) -> String {
        if let target = path ?? (open.isSavable ? open.path : nil) { return target }
        let reason = open.path == nil ? "was not opened from a file" : "comes from a file in another format"
        throw Failure(.path, "\"\(document)\" \(reason): give a `path`")
    }
}

extension OpenDocument {
    /// The format in which it is saved to a file: that of its own file there and at names like its, else the own.
    fileprivate func format(at target: String) -> Format {
        // Files of React Flow are written as the own are.
        if !format.isSaved || format == .reactFlow { return .nodewire }
        return target == path || format.suffixes.contains(where: target.hasSuffix) ? format : .nodewire
    }
}

extension JSON {
    static func viewport(_ viewport: Viewport) -> JSON {
        .object(["x": .number(viewport.x), "y": .number(viewport.y), "zoom": .number(viewport.zoom)])
    }
}

/// A file that was written, and what is in it.
struct WrittenFile {
    let version: FileVersion
    let state: FileState
}

extension FileAccess {
    /// Replaces a file with what `body` writes; `flush` moves what the writer holds into the file.
    ///
    /// - Parameter then: called when everything is written and the old file is still in its place.
    func write(
        _ path: String, _ replaceable: Replaceable, then: (FileState) -> Void = { _ in },
        _ body: (inout JSONWriter, (inout JSONWriter) throws(FileError) -> Void) throws(FileError) -> Void
    ) throws(FileError) -> WrittenFile {
        var fingerprint = StreamFingerprint()
        var state: FileState { FileState(size: fingerprint.count, fingerprint: fingerprint.value) }
        let version = try replace(path, replaceable) { (sink) throws(FileError) in
            var writer = JSONWriter(capacity: 2 * CanonicalJSON.chunkBytes)
            try body(&writer) { (writer) throws(FileError) in
                try writer.withBytes { (bytes) throws(FileError) in
                    fingerprint.take(UnsafeRawBufferPointer(bytes))
                    try sink.write(bytes)
                }
                writer.removeAll()
            }
            then(state)
        }
        return WrittenFile(version: version, state: state)
    }
}
