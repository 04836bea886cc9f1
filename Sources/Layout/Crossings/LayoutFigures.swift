import Geometry

/// The readability figures of a drawing's edges: crossings, lengths and bends.
public struct LayoutFigures: Hashable, Sendable {
    /// The number of proper crossings of two different edges, each point counted; nil if counting would take too long.
    ///
    /// Crossings at a common end do not count. Edges that touch or run along each other are shifted slightly in four
    /// ways, and the least number counts.
    public var crossings: Int?
    /// The total length of all edges, in canvas units.
    public var edgeLength: Double
    /// The number of joints at which an edge turns by more than 5 degrees.
    public var bends: Int

    /// Computes the figures of edges that are drawn as polylines, with their ends.
    ///
    /// - Parameters:
    ///   - isCurve: a flag for each edge: true if it approximates a curve, whose joints are not bends; empty for none.
    ///   - watch: returns false to stop counting.
    /// - Complexity: O(*s* + *k*) for *s* segments of similar length, evenly spread, and *k* pairs of near segments.
    ///   Counting is given up after about ten million pairs with touching bounds.
    public init(of edges: [[Point]], isCurve: [Bool] = [], _ watch: LayoutWatch = { _ in true }) {
        edgeLength = 0
        bends = 0
        var lines: [[Point]] = []
        lines.reserveCapacity(edges.count)
        for (number, edge) in edges.enumerated() {
            if number % 4096 == 0, !watch(0) { return }
            let line = LayoutFigures.simplified(edge)
            lines.append(line)
            for (a, b) in zip(line, line.dropFirst()) { edgeLength += a.distance(to: b) }
            if number < isCurve.count && isCurve[number] { continue }
            for ((a, b), c) in zip(zip(line, line.dropFirst()), line.dropFirst(2)) where LayoutFigures.turns(a, b, c) {
                bends += 1
            }
        }
        var count = LineCrossings(lines: lines, watch)
        crossings = count?.counted(watch)
    }

    /// A polyline without points that are not finite, and without points on their predecessor.
    private static func simplified(_ line: [Point]) -> [Point] {
        var result: [Point] = []
        result.reserveCapacity(line.count)
        for point in line where point.isFinite {
            if let last = result.last, abs(last.x - point.x) < 1e-9, abs(last.y - point.y) < 1e-9 { continue }
            result.append(point)
        }
        return result
    }

    private static func turns(_ a: Point, _ b: Point, _ c: Point) -> Bool {
        let before = (b - a).unit
        let after = (c - b).unit
        return before.dot(after) < 0.9961946980917455
    }
}
