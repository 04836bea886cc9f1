import Geometry

/// A viewport on its way from one to another.
///
/// On the straight path the zoom changes by equal factors in equal steps of progress, about the one point of the screen
/// where both viewports show the same of the canvas. Every point of the canvas then moves along a straight line of the
/// screen.
/// If the zoom does not change there is no such point, and the offset alone is interpolated.
public struct ViewportAnimation: Sendable, Equatable {
    /// The viewports between both ends.
    public enum Path: String, CaseIterable, Sendable {
        case straight
        /// The way by a smaller zoom, as one would fly over a map.
        case smooth
    }

    /// The duration of an animation that states none, in milliseconds.
    public static let standardDuration = 250.0

    /// The viewport at the start.
    public let from: Viewport
    /// The viewport at the end, which is reached exactly.
    public let to: Viewport
    /// In milliseconds; not above 0 is at once.
    public let duration: Double
    /// The progress as a function of time.
    public let easing: Easing
    private let arc: ZoomArc?
    /// The logarithm of the zoom's whole factor; nil if the zoom stays.
    private let growth: Double?

    /// - Parameter size: of the view, in screen points; a smooth path depends on it.
    /// - Parameter leastZoom: the zoom below which a smooth path does not go, if neither end does.
    public init(
        from: Viewport, to: Viewport, duration: Double = standardDuration, easing: Easing = .easeInOut,
        path: Path = .straight, size: Size = Size(width: 0, height: 0), leastZoom: Double = 0
    ) {
        self.from = from
        self.to = to
        self.duration = duration
        self.easing = easing
        let factor = to.zoom / from.zoom
        growth = abs(factor - 1) < 1e-9 ? nil : factor.naturalLogarithm
        arc = path == .smooth ? ZoomArc(from: from, to: to, size: size, leastZoom: leastZoom) : nil
    }

    /// Returns the viewport so many milliseconds after the start: before it `from`, from the end on `to`, exactly.
    public func viewport(at time: Double) -> Viewport {
        if isOver(at: time) { return to }
        guard time > 0 else { return from }
        let progress = easing.progress(time / duration)
        if progress >= 1 { return to }
        let between = arc?.viewport(at: progress) ?? straight(at: progress)
        return between.isUsable ? between : to
    }

    /// Returns true if the animation has ended so many milliseconds after its start.
    public func isOver(at time: Double) -> Bool { !(time < duration) }

    /// The offset goes along with the zoom: (r − 1)/(k − 1) of its way when the zoom has grown r of k times. That is
    /// anchor − (anchor − offset) · r for the anchor that both ends share, without the division by nearly zero.
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

extension Viewport {
    var isUsable: Bool { x.isFinite && y.isFinite && zoom.isFinite && zoom > 0 }
}
