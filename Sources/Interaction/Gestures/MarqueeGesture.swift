import Geometry
import Graph

/// A rectangle drawn from a point of the canvas to the pointer, which selects.
public struct MarqueeGesture: GesturePayload {
    var origin: GestureOrigin
    let selecting: Selecting
    /// On the canvas.
    public internal(set) var rect: Rect

    init(_ origin: GestureOrigin, _ selecting: Selecting) {
        self.origin = origin
        self.selecting = selecting
        rect = Rect(origin.anchor, origin.anchor)
    }

    mutating func update(to at: Point, _: Modifiers, on stage: Stage) -> GestureEffect {
        rect = Rect(origin.anchor, stage.viewport.canvas(at))
        return selecting.effect(of: .rect(rect), from: origin, on: stage)
    }

    var state: GestureState { .marquee(rect) }
}

/// How a marquee or a lasso selects.
struct Selecting: Sendable {
    let operation: Selection.Operation
    let mode: Lasso.Mode
    let kinds: Lasso.Kinds

    /// The selection a gesture began with, changed by what a region holds; nothing where many cannot be selected.
    func effect(of region: Lasso.Region, from origin: GestureOrigin, on stage: Stage) -> GestureEffect {
        var lasso = Lasso(region, mode: mode, kinds: kinds)
        lasso.start = origin.anchor
        guard let caught = stage.gather(lasso) else { return .nothing }
        var selection = origin.selection
        selection.apply(operation, caught)
        return .select(selection)
    }
}
