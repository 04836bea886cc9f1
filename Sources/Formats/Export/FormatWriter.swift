import Graph
import Wire

/// The writer of a format: it is made for a document, writes it once, and then has the losses.
protocol FormatWriter: SendableMetatype {
    init(_ document: Document)

    /// - Parameter picture: the options of pictures, which other formats do not have.
    init(_ document: Document, picture: SVGOptions)

    /// The losses of what has been written.
    var losses: [ExportLoss] { get }

    /// Writes the document.
    ///
    /// - Parameter flush: called about every 256 KiB and at the end, to send what the writer holds and empty it.
    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure)
}

extension FormatWriter {
    init(_ document: Document, picture: SVGOptions) { self.init(document) }
}
