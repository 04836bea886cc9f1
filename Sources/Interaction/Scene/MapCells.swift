import Geometry
import Graph
import Storage

/// The occupied cells of a grid of the canvas, for very many nodes, and those of them that hold selected nodes.
///
/// It is kept from one map to the next, and counted again only when the document or the selection has changed.
struct MapCells: Sendable {
    private var revision = -1
    private var grid = SpatialIndexGrid(side: 1, firstColumn: 0, firstRow: 0, columns: 0, rows: 0)
    private var isOccupied: [Bool] = []
    private var selection = SlotSet<Node>()
    private var isSelected: [Bool] = []

    /// Comes in step with a document whose nodes lie in a part of the canvas.
    mutating func follow(_ scene: Scene, revision now: Int, _ selection: SlotSet<Node>, _ world: Rect) {
        let isStale = revision != now
        if isStale {
            revision = now
            // A side that is a power of two stays the same while the world grows a little.
            grid = SpatialIndexGrid(covering: world, leastSide: 1, atMost: Limits.mapMarks)
            isOccupied = [Bool](repeating: false, count: grid.columns * grid.rows)
            scene.nodes.visitCenters(in: grid) { column, row, _ in
                isOccupied[row * grid.columns + column] = true
            }
        }
        guard isStale || self.selection != selection else { return }
        self.selection = selection
        isSelected = [Bool](repeating: false, count: isOccupied.count)
        selection.forEach { slot in
            guard let center = scene.nodes.center(of: slot), let place = place(of: center) else { return }
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
}
