import Graph
import Wire

extension Format {
    /// The output of React Flow's `toObject`.
    public static let reactFlow = Format(
        "reactFlow", title: "React Flow", "nodes, edges and viewport as React Flow saves them", suffixes: [".json"],
        keeps: .all,
        from: .json(
            recognize: { text in
                text.isObject
                    && (text.members.isEmpty || text.member("nodes") != nil || text.member("edges") != nil
                        || text.member("viewport") != nil)
            },
            read: { (text, forkJoin) throws(ShapeError) in
                Format.Content(try DocumentReader.read(text, isFile: true, isOwn: false, with: forkJoin))
            }),
        to: ReactFlowWriter.self, isSaved: true)
}

extension ReactFlowWriter: FormatWriter {
    /// One that was opened as React Flow's keeps all that it has; only the types of edges are renamed.
    static func write<Failure: Error>(
        _ document: Document, picture: SVGOptions, into writer: inout JSONWriter,
        flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> [ExportLoss] {
        try document.writeReactFlow(into: &writer, flush: flush)
    }
}
