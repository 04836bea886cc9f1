import Storage
import Values

/// The values of the computed nodes of a document, derived from it.
///
/// Every change of a node or an edge only marks the nodes whose values may change; the next question computes these
/// and their dependents. So a hundred edits in a row compute a value once, and a document without questions has no
/// evaluation at all.
struct Evaluation: Sendable {
    /// The values as of the last `update`.
    private(set) var values = PagedArray<NodeValue?>(default: nil)
    var bindings = ValueBindings()
    private(set) var changes: ValueChanges?
    private var stale: [Node.Slot] = []
    private var marked = SlotSet<Node>()
    private var isWholeStale = true
    private var computer = NodeComputer()
    /// The number of nodes with the value `cycle`.
    private var cycles = 0
    /// Nodes with changed values since the last report; nil if they are not recorded.
    private var passing: [Node.Slot]?

    /// Is true if nodes wait for each other.
    var hasCycles: Bool { cycles > 0 }

    /// Is true if the values are in step with the document.
    var isCurrent: Bool { !isWholeStale && stale.isEmpty }

    // MARK: What may have changed

    /// Marks a node whose value may have changed.
    mutating func note(_ slot: Node.Slot) {
        if !isWholeStale && marked.insert(slot) { stale.append(slot) }
    }

    /// Marks all nodes: the types have changed.
    mutating func noteAll() {
        bindings = ValueBindings()
        isWholeStale = true
    }

    /// Drops everything that refers to names, which have new numbers.
    mutating func forgetBindings() { bindings = ValueBindings() }

    /// A node is removed; its edges are already gone.
    mutating func remove(_ slot: Node.Slot, _ id: Identifier) {
        let value = values[slot]
        changes?.noteRemoval(slot, id, value: value)
        if value != nil { set(slot, nil) }
    }

    /// Begins or ends keeping changes; they start from the values of the last `update`.
    mutating func keepChanges(_ isWanted: Bool) { changes = isWanted ? ValueChanges() : nil }

    /// Returns the nodes with changed values since the last call; from now on such nodes are recorded or not.
    mutating func takePassing(keeping isWanted: Bool) -> [Node.Slot] {
        let taken = passing ?? []
        passing = isWanted ? [] : nil
        return taken
    }

    private mutating func set(_ slot: Node.Slot, _ value: NodeValue?) {
        if values[slot]?.isCycle == true { cycles -= 1 }
        if value?.isCycle == true { cycles += 1 }
        passing?.append(slot)
        values[slot] = value
    }

    // MARK: Computing

    /// Computes the marked nodes, and the dependents of changed values, each node once.
    ///
    /// - Complexity: O(the descendants of the marked nodes, and their edges); the first time, and after a change of
    ///   types, all.
    mutating func update(_ graph: ValueGraph) {
        if isCurrent { return }
        let roots = takeRoots(graph)
        var search = ComponentSearch(graph.nodes, graph.edges)
        for root in roots where bindings.binding(of: root, graph) != nil {
            search.visit(from: root) { carriesValue($0, graph) }
        }
        var stale = [Bool](repeating: false, count: search.count)
        for root in roots { if let number = search.number(of: root) { stale[number] = true } }
        // A component is closed after all that it leads to.
        for component in search.components.reversed() {
            let nodes = search.nodes(of: component)
            if nodes.count > 1 || search.isLoop(nodes[nodes.startIndex]) {
                for node in nodes { put(cycle(node, graph), node, graph, search, &stale) }
            } else if let node = nodes.first, let number = search.number(of: node),
                stale[number] || values[node]?.isCycle == true
            {
                put(compute(node, graph), node, graph, search, &stale)
            }
        }
    }

    /// The first nodes to compute; nodes that no longer compute lose their values here.
    private mutating func takeRoots(_ graph: ValueGraph) -> [Node.Slot] {
        var roots = isWholeStale ? graph.nodes.order.slots : stale
        for slot in stale { marked.remove(slot) }
        stale.removeAll(keepingCapacity: stale.count < 1 << 16)
        isWholeStale = false
        var next = 0
        while next < roots.count {
            let slot = roots[next]
            next += 1
            guard graph.nodes.isAlive(slot), bindings.binding(of: slot, graph) == nil, let value = values[slot] else {
                continue
            }
            changes?.note(slot, before: value)
            set(slot, nil)
            graph.visitSuccessors(of: slot) { roots.append($0) }
        }
        return roots.filter { graph.nodes.isAlive($0) }
    }

    /// Returns true if a value flows along an edge into an expression that names its handle.
    mutating func carriesValue(_ edge: Edge.Slot, _ graph: ValueGraph) -> Bool {
        let ends = graph.edges.ends(edge)
        guard let target = bindings.binding(of: ends.target, graph), target.input(ends.targetHandle) != nil else {
            return false
        }
        return bindings.binding(of: ends.source, graph)?.output(ends.sourceHandle) != nil
    }

    private mutating func compute(_ slot: Node.Slot, _ graph: ValueGraph) -> NodeValue? {
        guard let binding = bindings.binding(of: slot, graph) else { return nil }
        return computer.compute(slot, binding, values, &bindings, graph)
    }

    private mutating func cycle(_ slot: Node.Slot, _ graph: ValueGraph) -> NodeValue? {
        bindings.binding(of: slot, graph).map { NodeValue($0.computation) { _ in .failure(ValueError(.cycle)) } }
    }

    /// Sets a node's value; if it changed, its dependents must be computed.
    private mutating func put(
        _ value: NodeValue?, _ slot: Node.Slot, _ graph: ValueGraph, _ search: ComponentSearch, _ stale: inout [Bool]
    ) {
        let before = values[slot]
        if before == value { return }
        changes?.note(slot, before: before)
        set(slot, value)
        graph.visitSuccessors(of: slot) { if let number = search.number(of: $0) { stale[number] = true } }
    }
}

extension NodeValue {
    /// The value of a node from the outcomes of its outputs.
    init(_ computation: Computation, _ outcome: (Int) -> Outcome) {
        if !computation.isByHandle {
            self = .single(outcome(0))
            return
        }
        self = .handles(
            computation.outputs.enumerated().map { index, output in
                HandleValue(handle: output.handle ?? Identifier(""), outcome: outcome(index))
            })
    }
}

extension ValueGraph {
    /// Calls `body` with the node at the end of each edge that leaves a node.
    func visitSuccessors(of slot: Node.Slot, _ body: (Node.Slot) -> Void) {
        var next = nodes.firstOut(slot)
        while let edge = next {
            body(edges.ends(edge).target)
            next = edges.nextOut(edge)
        }
    }
}
