/// Boxes packed into a rectangle near a ratio of width to height.
public enum Packing {
    /// The default ratio of width to height.
    public static let defaultRatio = 1.6
}
