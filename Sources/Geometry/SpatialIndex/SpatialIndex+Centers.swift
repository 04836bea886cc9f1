import Storage

/// A block of square cells, aligned to the origin.
public struct SpatialIndexGrid: Sendable, Equatable {
    /// The length of a cell's side, in canvas units.
    public let side: Double
    /// The column of the leftmost cells: their left side lies at `firstColumn * side`.
    public let firstColumn: Int
    /// The row of the uppermost cells: their upper side lies at `firstRow * side`.
    public let firstRow: Int
    /// The number of cells side by side.
    public let columns: Int
    /// The number of cells one below the other.
    public let rows: Int

    /// A grid from its cell size, its first cell and its extent in cells.
    @inlinable public init(side: Double, firstColumn: Int, firstRow: Int, columns: Int, rows: Int) {
        self.side = side
        self.firstColumn = firstColumn
        self.firstRow = firstRow
        self.columns = columns
        self.rows = rows
    }

    /// The cells that touch a rectangle: their side is the least, or that times the least power of two that makes few enough.
    ///
    /// Areas beyond 2^1000 units, or beyond 2^50 cells of that side, are not covered.
    ///
    /// - Complexity: O(log limit).
    public init(covering rect: Rect, leastSide: Double, atMost limit: Int) {
        let reach = 0x1p1000
        func within(_ value: Double) -> Double { value.isNaN ? 0 : max(-reach, min(reach, value)) }
        let (left, right, top, bottom) = (within(rect.minX), within(rect.maxX), within(rect.minY), within(rect.maxY))
        var side = min(leastSide, reach)
        func cell(_ value: Double) -> Double { max(-0x1p50, min(0x1p50, (value / side).rounded(.down))) }
        func count(_ low: Double, _ high: Double) -> Double { cell(high) - cell(low) + 1 }
        // Of a side less than this the longer side alone has too many.
        let least = max(right - left, bottom - top) / Double(limit)
        if least > side {
            side *= min(reach, Double(sign: .plus, exponent: Int((least / side).exponent), significand: 1))
        }
        while count(left, right) * count(top, bottom) > Double(limit) { side *= 2 }
        self.init(
            side: side, firstColumn: Int(cell(left)), firstRow: Int(cell(top)), columns: Int(count(left, right)),
            rows: Int(count(top, bottom)))
    }

    /// The cell of a coordinate in cells, counted from the first, or −1 if it is none of the grid's.
    ///
    /// Rounds down by way of an integer: a floor is a call if the processor's instruction is not guaranteed.
    @inline(__always) @inlinable func place(_ coordinate: Double, _ first: Int, _ count: Int) -> Int {
        guard coordinate >= Double(first), coordinate < Double(first &+ count) else { return -1 }
        let towardZero = Int(coordinate)
        return (Double(towardZero) > coordinate ? towardZero &- 1 : towardZero) &- first
    }

    @inlinable var bounds: Rect {
        Rect(
            minX: Double(firstColumn) * side, minY: Double(firstRow) * side,
            maxX: Double(firstColumn + columns) * side, maxY: Double(firstRow + rows) * side)
    }
}

extension SpatialIndex {
    /// Calls the body with cells, counted from the first, and with the number of items whose centers are there: each
    /// item of the grid counts once, in one of the calls.
    ///
    /// The center is that of the stored box, in single precision.
    ///
    /// - Complexity: O(the items of the pages around), read in the order of memory; eight neighbors in one cell cost
    ///   little more than one.
    @inlinable public func visitCenters(
        in grid: SpatialIndexGrid, _ body: (_ column: Int, _ row: Int, _ count: Int) -> Void
    ) {
        let outer = SpatialIndexBox(outward: grid.bounds)
        let query = SpatialIndexLanes(repeating: outer)
        let inverse = 1 / grid.side
        for page in chunks.pages.indices where chunks.pages[page].bounds.touches(outer) {
            chunks.lanes.withPage(page) { lanes in
                guard let base = lanes?.baseAddress, let lanes else { return }
                for chunk in lanes.indices {
                    var rest = base[chunk].touching(query)
                    while rest != 0 {
                        let lane = rest.trailingZeroBitCount
                        rest &= rest &- 1
                        let box = SpatialIndexLanes.box(at: base + chunk, lane: lane)
                        let column = grid.place(
                            Double((box.minX + box.maxX) * 0.5) * inverse, grid.firstColumn, grid.columns)
                        let row = grid.place(Double((box.minY + box.maxY) * 0.5) * inverse, grid.firstRow, grid.rows)
                        guard column >= 0 && row >= 0 else { continue }
                        let others = rest == 0 ? 0 : base[chunk].centers(in: grid.inside(column, row)) & rest
                        rest &= ~others
                        body(column, row, 1 &+ others.nonzeroBitCount)
                    }
                }
            }
        }
    }
}

extension SpatialIndexGrid {
    /// A cell, counted from the first, less a margin for all rounding.
    @inlinable func inside(_ column: Int, _ row: Int) -> SpatialIndexBox {
        let x = Double(firstColumn &+ column) * side
        let y = Double(firstRow &+ row) * side
        return SpatialIndexBox(
            minX: SpatialIndexBox.upper(x).nextUp, minY: SpatialIndexBox.upper(y).nextUp,
            maxX: SpatialIndexBox.lower(x + side).nextDown, maxY: SpatialIndexBox.lower(y + side).nextDown)
    }
}

extension SpatialIndexLanes {
    /// One bit a lane whose center lies in a box.
    @inlinable func centers(in box: SpatialIndexBox) -> UInt32 {
        let x = (minX + maxX) * 0.5
        let y = (minY + maxY) * 0.5
        return Self.bits((x .> box.minX) .& (x .< box.maxX) .& (y .> box.minY) .& (y .< box.maxY))
    }
}
