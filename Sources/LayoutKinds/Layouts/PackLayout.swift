/// Packs the connected parts of a graph side by side; each part stays drawn as it is, but for nodes that cover each other.
public struct PackLayout: Sendable {
    /// The least gap between parts, in canvas units.
    public var nodeSpacing = 50.0
    /// The wished ratio of width to height.
    public var ratio = Packing.defaultRatio

    /// A layout with the options of the protocol where they are left out.
    public init() {}
}
