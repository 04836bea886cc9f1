import Geometry
import Graph
import Storage

/// A turn of a wheel, or two fingers on a trackpad.
public struct WheelEvent: Sendable {
    /// The unit of `by`: screen points, lines of text, or pages, which are as large as the view.
    public enum Unit: String, CaseIterable, Sendable { case point, line, page }

    /// The position of the pointer, in screen points.
    public var at: Point
    /// The movement as in the DOM: positive down and to the right.
    public var by: Point
    /// The unit of `by`.
    public var unit: Unit
    /// False for wheels that turn in notches and yet count in points.
    public var isPrecise: Bool
    /// The keys that are held: control or meta zooms, shift pans sideways.
    public var modifiers: Modifiers
    /// In milliseconds; never before that of the event before.
    public var time: Double

    /// A turn at a screen point, by an amount in a unit; the time is in milliseconds.
    public init(at: Point, by: Point, unit: Unit, isPrecise: Bool, modifiers: Modifiers, time: Double) {
        self.at = at
        self.by = by
        self.unit = unit
        self.isPrecise = isPrecise
        self.modifiers = modifiers
        self.time = time
    }
}

extension WheelEvent {
    /// Returns true if the event zooms: a trackpad's pinch comes as a wheel with control held.
    func zooms(_ wheel: InteractionSettings.Wheel) -> Bool {
        wheel == .zoom || !modifiers.isDisjoint(with: [.control, .meta])
    }

    /// The factor by which the event zooms, if it does.
    var factor: Double {
        // Browsers send a pinch on a trackpad as a wheel with control, by −100 times the logarithm of its scale.
        if isPrecise && unit == .point && modifiers.contains(.control) { return (-by.y / 100).exponential }
        // Powers of two a unit, as in d3-zoom (Bostock).
        let rate =
            switch unit {
            case .point: 0.002
            case .line: 0.05
            case .page: 1.0
            }
        return (-by.y * rate * 2.0.naturalLogarithm).exponential
    }

    /// Returns the distance by which the event pans a view of a size, in screen points.
    func offset(in size: Size) -> Point {
        var by = by
        // A wheel turns one way only: with shift, sideways.
        if modifiers.contains(.shift), by.x == 0 { by = Point(x: by.y, y: 0) }
        let scale =
            switch unit {
            case .point: isPrecise ? Point(x: 1, y: 1) : Point(x: 10, y: 10)
            case .line: Point(x: 20, y: 20)
            case .page: Point(x: size.width, y: size.height)
            }
        return Point(x: -by.x * scale.x, y: -by.y * scale.y)
    }
}

extension InteractionSettings {
    /// The setting that forbids zooming, or panning; nil if it is allowed.
    func switchThatStops(zooms: Bool) -> String? {
        if zooms { return zoomEnabled ? nil : "zoomEnabled" }
        return panEnabled ? nil : "panEnabled"
    }
}
