/// The bounds of the work of layouts that documents list among their limits.
public enum LayoutWork {
    /// The tests of lines against rectangles and cells in one layout, after which no more ways around nodes are found.
    public static let detourSteps = 50_000_000
    /// The boxes in the way of a straight line that is led around them: a way around more would be too long to be followed.
    public static let detourNodes = 64
}
