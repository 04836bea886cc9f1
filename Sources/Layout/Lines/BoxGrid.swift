import Geometry

/// Rectangles by the cells of a square grid that they cover.
struct BoxGrid: Sendable {
    let boxes: [Rect]
    private var origin = Point.zero
    private var side = 1.0
    private var columns = 1
    private var rows = 1
    /// The index in `items` at which the boxes of each cell begin.
    private var starts: [Int32] = [0, 0]
    private var items: [Int32] = []
    /// The boxes that cover too many cells to be listed in each one.
    private var large: [Int32] = []
    private static let mostCells = 400

    /// Makes a grid; boxes that are not finite are ignored.
    init(_ boxes: [Rect]) {
        self.boxes = boxes
        var bounds = Rect.empty
        var extent = 0.0
        var count = 0.0
        for box in boxes where box.isFinite {
            bounds = bounds.union(box)
            extent += box.width + box.height
            count += 1
        }
        guard count > 0, extent.isFinite, (bounds.width + bounds.height).isFinite else { return }
        side = max(extent / count, max(bounds.width, bounds.height) / 4000, 1)
        while (bounds.width / side + 1) * (bounds.height / side + 1) > 4 * count + 16 { side *= 1.5 }
        guard side.isFinite else { return }
        origin = bounds.origin
        columns = Int(bounds.width / side) + 1
        rows = Int(bounds.height / side) + 1
        fill()
    }

    private mutating func fill() {
        var starts = Array(repeating: Int32(0), count: columns * rows + 1)
        for (number, box) in boxes.enumerated() where box.isFinite {
            if cells(of: box).count > BoxGrid.mostCells {
                large.append(Int32(truncatingIfNeeded: number))
            } else {
                visitCells(of: box) { starts[$0 + 1] += 1 }
            }
        }
        for cell in 0..<columns * rows { starts[cell + 1] += starts[cell] }
        var items = Array(repeating: Int32(0), count: Int(starts[columns * rows]))
        var next = starts
        for (number, box) in boxes.enumerated() where box.isFinite && cells(of: box).count <= BoxGrid.mostCells {
            visitCells(of: box) { cell in
                items[Int(next[cell])] = Int32(truncatingIfNeeded: number)
                next[cell] += 1
            }
        }
        (self.starts, self.items) = (starts, items)
    }

    /// Calls the body with the boxes near a line, until it returns false; a box may be passed more than once. Returns
    /// the number of boxes and cells that were visited.
    @discardableResult
    func visit(near line: Segment, _ body: (Int) -> Bool) -> Int {
        var count = large.count
        for box in large where !body(Int(box)) { return count }
        if items.isEmpty { return count }
        let (a, b) = line.start.x <= line.end.x ? (line.start, line.end) : (line.end, line.start)
        let slope = b.x > a.x ? (b.y - a.y) / (b.x - a.x) : 0
        for column in self.column(a.x)...self.column(b.x) {
            let left = origin.x + Double(column) * side
            var (low, high) = (min(a.y, b.y), max(a.y, b.y))
            if b.x > a.x {
                let first = a.y + slope * (min(max(left - 1, a.x), b.x) - a.x)
                let last = a.y + slope * (min(max(left + side + 1, a.x), b.x) - a.x)
                (low, high) = (max(low, min(first, last)), min(high, max(first, last)))
            }
            let from = row(low - 1)
            for row in from...max(from, row(high + 1)) {
                let cell = row * columns + column
                count += 1 + Int(starts[cell + 1] - starts[cell])
                for at in Int(starts[cell])..<Int(starts[cell + 1]) where !body(Int(items[at])) { return count }
            }
        }
        return count
    }

    private func column(_ x: Double) -> Int { place(x - origin.x, columns) }
    private func row(_ y: Double) -> Int { place(y - origin.y, rows) }

    private func place(_ distance: Double, _ count: Int) -> Int {
        let cell = distance / side
        return cell > 0 ? (cell < Double(count) ? Int(cell) : count - 1) : 0
    }

    private func cells(of box: Rect) -> (x: ClosedRange<Int>, y: ClosedRange<Int>, count: Int) {
        let x = column(box.minX)...column(box.maxX)
        let y = row(box.minY)...row(box.maxY)
        return (x, y, x.count * y.count)
    }

    private func visitCells(of box: Rect, _ body: (Int) -> Void) {
        let (x, y, _) = cells(of: box)
        for row in y { for column in x { body(row * columns + column) } }
    }
}

extension Rect {
    /// Returns true if a line enters the rectangle by more than a small tolerance.
    @inline(__always) func isEntered(by line: Segment) -> Bool {
        let hair = 1.0 / 128
        var (from, to) = (0.0, 1.0)
        func clip(_ start: Double, _ end: Double, _ low: Double, _ high: Double) -> Bool {
            let way = end - start
            if way == 0 { return start > low && start < high }
            let (a, b) = ((low - start) / way, (high - start) / way)
            from = max(from, min(a, b))
            to = min(to, max(a, b))
            return from < to
        }
        return clip(line.start.x, line.end.x, minX + hair, maxX - hair)
            && clip(line.start.y, line.end.y, minY + hair, maxY - hair)
    }
}
