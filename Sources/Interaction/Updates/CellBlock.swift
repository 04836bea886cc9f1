/// Adjacent cells, by columns and rows counted from the first of a grid.
struct CellBlock {
    let columns: Range<Int>
    let rows: Range<Int>

    func contains(_ column: Int, _ row: Int) -> Bool { columns.contains(column) && rows.contains(row) }

    /// Returns the parts of a block around an inner one.
    func remainder(outside inner: CellBlock) -> [CellBlock] {
        [
            CellBlock(columns: columns, rows: rows.lowerBound..<inner.rows.lowerBound),
            CellBlock(columns: columns, rows: inner.rows.upperBound..<rows.upperBound),
            CellBlock(columns: columns.lowerBound..<inner.columns.lowerBound, rows: inner.rows),
            CellBlock(columns: inner.columns.upperBound..<columns.upperBound, rows: inner.rows),
        ].filter { !$0.columns.isEmpty && !$0.rows.isEmpty }
    }
}
