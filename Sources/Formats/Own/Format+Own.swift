import Graph
import Wire

extension Format {
    /// Nodewire's own format: canonical JSON, one element a line.
    public static let nodewire = Format(
        "nodewire", title: "Nodewire", "the own format: canonical JSON, one element a line",
        suffixes: [".nodewire.json"], keeps: .all,
        from: .json(
            recognize: { $0.member("nodewire") != nil },
            read: { (text, forkJoin) throws(ShapeError) in
                try Format.Content(reading: text, isOwn: true, with: forkJoin)
            }),
        to: OwnWriter.self)
}

/// The writer of files in this format.
private struct OwnWriter: FormatWriter {
    private let document: Document
    let losses: [ExportLoss] = []

    init(_ document: Document) { self.document = document }

    func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try document.write(CanonicalJSON(), into: &writer, flush: flush)
    }
}
