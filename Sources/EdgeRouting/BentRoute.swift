import Geometry
import Graph

/// A path through waypoints, in parts from each stop to the next.
///
/// A waypoint at the same place as the one before it, or as an end, is not a stop.
struct BentRoute {
    /// The anchors with the waypoints between them, without equal neighbors.
    private let stops: [Point]
    /// The index among the waypoints of each stop after the source.
    private let places: [Int]
    private let source: Anchor
    private let target: Anchor
    private let type: EdgeType
    private let geometry: EdgeGeometry
    private let options: PathOptions

    init(
        _ type: EdgeType, _ geometry: EdgeGeometry, _ source: Anchor, _ target: Anchor, _ options: PathOptions,
        through waypoints: [Point]
    ) {
        var stops = [source.point]
        var places: [Int] = []
        for (place, waypoint) in waypoints.enumerated() {
            let stop = Point(x: Anchor.limited(waypoint.x), y: Anchor.limited(waypoint.y))
            if let last = stops.last, last.distance(to: stop) > 0 {
                stops.append(stop)
                places.append(place)
            }
        }
        while stops.count > 1, let last = stops.last, last.distance(to: target.point) == 0 {
            stops.removeLast()
            places.removeLast()
        }
        self.source = geometry == .swiftFlow || stops.count == 1 ? source : source.facing(stops[1])
        self.target = geometry == .swiftFlow || stops.count == 1 ? target : target.facing(stops[stops.count - 1])
        stops.append(target.point)
        places.append(waypoints.count)
        self.stops = stops
        self.places = places
        (self.type, self.geometry, self.options) = (type, geometry, options)
    }

    /// The path; nil if there are no stops between the ends.
    var path: Path? {
        if stops.count == 2 { return nil }
        switch type {
        case .straight:
            return .polyline(RoundedPolyline(stops, radius: options.borderRadius ?? 0, rounding: .turnsOnly))
        case .bezier where options.borderRadius != nil:
            return Route.rounded(source, target, through: stops[1..<stops.count - 1], options.borderRadius ?? 0)
        case .bezier, .simpleBezier, .horizontalBezier: return .spline(spline)
        case .step, .smoothStep, .orthogonal:
            let radius = type == .step ? 0 : options.borderRadius ?? 5
            return .polyline(RoundedPolyline(steps.corners, radius: radius, rounding: .turnsOnly))
        }
    }

    /// Returns the index of the waypoint before which the path passes nearest to a point; of equally near parts the
    /// first wins.
    func waypointIndex(nearestTo point: Point) -> Int {
        var nearest = Double.infinity
        var index = 0
        for (part, place) in zip(parts, places) {
            let distance = part.closest(to: point).distance
            if distance < nearest {
                nearest = distance
                index = place
            }
        }
        return index
    }

    /// The path from stop to stop, with sharp corners.
    private var parts: [Path] {
        if stops.count == 2 { return [] }
        switch type {
        case .straight: return legs
        case .bezier where options.borderRadius != nil: return legs
        case .bezier, .simpleBezier, .horizontalBezier: return spline.curves.map { .cubic($0) }
        case .step, .smoothStep, .orthogonal:
            return steps.parts.map { .polyline(RoundedPolyline($0, radius: 0)) }
        }
    }

    private var legs: [Path] { zip(stops, stops.dropFirst()).map { .line(Segment(start: $0, end: $1)) } }

    private var spline: Spline {
        Spline(
            through: stops, leaving: control(of: source, toward: stops[1]),
            arriving: control(of: target, toward: stops[stops.count - 2]))
    }

    private var steps: BentSteps {
        BentSteps(source, target, stops: stops[1..<stops.count - 1], stub: max(0, Anchor.limited(options.offset ?? 20)))
    }

    /// The control point beside an end: that of a single curve to the next stop. It is at most as far away as the stop,
    /// but far enough to show the side.
    private func control(of end: Anchor, toward stop: Point) -> Point {
        let distance = end.point.distance(to: stop)
        if type == .bezier, let stated = options.reach(along: stop.x - end.point.x) {
            return end.point + end.side.outward * min(stated, distance, reach(of: end, to: stop))
        }
        switch (type, geometry) {
        case (.horizontalBezier, _): return Point(x: end.point.middle(to: stop).x, y: end.point.y)
        case (.simpleBezier, .reactFlow): return Route.halfWay(end, toward: stop)
        case (.simpleBezier, .swiftFlow):
            let bulge = end.side.outward * min(max(30, 0.25 * distance), distance)
            return end.point.interpolated(to: end.point.middle(to: stop) + bulge, at: 2.0 / 3)
        case (_, .reactFlow):
            let control = Route.control(of: end, toward: stop, Anchor.limited(options.curvature ?? 0.25))
            let reach = max((control - end.point).dot(end.side.outward), min(0.25 * distance, reach(of: end, to: stop)))
            return end.point + end.side.outward * reach
        case (_, .swiftFlow):
            return end.point + end.side.outward * min(max(50, 0.4 * distance), distance, reach(of: end, to: stop))
        }
    }

    /// The greatest distance of a control point from its end, so that a curve to a stop beside the end does not swing
    /// far past it.
    private func reach(of end: Anchor, to stop: Point) -> Double {
        max(30, abs((stop - end.point).dot(end.side.outward)))
    }
}

extension Route {
    /// The greatest distance between the ends of a rounded curve and its first and last control points, in canvas
    /// units.
    private static let cornerStub = 20.0

    /// A curve along the lines from stop to stop. It leaves its ends in the direction of their sides, and quadratics
    /// round its corners.
    ///
    /// A quadratic spline crosses a line no more often than its control polygon does (Lane and Riesenfeld 1983), so
    /// edges keep the order of their corners.
    @usableFromInline static func rounded(
        _ source: Anchor, _ target: Anchor, through stops: ArraySlice<Point> = [], _ radius: Double
    ) -> Path {
        func stub(_ end: Anchor, toward stop: Point) -> [Point] {
            let ahead = (stop - end.point).dot(end.side.outward)
            let length = min(cornerStub, radius, ahead / 4)
            return length > 0 ? [end.point + end.side.outward * length] : []
        }
        let leaving = stub(source, toward: stops.first ?? target.point)
        let arriving = stub(target, toward: stops.last ?? source.point)
        let points = [source.point] + leaving + stops + arriving + [target.point]
        return .polyline(RoundedPolyline(points, radius: radius, rounding: .turnsOnly))
    }

    /// The path through waypoints; without waypoints, the path of the type, or one parallel to it.
    ///
    /// - Parameter distance: the distance to the right of the path of the type, in canvas units.
    public static func path(
        _ type: EdgeType, _ geometry: EdgeGeometry, source: Anchor, target: Anchor, options: PathOptions,
        through waypoints: [Point], aside distance: Double = 0
    ) -> Path {
        let bent = waypoints.isEmpty ? nil : BentRoute(type, geometry, source, target, options, through: waypoints).path
        return bent ?? path(type, geometry, source: source, target: target, options: options).aside(distance)
    }

    /// The route through the waypoints of a form. Its label is where the form says, else in the middle of a bent path.
    ///
    /// - Parameter distance: without waypoints, the distance to the right of the path of the type, in canvas units.
    public static func make(
        _ type: EdgeType, _ geometry: EdgeGeometry, source: Anchor, target: Anchor, options: PathOptions,
        form: EdgeForm, aside distance: Double = 0
    ) -> Route {
        let bent =
            form.waypoints.isEmpty
            ? nil : BentRoute(type, geometry, source, target, options, through: form.waypoints).path
        let isTurned = geometry == .reactFlow || type == .straight
        if let bent { return Route(bent, form: form, isTurned: isTurned) }
        let plain = make(type, geometry, source: source, target: target, options: options).aside(distance)
        if form.labelPosition != nil { return Route(plain.path, form: form, isTurned: isTurned) }
        return Route(path: plain.path, label: form.offset(plain.label), labelAngle: plain.labelAngle)
    }

    /// A path with its label where a form says, else in the middle.
    ///
    /// - Parameter isTurned: true if the label has the direction of the path.
    init(_ path: Path, form: EdgeForm, isTurned: Bool) {
        let fraction = form.labelPosition ?? 0.5
        let angle = isTurned ? path.direction(atFraction: fraction).angle : 0
        self.init(path: path, label: form.offset(path.point(atFraction: fraction)), labelAngle: angle)
    }
}

extension EdgeForm {
    /// A point moved by the label's offset.
    fileprivate func offset(_ label: Point) -> Point {
        guard let offset = labelOffset else { return label }
        return label + Point(x: Anchor.limited(offset.x), y: Anchor.limited(offset.y))
    }
}
