import Geometry

/// Segments by the cells of a square grid that they pass.
struct CrossingGrid {
    private let origin: Point
    private let side: Double
    private let columns: Int
    private let rows: Int
    /// The index in `items` at which the members of each cell begin.
    private var starts: [Int32]
    private var items: [Int32]

    /// Returns nil if coordinates are not finite, if segments pass too many cells, and when stopped.
    init?(_ segments: [Segment], _ watch: LayoutWatch) {
        var bounds = Rect.empty
        var length = 0.0
        for segment in segments {
            bounds = bounds.union(segment.bounds)
            length += segment.length
        }
        let width = bounds.width
        let height = bounds.height
        guard length.isFinite, (width + height).isFinite else { return nil }
        let count = Double(segments.count)
        let spread = (width / count.squareRoot()) * (height / count.squareRoot())
        var side = max(spread.squareRoot(), length / count / 4, SegmentMeeting.touch * 4)
        side = max(side, max(width, height) / 4000)
        // A grid has no more than four cells a segment, however narrow the drawing.
        while (width / side + 1) * (height / side + 1) > 4 * count + 16 { side *= 1.5 }
        guard side.isFinite else { return nil }
        self.side = side
        origin = Point(x: bounds.minX, y: bounds.minY)
        columns = Int(width / side) + 1
        rows = Int(height / side) + 1
        starts = []
        items = []
        guard fill(segments, watch) else { return nil }
    }

    var cells: Int { columns * rows }

    func members(of cell: Int) -> ArraySlice<Int32> { items[Int(starts[cell])..<Int(starts[cell + 1])] }

    func cell(of point: Point) -> Int { row(point.y) * columns + column(point.x) }

    private func column(_ x: Double) -> Int { min(max(Int((x - origin.x) / side), 0), columns - 1) }
    private func row(_ y: Double) -> Int { min(max(Int((y - origin.y) / side), 0), rows - 1) }

    private mutating func fill(_ segments: [Segment], _ watch: LayoutWatch) -> Bool {
        var starts = Array(repeating: Int32(0), count: cells + 1)
        var total = 0
        for (number, segment) in segments.enumerated() {
            if number % 1024 == 0, !watch(0) { return false }
            visit(segment) { cell in
                starts[cell + 1] += 1
                total += 1
            }
            if total > 1 << 27 { return false }
        }
        for cell in 0..<cells { starts[cell + 1] += starts[cell] }
        var items = Array(repeating: Int32(0), count: total)
        var at = starts
        for (number, segment) in segments.enumerated() {
            if number % 1024 == 0, !watch(0) { return false }
            visit(segment) { cell in
                items[Int(at[cell])] = Int32(truncatingIfNeeded: number)
                at[cell] += 1
            }
        }
        self.starts = starts
        self.items = items
        return true
    }

    /// Calls the body with each cell that a segment passes or nearly passes, column by column.
    private func visit(_ segment: Segment, _ body: (Int) -> Void) {
        let slack = SegmentMeeting.touch * 2
        let (a, b) =
            segment.start.x <= segment.end.x ? (segment.start, segment.end) : (segment.end, segment.start)
        let slope = b.x > a.x ? (b.y - a.y) / (b.x - a.x) : 0
        for column in self.column(a.x - slack)...self.column(b.x + slack) {
            let left = origin.x + Double(column) * side - slack
            let right = left + side + 2 * slack
            var low = min(a.y, b.y)
            var high = max(a.y, b.y)
            if b.x - a.x > slack {
                let first = a.y + slope * (min(max(left, a.x), b.x) - a.x)
                let last = a.y + slope * (min(max(right, a.x), b.x) - a.x)
                low = max(low, min(first, last))
                high = min(high, max(first, last))
            }
            for row in self.row(low - slack)...max(self.row(high + slack), self.row(low - slack)) {
                body(row * columns + column)
            }
        }
    }
}
