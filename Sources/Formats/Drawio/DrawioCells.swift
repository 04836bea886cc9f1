import Geometry
import Graph

/// The cells of a page, and their nodes.
struct DrawioCells {
    var id = ""
    var name = ""
    var cells: [DrawioCell] = []
    private var places: [Identifier: Int] = [:]
    /// The node of each cell; nil for cells that are not nodes.
    var nodes: [Int?] = []
    /// The number of the page's first node.
    var firstNode = 0
    /// The node of the page itself, if there are several pages.
    var group: Int?
    /// The canvas position of the page's origin.
    var origin = Point.zero
    /// The top-left corner of each node on the canvas, by its number minus `firstNode`.
    private var origins: [Point] = []

    init(id: String = "", name: String = "") { (self.id, self.name) = (id, name) }

    /// Indexes the cells by id; the first one with an id counts.
    mutating func indexCells() {
        nodes = [Int?](repeating: nil, count: cells.count)
        for (place, cell) in cells.enumerated() where !cell.id.isEmpty && places[Identifier(cell.id)] == nil {
            places[Identifier(cell.id)] = place
        }
    }

    /// The index of a cell's parent.
    func parent(of cell: DrawioCell) -> Int? { cell.parent.flatMap { places[Identifier($0)] } }

    /// The top-left corner of a node of the page, on the canvas.
    func origin(of node: Int) -> Point { origins[node - firstNode] }

    /// The bounds of the page's top-level cells; empty if there are none.
    func bounds(in graph: TextGraph) -> Rect {
        var bounds = Rect.empty
        for (place, cell) in cells.enumerated() {
            guard let node = nodes[place], graph.nodes[node].parent == group else { continue }
            let size = Size(width: cell.width, height: cell.height)
            bounds = bounds.union(Rect(origin: Point(x: cell.x, y: cell.y), size: size))
        }
        return bounds
    }

    /// Sets the places of nodes relative to their parents, and computes their places on the canvas, from the outermost
    /// inwards.
    ///
    /// - Parameter start: the place of the page's origin in its group.
    mutating func placeNodes(_ graph: inout TextGraph, from start: Point) {
        let end = nodes.reduce(firstNode) { max($0, $1.map { $0 + 1 } ?? 0) }
        var cellsOfNodes = [Int](repeating: 0, count: end - firstNode)
        for (place, node) in nodes.enumerated() { if let node { cellsOfNodes[node - firstNode] = place } }
        origins = [Point](repeating: .zero, count: end - firstNode)
        var isDone = [Bool](repeating: false, count: end - firstNode)
        for first in firstNode..<end {
            var waiting: [Int] = []
            var next: Int? = first
            while let node = next, node != group, !isDone[node - firstNode] {
                waiting.append(node)
                isDone[node - firstNode] = true
                next = graph.nodes[node].parent
            }
            for node in waiting.reversed() {
                let cell = cells[cellsOfNodes[node - firstNode]]
                let parent = graph.nodes[node].parent.flatMap { $0 == group ? nil : $0 }
                var position = Point(x: cell.x, y: cell.y)
                if cell.isRelative, let size = parent.flatMap({ graph.nodes[$0].size }) {
                    position = Point(x: cell.x * size.width, y: cell.y * size.height) + cell.offset
                }
                graph.nodes[node].position = parent == nil ? position + start : position
                origins[node - firstNode] = position + (parent.map(origin(of:)) ?? origin)
            }
        }
    }
}

extension DrawioReader {
    /// The distance between pages, and between a page and its cells; the page's name is at the top.
    private static let (gap, padding, labelHeight) = (60.0, 20.0, 20.0)

    /// Renames cells whose ids occur on an earlier page: the id, a dash and the number of the page.
    ///
    /// - Complexity: O(*n*) in the cells.
    mutating func renameCells() {
        var taken: Set<Identifier> = []
        for page in pages.indices {
            var names: [Identifier: String] = [:]
            for cell in pages[page].cells where (cell.isNode || cell.isEdge) && !cell.id.isEmpty {
                let id = Identifier(cell.id)
                if names[id] != nil { continue }
                var name = cell.id
                while !taken.insert(Identifier(name)).inserted { name += "-\(page + 1)" }
                names[id] = name
            }
            for place in pages[page].cells.indices {
                pages[page].cells[place].rename { names[Identifier($0)] ?? $0 }
            }
        }
    }

    /// Adds the node of a page.
    mutating func addGroup(of page: DrawioCells) -> Int {
        var node = TextGraph.Node(id: ends[page.id] == nil ? page.id : "")
        node.label = page.name
        node.isGroup = true
        return ends.add(node, to: &graph)
    }

    /// Places the nodes of pages, and the pages below each other.
    ///
    /// - Complexity: O(*n*) in the cells.
    mutating func placePages() {
        var y = 0.0
        for page in pages.indices {
            guard let group = pages[page].group else {
                pages[page].placeNodes(&graph, from: .zero)
                continue
            }
            let content = pages[page].bounds(in: graph)
            let top = DrawioReader.padding + DrawioReader.labelHeight
            let start =
                content.isEmpty
                ? .zero : Point(x: DrawioReader.padding - content.minX, y: top - content.minY)
            let size = Size(
                width: max(100, content.width) + 2 * DrawioReader.padding,
                height: max(60, content.height) + top + DrawioReader.padding)
            graph.nodes[group].position = Point(x: 0, y: y)
            graph.nodes[group].size = size
            pages[page].origin = Point(x: 0, y: y) + start
            pages[page].placeNodes(&graph, from: start)
            y += size.height + DrawioReader.gap
        }
    }
}

extension DrawioCell {
    /// Replaces the ids of the cell, of its parent and of its ends.
    fileprivate mutating func rename(_ name: (String) -> String) {
        if isNode || isEdge { id = name(id) }
        parent = parent.map(name)
        source = source.map(name)
        target = target.map(name)
    }
}
