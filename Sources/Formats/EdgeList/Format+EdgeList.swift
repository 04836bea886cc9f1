import Graph

extension Format {
    /// A table of edges.
    public static let edgeList = Format(
        "edgeList", title: "an edge list", "a table of edges with comma-separated values", suffixes: [".csv", ".tsv"],
        keeps: .structure,
        from: .text(
            recognize: { EdgeListReader.recognizes($0) },
            read: { (text) throws(EditError) in try EdgeListReader.read(text) }),
        to: EdgeListWriter.self)
}
