import Graph
import Wire

extension Transaction {
    /// Removes nodes with their contents and every edge on them, and edges; returns them as a fragment.
    ///
    /// - Throws: `noSuchNode`, `noSuchEdge`, `locked`, `nothingThere` (no id is given), `invalidValue` (a position on
    ///   the canvas is out of range), `limits` (the fragment is longer than a message).
    public mutating func cut(nodes: [Node.ID], edges: [Edge.ID]) throws(EditError) -> JSONText {
        let fragment = try document.fragment(
            nodes: try document.slots(nodes: nodes), edges: try document.slots(edges: edges))
        _ = try removeElements(nodes: nodes, edges: edges)
        return fragment
    }
}
