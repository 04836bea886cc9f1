import Geometry
import Graph

/// The corners of a path of level and upright legs, and the place of its label.
struct SteppedLine {
    var points: [Point]
    /// The label's place; nil for half of the length.
    var label: Point?
    var radius: Double
    var rounding: RoundedPolyline.Rounding

    var path: Path { .polyline(RoundedPolyline(points, radius: radius, rounding: rounding)) }
}

extension Route {
    static func stepped(
        _ type: EdgeType, _ geometry: EdgeGeometry, _ source: Anchor, _ target: Anchor, _ options: PathOptions
    ) -> Route {
        let line = steppedLine(type, geometry, source, target, options)
        let path = line.path
        let label = line.label ?? path.point(atFraction: 0.5)
        let direction = geometry == .reactFlow ? path.direction(nearestTo: label) : .zero
        return Route(path: path, label: label, labelAngle: direction.angle)
    }

    @usableFromInline static func steppedPath(
        _ type: EdgeType, _ geometry: EdgeGeometry, _ source: Anchor, _ target: Anchor, _ options: PathOptions
    ) -> Path {
        steppedLine(type, geometry, source, target, options).path
    }

    /// The line of a stepped type; a step is a smooth step with sharp corners that always crosses in the middle.
    static func steppedLine(
        _ type: EdgeType, _ geometry: EdgeGeometry, _ source: Anchor, _ target: Anchor, _ options: PathOptions
    ) -> SteppedLine {
        let isStep = type == .step
        let stub = Anchor.limited(options.offset ?? 20)
        let crossing = isStep ? 0.5 : Anchor.limited(options.stepPosition ?? 0.5)
        let radius = isStep ? 0 : options.borderRadius ?? 5
        switch geometry {
        case .swiftFlow:
            let (points, label) = swiftFlowSteps(source, target, stub: stub, crossing: crossing)
            return SteppedLine(points: points, label: label, radius: radius, rounding: .everyCorner)
        case .reactFlow:
            let (points, label) = reactFlowSteps(
                source.facing(target), target.facing(source), stub: stub, crossing: crossing)
            return SteppedLine(points: points, label: label, radius: radius, rounding: .turnsOnly)
        }
    }
}
