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
    var format: String?
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
        "Replaces a file with the document, all or nothing: its own file in its format, another one in the format of its ending."
    static let failures: [Failure.Kind] = [
        .noSuchDocument, .noSuchView, .path, .readOnly, .changedOnDisk, .unrecovered, .format,
    ]
    static let params = Shape.object(
        "", "", initial: DocumentSave(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional(
                "path", \.path, .string, "the file, from the server's folder; if left out, the document's own"),
            .optional(
                "format", \.format, .string,
                "\(Format.list(\.isSaved)); if left out, the format of the file, or the one of its ending"),
            .optional("view", \.view, .identifier, "the view whose viewport is written into the file"),
            .defaulted(
                "acceptLosses", \.acceptLosses, .boolean,
                "whether the file may lose the parts that opening left out or that its format cannot hold; the same for later saves in that format",
                default: "false"),
            .defaulted(
                "overwrite", \.overwrite, .boolean,
                "whether to replace a file that others have changed, that the document does not come from, or that is open elsewhere",
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
        let shown = try view.map { (id) throws(Failure) in try session.documents.view(id, of: key) }
        let files = session.documents.files
        var former: (path: String?, hadJournal: Bool) = (nil, false)
        let allowsHidden = session.client.hiddenFiles
        typealias Aim = (target: String, isReadOnly: Bool, format: Format, intent: WriteIntent, losses: Int)
        let own = try session.documents.document(key).path
        let fence = try path.flatMap { (path) throws(Failure) in try session.contents.fence(at: path, own: own) }
        let aim = try session.documents.lend(key) { (open) throws(Failure) -> Aim in
            try open.refuseUnrecovered()
            guard let target = fence?.path ?? path ?? open.path else {
                throw Failure(.path, "\"\(document)\" was not opened from a file: give a `path`")
            }
            let isOwn = open.isFile(at: target, files.locate(target))
            if isOwn && open.isForReading { throw Failure(EditError.readOnly) }
            let chosen = try self.format(at: target, fence?.format ?? (isOwn ? open.format : nil), open.format)
            former = (open.path, open.workspace.editor.hasJournal)
            return (
                target, open.workspace.isReadOnly, chosen,
                intent(open, target, isOwn, chosen, allowsHidden: allowsHidden),
                isOwn && !accepts(open, chosen) ? open.unacceptedLosses : 0
            )
        }
        let (target, isOwn, format) = (aim.target, aim.intent.isOwn, aim.format)
        let pass = try session.documents.pass(target, aim.intent)
        if aim.losses > 0 {
            throw Failure(
                refusing: "/acceptLosses",
                "opening \"\(target)\" left out \(aim.losses) things; `acceptLosses` writes over them", .losses)
        }
        try session.documents.refuseUnrecovered(ofFileAt: target)
        let lock = try session.documents.lockTarget(target, isRefused: aim.isReadOnly || !overwrite)
        do throws(Failure) {
            try write(key, to: pass, format, shown, in: &session)
        } catch {
            session.documents.release(lock)
            session.touch(key)
            throw error
        }
        session.documents.moveLock(of: key, to: lock)
        session.touch(key)
        let result = try session.documents.lend(key) { (open) throws(Failure) in
            open.noteSaved(to: target, isOwn: isOwn, format, with: files)
            if acceptLosses { open.acceptedLosses = format }
            open.mayBeHidden = pass.target.isHidden
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

    /// Writes the file; the document then has its version and state.
    private func write(
        _ key: DocumentKey, to pass: FilePass, _ format: Format, _ shown: View.Slot?, in session: inout Session
    ) throws(Failure) {
        var lost: [ExportLoss] = []
        let open = try session.documents.document(key)
        let viewport = shown.map { JSON.viewport(open.workspace.viewport(of: $0)) }
        let content = open.workspace.document
        let isExact = format.keepsAll(of: content)
        let acceptsLosses = isExact || accepts(open, format)
        do throws(FileError) {
            let written = try session.documents.files.write(
                pass, overwrite ? .anything : .only(open.version),
                then: { session.documents.noteSaving(pass.path, $0, by: key, holding: isExact ? .all : .part) },
                { (writer, flush) throws(FileError) in
                    lost = try format.write(content, viewport: viewport, into: &writer, flush: flush)
                    if lost.isEmpty || acceptsLosses { return }
                    lost = open.keptText?.losses(lost, writing: content, as: format) ?? lost
                    if !lost.isEmpty { throw FileError(losing(lost, format), .losses) }
                })
            session.documents.with(key) { ($0.version, $0.state) = (written.version, written.state) }
        } catch {
            session.documents.with(key) { (open) in
                if let version = error.written { open.version = version }
                if error.kind == .changed { open.noteChangeOnDisk() }
            }
            var failure = Failure(error)
            if error.kind == .losses { failure.losses = Array(lost.prefix(Failure.mostLosses)) }
            throw failure
        }
    }

    /// Returns true if the losses of a document in a format are accepted, now or before.
    private func accepts(_ open: borrowing OpenDocument, _ format: Format) -> Bool {
        if acceptLosses { return true }
        return open.acceptedLosses == format
    }

    /// The format of the written file: the stated one, that of the document's own file, or the one for another path's
    /// ending; Nodewire's own if no format has the ending.
    ///
    /// - Parameters:
    ///   - own: the format of the file, if it is the document's own.
    ///   - known: the format of that.
    /// - Throws: `path` with the reason `format` if it is not written.
    private func format(at target: String, _ own: Format?, _ known: Format) throws(Failure) -> Format {
        if let format {
            let stated = try Format.written(as: format, \.isSaved)
            if let own, stated != own, MarkdownText.parts(of: target) != nil {
                throw Failure(
                    refusing: "/format", "the fence \"\(target)\" is \(own.name), not \(stated.name)", .format)
            }
            return stated
        }
        if let found = own ?? Format.written(at: target, from: known), found.isSaved { return found }
        if own == nil && !Format.hasEnding(of: target) { return .nodewire }
        throw Failure(
            refusing: "/path", "\"\(target)\" is of no format in which documents are saved: give another `path`",
            .format)
    }

    /// The purpose of writing the file, for a read-only document.
    private func intent(
        _ open: borrowing OpenDocument, _ target: String, _ isOwn: Bool, _ format: Format, allowsHidden: Bool
    ) -> WriteIntent {
        var intent = WriteIntent(allowsHidden: allowsHidden, overwrites: overwrite)
        if isOwn, open.mayBeHidden { intent.allowsHidden = true }
        intent.isOwn = isOwn
        intent.isSave = true
        if self.format == nil { intent.note(unnamed: format, at: target) }
        return intent
    }

    private func losing(_ lost: [ExportLoss], _ format: Format) -> String {
        let reasons = lost.prefix(3).map(\.message).joined(separator: "; ")
        let more = lost.count > 3 ? "; and \(lost.count - 3) more" : ""
        return "\(format.title) does not hold all: \(reasons)\(more); `acceptLosses` writes without it"
    }
}

extension Format {
    /// The format with a name in a message, if documents are written in it.
    ///
    /// - Throws: `format` for any other name.
    static func written(as name: String, _ isWritten: (Format) -> Bool) throws(Failure) -> Format {
        guard let format = Format(named: name), isWritten(format) else {
            throw Failure(.format, "\"\(name)\" is none of \(Format.list(isWritten))", path: "/format")
        }
        return format
    }
}

extension JSON {
    static func viewport(_ viewport: Viewport) -> JSON {
        .object(["x": .number(viewport.x), "y": .number(viewport.y), "zoom": .number(viewport.zoom)])
    }
}

/// A written file with its content.
struct WrittenFile {
    let version: FileVersion
    let state: FileState
}

extension FileAccess {
    /// Replaces a file by the output of `body`; `flush` moves the writer's bytes into the file.
    ///
    /// - Parameter then: is called when everything is written and the old file is still in its place.
    func write(
        _ pass: FilePass, _ replaceable: Replaceable, then: (FileState) -> Void = { _ in },
        _ body: (inout JSONWriter, (inout JSONWriter) throws(FileError) -> Void) throws(FileError) -> Void
    ) throws(FileError) -> WrittenFile {
        var fingerprint = StreamFingerprint()
        var state: FileState { FileState(size: fingerprint.count, fingerprint: fingerprint.value) }
        let version = try replace(pass, replaceable) { (sink) throws(FileError) in
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
