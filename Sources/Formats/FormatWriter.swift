import Graph
import Wire

/// The writer of a format. It is made for a document, writes it once, and then reports the losses.
protocol FormatWriter: SendableMetatype {
    init(_ document: Document)

    /// - Parameter picture: the options of pictures; other formats ignore them.
    init(_ document: Document, picture: SVGOptions)

    /// The losses of the written text.
    var losses: [ExportLoss] { get }

    /// Writes the document.
    ///
    /// - Parameter flush: called about every 256 KiB and at the end, to send and empty the writer's buffer.
    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure)
}

extension FormatWriter {
    init(_ document: Document, picture: SVGOptions) { self.init(document) }
}
