import Geometry
import Graph
import Layout
import Routing

extension Document {
    /// What the drawing of the edges that a plan lays out is worth once it has been performed: as they are drawn then,
    /// round nodes and through waypoints.
    ///
    /// - Throws: what performing the plan throws.
    func figures(after plan: LayoutPlan) throws(EditError) -> LayoutFigures {
        var document = self
        _ = try document.transact { (transaction) throws(EditError) in try transaction.perform(plan) }
        let routes = EdgeRoutes(document, EdgeBundles(document))
        var lines: [[Point]] = []
        var isCurve: [Bool] = []
        for slot in plan.edges {
            if let points = routes.points(ofEdge: slot) {
                lines.append(points)
                isCurve.append(false)
            } else if let path = routes.path(ofEdge: slot, in: document) {
                lines.append(path.chords)
                isCurve.append(path.isCurve)
            }
        }
        return LayoutFigures(of: lines, isCurve: isCurve)
    }
}

extension Path {
    /// Whether its direction changes all along it.
    fileprivate var isCurve: Bool {
        switch self {
        case .line, .polyline: false
        case .quadratic, .cubic, .spline: true
        }
    }

    /// Its corners or, of a curve, points on it that lie near to one another.
    fileprivate var chords: [Point] {
        switch self {
        case .line(let line): return [line.start, line.end]
        case .polyline(let line): return line.corners.map(\.point)
        case .quadratic, .cubic, .spline:
            var points = [start]
            let side = max(hull.width, hull.height) / 8
            visitParts(noLongerThan: side, atMost: 8) { points.append($0.chord.end) }
            return points
        }
    }
}
