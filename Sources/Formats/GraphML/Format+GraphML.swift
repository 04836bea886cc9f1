import Graph
import Wire

extension Format {
    /// A graph of GraphML, with the places of yEd.
    public static let graphML = Format(
        "graphml", title: "GraphML", "a graph of GraphML, with the shapes and places of yEd", suffixes: [".graphml"],
        keeps: .graph,
        from: .text(
            recognize: { XMLReader.root(of: $0)?.name == "graphml" },
            read: { (text) throws(EditError) in try GraphMLReader.read(text) }),
        to: GraphMLWriter.self)
}
