import Graph
import Wire

extension Format {
    /// A picture, light and dark; with `embed` it carries the document.
    public static let svg = Format(
        "svg", title: "SVG", "a picture, light and dark; with `embed` it carries the document", suffixes: [".svg"],
        keeps: .structure,
        from: .text(
            recognize: { XMLReader.root(of: $0)?.name == "svg" },
            read: { (text) throws(EditError) in try SVGReader.read(text) }),
        to: PictureWriter.self)
}

/// The writer of pictures.
private enum PictureWriter: FormatWriter {
    static func write<Failure: Error>(
        _ document: Document, picture: SVGOptions, into writer: inout JSONWriter,
        flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> [ExportLoss] {
        try document.writeSVG(picture, into: &writer, flush: flush)
        return document.pictureLosses()
    }
}
