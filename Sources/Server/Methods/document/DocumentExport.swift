import EdgeRouting
import Editing
import Formats
import Graph
import Interaction
import Wire

/// Writes a document in a format: as a text, or into a file.
struct DocumentExport: Method {
    var document = ""
    var format: String?
    var path: String?
    var overwrite = false
    var options: JSONObject?
    var compare: ComparedContent?
    var progressToken: ProgressToken?

    struct Result: Sendable {
        var text: String?
        var path: String?
        var bytes: Int?
        var losses: [ExportLoss] = []
    }

    static let name = "document/export"
    static let summary =
        "Returns a document in a format, or writes it into a file, and lists what the format cannot hold."
    static let failures: [Failure.Kind] = [.noSuchDocument, .format, .path, .unrecovered, .limits]
    static let params = Shape.object(
        "", "", initial: DocumentExport(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional(
                "format", \.format, .string,
                "\(Format.list(\.isWritable)); if left out, the one that the ending of `path` says"),
            .optional(
                "path", \.path, .string,
                "the file to write, from the server's folder; if left out, the result has the text"),
            .defaulted(
                "overwrite", \.overwrite, .boolean, "whether to replace the file of an open document, too",
                default: "false"),
            .optional("options", \.options, .object, "of the format; svg: embed, theme, margin, labels, handles"),
            .optional(
                "compare", \.compare, ComparedContent.shape,
                "of svg: marks the differences from other content, and shows elements that only that content has"),
            .optional("progressToken", \.progressToken, ProgressToken.shape, "for notifications of its progress"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .optional("text", \.text, .string, "the document in the format"),
            .optional("path", \.path, .string, "the file written"),
            .optional("bytes", \.bytes, .integer, "its length"),
            .required("losses", \.losses, .array(of: .exportLoss), "the parts that the format does not hold"),
        ])

    /// The export of a large document is a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        let export = try export(of: key, in: &session)
        try session.answer(
            request, on: key, as: shape, followed: FollowedWork(progressToken, "Export"), isLong: export.isLong,
            into: &outbox
        ) { (watch) throws(Failure) in try export.run { !watch(0) } }
    }

    private func export(of key: DocumentKey, in session: inout Session) throws(Failure) -> Export {
        let open = try session.documents.document(key)
        let fence = try path.flatMap { (path) throws(Failure) in try session.contents.fence(at: path, own: open.path) }
        let path = fence?.path ?? path
        let isOwn = path.map { open.isFile(at: $0, session.documents.files.locate($0)) } ?? false
        if isOwn { try open.refuseUnrecovered() }
        let format =
            if let format {
                try Format.written(as: format, \.isWritable)
            } else if let fence {
                fence.format
            } else {
                try formatOfEnding(open.format)
            }
        if let fence, fence.format != format {
            throw Failure(
                .format, "the fence \"\(fence.path)\" is \(fence.format.name), not \(format.name)", path: "/format")
        }
        let pass = try path.map { (path) throws(Failure) in
            var intent = WriteIntent(allowsHidden: session.client.hiddenFiles, overwrites: overwrite)
            intent.isOwn = isOwn && format == open.format && open.lockOwner == nil
            if self.format == nil { intent.note(unnamed: format, at: path) }
            return try session.documents.pass(path, intent)
        }
        var svg = format == .svg ? try SVGOptions(options ?? [:]) : SVGOptions()
        if let compare {
            if format != .svg { throw .invalidParams("\(format.name) compares nothing", path: "/compare") }
            let other = try compare.with.find(for: document, path: "/compare", in: session).document
            try session.documents.refuseComparing(key, with: other)
            svg.compared = other
        }
        if format != .svg, let name = options?.members.first?.name.description {
            throw .invalidParams("\(format.name) has no options", path: "/options/\(name)")
        }
        return Export(
            document: open.workspace.document, format: format, svg: svg,
            origin: TextOrigin(open.format, isUnplaced: open.isUnplaced),
            kept: open.keptText, pass: pass, files: session.documents.files)
    }

    /// The format for the ending of the path.
    ///
    /// - Parameter known: that of the document's file.
    /// - Throws: `format` if there is no path, or no written format for it.
    private func formatOfEnding(_ known: Format) throws(Failure) -> Format {
        guard let path else { throw .invalidParams("missing: it is needed without a `path`", path: "/format") }
        guard let format = Format.written(at: path, from: known) else {
            throw Failure(
                .format, "its ending says no format that is written: give a `format`", path: "/path")
        }
        return format
    }
}

/// An export with everything that its job needs.
private struct Export: Sendable {
    let document: Document
    let format: Format
    let svg: SVGOptions
    let origin: TextOrigin?
    /// The text of its file; nil if that is not known.
    let kept: KeptText?
    /// The file; nil if the text is returned.
    let pass: FilePass?
    let files: any FileAccess

    /// Is true if it may take long: finding an edge's route around nodes takes as long as writing many elements.
    var isLong: Bool {
        let count = document.elementCount
        if count > Limits.jobElements { return true }
        if format != .svg { return false }
        let routed = document.edgeSlots.lazy.filter { document.isRouted($0) }.count
        return count + routed * Limits.elementsPerRoute > Limits.jobElements
    }

    func run(_ isStopped: () -> Bool) throws(Failure) -> DocumentExport.Result {
        var result = DocumentExport.Result()
        if isStopped() { throw .cancelled("stopped") }
        if let pass {
            result.path = pass.path
            result.bytes = try bytesWritten(to: pass, &result.losses, isStopped)
        } else {
            result.text = try text(&result.losses, isStopped)
        }
        if let kept { result.losses = kept.losses(result.losses, writing: document, as: format) }
        return result
    }

    private func bytesWritten(
        to pass: FilePass, _ losses: inout [ExportLoss], _ isStopped: () -> Bool
    ) throws(Failure) -> Int {
        do throws(FileError) {
            return try files.write(pass, .anything) { (writer, flush) throws(FileError) in
                losses = try format.write(document, picture: svg, from: origin, into: &writer) {
                    (writer) throws(FileError) in
                    if isStopped() { throw FileError("stopped") }
                    try flush(&writer)
                }
            }.state.size
        } catch {
            throw Failure(error)
        }
    }

    /// Returns the text.
    ///
    /// - Throws: `limits.reply` if it is longer than a message may be.
    private func text(_ losses: inout [ExportLoss], _ isStopped: () -> Bool) throws(Failure) -> String {
        var writer = JSONWriter()
        // Nothing is flushed, so that the writer holds the whole text.
        losses = try format.write(document, picture: svg, from: origin, into: &writer) { (writer) throws(Failure) in
            if isStopped() { throw .cancelled("stopped") }
            if writer.count > Limits.messageBytes {
                throw Failure(
                    1900, "the text is longer than a message may be: export to a `path`", reason: "limits.reply")
            }
        }
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension SVGOptions {
    /// Reads the options of a request; unknown ones are refused like unknown parameters.
    init(_ options: JSONObject) throws(Failure) {
        self.init()
        for member in options.members {
            let name = member.name.description
            switch (name, member.value) {
            case (_, .null): break
            case ("embed", .boolean(let value)): embed = value
            case ("labels", .boolean(let value)): labels = value
            case ("handles", .boolean(let value)): handles = value
            case ("theme", .string(let value)):
                guard let theme = value.string.flatMap(Theme.init(rawValue:)) else {
                    throw .invalidParams("expected light, dark or auto", path: "/options/theme")
                }
                self.theme = theme
            case ("margin", .number(let value)):
                guard let margin = value.double, margin >= 0, margin <= 1e6 else {
                    throw .invalidParams("expected a number from 0 to 1000000", path: "/options/margin")
                }
                self.margin = margin
            case ("embed", _), ("labels", _), ("handles", _), ("theme", _), ("margin", _):
                throw .invalidParams("a value of another kind is expected", path: "/options/\(name)")
            default:
                let meant = NearName.nearest(to: name, among: ["embed", "labels", "handles", "theme", "margin"])
                throw .invalidParams(ShapeError.unknownMember(meant: meant).message, path: "/options/\(name)")
            }
        }
    }
}
