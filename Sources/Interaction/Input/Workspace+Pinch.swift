import Editing
import Geometry
import Graph
import Storage

// Pinches: of two contacts of the view itself, or recognised by the platform.

/// A pinch as platforms report it that recognise pinches themselves.
public struct PinchEvent: Sendable {
    /// The stage of the pinch; `cancel` ends it without a trace.
    public enum Phase: String, CaseIterable, Sendable { case begin, update, end, cancel }

    /// The stage of the pinch.
    public var phase: Phase
    /// The middle of the fingers, in screen points.
    public var at: Point
    /// Since the begin.
    public var scale: Double
    /// How far the fingers have gone together since the begin, in screen points.
    public var by: Point
    /// In milliseconds; never before that of the event before.
    public var time: Double

    /// An event of a pinch; `at` and `by` are in screen points, the time in milliseconds.
    public init(_ phase: Phase, at: Point, scale: Double, by: Point, time: Double) {
        self.phase = phase
        self.at = at
        self.scale = scale
        self.by = by
        self.time = time
    }
}

extension Workspace {
    /// Takes a pinch that the platform has recognised.
    ///
    /// - Parameter cause: the method to which a change of the document is put down.
    public mutating func receive(
        _ event: PinchEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> InputAnswer {
        let actions = views[view].pointers.receive(event, pointerContext(of: view))
        try perform(actions, in: view, at: event.time, cause: cause)
        letGo(of: view, at: event.time)
        return InputAnswer(gesture: views[view].gesture?.kind.rawValue)
    }

    mutating func beginPinch(_ span: PinchGesture.Span, _ pointer: PointerKind, in view: View.Slot) {
        let settings = document.settings.interaction
        let origin = GestureOrigin(views[view], at: span.a, pointer)
        let limits = zoomLimits(of: view, reaching: origin.viewport.zoom)
        let pinch = PinchGesture(
            origin, span, pulled: views[view].pulled(origin.viewport, settings),
            zoom: views[view].pulledZoom(origin.viewport.zoom, limits, settings))
        open(.pinch(pinch), in: view)
    }

    mutating func spread(to span: PinchGesture.Span, in view: View.Slot) {
        guard case .pinch(let pinch)? = views[view].gesture else { return }
        show(pinch, scale: pinch.scale(to: span), center: span.center, in: view)
    }

    mutating func scale(by scale: Double, moved way: Point, in view: View.Slot) {
        guard case .pinch(let pinch)? = views[view].gesture else { return }
        show(pinch, scale: scale, center: pinch.span.center + way, in: view)
    }

    /// Shows what two fingers have made of the canvas: scaled, and with the point that was between them still there.
    private mutating func show(_ pinch: PinchGesture, scale: Double, center: Point, in view: View.Slot) {
        let settings = document.settings.interaction
        let wanted = pinch.zoom * scale
        let zoom =
            settings.zoomEnabled
            ? views[view].stretchedZoom(wanted, zoomLimits(of: view, reaching: wanted), settings)
            : pinch.origin.viewport.zoom
        let middle = settings.panEnabled ? center : pinch.span.center
        let anchor = pinch.pulled.canvas(pinch.span.center)
        let viewport = Viewport(x: middle.x - anchor.x * zoom, y: middle.y - anchor.y * zoom, zoom: zoom)
        guard viewport.isUsable else { return }
        stretch(to: views[view].stretched(viewport, settings), in: view)
    }
}
