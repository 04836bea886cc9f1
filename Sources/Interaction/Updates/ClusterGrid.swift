import Geometry
import Graph

/// The clusters of a part of the canvas, and the links between them.
///
/// A cluster depends only on the document and its cell, and the sides of cells are powers of two. So moving the view
/// changes no cluster, and zooming changes them once an octave: after a small change of the view or the document, only
/// new or touched cells are counted.
///
/// - Complexity: counting a cell costs its nodes and the edges that start there. A view of a whole document reads all
///   of it once for each octave of the zoom, and after that only the surroundings of each change.
struct ClusterGrid: Sendable {
    private(set) var grid = SpatialIndexGrid(side: 1, firstColumn: 0, firstRow: 0, columns: 0, rows: 0)
    /// Row by row; empty cells are not shown.
    private var clusters: ContiguousArray<Cluster> = []
    /// The links in order; if there are more than `Limits.sceneLinks`, those with the most edges.
    private(set) var links: [ClusterLink] = []
    /// The end of the scene's stale places when the clusters were counted.
    private var staleEnd = -1

    /// Makes a grid without any cell.
    init() {}

    /// The cells that touch a rectangle, without nodes. A side is at least 64 screen points long.
    init(covering rect: Rect, zoom: Double) {
        let least = 64 / zoom
        let side = least.binade == least ? least : least.binade * 2
        grid = SpatialIndexGrid(covering: rect, leastSide: side, atMost: Limits.sceneCells)
    }

    func hasSameCells(as other: ClusterGrid) -> Bool { grid == other.grid }

    /// Returns true if nothing changed that the clusters depend on.
    func isCurrent(_ scene: Scene) -> Bool { staleEnd == scene.stalePlaces.end }

    /// Counts the nodes and edges of a document, but takes from another grid the clusters that are still right.
    mutating func fill(_ document: Document, _ scene: Scene, reusing other: ClusterGrid) {
        clusters = ContiguousArray(repeating: Cluster(), count: grid.columns * grid.rows)
        staleEnd = scene.stalePlaces.end
        let all = CellBlock(columns: 0..<grid.columns, rows: 0..<grid.rows)
        if let stale = scene.stalePlaces.since(other.staleEnd), other.grid.side == grid.side,
            let shared = shared(with: other)
        {
            for row in shared.rows {
                for column in shared.columns {
                    clusters[index(column, row)] = other.cluster(of: cell(column, row)) ?? Cluster()
                }
            }
            for block in all.remainder(outside: shared) { count(block, document, scene) }
            for cell in Set(stale.map { Cell(of: $0, side: grid.side) }).sorted() {
                let (column, row) = position(of: cell)
                guard shared.contains(column, row) else { continue }
                count(CellBlock(columns: column..<column + 1, rows: row..<row + 1), document, scene)
            }
        } else {
            count(all, document, scene)
        }
        gatherLinks()
    }

    // MARK: Cells

    private func index(_ column: Int, _ row: Int) -> Int { row * grid.columns + column }

    private func cell(_ column: Int, _ row: Int) -> Cell { Cell(grid.firstColumn + column, grid.firstRow + row) }

    /// The column and row of a cell, counted from the first of the grid.
    private func position(of cell: Cell) -> (column: Int, row: Int) {
        (cell.column - grid.firstColumn, cell.row - grid.firstRow)
    }

    /// The cluster of a cell; nil if it is without nodes or outside of the grid.
    func cluster(of cell: Cell) -> Cluster? {
        let (column, row) = position(of: cell)
        guard column >= 0, row >= 0, column < grid.columns, row < grid.rows else { return nil }
        let cluster = clusters[index(column, row)]
        return cluster.count > 0 ? cluster : nil
    }

    /// The cells that another grid of the same side has, too.
    private func shared(with other: ClusterGrid) -> CellBlock? {
        func range(_ low: Int, _ count: Int, _ otherLow: Int, _ otherCount: Int) -> Range<Int>? {
            let (start, end) = (max(low, otherLow) - low, min(low + count, otherLow + otherCount) - low)
            return start < end ? start..<end : nil
        }
        guard let columns = range(grid.firstColumn, grid.columns, other.grid.firstColumn, other.grid.columns),
            let rows = range(grid.firstRow, grid.rows, other.grid.firstRow, other.grid.rows)
        else { return nil }
        return CellBlock(columns: columns, rows: rows)
    }

    /// Calls `body` with the clusters that have nodes, row by row.
    func visit(_ body: (Cell, Cluster) -> Void) {
        for index in clusters.indices where clusters[index].count > 0 {
            body(cell(index % grid.columns, index / grid.columns), clusters[index])
        }
    }

    // MARK: Counting

    /// Counts the nodes and edges of a block of cells.
    private mutating func count(_ block: CellBlock, _ document: Document, _ scene: Scene) {
        let side = grid.side
        for row in block.rows {
            for column in block.columns { clusters[index(column, row)] = Cluster() }
        }
        let low = cell(block.columns.lowerBound, block.rows.lowerBound)
        let bounds = Rect(
            minX: Double(low.column) * side, minY: Double(low.row) * side,
            maxX: Double(low.column + block.columns.count) * side, maxY: Double(low.row + block.rows.count) * side)
        var tally = ClusterTally()
        scene.nodes.visit(touching: bounds) { slot in
            guard let center = scene.nodes.center(of: slot) else { return }
            let cell = Cell(of: center, side: side)
            let (column, row) = position(of: cell)
            guard block.contains(column, row) else { return }
            let index = index(column, row)
            clusters[index].add(document.frame(slot), center: center, in: cell.square(side: side))
            tally.add(document.nodes.type(slot), at: index)
            func count(_ edge: Edge.Slot, times: Int) {
                guard let end = scene.nodes.center(of: document.drawnEnds(ofEdge: edge).target) else { return }
                let target = Cell(of: end, side: side)
                if target != cell { tally.addEdges(times, to: target, at: index) }
            }
            var next = document.nodes.firstOut(slot)
            while let edge = next {
                if scene.edges.contains(edge), scene.bundles.edges(with: edge) == nil { count(edge, times: 1) }
                next = document.edges.nextOut(edge)
            }
            scene.bundles.visit(at: slot) { edge in
                guard document.drawnEnds(ofEdge: edge).source == slot, scene.edges.contains(edge) else { return }
                count(edge, times: scene.bundles.edges(with: edge)?.count ?? 0)
            }
        }
        tally.finish(&clusters, document)
    }

    private mutating func gatherLinks() {
        var links: [ClusterLink] = []
        visit { source, cluster in
            for (target, count) in cluster.links where self.cluster(of: target) != nil {
                links.append(ClusterLink(source: source, target: target, count: count))
            }
        }
        if links.count > Limits.sceneLinks {
            links.sort { $0.count != $1.count ? $0.count > $1.count : $0.precedes($1) }
            links.removeLast(links.count - Limits.sceneLinks)
            links.sort { $0.precedes($1) }
        }
        self.links = links
    }
}
