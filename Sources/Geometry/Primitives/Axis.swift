/// One of the two directions of the canvas.
public enum Axis: String, CaseIterable, Sendable {
    /// Horizontal (`x`) and vertical (`y`).
    case x, y

    /// The other axis.
    public var other: Axis { self == .x ? .y : .x }
}

extension Point {
    /// The coordinate along an axis.
    public subscript(axis: Axis) -> Double {
        @inlinable @inline(__always) get { axis == .x ? x : y }
        @inlinable @inline(__always) set { if axis == .x { x = newValue } else { y = newValue } }
    }
}

extension Rect {
    /// The left side along `x`, the top along `y`.
    @inlinable @inline(__always) public func low(_ axis: Axis) -> Double { axis == .x ? minX : minY }

    /// The right side along `x`, the bottom along `y`.
    @inlinable @inline(__always) public func high(_ axis: Axis) -> Double { axis == .x ? maxX : maxY }
}
