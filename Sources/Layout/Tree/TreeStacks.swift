import Geometry

/// The graph of a tree in which a column node replaces the leaves of a parent, which are stacked in it.
///
/// A column is as wide as its widest leaf plus the space of a trunk beside it. For its level, only its first leaf
/// counts: subtrees beside a column need not be below its end.
struct TreeStacks {
    /// The forest with one node for each column, in the order of the forest.
    private(set) var graph = LayoutGraph(sizes: [], edges: [])
    /// The sizes that count for the levels, by node of `graph`.
    private(set) var heads: [Size] = []

    private let whole: LayoutGraph
    private let forest: TreeForest
    private let layout: TreeLayout
    /// The positions in the forest of each node of `graph`.
    private var members: [[Int]] = []
    /// The node of `graph` for each position; in a column, only for its first leaf.
    private var numbers: [Int]

    /// The distance between the leaves of a column, and the width of the trunk beside them.
    private var gap: Double { layout.nodeSpacing / 2 }

    /// Returns nil if no leaves are stacked: no parent has two.
    init?(_ whole: LayoutGraph, _ forest: TreeForest, _ layout: TreeLayout) {
        (self.whole, self.forest, self.layout) = (whole, forest, layout)
        numbers = Array(repeating: -1, count: forest.count)
        for position in 0..<forest.count {
            let parent = forest.parent(of: position)
            if parent >= 0, forest.children(of: position).isEmpty {
                let leaves = forest.children(of: parent).filter { forest.children(of: $0).isEmpty }
                if leaves[0] != position { continue }
                members.append(leaves)
            } else {
                members.append([position])
            }
            numbers[position] = members.count - 1
            if parent >= 0 { graph.edges.append(LayoutEdge(source: numbers[parent], target: members.count - 1)) }
        }
        if members.count == forest.count { return nil }
        for positions in members {
            let sizes = positions.map { forest.sizes[$0] }
            heads.append(sizes[0])
            graph.sizes.append(sizes.count == 1 ? sizes[0] : column(sizes))
        }
        graph.places = members.map { whole.places[forest.node(at: $0[0])] }
        graph.isFixed = members.map { _ in false }
    }

    private func column(_ sizes: [Size]) -> Size {
        let across = sizes.reduce(0) { max($0, layout.direction.across($1)) } + gap
        let along = sizes.reduce(-gap) { $0 + layout.direction.along($1) + gap }
        return !layout.direction.isHorizontal
            ? Size(width: across, height: along) : Size(width: along, height: across)
    }

    /// Returns the drawing of the whole from that of the columns.
    ///
    /// The edges of a parent with a column start with a common line: along the level of its children, and down beside
    /// the column.
    func expanded(_ places: [Point], _ lines: TreeLines) -> LayoutDrawing {
        var result = LayoutDrawing(
            places: Array(repeating: .zero, count: whole.count), bends: whole.edges.map { _ in [] })
        let direction = layout.direction
        var starts = Array(repeating: Point.zero, count: forest.count)
        var trunks: [Double?] = Array(repeating: nil, count: forest.count)
        for (number, positions) in members.enumerated() {
            let corner = direction.flowCorner(places[number], of: graph.sizes[number])
            var along = corner.y
            for (place, position) in positions.enumerated() {
                let isStacked = positions.count > 1
                starts[position] = Point(x: corner.x + (isStacked ? gap : 0), y: along)
                along += direction.along(forest.sizes[position]) + gap
                if isStacked { trunks[position] = place == 0 ? .nan : corner.x + gap / 2 }
            }
        }
        for position in 0..<forest.count {
            result.places[forest.node(at: position)] = direction.corner(
                across: starts[position].x, along: starts[position].y, of: forest.sizes[position])
        }
        var positions = Array(repeating: 0, count: whole.count)
        for position in 0..<forest.count { positions[forest.node(at: position)] = position }
        for (index, edge) in whole.edges.enumerated() where edge.source != edge.target {
            let (parent, child) = (positions[edge.source], positions[edge.target])
            if forest.parent(of: child) != parent { continue }
            let leg = lines.legs[numbers[parent]]
            let corners = way(to: child, from: parent, leg, starts, trunks) ?? lines.corners[numbers[child]]
            result.bends[index] = corners.map {
                direction.point(across: $0.x, along: $0.y)
            }
        }
        return result
    }

    /// The corners of an edge to a child, across and along the direction; nil if its parent has no column.
    private func way(
        to child: Int, from parent: Int, _ leg: Double?, _ starts: [Point], _ trunks: [Double?]
    ) -> [Point]? {
        let children = forest.children(of: parent)
        guard children.contains(where: { trunks[$0] != nil }) else { return nil }
        func middle(_ position: Int) -> Double {
            starts[position].x + layout.direction.across(forest.sizes[position]) / 2
        }
        let level = leg ?? children.reduce(Double.infinity) { min($0, starts[$1].y) } - layout.levelSpacing / 2
        let (from, to) = (middle(parent), middle(child))
        guard let trunk = trunks[child], !trunk.isNaN else {
            return from == to ? [] : [Point(x: from, y: level), Point(x: to, y: level)]
        }
        let above = starts[child].y - gap / 2
        return [
            Point(x: from, y: level), Point(x: trunk, y: level), Point(x: trunk, y: above), Point(x: to, y: above),
        ]
    }
}

extension Direction {
    /// The least distances across and along the direction of a node from its top-left corner.
    fileprivate func flowCorner(_ corner: Point, of size: Size) -> Point {
        switch self {
        case .down: corner
        case .right: Point(x: corner.y, y: corner.x)
        case .up: Point(x: corner.x, y: -corner.y - size.height)
        case .left: Point(x: corner.y, y: -corner.x - size.width)
        }
    }
}
