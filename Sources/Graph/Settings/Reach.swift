/// The distance that counts as near, in screen points, for each kind of pointer.
public struct Reach: Sendable, Equatable {
    /// The distance for a mouse, in points.
    public var mouse: Double
    /// The distance for a finger, in points.
    public var touch: Double
    /// The distance for a pen, in points; nil for the mouse's distance.
    public var pen: Double?

    /// A reach for each kind of pointer.
    public init(mouse: Double, touch: Double, pen: Double? = nil) {
        self.mouse = mouse
        self.touch = touch
        self.pen = pen
    }

    /// The same reach for every pointer.
    public init(_ all: Double) { self.init(mouse: all, touch: all) }

    /// The reach for a pointer.
    @inlinable public func points(_ pointer: PointerKind) -> Double {
        switch pointer {
        case .mouse: mouse
        case .touch: touch
        case .pen: pen ?? mouse
        }
    }
}

/// The device that a person points with.
public enum PointerKind: String, CaseIterable, Sendable { case mouse, touch, pen }
