import Graph
import Wire

/// Swift types as trees: a node for each name, with its arguments as children.
struct SwiftTypeTree {
    struct Node {
        /// The name of the type, without its arguments.
        var label: String
        /// Is true if it is a list of types in parentheses.
        var isTuple = false
        /// The number of its children.
        private(set) var count: Int32 = 0
        /// The indices of its first and last child, and of its next sibling; −1 for none.
        private var firstPlace: Int32 = -1
        private var lastPlace: Int32 = -1
        private var nextPlace: Int32 = -1

        init(label: String, isTuple: Bool) {
            self.label = label
            self.isTuple = isTuple
        }

        /// The index of the first child.
        var first: Int? { firstPlace < 0 ? nil : Int(firstPlace) }
        /// The index of the last child.
        var last: Int? { lastPlace < 0 ? nil : Int(lastPlace) }
        /// The index of the next sibling.
        var next: Int? { nextPlace < 0 ? nil : Int(nextPlace) }

        fileprivate mutating func take(_ child: Int) {
            lastPlace = Int32(truncatingIfNeeded: child)
            if firstPlace < 0 { firstPlace = lastPlace }
            count += 1
        }

        fileprivate mutating func precede(_ node: Int) { nextPlace = Int32(truncatingIfNeeded: node) }
    }

    var nodes: [Node] = []
    var roots: [Int] = []

    mutating func add(_ label: String, isTuple: Bool = false) -> Int {
        nodes.append(Node(label: label, isTuple: isTuple))
        return nodes.count - 1
    }

    /// Adds a node as the last child of another.
    mutating func append(_ child: Int, to parent: Int) {
        if let last = nodes[parent].last { nodes[last].precede(child) }
        nodes[parent].take(child)
    }
}

extension SwiftTypeTree {
    /// The trees with some nodes folded by options: the children of a removed node move to the node above it.
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
                place = try outline.add(Outline.Item(label: label, hasValue: true, parent: parent))
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

    /// - Parameters:
    ///   - above: the parent of the node.
    ///   - isRoot: true if no visible node is above it.
    private func isFolded(_ node: Int, in above: Int?, isRoot: Bool, _ options: TreeOptions) -> Bool {
        if isFullTuple(node) {
            return options.tuples == .fold || options.simplify && (above.map { isNamed($0, "TupleView") } ?? false)
        }
        guard options.simplify, let child = nodes[node].first else { return false }
        if isNamed(node, "TupleView") { return !isRoot && nodes[node].count == 1 && isFullTuple(child) }
        guard let above, nodes[above].first == node else { return false }
        return isNamed(node, "ModifiedContent") && isNamed(above, "ModifiedContent")
    }

    /// Returns true if a node is a nonempty tuple.
    private func isFullTuple(_ node: Int) -> Bool { nodes[node].isTuple && nodes[node].count > 0 }

    /// Returns true if a node's name ends with a component.
    private func isNamed(_ node: Int, _ name: String) -> Bool {
        nodes[node].label == name || nodes[node].label.hasSuffix(".\(name)")
    }
}
