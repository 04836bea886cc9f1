/// The number of edges that lead from the nodes of one cell to those of another.
public struct ClusterLink: Sendable, Equatable {
    /// The cell where the edges start.
    public let source: Cell
    /// The cell where the edges end.
    public let target: Cell
    /// The number of edges.
    public let count: Int

    /// Orders links by source, then by target.
    func precedes(_ other: ClusterLink) -> Bool { (source, target) < (other.source, other.target) }

    func hasSameEnds(as other: ClusterLink) -> Bool { source == other.source && target == other.target }
}
