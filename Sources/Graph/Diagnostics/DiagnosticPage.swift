import Storage

/// Some of the diagnostics of a document, in order.
public struct DiagnosticPage: Sendable {
    /// The diagnostics of the page.
    public private(set) var found: [Diagnostic] = []
    /// The position at which the page ended; nil if it is the last one.
    public private(set) var next: DiagnosticWalk.Place?

    /// Lists the diagnostics of all elements after a position, up to a number.
    ///
    /// - Complexity: as `DiagnosticWalk.visit`.
    public init(_ document: Document, after last: DiagnosticWalk.Place?, limit: Int) {
        (found, next) = DiagnosticPage.walk(document, after: last, limit: limit) { _ in true }
    }

    /// Lists the diagnostics that name one of these elements after a position, up to a number.
    ///
    /// - Parameter nearby: the nodes whose frames may touch that of a node.
    /// - Complexity: O(the elements and those around them); O(nodes + edges) if the whole graph must be checked.
    public init(
        _ document: Document, nodes: [Node.Slot], edges: [Edge.Slot], after last: DiagnosticWalk.Place?, limit: Int,
        nearby: (Node.Slot) -> [Node.Slot]
    ) {
        let names = (nodes: Set(nodes.map { document.nodeID($0) }), edges: Set(edges.map { document.edgeID($0) }))
        func isNamed(_ diagnostic: Diagnostic) -> Bool {
            diagnostic.nodes.contains { names.nodes.contains($0) }
                || diagnostic.edges.contains { names.edges.contains($0) }
        }
        var marked = MarkedDiagnostics()
        let marks = DiagnosticMarks(nodes: nodes, edges: edges, document)
        guard marked.collect(marks, document, DiagnosticParts(), limit: Limits.diagnostics, nearby) else {
            (found, next) = DiagnosticPage.walk(document, after: last, limit: limit, isNamed)
            return
        }
        marked.whole = (document.contentDiagnostics(), document.graphDiagnostics())
        let start = last.map { DiagnosticPage.key($0, document) }
        let all = marked.inOrder(document).filter { place, diagnostic in
            isNamed(diagnostic) && (start.map { $0 < DiagnosticPage.key(place, document) } ?? true)
        }
        found = all.prefix(limit).map(\.diagnostic)
        next = all.count > limit ? all[limit - 1].place : nil
    }

    private static func walk(
        _ document: Document, after last: DiagnosticWalk.Place?, limit: Int, _ isWanted: (Diagnostic) -> Bool
    ) -> (found: [Diagnostic], next: DiagnosticWalk.Place?) {
        var (found, end): ([Diagnostic], DiagnosticWalk.Place?) = ([], nil)
        var hasMore = false
        var walk = DiagnosticWalk(document, after: last)
        walk.visit { place, diagnostic in
            if !isWanted(diagnostic) { return true }
            hasMore = found.count == limit
            if hasMore { return false }
            found.append(diagnostic)
            end = place
            return true
        }
        return (found, hasMore ? end : nil)
    }

    /// Returns a key that grows with the position.
    private static func key(_ place: DiagnosticWalk.Place, _ document: Document) -> (Int, UInt64, Int) {
        switch place {
        case .content(let index): (0, 0, index)
        case .node(let slot, let index), .overlap(let slot, _, let index): (1, document.nodes.order.key(slot), index)
        case .edge(let slot, let index): (2, document.edges.order.key(slot), index)
        case .graph(let index): (3, 0, index)
        }
    }
}
