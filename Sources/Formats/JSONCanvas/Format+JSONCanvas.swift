import Graph
import Wire

extension Format {
    /// JSON Canvas 1.0 (jsoncanvas.org/spec/1.0), recognized by the form of its first node or first edge.
    public static let jsonCanvas = Format(
        "jsonCanvas", title: "JSON Canvas", "JSON Canvas 1.0, as Obsidian writes it", suffixes: [".canvas"],
        keeps: .all,
        from: .json(
            recognize: { text in
                if let node = text.member("nodes")?.firstElement {
                    return node.kind(of: "type") == .string && node.kind(of: "x") == .number
                        && node.kind(of: "width") == .number && node.kind(of: "position") == nil
                }
                return text.member("edges")?.firstElement?.kind(of: "fromNode") == .string
            },
            read: { (text, _) throws(ShapeError) in try JSONCanvasReader.read(text) }),
        to: JSONCanvasWriter.self)
}
