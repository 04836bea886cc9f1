import Geometry
import Graph

/// The distance by which a limit gives way to a pull beyond it: it grows more and more slowly.
///
/// The shown distance is c·x·d / (d + c·x) for a pull of x: at first 0.55 of the pull, never as much as d.
public enum Elastic {
    /// c in the formula: the part of a small pull that is shown.
    public static let firmness = 0.55
    /// The greatest distance of a zoom beyond its limit, in powers of two.
    public static let octaves = 0.5

    /// The shown distance for a pull of either sign.
    ///
    /// - Parameter dimension: d, the upper bound of the result; 0 gives 0.
    public static func shown(_ pull: Double, dimension: Double) -> Double {
        let eased = abs(pull) * firmness
        guard eased > 0, dimension > 0 else { return 0 }
        if eased == .infinity { return pull > 0 ? dimension : -dimension }
        // Divided before multiplied: neither a huge pull nor a tiny dimension leaves the range of numbers.
        let distance = eased / (eased + dimension) * dimension
        return pull > 0 ? distance : -distance
    }

    /// The pull for a shown distance: the inverse of `shown`.
    public static func pull(_ shown: Double, dimension: Double) -> Double {
        let distance = abs(shown)
        guard distance > 0, dimension > distance else { return shown }
        let pull = distance / (dimension - distance) * dimension / firmness
        return shown > 0 ? pull : -pull
    }

    /// The zoom that a pinch asks for, from the one shown beyond the limits: the inverse of `zoom`.
    public static func wantedZoom(_ shown: Double, within limits: ClosedRange<Double>) -> Double {
        let limit = max(min(shown, limits.upperBound), limits.lowerBound)
        if limit == shown || !(shown > 0) { return shown }
        let logarithm = 2.0.naturalLogarithm
        let distance = (shown / limit).naturalLogarithm / logarithm
        return limit * (pull(distance, dimension: octaves) * logarithm).exponential
    }

    /// The shown zoom for a pinch beyond the limits.
    public static func zoom(_ wanted: Double, within limits: ClosedRange<Double>) -> Double {
        guard wanted > 0 else { return limits.lowerBound }
        let limit = max(min(wanted, limits.upperBound), limits.lowerBound)
        if limit == wanted { return wanted }
        let logarithm = 2.0.naturalLogarithm
        let pull = (wanted / limit).naturalLogarithm / logarithm
        return limit * (shown(pull, dimension: octaves) * logarithm).exponential
    }
}
