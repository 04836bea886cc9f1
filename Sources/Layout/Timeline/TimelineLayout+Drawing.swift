import Geometry

extension TimelineLayout {
    /// Places for all nodes, from (0, 0); edges have no bends. Nil when stopped.
    ///
    /// - Complexity: O(*n* log *n*).
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        let sizes = graph.sizes.map { $0.clean }
        let starts = starts(of: graph, sizes)
        let known = starts.indices.filter { starts[$0] != nil }.sorted { a, b in
            let (first, second) = (starts[a] ?? 0, starts[b] ?? 0)
            return first != second ? first < second : a < b
        }
        guard watch(0.4) else { return nil }
        var rows = TimelineRows(count: known.count)
        var along = starts.map { $0 ?? 0 }
        var row = Array(repeating: 0, count: graph.count)
        var end = 0.0
        for node in known {
            let last = along[node] + direction.along(sizes[node])
            row[node] = rows.insert(from: along[node], to: last + spacing)
            end = max(end, last + spacing)
        }
        for node in 0..<graph.count where starts[node] == nil {
            along[node] = end
            end += direction.along(sizes[node]) + spacing
        }
        guard watch(0.8) else { return nil }
        return LayoutDrawing(
            places: places(along, row, sizes), bends: Array(repeating: [], count: graph.edges.count))
    }

    private var spacing: Double { nodeSpacing > 0 ? min(nodeSpacing, 1e300) : 0 }

    /// The coordinate along the direction at which each node begins; nil without a value.
    private func starts(of graph: LayoutGraph, _ sizes: [Size]) -> [Double?] {
        let values = (0..<graph.count).map { node in
            graph.value(node).flatMap { $0.isFinite ? $0 / 2 : nil }
        }
        let known = values.compactMap { $0 }
        guard let least = known.min(), let most = known.max() else { return values }
        var whole = length > 0 ? min(length, 1e300) : 0
        if !(length > 0) {
            for (value, size) in zip(values, sizes) where value != nil { whole += direction.along(size) + spacing }
        }
        // Values are halved, so that the difference of any two is finite.
        let scale = most - least
        return values.map { value in value.map { scale > 0 ? ($0 - least) / scale * whole : 0 } }
    }

    private func places(_ along: [Double], _ row: [Int], _ sizes: [Size]) -> [Point] {
        var heights: [Double] = []
        for (number, size) in zip(row, sizes) {
            while heights.count <= number { heights.append(0) }
            heights[number] = max(heights[number], direction.across(size))
        }
        var tops: [Double] = []
        var top = 0.0
        for height in heights {
            tops.append(top)
            top += height + spacing
        }
        let corners = sizes.indices.map { node in
            direction.corner(across: tops[row[node]], along: along[node], of: sizes[node])
        }
        let origin = corners.reduce(Point(x: Double.infinity, y: .infinity)) { least, corner in
            Point(x: min(least.x, corner.x), y: min(least.y, corner.y))
        }
        return corners.map { $0 - origin }
    }
}

/// The end of the occupied part of each row, in a tree of minima, so that the first free row is found fast.
struct TimelineRows {
    private var ends: [Double]
    private let leafCount: Int

    /// Makes free rows, at least one for each node.
    init(count: Int) {
        var leafCount = 1
        while leafCount < count { leafCount *= 2 }
        self.leafCount = leafCount
        ends = Array(repeating: -.infinity, count: 2 * leafCount)
    }

    /// Occupies a range in the first row that is free at its start; returns the number of the row.
    ///
    /// - Complexity: O(log *n*).
    mutating func insert(from start: Double, to end: Double) -> Int {
        var place = 1
        while place < leafCount { place = ends[2 * place] <= start ? 2 * place : 2 * place + 1 }
        let row = place - leafCount
        ends[place] = end
        while place > 1 {
            place /= 2
            ends[place] = min(ends[2 * place], ends[2 * place + 1])
        }
        return row
    }
}
