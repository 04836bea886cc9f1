import Graph
import Storage
import Wire

/// A file format: a row of the registry, `Format.all`.
///
/// Each format has a folder of its own, with its reader, its writer and its row.
public struct Format: Sendable {
    /// A part of a file that is there again when the file is read and written in its format.
    public enum Fidelity: String, Sendable {
        /// The file as it was, with what only its program knows.
        case all
        /// Ids, ends, handles, places, sizes, labels and groups.
        case graph
        /// Nodes, edges and labels.
        case structure
    }

    /// The way in which texts of a format are recognized and read. One that is recognized alone is refused by its title.
    enum Source: Sendable {
        case json(recognize: @Sendable (DocumentText) -> Bool, read: JSONReading?)
        case text(recognize: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool, read: TextReading?)
        /// Trees, which get their places from a layout; in JSON they may be nested as deeply as they are long.
        case trees(recognize: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool, read: OutlineReading)
        /// Texts of it are only written.
        case none
    }

    /// The document that a text holds, and what of it is lost.
    struct Content {
        let document: Document
        let losses: [Loss]
        /// The elements of the text.
        let seen: SeenElements
        /// Is true if the text says of no node where it lies, so that a layout is to say it.
        var isUnplaced = false
    }

    typealias JSONReading = @Sendable (DocumentText, ForkJoin) throws(ShapeError) -> Content
    typealias TextReading = @Sendable (UnsafeBufferPointer<UInt8>) throws(EditError) -> Content
    typealias OutlineReading = @Sendable (UnsafeBufferPointer<UInt8>, TreeOptions) throws(EditError) -> Outline

    /// The name that it has in messages.
    public let name: String
    /// The name that its users know.
    public let title: String
    /// One phrase for the reference.
    public let doc: String
    /// The ends of the names of its files, with their dots; the first is that of new ones.
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

    /// Is true if a document can be made of such a text.
    public var isReadable: Bool {
        switch source {
        case .json(_, let read): read != nil
        case .text(_, let read): read != nil
        case .trees: true
        case .none: false
        }
    }

    /// Is true if a document can be written as such a text.
    public var isWritable: Bool { writer != nil }

    /// Is true if documents are saved in it: what is written is read again.
    public var isSaved: Bool { isReadable && isWritable }

    /// Returns true if a file in which a document is saved leads back to all of it.
    public func keepsAll(of document: Document) -> Bool {
        self == .nodewire || self == .svg || self == .reactFlow && document.isReactFlow
    }

    /// Is true if its texts are JSON.
    var isJSON: Bool { if case .json = source { true } else { self == .tree } }

    /// Is true if its texts are trees, which have no places.
    public var isTree: Bool { if case .trees = source { true } else { false } }
}

extension Format: Equatable {
    public static func == (a: Format, b: Format) -> Bool { a.name == b.name }
}

extension Format {
    /// The formats in the order in which a text is compared with them.
    public static let all: [Format] = [
        nodewire, n8n, nodeRed, comfyUI, swiftFlow, jsonCanvas, cytoscape, nodeLink, reactFlow, graphML, drawio, gexf,
        bpmn,
        scxml, twee, twine, yarn, edgeList, metis, rasa, dot, mermaid, tree, swiftType, lines, svg,
    ]

    /// The format of a name in messages.
    public init?(named name: String) {
        guard let format = Format.all.first(where: { $0.name == name }) else { return nil }
        self = format
    }

    /// The format of a name in a message, from whose texts documents can be made.
    ///
    /// - Throws: `format`.
    public static func readable(_ name: String) throws(EditError) -> Format {
        guard let format = Format(named: name), format.isReadable else {
            throw EditError(.format, "\"\(name)\" cannot be opened", path: ["format"])
        }
        return format
    }

    /// The names of some formats, as a sentence lists them.
    public static func list(_ isListed: (Format) -> Bool) -> String {
        let names = all.filter(isListed).map(\.name)
        return names.count < 2
            ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    }

    /// Writes a document in this format, which must be a writable one, and returns what the format cannot hold.
    ///
    /// `flush` is called about every 256 KiB, to send what the writer holds and empty it; an error of it ends the writing.
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

    /// Writes the file in which a document is saved, as the function with a picture does; a picture carries the document.
    ///
    /// - Parameter viewport: written in place of the document's own, where the format has one.
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

    /// Writes the whole document at once, as the function with `flush` does.
    public func write(_ document: Document, into writer: inout JSONWriter) -> [ExportLoss] {
        write(document, into: &writer) { (_) throws(Never) in }
    }
}
