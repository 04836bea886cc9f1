import Graph

extension Format {
    /// A graph of METIS.
    public static let metis = Format(
        "metis", title: "METIS", "a graph of METIS, by the neighbors of each node", suffixes: [".graph"],
        keeps: .structure,
        from: .text(
            recognize: { METISReader.recognizes($0) },
            read: { (text) throws(EditError) in try METISReader.read(text) }))
}
