/// The columns of all edges above and below each layer, in their order, and the nodes of each layer.
struct ColumnRows {
    private var rows: [[Double]]
    /// The sides of the nodes of each layer across the flow, in rising order.
    private var nodes: [(starts: [Double], ends: [Double])]
    /// The least distance between two columns.
    private static let spacing = 4.0

    /// - Parameter spans: for each layer the ranges of its nodes across the flow.
    init(_ spans: [[ClosedRange<Double>]], _ routes: [LegRoutes.LegRoute]) {
        nodes = spans.map { ($0.map(\.lowerBound).sorted(), $0.map(\.upperBound).sorted()) }
        let layers = spans.count
        rows = Array(repeating: [], count: 2 * layers)
        for route in routes {
            for at in route.columns.indices {
                for row in ColumnRows.rows(of: route, at) { rows[row].append(route.columns[at]) }
            }
        }
        for row in rows.indices { rows[row].sort() }
    }

    /// The rows of a column: the row above its layer unless the route begins there, and the row below unless it ends
    /// there.
    private static func rows(of route: LegRoutes.LegRoute, _ at: Int) -> [Int] {
        let row = 2 * (route.layer + at)
        return (at > 0 ? [row] : []) + (at < route.columns.count - 1 ? [row + 1] : [])
    }

    /// Returns true if a column of a route can move to a place: no node of the layer and no other edge lies in between
    /// or too near. The edges at both sides of the adjacent gaps count; the node in which the route ends does not.
    func isFree(_ route: LegRoutes.LegRoute, _ at: Int, to place: Double) -> Bool {
        let column = route.columns[at]
        let (low, high) = (min(column, place - ColumnRows.spacing), max(column, place + ColumnRows.spacing))
        if at > 0 && at < route.columns.count - 1 {
            let (starts, ends) = nodes[route.layer + at]
            if ends.place(after: low) != starts.place(before: high) { return false }
        }
        let neighbors = [at - 1, at, at + 1].filter(route.columns.indices.contains)
        return ColumnRows.rows(of: route, at).flatMap { [$0, $0 % 2 == 0 ? $0 - 1 : $0 + 1] }.allSatisfy { row in
            let own = neighbors.count {
                low <= route.columns[$0] && route.columns[$0] <= high && ColumnRows.rows(of: route, $0).contains(row)
            }
            return rows[row].place(after: high) - rows[row].place(before: low) == own
        }
    }

    /// Moves a column of a route.
    mutating func move(_ route: LegRoutes.LegRoute, _ at: Int, to place: Double) {
        for row in ColumnRows.rows(of: route, at) {
            let former = rows[row].place(before: route.columns[at])
            if former < rows[row].count { rows[row].remove(at: former) }
            rows[row].insert(place, at: rows[row].place(before: place))
        }
    }
}

extension [Double] {
    /// The number of values that are less than a value.
    fileprivate func place(before value: Double) -> Int { partition { $0 < value } }
    /// The number of values that are not greater than a value.
    fileprivate func place(after value: Double) -> Int { partition { $0 <= value } }

    private func partition(_ isBefore: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
