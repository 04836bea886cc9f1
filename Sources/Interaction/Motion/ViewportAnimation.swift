import Geometry

/// A movement from one viewport to another.
///
/// On the straight path the zoom changes by equal factors in equal steps of progress, about the one point of the
/// screen at which both viewports show the same canvas point. Every point of the canvas then moves along a straight
/// line of the screen. If the zoom does not change there is no such point, and only the offset is interpolated.
public struct ViewportAnimation: Sendable, Equatable {
    /// The viewports between both ends.
    public enum Path: String, CaseIterable, Sendable {
        case straight
        /// The path over a smaller zoom, like a flight over a map.
        case smooth
    }

    /// The viewport at the start.
    public let from: Viewport
    /// The viewport at the end, which is reached exactly.
    public let to: Viewport
    /// The progress as a function of time; a duration that is not above 0 is at once.
    public let transition: Transition
    private let arc: ZoomArc?
    /// The logarithm of the zoom's whole factor; nil if the zoom stays.
    private let growth: Double?
    /// The farthest share of an overshooting spring: none on a smooth path, otherwise up to the limits of the zoom.
    private let farthest: Double

    /// - Parameters:
    ///   - size: of the view, in screen points; a smooth path depends on it, and how long a spring takes.
    ///   - limits: the zoom that no spring exceeds, and below which no smooth path goes, unless an end does.
    public init(
        from: Viewport, to: Viewport, _ transition: Transition = Transition(), path: Path = .straight,
        size: Size = Size(width: 0, height: 0), limits: ZoomLimits? = nil
    ) {
        self.from = from
        self.to = to
        let factor = to.zoom / from.zoom
        let growth = abs(factor - 1) < 1e-9 ? nil : factor.naturalLogarithm
        let arc =
            path == .smooth ? ZoomArc(from: from, to: to, size: size, leastZoom: limits?.least ?? 0) : nil
        let way = max(arc?.screenWay ?? 0, Rect(x: 0, y: 0, width: size.width, height: size.height).way(from, to))
        self.transition = transition.timed(over: way)
        (self.growth, self.arc) = (growth, arc)
        let limit = limits.flatMap { limits in growth.map { $0 > 0 ? limits.greatest : limits.least } }
        // A little less, so that no rounding leads beyond the limit.
        let swing = limit.flatMap { limit in growth.map { (limit / from.zoom).naturalLogarithm / $0 * (1 - 1e-12) } }
        farthest = arc == nil ? max(1, swing ?? .infinity) : 1
    }

    /// In milliseconds; not above 0 is at once.
    public var duration: Double { transition.duration }

    /// Returns the viewport some milliseconds after the start: exactly `from` before it, exactly `to` after the end.
    public func viewport(at time: Double) -> Viewport {
        if isOver(at: time) { return to }
        guard time > 0 else { return from }
        let progress = min(transition.progress(at: time), farthest)
        if progress == 1 { return to }
        let between = arc?.viewport(at: progress) ?? straight(at: progress)
        return between.isUsable ? between : to
    }

    /// Returns true if the animation has ended some milliseconds after its start.
    public func isOver(at time: Double) -> Bool { !(time < duration) }

    /// The offset follows the zoom: it has done (r − 1)/(k − 1) of its way when the zoom has grown r of k times. This
    /// equals anchor − (anchor − offset) · r for the common anchor of both ends, without a division by nearly zero.
    private func straight(at progress: Double) -> Viewport {
        let start = Point(x: from.x, y: from.y)
        let end = Point(x: to.x, y: to.y)
        guard let growth else {
            let offset = start.interpolated(to: end, at: progress)
            return Viewport(x: offset.x, y: offset.y, zoom: from.zoom)
        }
        let grown = (growth * progress).exponentialLessOne
        let offset = start.interpolated(to: end, at: grown / growth.exponentialLessOne)
        return Viewport(x: offset.x, y: offset.y, zoom: from.zoom * (1 + grown))
    }
}

extension Rect {
    /// The longest way on the screen of a point that is at a corner of the view before or after, in screen points.
    fileprivate func way(_ from: Viewport, _ to: Viewport) -> Double {
        var longest = 0.0
        for corner in [
            Point(x: minX, y: minY), Point(x: maxX, y: minY), Point(x: minX, y: maxY), Point(x: maxX, y: maxY),
        ] {
            longest = max(longest, to.screen(from.canvas(corner)).distance(to: corner))
            longest = max(longest, from.screen(to.canvas(corner)).distance(to: corner))
        }
        return longest
    }
}

extension Viewport {
    var isUsable: Bool { x.isFinite && y.isFinite && zoom.isFinite && zoom > 0 }
}
