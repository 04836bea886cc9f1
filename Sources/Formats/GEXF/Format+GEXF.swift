import Graph

extension Format {
    /// A graph of Gephi.
    public static let gexf = Format(
        "gexf", title: "GEXF", "a graph of Gephi, with places, sizes and colors", suffixes: [".gexf"],
        keeps: .structure,
        from: .text(
            recognize: { XMLReader.root(of: $0)?.name == "gexf" },
            read: { (text) throws(EditError) in try GEXFReader.read(text) }))
}
