import Geometry
import Graph

/// A freehand outline on the canvas, which selects.
public struct LassoGesture: Sendable {
    var origin: GestureOrigin
    let selecting: Selecting
    /// On the canvas, at most `Limits.polygonCorners`: what comes after moves the last.
    public internal(set) var points: [Point]

    init(_ origin: GestureOrigin, _ selecting: Selecting) {
        self.origin = origin
        self.selecting = selecting
        points = [origin.anchor]
    }

    mutating func append(_ point: Point) {
        if points.last == point { return }
        if points.count >= Limits.polygonCorners { points.removeLast() }
        points.append(point)
    }
}

extension Workspace {
    mutating func update(_ lasso: inout LassoGesture, to at: Point, in view: Int) {
        lasso.append(views[view].viewport.canvas(at))
        select(.polygon(Polygon(lasso.points)), lasso.selecting, from: lasso.origin.selection, in: view)
    }
}
