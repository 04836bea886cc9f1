import Geometry
import Graph
import Storage

extension Anchor {
    /// The anchor of an edge that ends at a node without a handle: the point where the line from the node's center to a
    /// point, inside or outside, crosses its outline. The side is the side of the frame that the line crosses.
    ///
    /// If the point is the center, there is no direction; the anchor is the middle of the lower side.
    static func onOutline(_ shape: NodeShape, of frame: Rect, towards point: Point) -> Anchor {
        let anchor = onBorder(of: frame, towards: point)
        if shape == .rectangle { return anchor }
        return Anchor(point: shape.crossing(towards: anchor.point, in: frame), side: anchor.side)
    }

    private static func onBorder(of frame: Rect, towards point: Point) -> Anchor {
        let way = point - frame.center
        let (halfWidth, halfHeight) = (frame.width / 2, frame.height / 2)
        // The line crosses an upright side if it is flatter than the diagonal.
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

extension Anchor {
    /// The distance from a frame within which a point counts as on it, in canvas units.
    private static let nearFrame = 1e-6

    /// The side of a frame on which a point lies; nil for a point inside or outside.
    static func side(of frame: Rect, at point: Point) -> Side? {
        guard frame.grown(by: nearFrame).touches(point) else { return nil }
        if abs(point.x - frame.minX) <= nearFrame { return .left }
        if abs(point.x - frame.maxX) <= nearFrame { return .right }
        if abs(point.y - frame.minY) <= nearFrame { return .top }
        return abs(point.y - frame.maxY) <= nearFrame ? .bottom : nil
    }
}

extension Document {
    /// The anchors of an edge with an end drawn at a collapsed node: that end lies on the outline, on the line from the
    /// node's center to the other end. Nil if the other end has no place.
    ///
    /// - Parameters:
    ///   - drawn: the nodes between which it is drawn.
    ///   - source: the frame of the first of them.
    ///   - target: the frame of the second one.
    func redirectedAnchors(
        _ ends: EdgeEnds, drawn: EdgeEnds, _ source: Rect, _ target: Rect
    ) -> (Anchor, Anchor)? {
        if source.minX.isNaN || target.minX.isNaN { return nil }
        let (sourceShape, targetShape) = (nodes.flags(drawn.source).shape, nodes.flags(drawn.target).shape)
        if drawn.source != ends.source && drawn.target != ends.target {
            return (
                .onOutline(sourceShape, of: source, towards: target.center),
                .onOutline(targetShape, of: target, towards: source.center)
            )
        }
        if drawn.source != ends.source {
            guard let end = anchor(ends.targetHandle, of: ends.target, .target, on: target) else { return nil }
            return (.onOutline(sourceShape, of: source, towards: end.point), end)
        }
        guard let end = anchor(ends.sourceHandle, of: ends.source, .source, on: source) else { return nil }
        return (end, .onOutline(targetShape, of: target, towards: end.point))
    }

    /// The anchor of a handle of a node, on its frame in the document.
    public func anchor(of handle: Handle, on node: Node.Slot) -> Anchor {
        var offset = handle.offset
        if settings.spreadHandles, let symbol = symbols.find(handle.id),
            let site = handleSite(of: node, symbol: symbol, kind: handle.kind)
        {
            offset = site.offset
        }
        return .on(frame(node), nodes.flags(node), side: handle.side, offset: offset)
    }

    /// Returns true if an edge may end at an outline without a handle.
    @inline(__always)
    public func haveOutlines(_ ends: EdgeEnds) -> Bool {
        nodes.flags(ends.source).endsEdges || nodes.flags(ends.target).endsEdges
    }

    /// Returns the drawn end of an edge at a node. If the node has a shape or is a group, an end at the center is moved
    /// to the outline, on the line to a point; it still has no side. The end stays if the point is inside the frame of
    /// a group, which then contains the other end.
    ///
    /// - Parameters:
    ///   - anchor: the end.
    ///   - frame: the frame in which the node is shown; without a place, the end stays.
    ///   - point: the next waypoint, or the other end.
    public func drawnAnchor(_ anchor: Anchor, of node: Node.Slot, shownIn frame: Rect, towards point: Point) -> Anchor {
        let flags = nodes.flags(node)
        if !flags.endsEdges || anchor.side != .center || frame.minX.isNaN { return anchor }
        if !flags.isShaped {
            // The edge ends at a waypoint on the frame.
            if Anchor.side(of: frame, at: point) != nil { return Anchor(point: point, side: .center) }
            if frame.contains(point) { return anchor }
        }
        return Anchor(point: Anchor.onOutline(flags.shape, of: frame, towards: point).point, side: .center)
    }
}
