import Editing
import Graph
import Interchange
import Wire

/// Writes a document to its file, or to another one.
struct DocumentSave: Method {
    var document = ""
    var path: String?
    var view: Identifier?
    var acceptLosses = false

    struct Result: Sendable {
        var path = ""
        var revision = 0
    }

    static let name = "document/save"
    static let summary = "Replaces a file by the document, all or nothing."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchView, .path, .invalidValue]
    static let params = Shape.object(
        "", "", initial: DocumentSave(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional(
                "path", \.path, .string, "the file, from the server's folder; where it was opened from if left out"),
            .optional("view", \.view, .identifier, "write what this view shows as the file's viewport"),
            .defaulted(
                "acceptLosses", \.acceptLosses, .boolean,
                "whether what opening the same file left out may be gone from it", default: "false"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("path", \.path, .string, "the file"),
            .required("revision", \.revision, .integer, "of the document, which is the one in the file now"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        let shown = try view.map { (id) throws(Failure) in try session.view(id, of: document) }
        let index = try session.documentIndex(document)
        let open = session.documents[index]
        guard let target = path ?? (open.isSavable ? open.path : nil) else {
            throw Failure(.path, "\"\(document)\" was not opened from a file: give a `path`")
        }
        if open.unacceptedLosses > 0 && !acceptLosses && target == open.path {
            throw Failure(
                .invalidValue,
                "opening \"\(target)\" left out \(open.unacceptedLosses) things; `acceptLosses` writes over them",
                path: "/acceptLosses")
        }
        let viewport = shown.map { JSON.viewport(open.editor.views[$0].viewport) }
        let file = CanonicalJSON(.nodewire, viewport: viewport)
        let content = open.editor.document
        try session.write(target) { (writer, flush) throws(FileError) in
            try content.write(file, into: &writer, flush: flush)
        }
        session.documents[index].path = target
        session.documents[index].isSavable = true
        session.documents[index].unacceptedLosses = 0
        session.documents[index].editor.markSaved()
        session.documents[index].wasSaved = true
        session.touch(index)
        return Result(path: target, revision: open.editor.revision)
    }
}

extension JSON {
    static func viewport(_ viewport: Viewport) -> JSON {
        .object(["x": .number(viewport.x), "y": .number(viewport.y), "zoom": .number(viewport.zoom)])
    }
}

extension Session {
    /// Replaces a file by what `body` writes.
    func write(
        _ path: String,
        _ body: (inout JSONWriter, (inout JSONWriter) throws(FileError) -> Void) throws(FileError) -> Void
    ) throws(Failure) {
        try files.write(path, body)
    }
}

extension FileAccess {
    /// Replaces a file by what `body` writes; `flush` sends on what the writer holds. Gives the number of bytes.
    @discardableResult
    func write(
        _ path: String,
        _ body: (inout JSONWriter, (inout JSONWriter) throws(FileError) -> Void) throws(FileError) -> Void
    ) throws(Failure) -> Int {
        var count = 0
        do throws(FileError) {
            try replace(path) { (sink) throws(FileError) in
                var writer = JSONWriter(capacity: 2 * CanonicalJSON.chunkBytes)
                try body(&writer) { (writer) throws(FileError) in
                    count += writer.count
                    try writer.withBytes { (bytes) throws(FileError) in try sink.write(bytes) }
                    writer.removeAll()
                }
            }
        } catch {
            throw Failure(.path, error.message, path: "/path")
        }
        return count
    }
}
