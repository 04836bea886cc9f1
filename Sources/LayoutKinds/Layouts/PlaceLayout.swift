/// Places some nodes among the others, which stay: in the free place nearest to the middle of their placed neighbors,
/// or in rows below all others.
public struct PlaceLayout: Sendable {
    /// The least gap between frames, in canvas units.
    public var nodeSpacing = 20.0

    /// Makes a layout with the default options of the protocol.
    public init() {}
}
