import Geometry
import Graph

/// A freehand outline on the canvas, which selects.
public struct LassoGesture: NamedGesture {
    var origin: GestureOrigin
    let selecting: Selecting
    /// The points on the canvas, at most `Limits.polygonCorners`: later ones move the last.
    public internal(set) var points: [Point]

    init(_ origin: GestureOrigin, _ selecting: Selecting) {
        self.origin = origin
        self.selecting = selecting
        points = [origin.anchor]
    }

    mutating func update(to at: Point, _: Modifiers, on stage: Stage) -> GestureEffect {
        append(stage.viewport.canvas(at))
        return selecting.effect(of: .polygon(Polygon(points)), from: origin, on: stage)
    }

    private mutating func append(_ point: Point) {
        if points.last == point { return }
        if points.count >= Limits.polygonCorners { points.removeLast() }
        points.append(point)
    }

    // MARK: Description

    static let kind = Gesture.Kind("lasso", coalesces: false)
    static let rows: [GestureRow] = [GestureRow("polygon", .points, "lasso: the region", .drawn), .selection]
    var values: [GestureValue] { [.places(points), .selected] }
    var cursor: Cursor { .crosshair }
    var selects: Bool { true }
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
