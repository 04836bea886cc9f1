/// The number of edges from the nodes of one cell to those of another.
public struct ClusterLink: Sendable, Equatable {
    /// The cell of the sources.
    public let source: Cell
    /// The cell of the targets.
    public let target: Cell
    /// The number of edges.
    public let count: Int

    /// Orders links by source, then by target.
    func precedes(_ other: ClusterLink) -> Bool { (source, target) < (other.source, other.target) }

    func hasSameEnds(as other: ClusterLink) -> Bool { source == other.source && target == other.target }
}
