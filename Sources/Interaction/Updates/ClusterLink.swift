/// How many edges lead from the nodes of one cell to those of another.
public struct ClusterLink: Sendable, Equatable {
    public let source: Cell
    public let target: Cell
    public let count: Int

    /// By source, then by target.
    func precedes(_ other: ClusterLink) -> Bool { (source, target) < (other.source, other.target) }

    func hasSameEnds(as other: ClusterLink) -> Bool { source == other.source && target == other.target }
}
