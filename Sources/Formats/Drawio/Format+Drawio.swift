import Graph
import Wire

extension Format {
    /// A page of draw.io.
    public static let drawio = Format(
        "drawio", title: "draw.io", "a page of draw.io, compressed or not; written as it is",
        suffixes: [".drawio"], keeps: .graph,
        from: .text(
            recognize: { ["mxfile", "mxGraphModel"].contains(XMLReader.root(of: $0)?.name) },
            read: { (text) throws(EditError) in try DrawioReader.read(text) }),
        to: DrawioWriter.self)
}
