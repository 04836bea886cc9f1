/// A block of square cells, aligned to the origin.
public struct SpatialIndexGrid: Sendable {
    public let side: Double
    public let firstColumn: Int
    public let firstRow: Int
    public let columns: Int
    public let rows: Int

    @inlinable public init(side: Double, firstColumn: Int, firstRow: Int, columns: Int, rows: Int) {
        self.side = side
        self.firstColumn = firstColumn
        self.firstRow = firstRow
        self.columns = columns
        self.rows = rows
    }

    @inlinable var bounds: Rect {
        Rect(
            minX: Double(firstColumn) * side, minY: Double(firstRow) * side,
            maxX: Double(firstColumn + columns) * side, maxY: Double(firstRow + rows) * side)
    }
}

extension SpatialIndex {
    /// Calls the body with the cell, counted from the first, of every item whose centre lies in the grid, once an item.
    ///
    /// The centre is that of the stored box, in single precision.
    ///
    /// - Complexity: O(the items of the pages around), read in the order in which they lie in memory.
    @inlinable public func visitCenters(in grid: SpatialIndexGrid, _ body: (_ column: Int, _ row: Int) -> Void) {
        let outer = SpatialIndexBox(outward: grid.bounds)
        let query = SpatialIndexLanes(repeating: outer)
        let inverse = 1 / grid.side
        let firstColumn = Double(grid.firstColumn)
        let firstRow = Double(grid.firstRow)
        for page in chunks.pages.indices where chunks.pages[page].bounds.touches(outer) {
            chunks.lanes.withPage(page) { lanes in
                guard let lanes else { return }
                for chunk in lanes.indices {
                    let touching = lanes[chunk].touching(query)
                    guard touching != 0 else { continue }
                    let x = (lanes[chunk].minX + lanes[chunk].maxX) * 0.5
                    let y = (lanes[chunk].minY + lanes[chunk].maxY) * 0.5
                    _ = Self.forEachBit(touching) { lane in
                        let column = (Double(x[lane]) * inverse).rounded(.down) - firstColumn
                        let row = (Double(y[lane]) * inverse).rounded(.down) - firstRow
                        if column >= 0, column < Double(grid.columns), row >= 0, row < Double(grid.rows) {
                            body(Int(column), Int(row))
                        }
                        return true
                    }
                }
            }
        }
    }
}
