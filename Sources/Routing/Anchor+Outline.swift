import Geometry
import Graph
import Storage

extension Anchor {
    /// The anchor of an edge that is drawn to a frame itself: where the line from its center to a point crosses its outline,
    /// be the point inside or outside.
    ///
    /// Without a direction, where the point is the center, it is the middle of the lower side.
    static func onOutline(of frame: Rect, towards point: Point) -> Anchor {
        let way = point - frame.center
        let (halfWidth, halfHeight) = (frame.width / 2, frame.height / 2)
        // The outline crosses an upright line if the way is flatter than the diagonal.
        if abs(way.x) * halfHeight > abs(way.y) * halfWidth {
            let side = way.x > 0 ? Side.right : .left
            let y = frame.center.y + way.y * (halfWidth / abs(way.x))
            return Anchor(point: Point(x: way.x > 0 ? frame.maxX : frame.minX, y: y), side: side)
        }
        if way.y == 0 { return .on(frame: frame, side: .bottom) }
        let x = frame.center.x + way.x * (halfHeight / abs(way.y))
        return Anchor(
            point: Point(x: x, y: way.y > 0 ? frame.maxY : frame.minY), side: way.y > 0 ? .bottom : .top)
    }
}

extension Document {
    /// The anchors of an edge of which an end is drawn to a collapsed node: there on the outline, on the line from its center
    /// to the other end; nil where the other end has no place.
    ///
    /// - Parameters:
    ///   - drawn: the nodes between which it is drawn.
    ///   - source: the frame of the first of these.
    ///   - target: that of the second.
    func redirectedAnchors(
        _ ends: EdgeEnds, drawn: EdgeEnds, _ source: Rect, _ target: Rect
    ) -> (Anchor, Anchor)? {
        if source.minX.isNaN || target.minX.isNaN { return nil }
        if drawn.source != ends.source && drawn.target != ends.target {
            return (
                .onOutline(of: source, towards: target.center), .onOutline(of: target, towards: source.center)
            )
        }
        if drawn.source != ends.source {
            guard let end = anchor(ends.targetHandle, of: ends.target, .target, on: target) else { return nil }
            return (.onOutline(of: source, towards: end.point), end)
        }
        guard let end = anchor(ends.sourceHandle, of: ends.source, .source, on: source) else { return nil }
        return (end, .onOutline(of: target, towards: end.point))
    }
}
