/// The parts of a graph that are laid out separately: its components; all that reach the border of the group form one
/// part.
struct LayeredParts {
    private var nodeStarts: [Int] = [0]
    private var nodeList: [Int] = []
    private var edgeStarts: [Int] = []
    private var edgeList: [Int] = []
    /// The number of each node in its part.
    private(set) var local: [Int]
    /// Is true if the first part reaches the border.
    let hasBorders: Bool
    /// A flag for each node: true if it is a group; nil without groups.
    let isGroup: [Bool]?
    /// A flag for each part: true if constraints name its nodes.
    private(set) var isConstrained: [Bool]

    var count: Int { nodeStarts.count - 1 }

    init(_ graph: LayoutGraph) {
        let isGrouped = graph.parents.contains { $0 >= 0 }
        var isGroup = Array(repeating: false, count: isGrouped ? graph.count : 0)
        var joins = graph.edges
        for node in 0..<(isGrouped ? graph.count : 0) where graph.parents[node] >= 0 {
            isGroup[graph.parents[node]] = true
            joins.append(LayoutEdge(source: graph.parents[node], target: node))
        }
        self.isGroup = isGrouped ? isGroup : nil
        joins += LayeredParts.joins(graph.constraints)
        let components = Components(nodeCount: graph.count, edges: joins)
        var part = Array(0..<components.count)
        hasBorders = graph.borders.contains { $0 != nil }
        if hasBorders {
            var joins = Array(repeating: false, count: components.count)
            for node in 0..<graph.count where graph.border(node) != nil { joins[components.numbers[node]] = true }
            var next = 1
            for number in part.indices {
                part[number] = joins[number] ? 0 : next
                if !joins[number] { next += 1 }
            }
        }
        let numbers = components.numbers.map { part[$0] }
        let count = (part.max() ?? -1) + 1
        local = Array(repeating: 0, count: graph.count)
        (nodeStarts, nodeList) = LayeredParts.sorted(Array(0..<graph.count), numbers, count)
        for number in 0..<count {
            for at in nodeStarts[number]..<nodeStarts[number + 1] { local[nodeList[at]] = at - nodeStarts[number] }
        }
        isConstrained = Array(repeating: false, count: count)
        for constraint in graph.constraints {
            var nodes = constraint.nodes
            if case .forward(let edges) = constraint { nodes += edges.map { graph.edges[$0].source } }
            for node in nodes { isConstrained[numbers[node]] = true }
        }
        let edges = graph.edges.indices.filter {
            numbers.indices.contains(graph.edges[$0].source) && numbers.indices.contains(graph.edges[$0].target)
        }
        (edgeStarts, edgeList) = LayeredParts.sorted(edges, edges.map { numbers[graph.edges[$0].source] }, count)
    }

    /// Edges that join the nodes of a constraint, since these are laid out together. First, last and numbered layers
    /// are layers of one common drawing.
    private static func joins(_ constraints: [LayoutConstraint]) -> [LayoutEdge] {
        var placed: [Int] = []
        var joins: [LayoutEdge] = []
        func join(_ nodes: [Int]) {
            for (a, b) in zip(nodes, nodes.dropFirst()) { joins.append(LayoutEdge(source: a, target: b)) }
        }
        for constraint in constraints {
            join(constraint.nodes)
            if case .layer(let nodes, let layer) = constraint, layer != .same { placed += nodes }
        }
        join(placed)
        return joins
    }

    private static func sorted(_ items: [Int], _ numbers: [Int], _ count: Int) -> (starts: [Int], list: [Int]) {
        var starts = Array(repeating: 0, count: count + 1)
        for number in numbers { starts[number + 1] += 1 }
        for number in 0..<count { starts[number + 1] += starts[number] }
        var free = starts
        var list = Array(repeating: 0, count: items.count)
        for (item, number) in zip(items, numbers) {
            list[free[number]] = item
            free[number] += 1
        }
        return (starts, list)
    }

    func nodes(of part: Int) -> ArraySlice<Int> { nodeList[nodeStarts[part]..<nodeStarts[part + 1]] }
    func edges(of part: Int) -> ArraySlice<Int> { edgeList[edgeStarts[part]..<edgeStarts[part + 1]] }
}
