/// The extent of a rectangle; never negative.
public struct Size: Hashable, Sendable {
    /// In canvas units.
    public var width: Double
    /// In canvas units.
    public var height: Double

    /// A size from its width and height.
    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
