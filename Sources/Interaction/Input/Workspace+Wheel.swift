import Editing
import Geometry
import Graph
import Storage

/// A turn of a wheel, or two fingers on a trackpad.
public struct WheelEvent: Sendable {
    /// What `by` counts: screen points, lines of text, or pages, which are as large as the view.
    public enum Unit: String, CaseIterable, Sendable { case point, line, page }

    /// Where the pointer is, in screen points.
    public var at: Point
    /// As in the DOM: positive down and to the right.
    public var by: Point
    /// The unit of `by`.
    public var unit: Unit
    /// False for wheels that turn in notches and yet count in points.
    public var isPrecise: Bool
    /// The keys that are held: control or meta zooms, shift pans sideways.
    public var modifiers: Modifiers
    /// In milliseconds; never before that of the event before.
    public var time: Double

    /// A turn at a screen point, by so many of a unit; the time is in milliseconds.
    public init(at: Point, by: Point, unit: Unit, isPrecise: Bool, modifiers: Modifiers, time: Double) {
        self.at = at
        self.by = by
        self.unit = unit
        self.isPrecise = isPrecise
        self.modifiers = modifiers
        self.time = time
    }
}

extension Workspace {
    /// Pans, or zooms about the pointer; an open gesture goes along.
    ///
    /// - Parameter cause: the method to which a change of the document is put down.
    public mutating func receive(
        _ event: WheelEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> InputAnswer {
        if case .pinch? = views[view].gesture { return InputAnswer(gesture: views[view].gesture?.kind.rawValue) }
        stopMotion(of: view)
        noteMovement(of: view, at: event.time)
        // A trackpad's pinch comes as a wheel with control held.
        let zooms =
            document.settings.interaction.wheel == .zoom || !event.modifiers.isDisjoint(with: [.control, .meta])
        let viewport = zooms ? zoomed(by: event, in: view) : panned(by: event, in: view)
        if views[view].pointers.contacts.isEmpty { views[view].resting = (event.at, .mouse) }
        if let viewport, viewport != views[view].viewport {
            views[view].viewport = viewport
            try followViewport(in: view, at: event.time, cause: cause)
        }
        return InputAnswer(gesture: views[view].gesture?.kind.rawValue)
    }

    /// Brings the gesture that a contact leads in step after the viewport has moved below it.
    mutating func followViewport(in view: View.Slot, at time: Double, cause: String) throws(EditError) {
        let actions = views[view].pointers.viewportMoved(pointerContext(of: view))
        try perform(actions, in: view, at: time, cause: cause)
    }

    private mutating func zoomed(by event: WheelEvent, in view: View.Slot) -> Viewport? {
        guard document.settings.interaction.zoomEnabled else { return nil }
        // Powers of two a unit, as in d3-zoom (Bostock).
        let rate =
            switch event.unit {
            case .point: 0.002
            case .line: 0.05
            case .page: 1.0
            }
        let factor = (-event.by.y * rate * 2.0.naturalLogarithm).exponential
        let target = zoomed(view, by: factor, at: event.at)
        return views[view].confined(target, document.settings.interaction)
    }

    private func panned(by event: WheelEvent, in view: View.Slot) -> Viewport? {
        guard document.settings.interaction.panEnabled else { return nil }
        var by = event.by
        // A wheel turns one way only: with shift, sideways.
        if event.modifiers.contains(.shift), by.x == 0 { by = Point(x: by.y, y: 0) }
        let size = views[view].size
        let scale =
            switch event.unit {
            case .point: event.isPrecise ? Point(x: 1, y: 1) : Point(x: 10, y: 10)
            case .line: Point(x: 20, y: 20)
            case .page: Point(x: size.width, y: size.height)
            }
        let offset = Point(x: -by.x * scale.x, y: -by.y * scale.y)
        return views[view].confined(views[view].panned(by: offset), document.settings.interaction)
    }
}
