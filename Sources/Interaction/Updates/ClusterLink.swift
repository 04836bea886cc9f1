/// How many edges lead from the nodes of one cell to those of another.
public struct ClusterLink: Sendable, Equatable {
    /// Where the edges start.
    public let source: Cell
    /// Where the edges end.
    public let target: Cell
    /// How many edges.
    public let count: Int

    /// By source, then by target.
    func precedes(_ other: ClusterLink) -> Bool { (source, target) < (other.source, other.target) }

    func hasSameEnds(as other: ClusterLink) -> Bool { source == other.source && target == other.target }
}
