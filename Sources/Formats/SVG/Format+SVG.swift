import Graph
import Wire

extension Format {
    /// A picture, light and dark; with `embed` it contains the document.
    public static let svg = Format(
        "svg", title: "SVG", "a picture, light and dark; with `embed` it carries the document", suffixes: [".svg"],
        keeps: .structure,
        from: .text(
            recognize: { XMLReader.root(of: $0)?.name == "svg" },
            read: { (text) throws(EditError) in try SVGReader.read(text) }),
        to: PictureWriter.self)
}

/// The writer of pictures.
private struct PictureWriter: FormatWriter {
    private let document: Document
    private let options: SVGOptions

    init(_ document: Document) { self.init(document, picture: SVGOptions()) }

    init(_ document: Document, picture: SVGOptions) { (self.document, options) = (document, picture) }

    var losses: [ExportLoss] { document.pictureLosses() }

    func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try document.writeSVG(options, into: &writer, flush: flush)
    }
}
