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
        let shown = try view.map { (id) throws(Failure) in try session.view(id, of: document) }
        let index = try session.documents.index(of: document)
        try session.documents[index].refuseUnrecovered()
        let target = try target(of: session.documents[index])
        let files = session.files
        let isOwn = session.documents[index].isFile(at: target, files.locate(target))
        if isOwn && session.documents[index].isForReading { throw Failure(EditError.readOnly) }
        let losses = session.documents[index].unacceptedLosses
        if losses > 0 && !acceptLosses && isOwn {
            throw Failure(
                .invalidValue, "opening \"\(target)\" left out \(losses) things; `acceptLosses` writes over them",
                path: "/acceptLosses")
        }
        let lock = try session.lockTarget(
            target, isRefused: session.documents[index].workspace.isReadOnly || !isOwn)
        let format = session.documents[index].format(at: target)
        var lost: [ExportLoss] = []
        let viewport = shown.map { JSON.viewport(session.documents[index].workspace[$0].viewport) }
        let file = CanonicalJSON(.nodewire, viewport: viewport)
        let content = session.documents[index].workspace.document
        let written: WrittenFile
        do throws(FileError) {
            written = try files.write(
                target, overwrite ? .anything : .only(session.documents[index].version),
                then: { if isOwn { session.documents[index].workspace.content.noteSaving($0) } },
                { (writer, flush) throws(FileError) in
                    if format == .nodewire { return try content.write(file, into: &writer, flush: flush) }
                    lost = try format.write(content, into: &writer, flush: flush)
                    if !lost.isEmpty && !acceptLosses { throw FileError("losses") }
                })
            session.documents[index].version = written.version
        } catch {
            if !lost.isEmpty && !acceptLosses {
                session.release(lock)
                let reasons = lost.prefix(3).map(\.message).joined(separator: "; ")
                throw Failure(
                    .invalidValue, "\(format.title) does not hold all: \(reasons); `acceptLosses` writes without it",
                    path: "/acceptLosses")
            }
            session.noteFailedSave(error, ofDocument: index)
            session.release(lock)
            throw Failure(error)
        }
        session.moveLock(ofDocument: index, to: lock)
        session.documents[index].noteSaved(target, isOwn: isOwn, written.state, with: files)
        session.documents[index].path = target
        session.documents[index].statedFormat = nil
        session.documents[index].format = format
        // In an open group of edits no step ends here.
        session.documents[index].fileContent = session.documents[index].workspace.editor.reachesSaved ? nil : content
        session.documents[index].unacceptedLosses = 0
        session.documents[index].wasSaved = true
        session.documents[index].changeOnDisk = .none
        session.touch(index)
        let saved = session.documents[index]
        let isKept = saved.workspace.editor.hasJournal || saved.durability == .none
        return Result(path: target, revision: saved.workspace.revision, journal: isKept ? nil : false)
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

extension Session {
    /// Stores what a failed save found out about the file.
    fileprivate mutating func noteFailedSave(_ error: FileError, ofDocument index: Int) {
        if let version = error.written { documents[index].version = version }
        if error.kind == .changed { noteChangeOnDisk(ofDocument: index) }
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
