/// The distance that counts as near, in screen points, for a mouse or pen and for a finger.
public struct Reach: Sendable, Equatable {
    /// The distance for a mouse or a pen, in points.
    public var mouse: Double
    /// The distance for a finger, in points.
    public var touch: Double

    /// A reach for each kind of pointer.
    public init(mouse: Double, touch: Double) {
        self.mouse = mouse
        self.touch = touch
    }

    /// The same reach for every pointer.
    public init(_ both: Double) { self.init(mouse: both, touch: both) }

    /// The reach for a pointer.
    @inlinable public func points(_ pointer: PointerKind) -> Double { pointer == .touch ? touch : mouse }
}
