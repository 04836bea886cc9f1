import Geometry
import Graph

/// The point where an edge meets its handle, and the side it leaves by.
public struct Anchor: Hashable, Sendable {
    /// The point where the edge ends, on the canvas.
    public let point: Point
    /// The side of the node it leaves by; `center` has no direction.
    public let side: Side

    /// Makes an anchor. Coordinates are limited to ±10⁷⁵, so that no formula of a path overflows.
    @inlinable public init(point: Point, side: Side) {
        self.point = Point(x: Anchor.limited(point.x), y: Anchor.limited(point.y))
        self.side = side
    }

    /// The anchor of a handle on a frame: at an offset along its side, or in the center of the frame.
    @inlinable public static func on(frame: Rect, side: Side, offset: SideOffset = .middle) -> Anchor {
        let center = frame.center
        var point = center
        switch side {
        case .top, .bottom:
            point.y = side == .top ? frame.minY : frame.maxY
            if offset != .middle { point.x = offset.along(frame.minX, frame.maxX) }
        case .left, .right:
            point.x = side == .left ? frame.minX : frame.maxX
            if offset != .middle { point.y = offset.along(frame.minY, frame.maxY) }
        case .center: break
        }
        return Anchor(point: point, side: side)
    }

    /// The anchor of a handle on a node: its place on the frame, moved straight inwards to the node's outline.
    ///
    /// - Parameter flags: the flags of the node; a rectangle costs one test.
    @inlinable @inline(__always)
    public static func on(_ frame: Rect, _ flags: NodeFlags, side: Side, offset: SideOffset) -> Anchor {
        let anchor = on(frame: frame, side: side, offset: offset)
        if !flags.isShaped { return anchor }
        return Anchor(point: flags.shape.inward(from: anchor.point, on: side, of: frame), side: side)
    }

    @inlinable static func limited(_ value: Double) -> Double { min(max(value, -1e75), 1e75) }

    /// This anchor; a center gets the side that faces the other end.
    @inlinable func facing(_ other: Anchor) -> Anchor { facing(other.point) }

    @inlinable func facing(_ other: Point) -> Anchor {
        side == .center ? Anchor(point: point, side: .facing(other, from: point)) : self
    }
}

extension Side {
    /// The side by which a line from `other` reaches `point`, as for a draft without a target handle.
    ///
    /// The longer distance decides. Upright wins ties; equal points give the bottom.
    @inlinable public static func facing(_ other: Point, from point: Point) -> Side {
        let way = point - other
        if abs(way.x) > abs(way.y) { return way.x > 0 ? .left : .right }
        return way.y > 0 ? .top : .bottom
    }
}

extension EdgeGeometry {
    /// The anchor of an end without a handle (no symbol): in swiftFlow the center of the node, else nil.
    @inlinable @inline(__always)
    public func centerAnchor(symbol: Symbol?, on frame: Rect) -> Anchor? {
        symbol == nil && self == .swiftFlow ? Anchor(point: frame.center, side: .center) : nil
    }
}
