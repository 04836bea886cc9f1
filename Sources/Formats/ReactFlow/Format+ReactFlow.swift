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
                try Format.Content(reading: text, isOwn: false, with: forkJoin)
            }),
        to: ReactFlowWriter.self)
}
