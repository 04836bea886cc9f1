import Graph
import Wire

extension Format {
    /// The `FlowDocument` of SwiftFlow, recognized by the form of its viewport, first node or first edge.
    public static let swiftFlow = Format(
        "swiftFlow", title: "SwiftFlow", "SwiftFlow's `FlowDocument`, as its encoder writes it", suffixes: [".json"],
        keeps: .all,
        from: .json(
            recognize: { text in
                if let viewport = text.member("viewport"), viewport.kind(of: "offset") == .array { return true }
                if let node = text.member("nodes")?.firstElement, node.kind(of: "position") == .array { return true }
                return text.member("edges")?.firstElement?.kind(of: "sourceNodeID") == .string
            },
            read: { (text, forkJoin) throws(ShapeError) in try SwiftFlowReader.read(text, with: forkJoin) }),
        to: SwiftFlowWriter.self)
}
