import Geometry
import Storage

extension Document {
    /// The sets of nodes that lead to each other along edges, each in the order of the document; self-loops do not count.
    ///
    /// After R. Tarjan, "Depth-first search and linear graph algorithms" (1972), with a stack of its own in place of recursion.
    /// - Complexity: O(nodes + edges).
    public func cycles() -> [[Int32]] {
        var search = ComponentSearch(self)
        for slot in nodeSlots { search.visit(from: slot) }
        let order = nodes.order
        return search.components
            .map { $0.sorted { order.key($0) < order.key($1) } }
            .sorted { order.key($0[0]) < order.key($1[0]) }
    }
}

extension Document {
    /// Edges without which nodes that lead to each other no longer do: those that lead back along a walk in depth, from the
    /// first node on and along the earlier edges first.
    ///
    /// There may be fewer such edges: to find the fewest is as hard as any problem that can be checked fast (Karp 1972).
    /// - Complexity: O(*e* log *e*) in the edges of the nodes.
    func edgesClosingCycles(among component: [Int32]) -> [Int32] {
        enum Mark { case ahead, open, done }
        var marks = Dictionary(component.map { ($0, Mark.ahead) }, uniquingKeysWith: { mark, _ in mark })
        var closing: [Int32] = []
        for start in component where marks[start] == .ahead {
            var path: [(node: Int32, edges: [Int32])] = [(start, outgoing(start))]
            marks[start] = .open
            while let last = path.indices.last {
                guard let edge = path[last].edges.popLast() else {
                    marks[path.removeLast().node] = .done
                    continue
                }
                let target = edges.ends(edge).target
                if marks[target] == .open && target != path[last].node { closing.append(edge) }
                if marks[target] == .ahead {
                    marks[target] = .open
                    path.append((target, outgoing(target)))
                }
            }
        }
        return closing.sorted { edges.order.key($0) < edges.order.key($1) }
    }

    /// The edges that leave a node, the last in the order of the document first.
    private func outgoing(_ slot: Int32) -> [Int32] {
        var list: [Int32] = []
        var edge = nodes.firstOut(slot)
        while edge >= 0 {
            list.append(edge)
            edge = edges.nextOut(edge)
        }
        return list.sorted { edges.order.key($0) > edges.order.key($1) }
    }
}

/// The state of one search for strongly connected components.
private struct ComponentSearch {
    private(set) var components: [[Int32]] = []
    private let document: Document
    /// When a node was reached, from 1; 0 is not yet.
    private var index = PagedArray<Int32>(default: 0)
    /// The earliest node known to be reachable from it; 0 once its component is closed.
    private var low = PagedArray<Int32>(default: 0)
    private var next: Int32 = 0
    private var open: [Int32] = []
    /// The way from the start to the node at hand, with the edge to follow next.
    private var path: [(node: Int32, edge: Int32)] = []

    init(_ document: Document) { self.document = document }

    mutating func visit(from start: Int32) {
        if index[Int(start)] != 0 { return }
        enter(start)
        while let (node, edge) = path.last {
            guard edge >= 0 else {
                leave(node)
                continue
            }
            path[path.count - 1].edge = document.edges.nextOut(edge)
            let target = document.edges.ends(edge).target
            if index[Int(target)] == 0 {
                enter(target)
            } else if low[Int(target)] != 0 {
                low[Int(node)] = min(low[Int(node)], index[Int(target)])
            }
        }
    }

    private mutating func enter(_ node: Int32) {
        next += 1
        index[Int(node)] = next
        low[Int(node)] = next
        open.append(node)
        path.append((node, document.nodes.firstOut(node)))
    }

    private mutating func leave(_ node: Int32) {
        path.removeLast()
        let least = low[Int(node)]
        if let parent = path.last?.node { low[Int(parent)] = min(low[Int(parent)], least) }
        guard least == index[Int(node)] else { return }
        var component: [Int32] = []
        while let member = open.popLast() {
            low[Int(member)] = 0
            component.append(member)
            if member == node { break }
        }
        if component.count > 1 { components.append(component) }
    }
}
