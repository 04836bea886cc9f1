/// The bounds of the work of layouts that documents list among their limits.
public enum LayoutWork {
    /// The tests of lines against rectangles and cells in one layout, after which no more ways around nodes are found.
    public static let detourSteps = 50_000_000
}
