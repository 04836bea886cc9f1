/// The limits of work of layouts, which documents list among their limits.
public enum LayoutWork {
    /// The greatest number of tests of lines against rectangles and cells in one layout; after that, no detours are
    /// searched.
    public static let detourSteps = 50_000_000
    /// The greatest number of boxes in the way of a straight line that get a detour; a longer detour would be hard to
    /// follow.
    public static let detourNodes = 64
}
