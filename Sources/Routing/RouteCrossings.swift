/// The legs of many routes, to count the crossings of a leg.
struct RouteCrossings {
    /// A leg: its coordinate across its axis, and its range along it.
    struct Line: Hashable, Sendable {
        let place: Double
        let low: Double
        let high: Double

        /// Returns true if it shares a point with a leg of the other axis.
        @inline(__always) func crosses(_ other: Line) -> Bool {
            low <= other.place && other.place <= high && other.low <= place && place <= other.high
        }
    }

    /// A moment of the walk across an axis: a line begins, one is counted, or a line has ended.
    private enum Moment: Int {
        case begin, question, end
    }

    /// The lines of each axis.
    private var lines: [[Line]] = [[], []]

    /// Adds the legs of a drawing.
    mutating func add(_ drawing: RouteDrawing) {
        lines[0] += drawing.level
        lines[1] += drawing.upright
    }

    /// Returns for each line the number of legs across that have a point in common with it.
    ///
    /// - Parameter axis: along which the lines run.
    /// - Complexity: O((*n* + *m*) log *n*) for *n* legs and *m* lines.
    func counts(of questions: [Line], axis: Int) -> [Int] {
        let others = lines[1 - axis]
        let places = others.map(\.place).sorted()
        var moments: [(at: Double, moment: Moment, number: Int)] = []
        moments.reserveCapacity(2 * others.count + questions.count)
        for (number, line) in others.enumerated() {
            moments.append((line.low, .begin, number))
            moments.append((line.high, .end, number))
        }
        for (number, line) in questions.enumerated() { moments.append((line.place, .question, number)) }
        moments.sort { ($0.at, $0.moment.rawValue) < ($1.at, $1.moment.rawValue) }
        var open = RankSums(count: places.count)
        var counts = Array(repeating: 0, count: questions.count)
        for (_, moment, number) in moments {
            switch moment {
            case .begin: open.add(1, at: RouteCrossings.rank(others[number].place, places))
            case .end: open.add(-1, at: RouteCrossings.rank(others[number].place, places))
            case .question:
                let line = questions[number]
                counts[number] =
                    open.sum(before: RouteCrossings.rank(line.high.nextUp, places))
                    - open.sum(before: RouteCrossings.rank(line.low, places))
            }
        }
        return counts
    }

    /// The number of lesser coordinates.
    private static func rank(_ place: Double, _ places: [Double]) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension RouteCrossings.Line {
    init(_ route: RawRoute, _ leg: Int) {
        let span = route.span(leg)
        self.init(place: route.places[leg], low: span.low, high: span.high)
    }
}

/// The legs that an edge draws, as others count crossings with them.
struct RouteDrawing: Hashable, Sendable {
    private(set) var level: [RouteCrossings.Line] = []
    private(set) var upright: [RouteCrossings.Line] = []
    /// A box around them.
    private(set) var bounds = RouteBox.none

    /// Makes an empty one.
    init() {}

    /// The legs of some routes.
    init(_ routes: some Sequence<RawRoute>) {
        for route in routes {
            for leg in route.places.indices {
                let line = RouteCrossings.Line(route, leg)
                if (route.axis + leg) & 1 == 0 { level.append(line) } else { upright.append(line) }
                bounds = bounds.union(route.box(leg))
            }
        }
    }

    /// Returns how many of them cross a leg along an axis.
    @inline(__always) func count(crossing line: RouteCrossings.Line, axis: Int) -> Int {
        var count = 0
        for other in axis == 0 ? upright : level where line.crosses(other) { count += 1 }
        return count
    }
}

/// Sums of numbers up to a rank, kept in a tree (Fenwick 1994).
private struct RankSums {
    private var sums: [Int]

    init(count: Int) { sums = Array(repeating: 0, count: count + 1) }

    mutating func add(_ value: Int, at rank: Int) {
        var at = rank + 1
        while at < sums.count {
            sums[at] += value
            at += at & -at
        }
    }

    func sum(before rank: Int) -> Int {
        var (sum, at) = (0, rank)
        while at > 0 {
            sum += sums[at]
            at -= at & -at
        }
        return sum
    }
}
