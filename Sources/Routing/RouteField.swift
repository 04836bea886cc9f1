/// The obstacles of a plane in a grid whose lines follow their density; the grid changes no answer, only its cost.
struct RouteField: Sendable {
    /// The distance by which an obstacle extends beyond its frame in the search.
    let margin: Double
    /// The grown boxes, by number.
    private(set) var boxes: [RouteBox] = []
    /// Coordinates that part the columns and the rows.
    private(set) var columns: [Double] = []
    private(set) var rows: [Double] = []
    /// The first entry of each cell, row by row; −1 for none.
    private(set) var heads: [Int32] = [-1]
    /// Obstacles of cells, as lists.
    private(set) var entries: [RouteCellEntry] = []
    /// Obstacles that cover too many cells to be listed in each.
    private(set) var wide: [Int32] = []
    private var unused: Int32 = -1
    private var count = 0
    private var loaded = 0

    init(margin: Double) { self.margin = margin }

    /// The grown box of an obstacle; none if there is none.
    func box(_ number: Int) -> RouteBox { boxes.indices.contains(number) ? boxes[number] : .none }

    /// The frame of an obstacle, on the raster of the search.
    func frame(_ number: Int) -> RouteBox {
        let box = box(number)
        return RouteBox(lo: box.lo + margin, hi: box.hi - margin)
    }

    /// The coordinates that part the cells along an axis.
    @inline(__always) func parts(_ axis: Int) -> [Double] { axis == 0 ? columns : rows }

    /// Returns the difference between the numbers of adjacent cells along an axis.
    @inline(__always) func step(_ axis: Int) -> Int { axis == 0 ? 1 : columns.count + 1 }

    /// The cell along an axis that holds a coordinate.
    @inline(__always) func cell(_ axis: Int, of coordinate: Double) -> Int {
        axis == 0 ? RouteField.place(coordinate, columns) : RouteField.place(coordinate, rows)
    }

    private static func place(_ coordinate: Double, _ lines: [Double]) -> Int {
        var low = 0
        var high = lines.count
        while low < high {
            let middle = (low + high) >> 1
            if lines[middle] <= coordinate { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Sets or removes an obstacle.
    mutating func set(_ number: Int, _ box: RouteBox) {
        while boxes.count <= number { boxes.append(.none) }
        if !boxes[number].isNone {
            visitCells(boxes[number]) { $0.remove(Int32(number), from: $1) }
            count -= 1
        }
        boxes[number] = box
        if box.isNone { return }
        count += 1
        if count > 2 * loaded + 16 { load() } else { insert(number) }
    }

    private mutating func insert(_ number: Int) { visitCells(boxes[number]) { $0.add(Int32(number), to: $1) } }

    /// Builds the grid again.
    private mutating func load() {
        loaded = count
        columns = lines(0)
        rows = lines(1)
        heads = Array(repeating: -1, count: (columns.count + 1) * (rows.count + 1))
        entries.removeAll(keepingCapacity: true)
        unused = -1
        wide = []
        for number in boxes.indices where !boxes[number].isNone { insert(number) }
    }

    /// Lines with equally many obstacles between them, as many as the root of their number.
    private func lines(_ axis: Int) -> [Double] {
        let side = Int(Double(count).squareRoot().rounded(.up))
        let middles = boxes.lazy.filter { !$0.isNone }.map { ($0.lo[axis] + $0.hi[axis]) / 2 }.sorted()
        var lines: [Double] = []
        for k in 1..<max(side, 2) {
            let line = middles[min(k * middles.count / side, middles.count - 1)]
            if lines.last != line { lines.append(line) }
        }
        return lines
    }

    /// Calls `body` with each cell that a box covers, or with −1 if these are too many.
    private mutating func visitCells(_ box: RouteBox, _ body: (inout RouteField, Int) -> Void) {
        let x0 = cell(0, of: box.lo.x)
        let x1 = cell(0, of: box.hi.x)
        let y0 = cell(1, of: box.lo.y)
        let y1 = cell(1, of: box.hi.y)
        if (x1 - x0 + 1) * (y1 - y0 + 1) > 128 { return body(&self, -1) }
        for y in y0...y1 { for x in x0...x1 { body(&self, y * (columns.count + 1) + x) } }
    }

    private mutating func add(_ number: Int32, to cell: Int) {
        if cell < 0 { return wide.append(number) }
        let entry = RouteCellEntry(number: number, next: heads[cell])
        if unused >= 0 {
            heads[cell] = unused
            let next = entries[Int(unused)].next
            entries[Int(unused)] = entry
            unused = next
        } else {
            heads[cell] = Int32(entries.count)
            entries.append(entry)
        }
    }

    private mutating func remove(_ number: Int32, from cell: Int) {
        if cell < 0 { return wide.removeAll { $0 == number } }
        var before: Int32 = -1
        var at = heads[cell]
        while at >= 0 && entries[Int(at)].number != number {
            before = at
            at = entries[Int(at)].next
        }
        if at < 0 { return }
        if before < 0 { heads[cell] = entries[Int(at)].next } else { entries[Int(before)].next = entries[Int(at)].next }
        entries[Int(at)].next = unused
        unused = at
    }
}

/// An obstacle in the list of a cell.
struct RouteCellEntry: Sendable {
    let number: Int32
    var next: Int32
}
