/// Moves nodes that overlap apart, as little as it can.
///
/// Distances that must be kept come from a sweep, along one axis for pairs that overlap less along it, then along the
/// other for all that is left; the nearest places that keep them are found by least squares (Dwyer, Marriott, Stuckey
/// 2005). Both orders of the axes are tried. Before that nodes grow from small to
/// their size, a fifth at a time, so that heaps spread to all sides; this decides only who lies beside whom. A last check places what rounding or fixed nodes left overlapping
/// at the nearest free place, or below all others.
///
/// - Complexity: O(*n* log *n*) for *n* nodes, times the logarithm of how many lie heaped in a place.
public struct OverlapRemoval: Sendable {
    /// The least distance between nodes along one axis, in canvas units.
    public var nodeSpacing: Double = 0
    /// Is true if the centers keep their order along both axes, however far nodes lie apart.
    ///
    /// Without it neighbors keep their order, and nothing moves but what overlaps and what that pushes. With it drawings
    /// grow a lot, and nodes move tenfold and more, as each must make way for all that are pushed anywhere beside it.
    public var keepsOrder = false
    /// Is true if nodes that are clear of all others may be pushed.
    /// If it is false, they stay as if they were fixed.
    public var movesClearNodes = true

    /// A removal that keeps no distance.
    public init() {}
}
