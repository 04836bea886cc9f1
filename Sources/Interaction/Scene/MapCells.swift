import Geometry
import Graph
import Storage

/// Where very many nodes lie: the occupied cells of a grid of the canvas, and which of them hold selected nodes.
///
/// It is kept from one map to the next, and counted anew only when the document or the selection has changed.
struct MapCells: Sendable {
    private var revision = -1
    private var grid = SpatialIndexGrid(side: 1, firstColumn: 0, firstRow: 0, columns: 0, rows: 0)
    private var isOccupied: [Bool] = []
    private var selection = SlotSet()
    private var isSelected: [Bool] = []

    /// Comes in step with a document whose nodes lie in a part of the canvas.
    mutating func follow(_ editor: Workspace, _ selection: SlotSet, _ world: Rect) {
        let isStale = revision != editor.revision
        if isStale {
            revision = editor.revision
            grid = MapCells.grid(covering: world)
            isOccupied = [Bool](repeating: false, count: grid.columns * grid.rows)
            editor.scene.nodes.visitCenters(in: grid) { column, row, _ in
                isOccupied[row * grid.columns + column] = true
            }
        }
        guard isStale || self.selection != selection else { return }
        self.selection = selection
        isSelected = [Bool](repeating: false, count: isOccupied.count)
        selection.forEach { slot in
            guard let center = editor.scene.nodes.center(of: slot), let place = place(of: center) else { return }
            isSelected[place] = true
        }
    }

    /// The occupied cells, row by row.
    func marks(in map: Minimap) -> [Minimap.Mark] {
        isOccupied.indices.lazy.filter { isOccupied[$0] }.map { place in
            let x = Double(grid.firstColumn + place % grid.columns) * grid.side
            let y = Double(grid.firstRow + place / grid.columns) * grid.side
            let cell = Rect(minX: x, minY: y, maxX: x + grid.side, maxY: y + grid.side)
            return Minimap.Mark(frame: map.mark(cell), isSelected: isSelected[place])
        }
    }

    private func place(of center: Point) -> Int? {
        let column = (center.x / grid.side).rounded(.down) - Double(grid.firstColumn)
        let row = (center.y / grid.side).rounded(.down) - Double(grid.firstRow)
        guard column >= 0, row >= 0, column < Double(grid.columns), row < Double(grid.rows) else { return nil }
        return Int(row) * grid.columns + Int(column)
    }

    /// The cells that touch a rectangle. Their side is the least power of two that makes few enough of them: so they stay
    /// the same while the world grows a little.
    private static func grid(covering world: Rect) -> SpatialIndexGrid {
        var side = 1.0
        func cell(_ value: Double) -> Double {
            value.isNaN ? 0 : max(-0x1p50, min(0x1p50, (value / side).rounded(.down)))
        }
        func count(_ low: Double, _ high: Double) -> Double { cell(high) - cell(low) + 1 }
        while count(world.minX, world.maxX) * count(world.minY, world.maxY) > Double(Limits.mapMarks), side < 1e300 {
            side *= 2
        }
        return SpatialIndexGrid(
            side: side, firstColumn: Int(cell(world.minX)), firstRow: Int(cell(world.minY)),
            columns: Int(count(world.minX, world.maxX)), rows: Int(count(world.minY, world.maxY)))
    }
}
