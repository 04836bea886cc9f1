import Geometry
import Graph

/// How far a limit gives way to a pull beyond it: the farther, the less.
///
/// The shown distance is c·x·d / (d + c·x) for a pull of x: at first 0.55 of the pull, never as much as d.
public enum Elastic {
    public static let firmness = 0.55
    /// How far a zoom goes beyond its limit at most, in powers of two.
    public static let octaves = 0.5

    /// The shown distance for a pull of either sign.
    ///
    /// - Parameter dimension: d, what it stays below; 0 gives nothing.
    public static func shown(_ pull: Double, dimension: Double) -> Double {
        let eased = abs(pull) * firmness
        guard eased > 0, dimension > 0 else { return 0 }
        if eased == .infinity { return pull > 0 ? dimension : -dimension }
        // Divided before multiplied: neither a huge pull nor a tiny dimension leaves the range of numbers.
        let distance = eased / (eased + dimension) * dimension
        return pull > 0 ? distance : -distance
    }

    /// The zoom that is shown where a pinch wants one beyond the limits.
    public static func zoom(_ wanted: Double, within limits: ClosedRange<Double>) -> Double {
        guard wanted > 0 else { return limits.lowerBound }
        let limit = max(min(wanted, limits.upperBound), limits.lowerBound)
        if limit == wanted { return wanted }
        let logarithm = 2.0.naturalLogarithm
        let pull = (wanted / limit).naturalLogarithm / logarithm
        return limit * (shown(pull, dimension: octaves) * logarithm).exponential
    }
}

extension View {
    /// A viewport that shows less beyond `translateExtent` than it was pulled to; without an extent it stays.
    ///
    /// Only the settings' `rubberBand` lets it show anything there.
    public func stretched(_ viewport: Viewport, _ settings: Settings) -> Viewport {
        let limit = confined(viewport, settings)
        guard settings.yieldsBeyondLimits else { return limit }
        let x = Elastic.shown(viewport.x - limit.x, dimension: size.width)
        let y = Elastic.shown(viewport.y - limit.y, dimension: size.height)
        return limit.panned(by: Point(x: x, y: y))
    }

    /// The zoom to show for one that a pinch wants: clamped, or with `rubberBand` a little beyond the limits.
    public func stretchedZoom(_ wanted: Double, _ settings: Settings) -> Double {
        guard settings.yieldsBeyondLimits else { return settings.clampedZoom(wanted) }
        return Elastic.zoom(wanted, within: settings.minZoom...max(settings.minZoom, settings.maxZoom))
    }
}
