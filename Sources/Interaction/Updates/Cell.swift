import Geometry
import Storage

/// A square of the canvas, by its column and row in a grid through the origin.
public struct Cell: Hashable, Comparable, Sendable {
    /// Counted to the right from the origin.
    public let column: Int
    /// Counted down from the origin.
    public let row: Int

    /// Orders cells row by row.
    public static func < (a: Cell, b: Cell) -> Bool { a.row != b.row ? a.row < b.row : a.column < b.column }

    /// The cell that contains a point, for cells of a side in canvas units. Beyond 2^50 cells from the origin it is the
    /// outermost one.
    public init(of point: Point, side: Double) {
        self.init(Cell.index(of: point.x, side), Cell.index(of: point.y, side))
    }

    init(_ column: Int, _ row: Int) {
        self.column = column
        self.row = row
    }

    private static func index(of coordinate: Double, _ side: Double) -> Int {
        let cells = (coordinate / side).rounded(.down)
        return cells.isNaN ? 0 : Int(max(-0x1p50, min(0x1p50, cells)))
    }

    /// The square in canvas coordinates.
    public func square(side: Double) -> Rect {
        Rect(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
    }
}

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
