import Graph

extension Format {
    /// A graph of Graphviz.
    public static let dot = Format(
        "dot", title: "Graphviz DOT", "a graph of Graphviz, in the language DOT", suffixes: [".gv", ".dot"],
        keeps: .graph,
        from: .text(
            recognize: { DOTHeader.begins($0) }, read: { (text) throws(EditError) in try DOTReader.read(text) }),
        to: DOTWriter.self)
}
