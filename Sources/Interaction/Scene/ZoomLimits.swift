import Geometry
import Graph
import Storage

/// The zooms between which a view stays.
public struct ZoomLimits: Sendable, Equatable {
    /// The least zoom, in screen points a canvas unit.
    public let least: Double
    /// The greatest zoom, in screen points for a canvas unit; `least` wins if they cross.
    public let greatest: Double

    /// Limits that may cross.
    public init(least: Double, greatest: Double) { (self.least, self.greatest) = (least, greatest) }

    /// The zoom within the limits that is nearest to a zoom.
    public func clamped(_ zoom: Double) -> Double { max(min(zoom, greatest), least) }

    var range: ClosedRange<Double> { least...max(least, greatest) }

    /// No automatic least zoom is above this.
    static let nearestLeast = 0.1
    /// The automatic least zoom, as a part of the zoom that shows all nodes with the usual padding: even a fit with a
    /// wider padding can be zoomed out.
    static let spare = 0.5

    /// The same limits for a smaller zoom.
    func reaching(_ zoom: Double) -> ZoomLimits {
        ZoomLimits(least: zoom.isNormal ? min(least, zoom) : least, greatest: greatest)
    }
}

/// The bounds of all visible elements at a revision of the document, drawn with a version of its routes.
struct ContentExtent: Sendable {
    let revision: Int
    let routes: Int
    let nodes: Rect?
    /// The bounds of the nodes and of the edges with their labels.
    let all: Rect?
}
