import Graph
import Storage
import Wire

/// The file formats by the names they have in messages.
public enum Format: String, CaseIterable, Sendable {
    /// The own format: canonical JSON, one element a line.
    case nodewire
    /// The output of React Flow's `toObject`.
    case reactFlow
    /// The `FlowDocument` of SwiftFlow.
    case swiftFlow
    /// A flowchart of Mermaid.
    case mermaid
    /// A graph of Graphviz.
    case dot
    /// Trees in JSON: objects with children, or lists of a value and children.
    case tree
    /// Types of Swift, each a tree of its arguments.
    case swiftType
    /// A picture, light and dark; with `embed` it carries the document.
    case svg

    /// Is true if a document can be made of such a text.
    public var isReadable: Bool { self != .svg }

    /// Is true if a document can be written as such a text.
    public var isWritable: Bool { !isLanguage && !isTree }

    /// Is true if its texts are in a language for drawings, and not in JSON or XML.
    public var isLanguage: Bool { self == .mermaid || self == .dot }

    /// Is true if its texts are trees, which have no places.
    public var isTree: Bool { self == .tree || self == .swiftType }

    /// The format of a name in a message, from whose texts documents can be made.
    ///
    /// - Throws: `format`.
    public static func readable(_ name: String) throws(EditError) -> Format {
        guard let format = Format(rawValue: name), format.isReadable else {
            throw EditError(.format, "\"\(name)\" cannot be opened", path: ["format"])
        }
        return format
    }

    /// Is true if a document is saved in this format where it was opened from.
    public var isSaved: Bool { self == .nodewire || self == .reactFlow }

    /// One phrase for the reference.
    public var doc: String {
        switch self {
        case .nodewire: "the own format: canonical JSON, one element a line"
        case .reactFlow: "nodes, edges and viewport as React Flow saves them"
        case .swiftFlow: "SwiftFlow's `FlowDocument`, as its encoder writes it"
        case .mermaid: "a flowchart of Mermaid"
        case .dot: "a graph of Graphviz, in the language DOT"
        case .tree: "trees in JSON: objects with `children`, or lists of a value and children"
        case .swiftType: "types of Swift, each a tree of its arguments"
        case .svg: "a picture, light and dark; with `embed` it carries the document"
        }
    }

    /// Makes a document of a text in this format, which must be a readable one of those in JSON.
    ///
    /// - Throws: an error if the text is not a document at all; parts that a document cannot hold are losses.
    /// - Complexity: O(*n*) in the bytes.
    public func read(
        _ text: DocumentText, with forkJoin: ForkJoin = .serial
    ) throws(ShapeError) -> (document: Document, losses: [Loss]) {
        switch self {
        case .nodewire, .mermaid, .dot, .tree, .swiftType, .svg:
            try DocumentReader.read(text, isFile: true, isOwn: true, with: forkJoin)
        case .reactFlow: try DocumentReader.read(text, isFile: true, isOwn: false, with: forkJoin)
        case .swiftFlow: try SwiftFlowReader.read(text, with: forkJoin)
        }
    }

    /// Writes a document in this format, which must be a writable one, and returns what the format cannot hold.
    ///
    /// `flush` is called about every 256 KiB, to send what the writer holds and empty it; an error of it ends the writing.
    public func write<Failure: Error>(
        _ document: Document, picture: SVGOptions = SVGOptions(), into writer: inout JSONWriter,
        flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> [ExportLoss] {
        switch self {
        case .nodewire, .mermaid, .dot, .tree, .swiftType:
            try document.write(CanonicalJSON(), into: &writer, flush: flush)
            return []
        case .reactFlow:
            return try document.writeReactFlow(into: &writer, flush: flush)
        case .swiftFlow:
            return try document.writeSwiftFlow(into: &writer, flush: flush)
        case .svg:
            try document.writeSVG(picture, into: &writer, flush: flush)
            return document.pictureLosses()
        }
    }

    /// Writes the whole document at once, as the function with `flush` does.
    public func write(_ document: Document, into writer: inout JSONWriter) -> [ExportLoss] {
        write(document, into: &writer) { (_) throws(Never) in }
    }
}
