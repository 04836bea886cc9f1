/// Packs the connected parts of a graph side by side. The drawing of each part stays, except that overlapping nodes
/// move apart.
public struct PackLayout: Sendable {
    /// The least gap between parts, in canvas units.
    public var nodeSpacing = 50.0
    /// The wanted ratio of width to height.
    public var ratio = Packing.defaultRatio

    /// Makes a layout with the default options of the protocol.
    public init() {}
}
