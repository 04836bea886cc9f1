import Geometry

/// Where horizontal legs of orthogonal routes jump vertical ones of other routes, by arcs in the drawn path.
public struct Jumps: Sendable {
    /// Half the width of an arc, in canvas units.
    public let radius: Double
    /// Vertical legs by where they lie.
    private let verticals: [Vertical]

    private struct Vertical: Sendable {
        let x: Double
        let low: Double
        let high: Double
        let route: Int
    }

    /// A piece of a horizontal leg that is drawn as an arc, or as two quarters of one with a line between them where
    /// jumps lie close together.
    public struct Span: Hashable, Sendable {
        /// The height of the leg.
        public let y: Double
        /// The left end and the right one.
        public let low: Double
        public let high: Double
    }

    /// The jumps among routes, given as their ends and corners.
    ///
    /// - Complexity: O(*n* log *n*) for *n* legs.
    public init(_ routes: [[Point]], radius: Double = 5) {
        self.radius = radius > 0 ? radius : 0
        var verticals: [Vertical] = []
        for (number, points) in routes.enumerated() {
            for (a, b) in zip(points, points.dropFirst()) where a.x == b.x && a.y != b.y && a.isFinite && b.isFinite {
                verticals.append(Vertical(x: a.x, low: min(a.y, b.y), high: max(a.y, b.y), route: number))
            }
        }
        self.verticals = verticals.sorted { ($0.x, $0.low, $0.high, $0.route) < ($1.x, $1.low, $1.high, $1.route) }
    }

    /// Where a route jumps others, leg by leg, each from left to right; not nearer to a corner or an end than twice the
    /// radius.
    ///
    /// - Complexity: O(log *n* + *k*) a leg for *k* vertical legs above, below or on it.
    public func spans(_ points: [Point], of route: Int) -> [Span] {
        guard radius > 0 else { return [] }
        var spans: [Span] = []
        for (a, b) in zip(points, points.dropFirst()) where a.y == b.y && a.isFinite && b.isFinite {
            let first = spans.count
            let low = min(a.x, b.x) + 2 * radius
            let high = max(a.x, b.x) - 2 * radius
            var at = index(of: low)
            while at < verticals.count && verticals[at].x <= high {
                let other = verticals[at]
                at += 1
                guard other.route != route, other.low < a.y, a.y < other.high else { continue }
                if spans.count > first, other.x - radius < spans[spans.count - 1].high + radius {
                    let last = spans.removeLast()
                    spans.append(Span(y: a.y, low: last.low, high: max(last.high, other.x + radius)))
                } else {
                    spans.append(Span(y: a.y, low: other.x - radius, high: other.x + radius))
                }
            }
        }
        return spans
    }

    private func index(of x: Double) -> Int {
        var low = 0
        var high = verticals.count
        while low < high {
            let middle = (low + high) / 2
            if verticals[middle].x < x { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The commands of a path with arcs, upwards, where its straight horizontal pieces jump.
    public func elements(of path: Path, _ spans: [Span]) -> [PathElement] {
        var elements: [PathElement] = []
        var place = path.start
        path.visitElements { element in
            switch element {
            case .move(let point): place = point
            case .line(let end):
                if place.y == end.y { arcs(from: place, to: end, spans, &elements) }
                place = end
            case .quadratic(_, let end): place = end
            case .cubic(_, _, let end): place = end
            }
            elements.append(element)
        }
        return elements
    }

    /// Adds the arcs on a horizontal piece.
    private func arcs(from start: Point, to end: Point, _ spans: [Span], _ elements: inout [PathElement]) {
        let isForward = start.x < end.x
        let low = min(start.x, end.x)
        let high = max(start.x, end.x)
        let here = spans.filter { $0.y == start.y && low <= $0.low && $0.high <= high }
        for span in isForward ? here : here.reversed() {
            let from = isForward ? span.low : span.high
            let to = isForward ? span.high : span.low
            let step = isForward ? radius : -radius
            // The usual factor for quarters of a circle.
            let pull = 0.5522847498
            let top = span.y - radius
            elements.append(.line(Point(x: from, y: span.y)))
            elements.append(
                .cubic(
                    control1: Point(x: from, y: span.y - radius * pull),
                    control2: Point(x: from + step * (1 - pull), y: top), end: Point(x: from + step, y: top)))
            if span.high - span.low > 2 * radius { elements.append(.line(Point(x: to - step, y: top))) }
            elements.append(
                .cubic(
                    control1: Point(x: to - step * (1 - pull), y: top),
                    control2: Point(x: to, y: span.y - radius * pull), end: Point(x: to, y: span.y)))
        }
    }
}
