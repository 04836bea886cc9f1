import Geometry
import Graph

/// The clusters of a part of the canvas, and the links between them.
///
/// Cells are aligned to the canvas's origin and their side is a power of two, so that moving the view changes none of
/// them, and zooming changes them once an octave. A cluster follows from the document and its cell alone: where the view
/// or the document changes a little, only the cells that come into sight or that something changed are looked at.
///
/// - Complexity: a cell that is looked at costs its nodes and the edges that start there. So a view that shows all of a
///   document reads all of it once an octave of the zoom, and then what lies around each change.
struct CellGrid: Sendable {
    private(set) var side = 0.0
    private var first = Cell(0, 0)
    private(set) var columns = 0
    private(set) var rows = 0
    private var clusters: ContiguousArray<Cluster> = []
    /// In order; of more than `Limits.sceneLinks` those of the most edges.
    private(set) var links: [ClusterLink] = []
    /// Up to where the scene's stale places are heeded.
    private var mark = -1

    /// Nothing.
    init() {}

    /// The cells that touch a rectangle, empty: of at least 64 screen points, and so large that there are few enough.
    init(covering rect: Rect, zoom: Double) {
        let least = 64 / zoom
        side = min(least.binade == least ? least : least.binade * 2, 0x1p1000)
        func count(_ low: Double, _ high: Double) -> Double {
            Double(Cell.place(high, side) - Cell.place(low, side) + 1)
        }
        while count(rect.minX, rect.maxX) * count(rect.minY, rect.maxY) > Double(Limits.sceneCells), side < 0x1p1000 {
            side *= 2
        }
        first = Cell(of: rect.origin, side: side)
        columns = Int(count(rect.minX, rect.maxX))
        rows = Int(count(rect.minY, rect.maxY))
    }

    func hasSameCells(as other: CellGrid) -> Bool {
        side == other.side && first == other.first && columns == other.columns && rows == other.rows
    }

    /// Whether the clusters are still those of the document.
    func isCurrent(_ scene: Scene) -> Bool { mark == scene.stalePlaces.end }

    /// Looks at the nodes and edges of a document, as far as another grid does not know the same clusters.
    mutating func fill(_ document: Document, _ scene: Scene, knowing other: CellGrid) {
        clusters = ContiguousArray(repeating: Cluster(), count: columns * rows)
        mark = scene.stalePlaces.end
        let all = CellBlock(columns: 0..<columns, rows: 0..<rows)
        if let stale = scene.stalePlaces.since(other.mark), other.side == side, let shared = shared(with: other) {
            for row in shared.rows {
                for column in shared.columns {
                    let cell = Cell(first.column + column, first.row + row)
                    clusters[place(column, row)] = other.cluster(of: cell) ?? Cluster()
                }
            }
            for block in all.remainder(outside: shared) { count(block, document, scene) }
            for cell in Set(stale.map { Cell(of: $0, side: side) }).sorted() {
                let (column, row) = (cell.column - first.column, cell.row - first.row)
                guard shared.columns.contains(column), shared.rows.contains(row) else { continue }
                count(CellBlock(columns: column..<column + 1, rows: row..<row + 1), document, scene)
            }
        } else {
            count(all, document, scene)
        }
        gatherLinks()
    }

    private func place(_ column: Int, _ row: Int) -> Int { row * columns + column }

    private func shared(with other: CellGrid) -> CellBlock? {
        func range(_ low: Int, _ count: Int, _ otherLow: Int, _ otherCount: Int) -> Range<Int>? {
            let (start, end) = (max(low, otherLow) - low, min(low + count, otherLow + otherCount) - low)
            return start < end ? start..<end : nil
        }
        guard let columns = range(first.column, columns, other.first.column, other.columns),
            let rows = range(first.row, rows, other.first.row, other.rows)
        else { return nil }
        return CellBlock(columns: columns, rows: rows)
    }

    private func cluster(of cell: Cell) -> Cluster? {
        let (column, row) = (cell.column - first.column, cell.row - first.row)
        guard column >= 0, row >= 0, column < columns, row < rows else { return nil }
        let cluster = clusters[place(column, row)]
        return cluster.count > 0 ? cluster : nil
    }

    // MARK: Counting

    /// Looks at all nodes of a block of cells, counted from the first.
    private mutating func count(_ block: CellBlock, _ document: Document, _ scene: Scene) {
        let low = Cell(first.column + block.columns.lowerBound, first.row + block.rows.lowerBound)
        for row in block.rows {
            for column in block.columns { clusters[place(column, row)] = Cluster() }
        }
        var tally = ClusterTally()
        let bounds = Rect(
            minX: Double(low.column) * side, minY: Double(low.row) * side,
            maxX: Double(low.column + block.columns.count) * side, maxY: Double(low.row + block.rows.count) * side)
        scene.nodes.visit(touching: bounds) { slot in
            guard let center = scene.nodes.center(of: slot) else { return }
            let cell = Cell(of: center, side: side)
            let (column, row) = (cell.column - first.column, cell.row - first.row)
            guard block.columns.contains(column), block.rows.contains(row) else { return }
            let place = place(column, row)
            clusters[place].add(document.frame(slot), center: center, in: cell.square(side: side))
            tally.add(document.nodes.type(slot), at: place)
            var edge = document.nodes.firstOut(slot)
            while edge >= 0 {
                if scene.edges.contains(edge),
                    let end = scene.nodes.center(of: document.edges.ends(edge).target)
                {
                    let target = Cell(of: end, side: side)
                    if target != cell { tally.addEdge(to: target, at: place) }
                }
                edge = document.edges.nextOut(edge)
            }
        }
        tally.hand(to: &clusters, document)
    }

    private mutating func gatherLinks() {
        links = []
        for row in 0..<rows {
            for column in 0..<columns {
                let source = Cell(first.column + column, first.row + row)
                for (target, count) in clusters[place(column, row)].links where cluster(of: target) != nil {
                    links.append(ClusterLink(source: source, target: target, count: count))
                }
            }
        }
        if links.count > Limits.sceneLinks {
            links.sort { $0.count != $1.count ? $0.count > $1.count : $0.precedes($1) }
            links.removeLast(links.count - Limits.sceneLinks)
            links.sort { $0.precedes($1) }
        }
    }

    // MARK: Changes

    /// What a client has to be told to have these clusters instead of others.
    func changes(since old: CellGrid) -> ClusterChanges {
        var changes = ClusterChanges()
        let isSameSide = old.side == side
        old.visit { cell, _ in if !isSameSide || cluster(of: cell) == nil { changes.left.append(cell) } }
        visit { cell, cluster in
            guard isSameSide, let before = old.cluster(of: cell) else {
                return changes.entered.append((cell, cluster))
            }
            let members = before.changes(to: cluster)
            if !members.isEmpty { changes.updated.append((cell, cluster, members)) }
        }
        var (place, oldPlace) = (0, 0)
        let known = isSameSide ? old.links : []
        while place < links.count || oldPlace < known.count {
            if place < links.count, oldPlace < known.count, links[place].joinsTheSame(as: known[oldPlace]) {
                if links[place] != known[oldPlace] { changes.updatedLinks.append(links[place]) }
                (place, oldPlace) = (place + 1, oldPlace + 1)
            } else if oldPlace == known.count || place < links.count && links[place].precedes(known[oldPlace]) {
                changes.enteredLinks.append(links[place])
                place += 1
            } else {
                changes.leftLinks.append(known[oldPlace])
                oldPlace += 1
            }
        }
        if !isSameSide { changes.leftLinks = old.links }
        return changes
    }

    /// Calls `body` with the clusters, row by row.
    private func visit(_ body: (Cell, Cluster) -> Void) {
        for place in clusters.indices where clusters[place].count > 0 {
            body(Cell(first.column + place % columns, first.row + place / columns), clusters[place])
        }
    }
}

/// Cells that lie side by side, counted from the first of a grid.
private struct CellBlock {
    let columns: Range<Int>
    let rows: Range<Int>

    /// What lies around a block inside of this one.
    func remainder(outside inner: CellBlock) -> [CellBlock] {
        [
            CellBlock(columns: columns, rows: rows.lowerBound..<inner.rows.lowerBound),
            CellBlock(columns: columns, rows: inner.rows.upperBound..<rows.upperBound),
            CellBlock(columns: columns.lowerBound..<inner.columns.lowerBound, rows: inner.rows),
            CellBlock(columns: inner.columns.upperBound..<columns.upperBound, rows: inner.rows),
        ].filter { !$0.columns.isEmpty && !$0.rows.isEmpty }
    }
}

/// How often types and targets of edges were met in the cells of a grid.
private struct ClusterTally {
    private struct Key<Value: Hashable>: Hashable {
        let place: Int
        let value: Value
    }

    private var types: [Key<Int32>: Int] = [:]
    private var edges: [Key<Cell>: Int] = [:]

    mutating func add(_ type: Int32, at place: Int) { types[Key(place: place, value: type), default: 0] += 1 }

    mutating func addEdge(to cell: Cell, at place: Int) { edges[Key(place: place, value: cell), default: 0] += 1 }

    /// Gives clusters the type that most of their nodes have, of equally many the first by name, and their links in order.
    func hand(to clusters: inout ContiguousArray<Cluster>, _ document: Document) {
        func name(_ type: Int32) -> String { type < 0 ? "\u{10FFFF}" : document.symbols[type].string }
        var most: [Int: (type: Int32, count: Int)] = [:]
        for (key, count) in types {
            if let best = most[key.place], best.count > count { continue }
            if let best = most[key.place], best.count == count, name(best.type) < name(key.value) { continue }
            most[key.place] = (key.value, count)
        }
        for (place, best) in most { clusters[place].type = best.type }
        var places: Set<Int> = []
        for (key, count) in edges {
            clusters[key.place].links.append((key.value, count))
            places.insert(key.place)
        }
        for place in places { clusters[place].links.sort { $0.to < $1.to } }
    }
}
