import Geometry
import Wire

// Places as settings and extents have them.

extension Point {
    /// Reads `[x, y]`.
    public init?(pair json: JSON) {
        guard case .array(let elements) = json, elements.count == 2, let x = elements[0].doubleValue,
            let y = elements[1].doubleValue, x.isFinite, y.isFinite
        else { return nil }
        self.init(x: x, y: y)
    }

    /// The point as `[x, y]`.
    public var pair: JSON { .array([.number(x), .number(y)]) }
}

extension Rect {
    /// Reads `[[x, y], [x, y]]`, the least and the greatest corner.
    public init?(extent json: JSON) {
        guard case .array(let corners) = json, corners.count == 2, let low = Point(pair: corners[0]),
            let high = Point(pair: corners[1]), low.x <= high.x, low.y <= high.y
        else { return nil }
        self.init(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
    }
}
