import Geometry
import Graph

/// A pinch as platforms report it that recognize pinches themselves.
public struct PinchEvent: Sendable {
    /// The stage of the pinch; `cancel` ends it without a trace.
    public enum Phase: String, CaseIterable, Sendable { case begin, update, end, cancel }

    /// The stage of the pinch.
    public var phase: Phase
    /// The middle of the fingers, in screen points.
    public var at: Point
    /// The scale since the begin; nil is 1, at the end the last one.
    public var scale: Double?
    /// The common movement of the fingers since the begin, in screen points; nil is none, at the end the last one.
    public var by: Point?
    /// In milliseconds; never before that of the event before.
    public var time: Double

    /// An event of a pinch; `at` and `by` are in screen points, the time in milliseconds.
    public init(_ phase: Phase, at: Point, scale: Double?, by: Point?, time: Double) {
        self.phase = phase
        self.at = at
        self.scale = scale
        self.by = by
        self.time = time
    }
}
