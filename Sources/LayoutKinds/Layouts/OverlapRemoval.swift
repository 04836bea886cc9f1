/// Moves overlapping nodes apart with as little movement as possible.
///
/// A sweep finds the required distances: first along one axis for pairs that overlap less along it, then along the
/// other axis for the remaining pairs. Least squares find the nearest places with these distances (Dwyer, Marriott,
/// Stuckey 2005). Both orders of the axes are tried. Before that, nodes grow from small to their full size, by a fifth
/// at a time, so that crowds spread to all sides; this only decides the order of neighbors. Last, nodes that overlap
/// due to rounding or fixed nodes move to the nearest free place, or below all others.
///
/// - Complexity: O(*n* log *n*) for *n* nodes, times the logarithm of the greatest number of nodes crowded in one
///   place.
public struct OverlapRemoval: Sendable {
    /// The least distance between nodes along one axis, in canvas units.
    public var nodeSpacing: Double = 0
    /// Is true if the centers keep their order along both axes, regardless of distance.
    ///
    /// If it is false, neighbors keep their order, and only overlapping nodes and those that they push move. If it is
    /// true, drawings grow a lot, and nodes move ten times as far or more, since each makes way for all nodes that are
    /// pushed beside it.
    public var keepsOrder = false
    /// Is true if nodes without overlaps may be pushed.
    /// If it is false, they stay like fixed nodes.
    public var movesClearNodes = true

    /// Makes a removal without spacing.
    public init() {}
}
