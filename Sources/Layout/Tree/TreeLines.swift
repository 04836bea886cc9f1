import Geometry

/// The corners of the edges of a forest; no edge passes through a node or crosses another.
///
/// Between two levels lies a strip without nodes. The edges of a parent are straight if each of them passes both levels
/// without meeting another node. Else they go along the direction to the strip, then to a point above their child, then
/// along the direction again. Children are in the order of their parents, so that no two edges cross in the strip.
struct TreeLines {
    /// The nodes of one depth of a tree on one side of its root, in their order across the direction.
    private struct Row {
        let parents: [Int]
        let children: [Int]
        /// The strip between parents and children, as distances along the side.
        let start: Double
        let end: Double
    }

    private let forest: TreeForest
    private let layout: TreeLayout
    /// The frames in flow coordinates, by position.
    private let frames: [Rect]
    /// The corners of the edge to each position, in flow coordinates.
    private(set) var corners: [[Point]]
    /// The coordinate along the flow of the level leg of each position's child edges; nil without one.
    private(set) var legs: [Double?]
    /// The ends of the edge to each position across the flow; nil if it does not leave on the side of the direction and
    /// arrive on the opposite side.
    private let ends: [(from: Double, to: Double)?]

    init(_ graph: LayoutGraph, _ forest: TreeForest, _ layout: TreeLayout, _ places: [Point]) {
        (self.forest, self.layout) = (forest, layout)
        let flow = layout.direction
        frames = (0..<forest.count).map { flow.flowFrame(places[forest.node(at: $0)], forest.sizes[$0]) }
        corners = Array(repeating: [], count: forest.count)
        legs = Array(repeating: nil, count: forest.count)
        ends = Self.ends(graph, forest, layout.direction, frames)
        for row in rows() { lead(row) }
    }

    /// The corners of each edge of the graph, in canvas coordinates.
    func bends(of graph: LayoutGraph) -> [[Point]] {
        let positions = Self.positions(forest, graph.count)
        return graph.edges.map { edge in
            let child = positions[edge.target]
            guard edge.source != edge.target, forest.parent(of: child) == positions[edge.source] else { return [] }
            return corners[child].map { layout.direction.point(across: $0.x, along: $0.y) }
        }
    }

    /// The position of each node.
    static func positions(_ forest: TreeForest, _ count: Int) -> [Int] {
        var positions = Array(repeating: 0, count: count)
        for position in 0..<forest.count { positions[forest.node(at: position)] = position }
        return positions
    }

    private static func ends(
        _ graph: LayoutGraph, _ forest: TreeForest, _ direction: Direction, _ frames: [Rect]
    ) -> [(from: Double, to: Double)?] {
        let positions = positions(forest, graph.count)
        var ends = frames.indices.map { position -> (from: Double, to: Double)? in
            let parent = forest.parent(of: position)
            return parent < 0 ? nil : (frames[parent].center.x, frames[position].center.x)
        }
        var isKnown = Array(repeating: false, count: forest.count)
        for edge in graph.edges where edge.source != edge.target {
            let (parent, child) = (positions[edge.source], positions[edge.target])
            guard forest.parent(of: child) == parent, !isKnown[child] else { continue }
            isKnown[child] = true
            let (source, target) = (
                FlowHandle(edge.sourceHandle, forest.sizes[parent], direction),
                FlowHandle(edge.targetHandle, forest.sizes[child], direction)
            )
            let isAfter = frames[child].minY >= frames[parent].maxY
            let sides = isAfter ? (Side.bottom, Side.top) : (.top, .bottom)
            if source.map({ $0.side != sides.0 }) ?? false || target.map({ $0.side != sides.1 }) ?? false {
                ends[child] = nil
                continue
            }
            if let source { ends[child]?.from += source.offset.x }
            if let target { ends[child]?.to += target.offset.x }
        }
        return ends
    }

    // MARK: Rows

    private func isAfter(_ child: Int) -> Bool { frames[child].center.y >= frames[forest.parent(of: child)].center.y }

    /// The extent of a node along its side that counts for its level.
    private func span(_ position: Int, _ isAfter: Bool) -> (start: Double, end: Double) {
        let extent = layout.direction.along(forest.head(position))
        let frame = frames[position]
        return isAfter ? (frame.minY, frame.minY + extent) : (-frame.maxY, extent - frame.maxY)
    }

    private func rows() -> [Row] {
        struct Key: Hashable {
            let tree: Int
            let depth: Int
            let isAfter: Bool
        }
        var trees = Array(0..<forest.count)
        var sides = Array(repeating: true, count: forest.count)
        var lists: [(parents: [Int], children: [Int])] = []
        var numbers: [Key: Int] = [:]
        for position in 0..<forest.count where forest.parent(of: position) >= 0 {
            let parent = forest.parent(of: position)
            trees[position] = trees[parent]
            sides[position] = forest.parent(of: parent) < 0 ? isAfter(position) : sides[parent]
            let tree = layout.levels == .shared ? trees[position] : parent
            let key = Key(tree: tree, depth: forest.depth(of: position), isAfter: sides[position])
            let number = numbers[key] ?? lists.count
            if number == lists.count {
                numbers[key] = number
                let isRoot = forest.depth(of: position) == 1
                let above = Key(tree: tree, depth: key.depth - 1, isAfter: key.isAfter)
                let known = layout.levels == .shared && !isRoot ? numbers[above].map { lists[$0].children } : nil
                lists.append((known ?? [parent], []))
            }
            lists[number].children.append(position)
        }
        return lists.map { list in
            let isAfter = sides[list.children[0]]
            let start = list.parents.reduce(-Double.infinity) { max($0, span($1, isAfter).end) }
            let end = list.children.reduce(Double.infinity) { min($0, span($1, isAfter).start) }
            func sorted(_ nodes: [Int]) -> [Int] {
                nodes.sorted { (frames[$0].center.x, $0) < (frames[$1].center.x, $1) }
            }
            return Row(parents: sorted(list.parents), children: sorted(list.children), start: start, end: end)
        }
    }

    // MARK: Corners

    private mutating func lead(_ row: Row) {
        guard row.end > row.start else { return }
        let isAfter = isAfter(row.children[0])
        let sign = isAfter ? 1.0 : -1
        let inset = (row.end - row.start) / 8
        let (start, end) = (row.start + inset, row.end - inset)
        let spaces = spaces(row.children)
        let around = self.spaces(row.parents)
        var families: [[Int]] = row.parents.map { _ in [] }
        let numbers = Dictionary(uniqueKeysWithValues: row.parents.enumerated().map { ($0.element, $0.offset) })
        for (at, child) in row.children.enumerated() {
            if ends[child] != nil, let family = numbers[forest.parent(of: child)] { families[family].append(at) }
        }
        let tracks = tracks(families.map { $0.compactMap { ends[row.children[$0]] } })
        let most = Double((tracks.max() ?? 0) + 2)
        for (family, children) in families.enumerated() where !children.isEmpty {
            let parent = row.parents[family]
            let leg = start + (end - start) * Double(tracks[family] + 1) / most
            legs[parent] = leg * sign
            let isStraight = children.allSatisfy { at in
                let child = row.children[at]
                return isFree(to: child, around[family], sign * row.start, spaces[at], sign * row.end)
            }
            if isStraight && !layout.isOrthogonal { continue }
            for at in children {
                guard let line = ends[row.children[at]] else { continue }
                let (upper, lower) = layout.isOrthogonal ? (leg, leg) : (start, end)
                if abs(line.from - line.to) <= 1e-6 {
                    // The corner keeps it on its siblings' trunk, also after routes have rounded their coordinates.
                    let isRounded = (line.from * 16).rounded() != line.from * 16
                    if isRounded && children.count > 1 {
                        corners[row.children[at]] = [Point(x: line.from, y: sign * upper)]
                    }
                    continue
                }
                corners[row.children[at]] = [
                    Point(x: line.from, y: sign * upper), Point(x: line.to, y: sign * lower),
                ]
            }
        }
    }

    /// The space across that each node of a row has between its neighbors.
    private func spaces(_ nodes: [Int]) -> [ClosedRange<Double>] {
        nodes.indices.map { at in
            let low = at > 0 ? frames[nodes[at - 1]].maxX : -.infinity
            let high = at + 1 < nodes.count ? frames[nodes[at + 1]].minX : .infinity
            return low...max(low, high)
        }
    }

    /// Returns true if the straight line to a child meets no other node of either level.
    private func isFree(
        to child: Int, _ around: ClosedRange<Double>, _ start: Double, _ own: ClosedRange<Double>, _ end: Double
    ) -> Bool {
        guard let line = ends[child] else { return true }
        let (from, to) = (frames[forest.parent(of: child)].center.y, frames[child].center.y)
        func across(_ y: Double) -> Double { line.from + (line.to - line.from) * (y - from) / (to - from) }
        func isIn(_ x: Double, _ space: ClosedRange<Double>) -> Bool {
            x > space.lowerBound + 1 && x < space.upperBound - 1
        }
        if layout.levels == .own {
            let (parent, own) = (frames[forest.parent(of: child)], frames[child])
            return isIn(across(start), parent.minX - 1...parent.maxX + 1)
                && isIn(across(end), own.minX - 1...own.maxX + 1)
        }
        return isIn(across(start), around) && isIn(across(end), own)
    }

    /// The track of each family's level leg along the direction: a leg that reaches below the next parent lies behind
    /// its leg.
    private func tracks(_ families: [[(from: Double, to: Double)]]) -> [Int] {
        var behind = Array(repeating: 0, count: families.count)
        let taken = families.indices.filter { !families[$0].isEmpty }
        func low(_ family: Int) -> Double { families[family].reduce(.infinity) { min($0, $1.from, $1.to) } }
        func high(_ family: Int) -> Double { families[family].reduce(-.infinity) { max($0, $1.from, $1.to) } }
        func trunk(_ family: Int) -> Double { families[family][0].from }
        for (one, two) in zip(taken, taken.dropFirst()) where low(two) <= trunk(one) { behind[two] = behind[one] + 1 }
        for (one, two) in zip(taken, taken.dropFirst()).reversed() where high(one) >= trunk(two) {
            behind[one] = max(behind[one], behind[two] + 1)
        }
        return behind
    }
}
