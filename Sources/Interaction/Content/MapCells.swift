import Geometry
import Graph
import Storage

/// The occupied cells of a grid of the canvas, for very many nodes: the types in them, and whether some are selected.
///
/// It is kept between maps, and counted again only after a change of the document or the selection.
struct MapCells: Sendable {
    private var revision = -1
    private var grid = SpatialIndexGrid(side: 1, firstColumn: 0, firstRow: 0, columns: 0, rows: 0)
    private var isOccupied: [Bool] = []
    /// The type that most nodes of a cell have.
    private var types: [Symbol?] = []
    private var selection = SlotSet<Node>()
    private var isSelected: [Bool] = []

    /// Follows a document whose nodes lie in a part of the canvas.
    mutating func follow(
        _ scene: Scene, _ document: Document, revision now: Int, _ selection: SlotSet<Node>, _ world: Rect
    ) {
        let isStale = revision != now
        if isStale {
            revision = now
            // A side that is a power of two stays the same while the world grows a little.
            grid = SpatialIndexGrid(covering: world, leastSide: 1, atMost: Limits.mapMarks)
            isOccupied = [Bool](repeating: false, count: grid.columns * grid.rows)
            scene.nodes.visitCenters(in: grid) { column, row, _ in
                isOccupied[row * grid.columns + column] = true
            }
            countTypes(scene, document)
        }
        guard isStale || self.selection != selection else { return }
        self.selection = selection
        isSelected = [Bool](repeating: false, count: isOccupied.count)
        selection.forEach { slot in
            guard let center = scene.nodes.center(of: slot), let index = index(of: center) else { return }
            isSelected[index] = true
        }
    }

    /// The occupied cells, row by row.
    func marks(in map: Minimap) -> [Minimap.Mark] {
        isOccupied.indices.lazy.filter { isOccupied[$0] }.map { index in
            let x = Double(grid.firstColumn + index % grid.columns) * grid.side
            let y = Double(grid.firstRow + index / grid.columns) * grid.side
            let cell = Rect(minX: x, minY: y, maxX: x + grid.side, maxY: y + grid.side)
            return Minimap.Mark(frame: map.mark(cell), isSelected: isSelected[index], type: types[index])
        }
    }

    /// Finds the type of each cell: nodes are sorted by their cells first, so that no cell needs a table of its own.
    ///
    /// - Complexity: O(*n* log *m*) for *n* nodes, of which *m* are in a cell.
    private mutating func countTypes(_ scene: Scene, _ document: Document) {
        var centers: [(cell: Int32, type: Int32)] = []
        var ends = [Int](repeating: 0, count: isOccupied.count + 1)
        for slot in document.nodeSlots {
            guard let center = scene.nodes.center(of: slot), let cell = index(of: center) else { continue }
            centers.append((Int32(cell), document.nodes.type(slot)?.number ?? -1))
            ends[cell + 1] += 1
        }
        for cell in isOccupied.indices { ends[cell + 1] += ends[cell] }
        var sorted = [Int32](repeating: 0, count: centers.count)
        var next = ends
        for (cell, type) in centers {
            sorted[next[Int(cell)]] = type
            next[Int(cell)] += 1
        }
        types = isOccupied.indices.map { cell in
            sorted[ends[cell]..<ends[cell + 1]].sort()
            return mostFrequent(sorted[ends[cell]..<ends[cell + 1]], document)
        }
    }

    /// The most frequent of sorted types; of several the first by name, and none only if no type is as frequent.
    private func mostFrequent(_ sorted: ArraySlice<Int32>, _ document: Document) -> Symbol? {
        var best: (type: Symbol?, count: Int) = (nil, 0)
        var start = sorted.startIndex
        while start < sorted.endIndex {
            let end = sorted[start...].firstIndex { $0 != sorted[start] } ?? sorted.endIndex
            let type = sorted[start] < 0 ? nil : Symbol(sorted[start])
            let isFirst = type.map { new in best.type.map { document.symbols[new] < document.symbols[$0] } ?? true }
            if end - start > best.count || (end - start == best.count && isFirst == true) { best = (type, end - start) }
            start = end
        }
        return best.type
    }

    private func index(of center: Point) -> Int? {
        let column = (center.x / grid.side).rounded(.down) - Double(grid.firstColumn)
        let row = (center.y / grid.side).rounded(.down) - Double(grid.firstRow)
        guard column >= 0, row >= 0, column < Double(grid.columns), row < Double(grid.rows) else { return nil }
        return Int(row) * grid.columns + Int(column)
    }
}
