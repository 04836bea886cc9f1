import Geometry
import Graph

/// A square of the canvas with the number of nodes whose centres lie in it.
public struct Cell: Sendable, Equatable {
    public let column: Int
    public let row: Int
    /// The length of a side, in canvas units.
    public let side: Double
    public let count: Int

    public var x: Double { Double(column) * side }
    public var y: Double { Double(row) * side }
}

/// The cells that a frame brings, changes and takes away, row by row.
public struct CellChanges: Sendable {
    public internal(set) var entered: [Cell] = []
    public internal(set) var updated: [Cell] = []
    public internal(set) var left: [Cell] = []

    var isEmpty: Bool { entered.isEmpty && updated.isEmpty && left.isEmpty }
}

/// The cells of a part of the canvas, with how many nodes each holds.
///
/// Cells are aligned to the canvas's origin and count every node whose centre they hold, so that moving the view changes
/// none of them.
struct CellGrid: Sendable {
    private(set) var side = 0.0
    private var firstColumn = 0
    private var firstRow = 0
    private(set) var columns = 0
    private(set) var rows = 0
    private var counts: ContiguousArray<Int32> = []

    /// Nothing.
    init() {}

    /// The cells that touch a rectangle: of 64 screen points, or twice that until there are few enough.
    init(covering rect: Rect, zoom: Double) {
        let grid = SpatialIndexGrid(covering: rect, leastSide: 64 / zoom, atMost: Limits.sceneCells)
        (side, firstColumn, firstRow) = (grid.side, grid.firstColumn, grid.firstRow)
        (columns, rows) = (grid.columns, grid.rows)
        counts = ContiguousArray(repeating: 0, count: columns * rows)
    }

    /// Counts the nodes of an index; cells that another grid of equal side has are taken from there.
    ///
    /// - Complexity: O(the nodes in the cells that are not taken).
    mutating func fill(_ nodes: SpatialIndex, knowing other: CellGrid?) {
        guard let other, other.side == side, !other.counts.isEmpty else {
            return count(nodes, columns: 0..<columns, rows: 0..<rows)
        }
        let shared = (
            max(firstColumn, other.firstColumn) - firstColumn,
            min(firstColumn + columns, other.firstColumn + other.columns) - firstColumn,
            max(firstRow, other.firstRow) - firstRow, min(firstRow + rows, other.firstRow + other.rows) - firstRow
        )
        let (left, right, top, bottom) = shared
        guard left < right, top < bottom else { return count(nodes, columns: 0..<columns, rows: 0..<rows) }
        for row in top..<bottom {
            for column in left..<right {
                let there = (firstRow + row - other.firstRow) * other.columns + firstColumn + column - other.firstColumn
                counts[row * columns + column] = other.counts[there]
            }
        }
        count(nodes, columns: 0..<columns, rows: 0..<top)
        count(nodes, columns: 0..<columns, rows: bottom..<rows)
        count(nodes, columns: 0..<left, rows: top..<bottom)
        count(nodes, columns: right..<columns, rows: top..<bottom)
    }

    private mutating func count(_ nodes: SpatialIndex, columns part: Range<Int>, rows band: Range<Int>) {
        if part.isEmpty || band.isEmpty { return }
        let (width, firstColumn, firstRow) = (columns, firstColumn, firstRow)
        let grid = SpatialIndexGrid(
            side: side, firstColumn: firstColumn + part.lowerBound, firstRow: firstRow + band.lowerBound,
            columns: part.count, rows: band.count)
        let first = band.lowerBound * width + part.lowerBound
        counts.withUnsafeMutableBufferPointer { counts in
            nodes.visitCenters(in: grid) { column, row, count in
                counts[first + row * width + column] += Int32(truncatingIfNeeded: count)
            }
        }
    }

    /// What a client has to be told to have these cells instead of others.
    func changes(since old: CellGrid) -> CellChanges {
        var changes = CellChanges()
        let isSameGrid = old.side == side
        for place in old.counts.indices where old.counts[place] > 0 {
            let cell = old.cell(at: place)
            if !isSameGrid || count(cell.column, cell.row) == 0 { changes.left.append(cell) }
        }
        for place in counts.indices where counts[place] > 0 {
            let cell = cell(at: place)
            let before = isSameGrid ? old.count(cell.column, cell.row) : 0
            if before == 0 {
                changes.entered.append(cell)
            } else if before != counts[place] {
                changes.updated.append(cell)
            }
        }
        return changes
    }

    func hasSameCells(as other: CellGrid) -> Bool {
        side == other.side && firstColumn == other.firstColumn && firstRow == other.firstRow
            && columns == other.columns && rows == other.rows
    }

    private func cell(at place: Int) -> Cell {
        Cell(
            column: firstColumn + place % columns, row: firstRow + place / columns, side: side,
            count: Int(counts[place]))
    }

    private func count(_ column: Int, _ row: Int) -> Int32 {
        let (x, y) = (column - firstColumn, row - firstRow)
        return x >= 0 && x < columns && y >= 0 && y < rows ? counts[y * columns + x] : 0
    }
}
