/// The connected parts of a graph; the directions of edges do not matter.
///
/// Parts are numbered by their first node, and their nodes are in the order of the document.
public struct Components: Sendable {
    /// The number of the part of each node.
    public let numbers: [Int]
    /// All nodes, part after part.
    private let nodes: [Int]
    /// The index at which the nodes of each part begin, and at which the last part ends.
    private let starts: [Int]

    /// The number of parts.
    public var count: Int { starts.count - 1 }

    /// The nodes of a part, in the order of the document.
    public subscript(part: Int) -> ArraySlice<Int> { nodes[starts[part]..<starts[part + 1]] }

    /// The parts of a graph. Edges with invalid ends are ignored.
    ///
    /// Union-find with path halving; the first node of a set is its root (Tarjan and van Leeuwen 1984).
    ///
    /// - Complexity: O((*n* + *m*) log *n*), in practice linear.
    public init(of graph: LayoutGraph) {
        self.init(nodeCount: graph.count, edges: graph.edges)
    }

    /// The parts of a graph with a number of nodes.
    public init(nodeCount: Int, edges: [LayoutEdge]) {
        var roots = Array(0..<nodeCount)
        for edge in edges where roots.indices.contains(edge.source) && roots.indices.contains(edge.target) {
            let source = Self.root(of: edge.source, &roots)
            let target = Self.root(of: edge.target, &roots)
            roots[max(source, target)] = min(source, target)
        }
        var numbers = Array(repeating: 0, count: nodeCount)
        var sizes: [Int] = []
        for node in 0..<nodeCount {
            let root = Self.root(of: node, &roots)
            if root == node {
                numbers[node] = sizes.count
                sizes.append(0)
            } else {
                numbers[node] = numbers[root]
            }
            sizes[numbers[node]] += 1
        }
        self.numbers = numbers
        starts = sizes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        nodes = Self.sorted(numbers, starts)
    }

    /// The root of a node's tree in a union-find forest (Tarjan 1975); halves the path to it.
    static func root(of node: Int, _ roots: inout [Int]) -> Int {
        var node = node
        while roots[node] != node {
            roots[node] = roots[roots[node]]
            node = roots[node]
        }
        return node
    }

    private static func sorted(_ numbers: [Int], _ starts: [Int]) -> [Int] {
        var next = starts
        var nodes = Array(repeating: 0, count: numbers.count)
        for (node, number) in numbers.enumerated() {
            nodes[next[number]] = node
            next[number] += 1
        }
        return nodes
    }
}
