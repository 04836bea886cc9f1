import Graph
import Wire

/// Types of Swift as trees: a node for each name, under it the arguments it is given.
struct SwiftTypeTree {
    struct Node {
        /// What the type is called, without its arguments.
        var label: String
        /// Whether it is a list of types in parentheses.
        var isTuple = false
        /// The places of its first and last child, and of the next one of its parent.
        private(set) var first: Int?
        private(set) var last: Int?
        private(set) var next: Int?
        /// How many children it has.
        private(set) var count = 0

        fileprivate mutating func take(_ child: Int) {
            first = first ?? child
            last = child
            count += 1
        }

        fileprivate mutating func precede(_ node: Int) { next = node }
    }

    var nodes: [Node] = []
    var roots: [Int] = []

    mutating func add(_ label: String, isTuple: Bool = false) -> Int {
        nodes.append(Node(label: label, isTuple: isTuple))
        return nodes.count - 1
    }

    /// Puts a node behind the other children of another.
    mutating func append(_ child: Int, to parent: Int) {
        if let last = nodes[parent].last { nodes[last].precede(child) }
        nodes[parent].take(child)
    }
}

extension SwiftTypeTree {
    /// The trees with what is not asked for folded away: children of a node that is left out go to the node above it.
    ///
    /// - Throws: `limits`.
    /// - Complexity: O(*n*).
    func outline(_ options: TreeOptions) throws(EditError) -> Outline {
        var outline = Outline()
        var open: [(node: Int, above: Int?, parent: Int?)] = roots.reversed().map { ($0, nil, nil) }
        while let (node, above, parent) = open.popLast() {
            var place = parent
            if !isFolded(node, in: above, isRoot: parent == nil, options) {
                let label = JSONString(nodes[node].label)
                place = try outline.add(Outline.Item(label: label, data: data(label), parent: parent))
            }
            let from = open.count
            var child = nodes[node].first
            while let next = child {
                open.append((next, node, place))
                child = nodes[next].next
            }
            open[from...].reverse()
        }
        return outline
    }

    private func data(_ value: JSONString) -> [UInt8] {
        var writer = JSONWriter(capacity: 64)
        writer.beginObject()
        writer.name("value")
        writer.string(value)
        writer.endObject()
        return writer.take()
    }

    /// - Parameters:
    ///   - above: the node that has it as a child.
    ///   - isRoot: whether nothing that is shown stands above it.
    private func isFolded(_ node: Int, in above: Int?, isRoot: Bool, _ options: TreeOptions) -> Bool {
        if isFullTuple(node) {
            return options.tuples == .fold || options.simplify && (above.map { isNamed($0, "TupleView") } ?? false)
        }
        guard options.simplify, let child = nodes[node].first else { return false }
        if isNamed(node, "TupleView") { return !isRoot && nodes[node].count == 1 && isFullTuple(child) }
        guard let above, nodes[above].first == node else { return false }
        return isNamed(node, "ModifiedContent") && isNamed(above, "ModifiedContent")
    }

    /// Whether a node is a tuple that holds something.
    private func isFullTuple(_ node: Int) -> Bool { nodes[node].isTuple && nodes[node].count > 0 }

    /// Whether this is the last part of a node's name.
    private func isNamed(_ node: Int, _ name: String) -> Bool {
        nodes[node].label == name || nodes[node].label.hasSuffix(".\(name)")
    }
}
