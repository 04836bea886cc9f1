import Geometry
import Graph

/// The path of an edge from a node back to it, around the outside of its frame.
struct LoopRoute {
    /// The corners, the ends included.
    let corners: [Point]

    /// - Parameters:
    ///   - frame: the frame of the node.
    ///   - distance: the distance between the path and the frame, in canvas units.
    init(_ source: Anchor, _ target: Anchor, around frame: Rect, at distance: Double) {
        let ring = frame.grown(by: distance)
        let (from, to) = (ring.point(before: source), ring.point(before: target))
        if source.side != target.side {
            corners = LoopRoute.shorter(
                LoopRoute.way(source, target, from, to, ring, isClockwise: true),
                LoopRoute.way(source, target, from, to, ring, isClockwise: false))
        } else if source.point.distance(to: target.point) > 1e-6 {
            corners = [source.point, from, to, target.point]
        } else {
            corners = LoopRoute.balloon(source, distance)
        }
    }

    private static func way(
        _ source: Anchor, _ target: Anchor, _ from: Point, _ to: Point, _ ring: Rect, isClockwise: Bool
    ) -> [Point] {
        var corners = [source.point, from]
        var side = source.side
        while side != target.side {
            let next = isClockwise ? side.nextClockwise : side.nextClockwise.opposite
            corners.append(ring.corner(side, next))
            side = next
        }
        return corners + [to, target.point]
    }

    /// The shorter of two paths; of equally long ones the higher one, then the one farther to the right.
    private static func shorter(_ a: [Point], _ b: [Point]) -> [Point] {
        func length(_ points: [Point]) -> Double {
            zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        }
        let (first, second) = (length(a), length(b))
        // Equal lengths may differ by rounding.
        if abs(first - second) > 1e-6 * (first + second) { return first < second ? a : b }
        func bounds(_ points: [Point]) -> Rect { points.reduce(Rect.empty) { $0.union($1) } }
        let (left, right) = (bounds(a), bounds(b))
        if left.minY != right.minY { return left.minY < right.minY ? a : b }
        return left.maxX >= right.maxX ? a : b
    }

    /// A square in front of the handle at which the loop leaves and arrives.
    private static func balloon(_ anchor: Anchor, _ distance: Double) -> [Point] {
        let out = anchor.side.outward
        let aside = out.quarterTurned * max(distance - 10, 5)
        let neck = anchor.point + out * min(10, distance / 2)
        let far = anchor.point + out * max(2 * distance - 10, 10)
        return [anchor.point, neck, neck - aside, far - aside, far + aside, neck + aside, neck, anchor.point]
    }
}

extension Side {
    /// The next side of a frame, clockwise; the center is its own next side.
    fileprivate var nextClockwise: Side {
        switch self {
        case .top: .right
        case .right: .bottom
        case .bottom: .left
        case .left: .top
        case .center: .center
        }
    }
}

extension Rect {
    /// The point on the outline straight out from an anchor inside.
    fileprivate func point(before anchor: Anchor) -> Point {
        switch anchor.side {
        case .top: Point(x: anchor.point.x, y: minY)
        case .right: Point(x: maxX, y: anchor.point.y)
        case .bottom: Point(x: anchor.point.x, y: maxY)
        case .left: Point(x: minX, y: anchor.point.y)
        case .center: anchor.point
        }
    }

    /// The corner at which two sides meet.
    fileprivate func corner(_ a: Side, _ b: Side) -> Point {
        Point(x: a == .left || b == .left ? minX : maxX, y: a == .top || b == .top ? minY : maxY)
    }
}

extension Document {
    /// The route of a loop, around the frame in which its node is shown; nil for other edges, with waypoints, and if
    /// loops are not spread.
    ///
    /// - Parameter form: the form that it has or would have.
    @inline(__always)
    func loop(ofEdge slot: Edge.Slot, around frame: Rect, _ lane: EdgeLane, form: EdgeForm? = nil) -> Route? {
        if settings.edgeSpread == 0 { return nil }
        let drawn = drawnEnds(ofEdge: slot)
        return drawn.source == drawn.target ? madeLoop(ofEdge: slot, around: frame, lane, form: form) : nil
    }

    @inline(never)
    private func madeLoop(ofEdge slot: Edge.Slot, around frame: Rect, _ lane: EdgeLane, form: EdgeForm?) -> Route? {
        let form = form ?? self.form(ofEdge: slot) ?? EdgeForm()
        guard form.waypoints.isEmpty, let (source, target) = handleAnchors(ofEdge: slot, frame) else { return nil }
        let ends = drawnEnds(ofEdge: slot)
        return loop(
            pathType(ofEdge: slot), at: ends.source, from: source, to: target, around: frame, lane,
            pathOptions(ofEdge: slot), form: form)
    }

    /// The route of an edge of a type between two anchors of one node, around its shown frame.
    func loop(
        _ type: EdgeType, at node: Node.Slot, from source: Anchor, to target: Anchor, around frame: Rect,
        _ lane: EdgeLane, _ options: PathOptions = PathOptions(), form: EdgeForm = EdgeForm()
    ) -> Route {
        let nearest = max(0, Anchor.limited(options.offset ?? 20))
        let distance = nearest + Double(lane.steps) * settings.edgeSpread
        let corners = loop(at: node, from: source, to: target, around: frame, at: distance).corners
        let radius: Double =
            switch type {
            case .step: 0
            case .straight: options.borderRadius ?? 0
            case .smoothStep, .orthogonal: options.borderRadius ?? 5
            case .bezier, .simpleBezier, .horizontalBezier: distance
            }
        let isTurned = settings.edgeGeometry == .reactFlow || type == .straight
        return Route(
            .polyline(RoundedPolyline(corners, radius: radius, rounding: .turnsOnly)), form: form, isTurned: isTurned)
    }

    /// The waypoints of a loop around its node; nil if it has no geometry.
    ///
    /// - Parameter distance: the distance between the path and the frame, in canvas units.
    public func loopWaypoints(ofEdge slot: Edge.Slot, at distance: Double) -> [Point]? {
        let node = drawnEnds(ofEdge: slot).source
        let frame = frame(node)
        guard let (source, target) = handleAnchors(ofEdge: slot, frame) else { return nil }
        let corners = loop(at: node, from: source, to: target, around: frame, at: distance).corners
        return Array(corners.dropFirst().dropLast())
    }

    private func loop(
        at node: Node.Slot, from source: Anchor, to target: Anchor, around frame: Rect, at distance: Double
    ) -> LoopRoute {
        func end(_ anchor: Anchor, beside other: Side, _ sides: [Side]) -> Anchor {
            guard anchor.side == .center, let side = sides.first(where: { $0 != other }) else { return anchor }
            let flags = nodes.flags(node)
            if flags.isShaped { return .on(frame, flags, side: side, offset: .middle) }
            return Anchor(point: anchor.point, side: side)
        }
        let from = end(source, beside: target.side, [.right, .top])
        let to = end(target, beside: from.side, [.top, .right])
        return LoopRoute(from, to, around: frame.limited, at: distance)
    }
}
