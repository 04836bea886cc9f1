import Geometry

/// A spanning forest of a graph: each node hangs on the first edge that reaches it, breadth first from the roots.
///
/// Roots are the nodes without incoming edges from others, and then the first node of each cycle that nothing else
/// reaches. A position is the index of a node in this search, so the children of a node are contiguous and come after
/// it.
struct TreeForest {
    /// A record of the node at a position, compact in memory.
    struct Item {
        /// The number of the node.
        var node: Int32
        /// The position of the parent; −1 for a root.
        var parent: Int32
        /// The number of edges between it and its root.
        var depth: Int32
        /// The position of the first child, and the position behind the last one.
        var firstChild: Int32 = 0
        var endOfChildren: Int32 = 0
    }

    /// The item at each position.
    private(set) var items: [Item] = []
    /// The size of each node; sides are finite and not negative.
    private(set) var sizes: [Size] = []
    /// The sizes of nodes that count for levels; empty if they are `sizes`.
    var heads: [Size] = []
    /// The greatest number of children of a node.
    private(set) var mostChildren = 0
    /// The number of trees.
    private(set) var treeCount = 0

    /// The number of nodes whose children are known.
    private var done = 0

    /// The number of nodes.
    var count: Int { items.count }

    /// The number of the node at a position.
    @inline(__always) func node(at position: Int) -> Int { Int(items[position].node) }

    /// The size of a node that counts for its level.
    @inline(__always) func head(_ position: Int) -> Size { heads.isEmpty ? sizes[position] : heads[position] }

    /// The position of the parent; −1 for a root.
    @inline(__always) func parent(of position: Int) -> Int { Int(items[position].parent) }

    /// Returns the number of edges between a position and its root.
    @inline(__always) func depth(of position: Int) -> Int { Int(items[position].depth) }

    /// The positions of the children, in order.
    @inline(__always) func children(of position: Int) -> Range<Int> {
        Int(items[position].firstChild)..<Int(items[position].endOfChildren)
    }

    /// The forest of a graph. Children are in the order of the edges, or in the order of keys if there are any.
    ///
    /// - Complexity: O(*n* + *m*), and O(*n* log *n*) with keys.
    init(of graph: LayoutGraph, sortedBy keys: [Double]? = nil) {
        let links = TreeLinks(Neighbors(nodeCount: graph.count, graph.edges, .forward), graph.count)
        items.reserveCapacity(graph.count)
        var isFound = Array(repeating: false, count: graph.count)
        for root in Self.sources(links.ends, graph.count) { append(root, &isFound) }
        if let keys { Self.sort(&items[...], by: keys) }
        search(links, &isFound, keys)
        searchRest(links, 0..<graph.count, &isFound, keys)
        sizes = items.map { graph.sizes[Int($0.node)].clean }
    }

    /// The forest of a graph with undirected edges: a tree for each connected part, one after the other. Its root is
    /// the given one, else the first node without incoming edges, else its first node.
    init(of graph: LayoutGraph, around root: Int?) {
        let links = TreeLinks(Neighbors(nodeCount: graph.count, graph.edges, .both), graph.count)
        items.reserveCapacity(graph.count)
        var isFound = Array(repeating: false, count: graph.count)
        if let root, isFound.indices.contains(root) { searchRest(links, root..<(root + 1), &isFound, nil) }
        let targets = graph.edges.lazy.filter { $0.source != $0.target }.map { Int32($0.target) }
        searchRest(links, Self.sources(targets, graph.count), &isFound, nil)
        searchRest(links, 0..<graph.count, &isFound, nil)
        sizes = items.map { graph.sizes[Int($0.node)].clean }
    }

    /// A part of a forest: its roots and some of their subtrees, in the same or the reverse order.
    ///
    /// - Parameters:
    ///   - isTaken: flags by position; only those of the roots' children are used.
    ///   - positions: returns the position in the whole of each position in this forest.
    ///
    /// - Complexity: O(*n*).
    init(of whole: TreeForest, _ isTaken: [Bool], isReversed: Bool, positions: inout [Int]) {
        positions = whole.items.indices.filter { whole.parent(of: $0) < 0 }
        items = positions.map { Item(node: whole.items[$0].node, parent: -1, depth: 0) }
        treeCount = items.count
        while done < items.count {
            let (position, start) = (positions[done], items.count)
            let isRoot = whole.parent(of: position) < 0
            var children = Array(whole.children(of: position))
            if isRoot { children = children.filter { isTaken[$0] } }
            if isRoot && isReversed { children.reverse() }
            for child in children {
                positions.append(child)
                items.append(Item(node: whole.items[child].node, parent: Int32(done), depth: whole.items[child].depth))
            }
            items[done].firstChild = Int32(start)
            items[done].endOfChildren = Int32(items.count)
            mostChildren = max(mostChildren, children.count)
            done += 1
        }
        sizes = positions.map { whole.sizes[$0] }
    }

    /// The nodes without incoming edges from others, given the targets of all edges.
    private static func sources(_ targets: some Sequence<Int32>, _ count: Int) -> [Int] {
        var hasParent = Array(repeating: false, count: count)
        for target in targets { hasParent[Int(target)] = true }
        return (0..<count).filter { !hasParent[$0] }
    }

    /// Makes a tree for each root that was not found before.
    private mutating func searchRest(
        _ links: TreeLinks, _ roots: some Sequence<Int>, _ isFound: inout [Bool], _ keys: [Double]?
    ) {
        if items.count == isFound.count { return }
        for root in roots where !isFound[root] {
            append(root, &isFound)
            search(links, &isFound, keys)
        }
    }

    private mutating func append(_ root: Int, _ isFound: inout [Bool]) {
        isFound[root] = true
        items.append(Item(node: Int32(root), parent: -1, depth: 0))
        treeCount += 1
    }

    /// Continues from the nodes whose children are not known yet, in blocks, so that their memory accesses overlap.
    private mutating func search(_ links: TreeLinks, _ isFound: inout [Bool], _ keys: [Double]?) {
        var block = Array(repeating: TreeLinks.Row(), count: 64)
        while done < items.count {
            let end = min(done + (keys == nil ? block.count : 1), items.count)
            for position in done..<end { block[position - done] = links[items[position].node] }
            let first = done
            while done < end {
                let start = items.count
                let row = block[done - first]
                if row.count > 0 { append(row.first, &isFound) }
                for place in row.rest { append(links.ends[place], &isFound) }
                items[done].firstChild = Int32(start)
                items[done].endOfChildren = Int32(items.count)
                mostChildren = max(mostChildren, items.count - start)
                if let keys { Self.sort(&items[start...], by: keys) }
                done += 1
            }
        }
    }

    /// Appends a child of the current node.
    @inline(__always) private mutating func append(_ target: Int32, _ isFound: inout [Bool]) {
        if isFound[Int(target)] { return }
        isFound[Int(target)] = true
        items.append(Item(node: target, parent: Int32(done), depth: items[done].depth + 1))
    }

    /// Sorts nodes by their keys; the sort is stable.
    private static func sort(_ items: inout ArraySlice<Item>, by keys: [Double]) {
        let sorted = items.enumerated().sorted { a, b in
            let (own, other) = (keys[Int(a.element.node)], keys[Int(b.element.node)])
            return own != other ? own < other : a.offset < b.offset
        }
        for (place, item) in zip(items.indices, sorted) { items[place] = item.element }
    }
}

/// The targets of each node's edges; the first is stored in place, so that a path costs one memory access a node.
private struct TreeLinks {
    /// The targets of one node.
    struct Row {
        var start: Int32 = 0
        var end: Int32 = 0
        var first: Int32 = 0

        var count: Int32 { end - start }
        /// The indices of all ends except the first.
        var rest: Range<Int> { Int(start) + 1..<max(Int(end), Int(start) + 1) }
    }

    private var heads: [(start: Int32, first: Int32)] = []
    let ends: [Int32]

    init(_ neighbors: Neighbors, _ count: Int) {
        ends = neighbors.ends
        heads.reserveCapacity(count + 1)
        for node in 0..<count {
            let places = neighbors.places(of: node)
            heads.append((Int32(places.lowerBound), places.isEmpty ? -1 : ends[places.lowerBound]))
        }
        heads.append((Int32(ends.count), -1))
    }

    @inline(__always) subscript(node: Int32) -> Row {
        let (start, first) = heads[Int(node)]
        return Row(start: start, end: heads[Int(node) + 1].start, first: first)
    }
}
