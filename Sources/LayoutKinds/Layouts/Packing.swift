/// Boxes side by side, in a rectangle near to a ratio of width to height.
public enum Packing {
    /// The ratio of width to height where none is given.
    public static let defaultRatio = 1.6
}
