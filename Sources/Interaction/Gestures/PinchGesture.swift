import Geometry
import Graph

/// Two fingers that scale and move the canvas together: each point between them stays between them.
public struct PinchGesture: GesturePayload {
    /// The positions of two fingers, in screen points.
    struct Span: Sendable {
        let a: Point
        let b: Point

        init(_ a: Point, _ b: Point) {
            self.a = a
            self.b = b
        }

        var center: Point { Point(x: a.x / 2 + b.x / 2, y: a.y / 2 + b.y / 2) }
        var length: Double { a.distance(to: b) }
    }

    var origin: GestureOrigin
    /// The positions of the fingers when the pinch began.
    let span: Span
    /// The viewport, and its zoom, that the view would have without limits.
    let pulled: Viewport
    let zoom: Double

    /// Minimum finger distance for computing a scale, in screen points.
    private static let leastLength = 10.0

    init(_ origin: GestureOrigin, _ span: Span, pulled: Viewport, zoom: Double) {
        self.origin = origin
        self.span = span
        self.pulled = pulled
        self.zoom = zoom
    }

    func scale(to now: Span) -> Double {
        max(now.length, PinchGesture.leastLength) / max(span.length, PinchGesture.leastLength)
    }

    /// A pinch is led by its two fingers, not by a pointer.
    mutating func update(to _: Point, _: Modifiers, on _: Stage) -> GestureEffect { .nothing }

    // MARK: Description

    static let kind = Gesture.Kind("pinch", followsToBorder: false, coalesces: false, movesView: true)
    static let rows: [GestureRow] = [.viewport]
    var values: [GestureValue] { [.viewport] }
    var cursor: Cursor { .grabbing }
}
