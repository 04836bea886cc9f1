import Graph
import Storage
import Wire

/// A file format: an entry of the registry, `Format.all`.
///
/// Each format has its own folder with its reader, its writer and its entry.
public struct Format: Sendable {
    /// The part of a file that survives reading and writing in its format.
    public enum Fidelity: String, Sendable {
        /// The whole file, including parts that only its program knows.
        case all
        /// Ids, ends, handles, places, sizes, labels and groups.
        case graph
        /// Nodes, edges and labels.
        case structure
    }

    /// The functions that recognize and read texts of a format. A format that is only recognized is refused by its
    /// title.
    enum Source: Sendable {
        case json(recognize: @Sendable (DocumentText) -> Bool, read: JSONReading?)
        case text(recognize: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool, read: TextReading?)
        /// Trees, which get their places from a layout; JSON trees may be nested as deeply as the text allows.
        case trees(recognize: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool, read: OutlineReading)
        /// The format is only written.
        case none
    }

    /// The document of a text, and the losses of reading it.
    struct Content {
        let document: Document
        let losses: [Loss]
        /// The elements of the text.
        let seen: SeenElements
        /// Is true if the text states no positions of nodes, so that a layout must place them.
        var isUnplaced = false
    }

    typealias JSONReading = @Sendable (DocumentText, ForkJoin) throws(ShapeError) -> Content
    typealias TextReading = @Sendable (UnsafeBufferPointer<UInt8>) throws(EditError) -> Content
    typealias OutlineReading = @Sendable (UnsafeBufferPointer<UInt8>, TreeOptions) throws(EditError) -> Outline

    /// The name in messages.
    public let name: String
    /// The name that users know.
    public let title: String
    /// A phrase for the reference.
    public let doc: String
    /// The suffixes of its files, with dots; the first is the default for new files.
    public let suffixes: [String]
    public let fidelity: Fidelity
    let source: Source
    let writer: (any FormatWriter.Type)?

    init(
        _ name: String, title: String, _ doc: String, suffixes: [String], keeps fidelity: Fidelity, from source: Source,
        to writer: (any FormatWriter.Type)? = nil
    ) {
        (self.name, self.title, self.doc, self.suffixes) = (name, title, doc, suffixes)
        (self.fidelity, self.source, self.writer) = (fidelity, source, writer)
    }

    /// Is true if its texts can be read as documents.
    public var isReadable: Bool {
        switch source {
        case .json(_, let read): read != nil
        case .text(_, let read): read != nil
        case .trees: true
        case .none: false
        }
    }

    /// Is true if documents can be written in it.
    public var isWritable: Bool { writer != nil }

    /// Is true if documents can be saved in it: it is both read and written.
    public var isSaved: Bool { isReadable && isWritable }

    /// Returns true if a saved file restores the whole document.
    public func keepsAll(of document: Document) -> Bool {
        self == .nodewire || self == .svg || self == .reactFlow && document.isReactFlow
    }

    /// Is true if its texts are JSON.
    var isJSON: Bool { if case .json = source { true } else { self == .tree } }

    /// Is true if its texts are trees without places.
    public var isTree: Bool { if case .trees = source { true } else { false } }
}

extension Format: Equatable {
    public static func == (a: Format, b: Format) -> Bool { a.name == b.name }
}

extension Format {
    /// The formats in the order in which they are tried on a text.
    public static let all: [Format] = [
        nodewire, n8n, nodeRed, comfyUI, swiftFlow, jsonCanvas, cytoscape, nodeLink, reactFlow, graphML, drawio, gexf,
        bpmn,
        scxml, twee, twine, yarn, edgeList, metis, rasa, dot, mermaid, tree, swiftType, lines, svg,
    ]

    /// The format with a name in messages.
    public init?(named name: String) {
        guard let format = Format.all.first(where: { $0.name == name }) else { return nil }
        self = format
    }

    /// The readable format with a name in messages.
    ///
    /// - Throws: `format`.
    public static func readable(_ name: String) throws(EditError) -> Format {
        guard let format = Format(named: name), format.isReadable else {
            throw EditError(.format, "\"\(name)\" cannot be opened", path: ["format"])
        }
        return format
    }

    /// The names of some formats as a phrase.
    public static func list(_ isListed: (Format) -> Bool) -> String {
        let names = all.filter(isListed).map(\.name)
        return names.count < 2
            ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    }

    /// Writes a document in this format, which must be writable; returns the losses.
    ///
    /// `flush` is called about every 256 KiB, to send and empty the writer's buffer; an error of it stops the writing.
    public func write<Failure: Error>(
        _ document: Document, picture: SVGOptions = SVGOptions(), from origin: TextOrigin? = nil,
        into writer: inout JSONWriter, flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> [ExportLoss] {
        if self == .lines, let origin {
            var file = LineTextWriter(document, from: origin)
            try file.write(into: &writer, flush)
            return file.losses
        }
        guard var file = self.writer?.init(document, picture: picture) else { return [] }
        try file.write(into: &writer, flush)
        return file.losses
    }

    /// Writes the file in which a document is saved, like the function with a picture; a picture contains the document.
    ///
    /// - Parameter viewport: replaces the document's own viewport, if the format has one.
    public func write<Failure: Error>(
        _ document: Document, viewport: JSON?, into writer: inout JSONWriter,
        flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> [ExportLoss] {
        if self != .svg && keepsAll(of: document) {
            let file = CanonicalJSON(self == .nodewire ? .nodewire : .reactFlow, viewport: viewport)
            try document.write(file, into: &writer, flush: flush)
            return []
        }
        var picture = SVGOptions()
        picture.embed = true
        return try write(document, picture: picture, into: &writer, flush: flush)
    }

    /// Writes the whole document at once, like the function with `flush`.
    public func write(_ document: Document, into writer: inout JSONWriter) -> [ExportLoss] {
        write(document, into: &writer) { (_) throws(Never) in }
    }
}
