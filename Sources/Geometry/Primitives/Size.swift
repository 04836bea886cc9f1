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

    /// The size that no other exceeds.
    public static let boundless = Size(width: .infinity, height: .infinity)

    /// The least size that holds both.
    public func united(_ other: Size) -> Size {
        Size(width: max(width, other.width), height: max(height, other.height))
    }
}
