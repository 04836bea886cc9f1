import Geometry
import Graph

/// The point where an edge meets its handle, and the side it leaves by.
public struct Anchor: Hashable, Sendable {
    /// The point where the edge ends, on the canvas.
    public let point: Point
    /// The side of the node it leaves by; `center` has no direction.
    public let side: Side

    /// Coordinates beyond 10⁷⁵ are taken as 10⁷⁵, so that no formula of a path overflows.
    @inlinable public init(point: Point, side: Side) {
        self.point = Point(x: Anchor.limited(point.x), y: Anchor.limited(point.y))
        self.side = side
    }

    /// The anchor of a handle on a frame: at an offset along its side; a center handle is in the frame's center.
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

    /// The anchor of a handle on a node: from its place on the frame straight inwards to the node's outline.
    ///
    /// - Parameter flags: of the node; those of a rectangle cost one test.
    @inlinable @inline(__always)
    public static func on(_ frame: Rect, _ flags: NodeFlags, side: Side, offset: SideOffset) -> Anchor {
        let anchor = on(frame: frame, side: side, offset: offset)
        if !flags.isShaped { return anchor }
        return Anchor(point: flags.shape.inward(from: anchor.point, on: side, of: frame), side: side)
    }

    @inlinable static func limited(_ value: Double) -> Double { min(max(value, -1e75), 1e75) }

    /// This anchor, and if it is a center, with the side that faces the other end.
    @inlinable func facing(_ other: Anchor) -> Anchor { facing(other.point) }

    @inlinable func facing(_ other: Point) -> Anchor {
        side == .center ? Anchor(point: point, side: .facing(other, from: point)) : self
    }
}

extension Side {
    /// The side by which a line from `other` reaches `point`: what a draft without a target handle ends with.
    ///
    /// The longer way decides; upright wins ties, and coincident points give the bottom.
    @inlinable public static func facing(_ other: Point, from point: Point) -> Side {
        let way = point - other
        if abs(way.x) > abs(way.y) { return way.x > 0 ? .left : .right }
        return way.y > 0 ? .top : .bottom
    }
}

extension EdgeGeometry {
    /// The anchor of an end that names no handle (no symbol), where this family has one of its own: swiftFlow's edges end
    /// in the center of the node then. Nil if a handle decides.
    @inlinable @inline(__always)
    public func centerAnchor(symbol: Symbol?, on frame: Rect) -> Anchor? {
        symbol == nil && self == .swiftFlow ? Anchor(point: frame.center, side: .center) : nil
    }
}
