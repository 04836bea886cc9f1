/// Places some nodes among the others, which stay: in the free place nearest to the middle of their neighbors that have
/// places, or in rows below all.
public struct PlaceLayout: Sendable {
    /// The least gap between frames, in canvas units.
    public var nodeSpacing = 20.0

    /// A layout with the options of the protocol where they are left out.
    public init() {}
}
