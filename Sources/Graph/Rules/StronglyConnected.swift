import Geometry
import Storage

extension Document {
    /// The sets of nodes that lead to each other along edges, each in the order of the document; self-loops do not count.
    ///
    /// After R. Tarjan, "Depth-first search and linear graph algorithms" (1972), with a stack of its own in place of recursion.
    /// - Complexity: O(nodes + edges).
    public func cycles() -> [[Node.Slot]] {
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
    func edgesClosingCycles(among component: [Node.Slot]) -> [Edge.Slot] {
        enum Mark { case ahead, open, done }
        var marks = Dictionary(component.map { ($0, Mark.ahead) }, uniquingKeysWith: { mark, _ in mark })
        var closing: [Edge.Slot] = []
        for start in component where marks[start] == .ahead {
            var path: [(node: Node.Slot, edges: [Edge.Slot])] = [(start, outgoing(start))]
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
    private func outgoing(_ slot: Node.Slot) -> [Edge.Slot] {
        var list: [Edge.Slot] = []
        var next = nodes.firstOut(slot)
        while let edge = next {
            list.append(edge)
            next = edges.nextOut(edge)
        }
        return list.sorted { edges.order.key($0) > edges.order.key($1) }
    }
}

/// The state of one search for strongly connected components.
private struct ComponentSearch {
    private(set) var components: [[Node.Slot]] = []
    private let document: Document
    /// When a node was reached, from 1; 0 is not yet.
    private var index = PagedArray<Int32>(default: 0)
    /// The earliest node known to be reachable from it; 0 once its component is closed.
    private var low = PagedArray<Int32>(default: 0)
    private var next: Int32 = 0
    private var open: [Node.Slot] = []
    /// The way from the start to the node at hand, with the edge to follow next.
    private var path: [(node: Node.Slot, edge: Edge.Slot?)] = []

    init(_ document: Document) { self.document = document }

    mutating func visit(from start: Node.Slot) {
        if index[start] != 0 { return }
        enter(start)
        while let (node, edge) = path.last {
            guard let edge else {
                leave(node)
                continue
            }
            path[path.count - 1].edge = document.edges.nextOut(edge)
            let target = document.edges.ends(edge).target
            if index[target] == 0 {
                enter(target)
            } else if low[target] != 0 {
                low[node] = min(low[node], index[target])
            }
        }
    }

    private mutating func enter(_ node: Node.Slot) {
        next += 1
        index[node] = next
        low[node] = next
        open.append(node)
        path.append((node, document.nodes.firstOut(node)))
    }

    private mutating func leave(_ node: Node.Slot) {
        path.removeLast()
        let least = low[node]
        if let parent = path.last?.node { low[parent] = min(low[parent], least) }
        guard least == index[node] else { return }
        var component: [Node.Slot] = []
        while let member = open.popLast() {
            low[member] = 0
            component.append(member)
            if member == node { break }
        }
        if component.count > 1 { components.append(component) }
    }
}
