import Graph
import Wire

/// A document to be pasted, as a client sends it.
struct Fragment: Sendable {
    var document = Document()
    /// The parts of it that break the structure of a document.
    var losses: [Loss] = []

    /// The members that a fragment has among those of any document. It is read like a file: a part that does not fit
    /// is a loss.
    fileprivate static let schema = Schema.named(
        "Fragment", "Elements that were copied, as a document of the own format.",
        .object(
            [
                Schema.Member(name: "nodewire", schema: .integer(), isRequired: false, doc: "1, the version"),
                Schema.Member(
                    name: "nodes", schema: .array(of: .any), isRequired: false,
                    doc: "as stored; the outermost without `parentId`, at their places on the canvas"),
                Schema.Member(
                    name: "edges", schema: .array(of: .any), isRequired: false,
                    doc: "those among the nodes, as stored"),
                Schema.Member(
                    name: "types", schema: .object([], isOpen: true), isRequired: false,
                    doc: "the types that the nodes have"),
                Schema.Member(
                    name: "edgeTypes", schema: .object([], isOpen: true), isRequired: false,
                    doc: "the types that the edges have"),
                Schema.Member(name: "fragment", schema: ends, isRequired: false, doc: "what a document has not"),
            ], isOpen: true))

    private static let ends = Schema.object(
        [
            Schema.Member(
                name: "outside", schema: .array(of: .any), isRequired: false,
                doc: "the edges that leave, as stored"),
            Schema.Member(
                name: "bounds", schema: .any, isRequired: false,
                doc: "of the nodes, on the canvas; null if none has a position"),
        ], isOpen: true)
}

extension Shape where Value == JSONText {
    /// A fragment that was written before.
    static let fragment = Shape(
        schema: Fragment.schema,
        read: { (cursor) throws(ShapeError) in try JSONText(copying: &cursor) },
        write: { text, writer in writer.raw(text) })
}

extension Shape where Value == JSONWriter {
    /// A fragment as it was written.
    static let writtenFragment = Shape(
        schema: Fragment.schema,
        read: { (cursor) throws(ShapeError) in
            var writer = JSONWriter()
            writer.raw(try JSONText(copying: &cursor))
            return writer
        },
        write: { fragment, writer in fragment.withBytes { writer.raw($0) } })
}

extension Shape where Value == Fragment {
    /// A fragment to be pasted, read as a document in place in the message.
    static let pastedFragment = Shape(
        schema: Fragment.schema,
        read: { (cursor) throws(ShapeError) in
            let text = try DocumentText(validated: &cursor)
            let (document, losses) = try DocumentReader.read(text, isFile: true)
            return Fragment(document: document, losses: losses)
        },
        write: { _, writer in writer.null() })
}
