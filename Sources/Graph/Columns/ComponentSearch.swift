import Storage

/// A search for the sets of nodes that lead to each other along counted edges.
///
/// A set of one is a node that is on no cycle.
struct ComponentSearch {
    /// The ranges of the components in the order of their completion: each comes after all components to which it
    /// leads.
    private(set) var components: [Range<Int>] = []
    private var closed: [Node.Slot] = []
    private let nodes: NodeStore
    private let edges: EdgeStore
    /// The numbers of nodes in the order of discovery.
    private var numbers = SlotNumbers<Node>()
    /// The earliest node known to be reachable, by number; negative once the node's component is closed.
    private var low: [Int32] = []
    private var open: [(node: Node.Slot, number: Int)] = []
    /// The way from the start to the node at hand, with the edge to follow next.
    private var path: [(node: Node.Slot, number: Int, edge: Edge.Slot?)] = []
    private var loops: Set<Node.Slot> = []

    init(_ nodes: NodeStore, _ edges: EdgeStore) {
        self.nodes = nodes
        self.edges = edges
    }

    /// The number of nodes that were reached.
    var count: Int { low.count }

    /// Returns the number of a node in the order of discovery, from 0; nil for an undiscovered one.
    func number(of slot: Node.Slot) -> Int? { numbers[slot] }

    /// The nodes of a component.
    func nodes(of component: Range<Int>) -> ArraySlice<Node.Slot> { closed[component] }

    /// Returns true if a counted edge leads from the node to itself.
    func isLoop(_ slot: Node.Slot) -> Bool { !loops.isEmpty && loops.contains(slot) }

    /// Discovers all descendants of a node.
    ///
    /// - Parameter counts: whether an edge is followed; called once for each edge of the discovered nodes.
    mutating func visit(from start: Node.Slot, _ counts: (Edge.Slot) -> Bool) {
        if numbers[start] != nil { return }
        enter(start)
        while let (node, number, edge) = path.last {
            guard let edge else {
                leave(node, number)
                continue
            }
            path[path.count - 1].edge = edges.nextOut(edge)
            if !counts(edge) { continue }
            let target = edges.ends(edge).target
            if target == node { loops.insert(node) }
            guard let known = numbers[target] else {
                enter(target)
                continue
            }
            if low[known] >= 0 { low[number] = min(low[number], Int32(truncatingIfNeeded: known)) }
        }
    }

    private mutating func enter(_ node: Node.Slot) {
        let number = low.count
        numbers.insert(node, number)
        low.append(Int32(truncatingIfNeeded: number))
        open.append((node, number))
        path.append((node, number, nodes.firstOut(node)))
    }

    private mutating func leave(_ node: Node.Slot, _ number: Int) {
        path.removeLast()
        let least = low[number]
        if let parent = path.last?.number { low[parent] = min(low[parent], least) }
        guard Int(least) == number else { return }
        let start = closed.count
        while let member = open.popLast() {
            low[member.number] = -1
            closed.append(member.node)
            if member.number == number { break }
        }
        components.append(start..<closed.count)
    }
}
