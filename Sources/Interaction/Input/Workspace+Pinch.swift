import Editing
import Geometry
import Graph

// Pinches: two contacts of the view itself, or one that the platform has recognised.

/// A pinch as platforms report it that recognise pinches themselves.
public struct PinchEvent: Sendable {
    public enum Phase: String, CaseIterable, Sendable { case begin, update, end, cancel }

    public var phase: Phase
    /// The middle of the fingers, in screen points.
    public var at: Point
    /// Since the begin.
    public var scale: Double
    /// How far the fingers have gone together since the begin, in screen points.
    public var by: Point
    public var time: Double

    public init(_ phase: Phase, at: Point, scale: Double, by: Point, time: Double) {
        self.phase = phase
        self.at = at
        self.scale = scale
        self.by = by
        self.time = time
    }
}

extension Workspace {
    private var mayPinch: Bool { document.settings.panEnabled || document.settings.zoomEnabled }

    /// A second contact turns what the first was doing into a pinch, and undoes it; a pan is kept.
    mutating func join(_ first: Int, _ second: Int, in view: Int) {
        guard mayPinch, let a = views[view].pointers.contact(first), let b = views[view].pointers.contact(second)
        else { return }
        dropGesture(in: view)
        let origin = GestureOrigin(views[view], at: a.at, a.kind)
        open(.pinch(handPinch(origin, PinchGesture.Span(a.at, b.at), in: view)), in: view)
        views[view].pointers.state = .pinching(first: first, second: second, gesture: views[view].gestureCount)
    }

    private mutating func dropGesture(in view: Int) {
        switch views[view].gesture {
        case .pan: views[view].gesture = nil
        case nil: break
        default: try? cancelGesture(in: view)
        }
    }

    mutating func followPinch(in view: Int) {
        guard case .pinching(let first, let second, _) = views[view].pointers.state,
            case .pinch(let pinch)? = views[view].gesture, let a = views[view].pointers.contact(first),
            let b = views[view].pointers.contact(second)
        else { return }
        let span = PinchGesture.Span(a.at, b.at)
        show(pinch, scale: pinch.scale(to: span), center: span.center, in: view)
    }

    /// A contact of the pinch has gone: another takes its place, or the one that stays goes on panning.
    mutating func leavePinch(to staying: Int, at time: Double, in view: Int) {
        views[view].gesture = nil
        views[view].pointers.state = .idle
        guard let contact = views[view].pointers.contact(staying) else { return }
        if let other = views[view].pointers.contacts.first(where: { $0.id != staying }) {
            return join(staying, other.id, in: view)
        }
        guard document.settings.panEnabled else {
            return release(view, velocity: .zero, about: contact.at, at: time)
        }
        open(.pan(handPan(GestureOrigin(views[view], at: contact.at, contact.kind), in: view)), in: view)
        views[view].pointers.state = .leading(Lead(contact: staying, gesture: views[view].gestureCount))
    }

    /// Lets the canvas stay where it is under a contact that pans, after something else has moved the view.
    mutating func reanchor(_ pan: PanGesture, to contact: Contact, in view: Int) {
        var pan = pan
        pan.held = (contact.at, views[view].pulled(views[view].viewport, document.settings))
        views[view].gesture = .pan(pan)
    }

    // MARK: Pinches of the platform

    public mutating func receive(_ event: PinchEvent, in view: Int) throws(EditError) -> InputAnswer {
        switch event.phase {
        case .begin: beginPinch(event, in: view)
        case .update: if case .pinched = views[view].pointers.state { follow(event, in: view) }
        case .end:
            guard case .pinched = views[view].pointers.state else { break }
            follow(event, in: view)
            var center = event.at
            if case .pinch(let pinch)? = views[view].gesture { center = pinch.span.center + event.by }
            views[view].gesture = nil
            views[view].pointers.state = .idle
            release(view, velocity: .zero, about: center, at: event.time)
        case .cancel:
            guard case .pinched = views[view].pointers.state else { break }
            try? cancelGesture(in: view)
            views[view].pointers.state = .idle
        }
        letGo(of: view, at: event.time)
        return InputAnswer(gesture: views[view].gesture?.kind.rawValue)
    }

    private mutating func beginPinch(_ event: PinchEvent, in view: Int) {
        stopMotion(of: view)
        forgetLostGesture(in: view)
        switch views[view].pointers.state {
        case .idle: if views[view].gesture != nil { return }
        case .pressed, .leading, .pinching: dropGesture(in: view)
        case .pinched: try? cancelGesture(in: view)
        }
        views[view].pointers.state = .idle
        guard mayPinch else { return }
        let origin = GestureOrigin(views[view], at: event.at, .touch)
        open(.pinch(handPinch(origin, PinchGesture.Span(event.at, event.at), in: view)), in: view)
        views[view].pointers.state = .pinched(gesture: views[view].gestureCount)
    }

    private mutating func follow(_ event: PinchEvent, in view: Int) {
        guard case .pinch(let pinch)? = views[view].gesture else { return }
        show(pinch, scale: event.scale, center: pinch.span.center + event.by, in: view)
    }

    /// Shows what two fingers have made of the canvas: scaled, and with the point that was between them still there.
    private mutating func show(_ pinch: PinchGesture, scale: Double, center: Point, in view: Int) {
        let settings = document.settings
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

    /// A pinch from what the view shows now.
    private mutating func handPinch(
        _ origin: GestureOrigin, _ span: PinchGesture.Span, in view: Int
    ) -> PinchGesture {
        let settings = document.settings
        let limits = zoomLimits(of: view, reaching: origin.viewport.zoom)
        return PinchGesture(
            origin, span, pulled: views[view].pulled(origin.viewport, settings),
            zoom: views[view].pulledZoom(origin.viewport.zoom, limits, settings))
    }
}
