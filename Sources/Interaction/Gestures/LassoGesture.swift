import Geometry
import Graph

/// A freehand outline on the canvas, which selects.
public struct LassoGesture: NamedGesture {
    var origin: GestureOrigin
    let selecting: Selecting
    /// The points on the canvas, at most `Limits.polygonCorners`: later ones move the last.
    public internal(set) var points: [Point]
    /// The bounds of all its points, also of moved ones.
    private var bounds: Rect

    init(_ origin: GestureOrigin, _ selecting: Selecting) {
        self.origin = origin
        self.selecting = selecting
        points = [origin.anchor]
        bounds = Rect(origin.anchor, origin.anchor)
    }

    mutating func update(to at: Point, _: Modifiers, on stage: Stage) -> GestureEffect {
        append(stage.viewport.canvas(at))
        return selecting.effect(of: .polygon(Polygon(points)), from: origin, on: stage)
    }

    private mutating func append(_ point: Point) {
        if points.last == point { return }
        if points.count >= Limits.polygonCorners { points.removeLast() }
        points.append(point)
        bounds = bounds.union(point)
    }

    // MARK: Description

    static let kind = Gesture.Kind("lasso", coalesces: false)
    static let rows: [GestureRow] = [GestureRow("polygon", .points, "lasso: the region", .drawn), .selection]
    var values: [GestureValue] { [.places(points), .selected] }
    var cursor: Cursor { .crosshair }
    var selects: Bool { true }
    var region: Rect? { bounds }
}

extension LassoGesture {
    static var edits: Bool { false }
    static func switchedOff(by settings: InteractionSettings) -> String? { Selecting.switchedOff(by: settings) }

    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled _: Viewport, on _: Stage
    ) throws(EditError) {
        self.init(origin, Selecting(parameters))
    }
}
