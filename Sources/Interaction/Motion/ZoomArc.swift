import Geometry

/// The path between two viewports on which pan and zoom together seem slowest: it zooms out, moves over and zooms in
/// (van Wijk and Nuij 2003, with ρ = √2).
struct ZoomArc: Sendable, Equatable {
    private static let rho = 2.0.squareRoot()

    private let size: Size
    private let leastZoom: Double
    /// The middle of the first viewport, in canvas units, and the offset to that of the last.
    private let center: Point
    private let way: Point
    /// The width of the first viewport, in canvas units, and the distance of the middles.
    private let width: Double
    private let distance: Double
    /// The start of the path on its hyperbolic profile, and the length of the path.
    private let beginning: Double
    private let length: Double

    /// Returns nil if the middles are the same, so that there is nothing to fly over, or are beyond all numbers.
    init?(from: Viewport, to: Viewport, size: Size, leastZoom: Double) {
        self.size = size
        self.leastZoom = min(leastZoom, from.zoom, to.zoom)
        let middle = Point(x: size.width / 2, y: size.height / 2)
        center = from.canvas(middle)
        way = to.canvas(middle) - center
        let side = max(size.width, size.height)
        width = side / from.zoom
        let endWidth = side / to.zoom
        distance = way.length
        let squares = ZoomArc.rho * ZoomArc.rho
        // b₀ and b₁ of the paper, then r₀ and r₁: −asinh(b) is ln(−b + √(b² + 1)).
        let change = endWidth * endWidth - width * width
        let stretch = squares * squares * distance * distance
        beginning = -((change + stretch) / (2 * width * squares * distance)).inverseHyperbolicSine
        let ending = -((change - stretch) / (2 * endWidth * squares * distance)).inverseHyperbolicSine
        length = (ending - beginning) / ZoomArc.rho
        guard distance > 1e-6 * width, beginning.hyperbolicCosine.isFinite, length.isFinite else { return nil }
    }

    /// An upper bound of any visible point's way on the screen at the final pace of the path, in screen points.
    var screenWay: Double { 2 * max(size.width, size.height) * length }

    /// The viewport after so much of the path, 0…1.
    func viewport(at progress: Double) -> Viewport {
        let position = ZoomArc.rho * progress * length + beginning
        let cosine = beginning.hyperbolicCosine
        let done =
            width * (cosine * position.hyperbolicTangent - beginning.hyperbolicSine) / (ZoomArc.rho * ZoomArc.rho)
        let shown = width * cosine / position.hyperbolicCosine
        let zoom = max(max(size.width, size.height) / shown, leastZoom)
        let middle = center + way * (done / distance)
        return Viewport(x: size.width / 2 - middle.x * zoom, y: size.height / 2 - middle.y * zoom, zoom: zoom)
    }
}
