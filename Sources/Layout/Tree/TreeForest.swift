import Geometry

/// The trees that span a graph: each node hangs on the first edge that reaches it, breadth first from the roots.
///
/// Roots are the nodes without edges that arrive from others; then, for cycles that nothing else reaches, their first node.
/// Nodes are counted by their position in that search, so the children of a node are neighbors and come after it.
struct TreeForest {
    /// The number of the node at each position.
    private(set) var nodes: [Int] = []
    /// The size of each node, with sides that are numbers.
    private(set) var sizes: [Size] = []
    /// The position of the parent, −1 for a root.
    private(set) var parents: [Int] = []
    /// The position of the first child.
    private(set) var childStarts: [Int] = []
    /// The position behind the last child.
    private(set) var childEnds: [Int] = []
    /// How many edges lead to it from its root.
    private(set) var depths: [Int] = []

    /// The greatest number of children of a node.
    private(set) var mostChildren = 0

    /// How many nodes there are.
    var count: Int { nodes.count }

    /// The positions of the children, in order.
    func children(of position: Int) -> Range<Int> { childStarts[position]..<childEnds[position] }

    /// The forest of a graph. Children are in the order of the edges, or of the keys of their nodes where there are any.
    ///
    /// - Complexity: O(*n* + *m*), and O(*n* log *n*) with keys.
    init(of graph: LayoutGraph, sortedBy keys: [Double]? = nil) {
        let links = Neighbors(nodeCount: graph.count, graph.edges, .forward)
        reserve(graph.count)
        var isFound = Array(repeating: false, count: graph.count)
        var roots = Self.sources(of: graph)
        if let keys { Self.sort(&roots[...], by: keys) }
        for root in roots { append(root, under: -1, &isFound) }
        search(links, &isFound, keys)
        searchRest(links, 0..<graph.count, &isFound, keys)
        sizes = nodes.map { graph.sizes[$0].clean }
    }

    /// The forest of a graph whose edges lead both ways: a tree for each connected part, one after the other. Its root is
    /// the given one, else the first without edges that arrive, else its first node.
    init(of graph: LayoutGraph, around root: Int?) {
        let links = Neighbors(nodeCount: graph.count, graph.edges, .both)
        reserve(graph.count)
        var isFound = Array(repeating: false, count: graph.count)
        if let root, isFound.indices.contains(root) { searchRest(links, root..<(root + 1), &isFound, nil) }
        searchRest(links, Self.sources(of: graph), &isFound, nil)
        searchRest(links, 0..<graph.count, &isFound, nil)
        sizes = nodes.map { graph.sizes[$0].clean }
    }

    /// The nodes without edges that arrive from others.
    private static func sources(of graph: LayoutGraph) -> [Int] {
        var hasParent = Array(repeating: false, count: graph.count)
        for edge in graph.edges where edge.source != edge.target { hasParent[edge.target] = true }
        return (0..<graph.count).filter { !hasParent[$0] }
    }

    /// Makes a tree of each root that was not found before.
    private mutating func searchRest(
        _ links: Neighbors, _ roots: some Sequence<Int>, _ isFound: inout [Bool], _ keys: [Double]?
    ) {
        for root in roots where !isFound[root] {
            append(root, under: -1, &isFound)
            search(links, &isFound, keys)
        }
    }

    private mutating func reserve(_ count: Int) {
        nodes.reserveCapacity(count)
        parents.reserveCapacity(count)
        childStarts.reserveCapacity(count)
        childEnds.reserveCapacity(count)
        depths.reserveCapacity(count)
    }

    private mutating func append(_ node: Int, under parent: Int, _ isFound: inout [Bool]) {
        isFound[node] = true
        nodes.append(node)
        parents.append(parent)
        depths.append(parent < 0 ? 0 : depths[parent] + 1)
    }

    /// Goes on from the nodes whose children are not known yet.
    private mutating func search(_ links: Neighbors, _ isFound: inout [Bool], _ keys: [Double]?) {
        while childStarts.count < nodes.count {
            let parent = childStarts.count
            let start = nodes.count
            childStarts.append(start)
            for place in links.places(of: nodes[parent]) {
                let target = Int(links.ends[place])
                if !isFound[target] { append(target, under: parent, &isFound) }
            }
            childEnds.append(nodes.count)
            mostChildren = max(mostChildren, nodes.count - start)
            if let keys { Self.sort(&nodes[start...], by: keys) }
        }
    }

    /// Sorts nodes by their keys; those with equal keys stay in order.
    private static func sort(_ nodes: inout ArraySlice<Int>, by keys: [Double]) {
        let sorted = nodes.enumerated().sorted { a, b in
            keys[a.element] != keys[b.element] ? keys[a.element] < keys[b.element] : a.offset < b.offset
        }
        for (place, item) in zip(nodes.indices, sorted) { nodes[place] = item.element }
    }
}
