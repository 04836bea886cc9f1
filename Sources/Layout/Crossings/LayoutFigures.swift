import Geometry

/// The costs of a drawing of edges for its reader: the crossings, the lengths and the bends.
public struct LayoutFigures: Hashable, Sendable {
    /// Proper crossings of two different edges, each point counted; nil where counting them would take too long.
    ///
    /// Nothing is counted where two edges have an end in common. Edges that touch or run along one another are
    /// shifted by a hair in four ways, and the least number counts.
    public var crossings: Int?
    /// The length of all edges together, in canvas units.
    public var edgeLength: Double
    /// Joints at which an edge turns by more than 5 degrees.
    public var bends: Int

    /// The figures of edges drawn as polylines, one an edge, their ends included.
    ///
    /// - Parameters:
    ///   - isCurve: a flag for each: true if it is a chord of a curve, whose joints are not bends; none if it is empty.
    ///   - watch: once it returns false nothing is counted further.
    /// - Complexity: O(*s* + *k*) for *s* segments that are about equally long and spread, *k* pairs of them near one
    ///   another. After some ten million pairs whose bounds touch counting is given up.
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
