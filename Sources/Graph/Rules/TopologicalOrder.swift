import Geometry
import Storage

/// The nodes of an acyclic document in an order in which every edge leads forward, kept while edges come and go.
///
/// After D. J. Pearce and P. H. J. Kelly, "A dynamic topological sort algorithm for directed acyclic graphs" (2006): an edge
/// that leads backward reorders only the nodes between its ends. A check for a cycle searches only that region, so for
/// near ends its cost does not depend on the size of the document. Self-loops are skipped: they do not concern the order.
///
/// - Complexity: building O(nodes + edges); a check O(edges between the positions of its ends).
struct TopologicalOrder: Sendable {
    /// From 1 up; 0 is a node that has no place yet.
    private var position = PagedArray<Int32>(default: 0)
    private var last: Int32 = 0
    /// An edge closed a cycle: there is no order any more.
    private(set) var isBroken = false

    var bytes: Int { position.bytes }

    /// Nil when the edges close a cycle (Kahn 1962).
    init?(_ nodes: NodeStore, _ edges: EdgeStore) {
        var waiting = PagedArray<Int32>(default: 0)
        var ready: [Int32] = []
        var slot = nodes.order.first
        while slot >= 0 {
            var incoming: Int32 = 0
            var edge = nodes.firstIn(slot)
            while edge >= 0 {
                if edges.ends(edge).source != slot { incoming += 1 }
                edge = edges.nextIn(edge)
            }
            if incoming == 0 { ready.append(slot) } else { waiting[Int(slot)] = incoming }
            slot = nodes.order.next(slot)
        }
        var head = 0
        while head < ready.count {
            let slot = ready[head]
            head += 1
            last += 1
            position[Int(slot)] = last
            var edge = nodes.firstOut(slot)
            while edge >= 0 {
                let target = edges.ends(edge).target
                if target != slot {
                    waiting[Int(target)] -= 1
                    if waiting[Int(target)] == 0 { ready.append(target) }
                }
                edge = edges.nextOut(edge)
            }
        }
        if head != nodes.count { return nil }
    }

    /// Whether both have a place and the first one's is before the second one's.
    func isBefore(_ a: Int32, _ b: Int32) -> Bool {
        position[Int(a)] != 0 && position[Int(a)] < position[Int(b)]
    }

    mutating func remove(_ slot: Int32) { position[Int(slot)] = 0 }

    /// The nodes along the edges from `target` to `source`, both included, if there is such a path.
    ///
    /// - Parameter excluded: an edge that does not count.
    func path(
        from target: Int32, to source: Int32, without excluded: Int32, _ nodes: NodeStore, _ edges: EdgeStore
    ) -> [Int32]? {
        if target == source { return [target] }
        let bound = position[Int(source)]
        // Without a place, no edge leads to the source or from the target.
        if position[Int(target)] == 0 || position[Int(target)] > bound { return nil }
        var visited = SearchedSlots()
        visited.insert(target)
        // What was found, and for each the place of the node it was found from.
        var found = [target]
        var origins: [Int] = [-1]
        var stack = [0]
        while let place = stack.popLast() {
            var edge = nodes.firstOut(found[place])
            while edge >= 0 {
                let next = edges.ends(edge).target
                if edge != excluded {
                    if next == source { return unwind(found, origins, from: place) + [source] }
                    let position = position[Int(next)]
                    if position < bound && position != 0 && visited.insert(next) {
                        stack.append(found.count)
                        found.append(next)
                        origins.append(place)
                    }
                }
                edge = edges.nextOut(edge)
            }
        }
        return nil
    }

    private func unwind(_ found: [Int32], _ origins: [Int], from end: Int) -> [Int32] {
        var path: [Int32] = []
        var place = end
        while place >= 0 {
            path.append(found[place])
            place = origins[place]
        }
        return path.reversed()
    }

    /// A node without a position is new: nothing leads to it yet that the order knows, so it goes to the end.
    private mutating func ensure(_ slot: Int32) {
        if position[Int(slot)] == 0 {
            if last == .max {
                isBroken = true
                return
            }
            last += 1
            position[Int(slot)] = last
        }
    }

    /// Brings the order in step with an edge that is linked already.
    mutating func edgeWasAdded(_ edge: Int32, in nodes: NodeStore, _ edges: EdgeStore) {
        let ends = edges.ends(edge)
        if ends.source == ends.target || isBroken { return }
        ensure(ends.source)
        ensure(ends.target)
        let upper = position[Int(ends.source)]
        let lower = position[Int(ends.target)]
        if lower > upper { return }
        guard let ahead = reach(from: ends.target, forward: true, bound: upper, nodes, edges) else {
            isBroken = true
            return
        }
        guard let behind = reach(from: ends.source, forward: false, bound: lower, nodes, edges) else {
            isBroken = true
            return
        }
        let sequence =
            behind.sorted { position[Int($0)] < position[Int($1)] }
            + ahead.sorted { position[Int($0)] < position[Int($1)] }
        let places = sequence.map { position[Int($0)] }.sorted()
        for (slot, place) in zip(sequence, places) { position[Int(slot)] = place }
    }

    /// The nodes that an edge's end reaches inside the region; nil if it reaches the other end: a cycle.
    private mutating func reach(
        from start: Int32, forward: Bool, bound: Int32, _ nodes: NodeStore, _ edges: EdgeStore
    ) -> [Int32]? {
        var visited = SearchedSlots()
        visited.insert(start)
        var found = [start]
        var head = 0
        while head < found.count {
            let node = found[head]
            head += 1
            var edge = forward ? nodes.firstOut(node) : nodes.firstIn(node)
            while edge >= 0 {
                let ends = edges.ends(edge)
                let next = forward ? ends.target : ends.source
                if next != node {
                    ensure(next)
                    let place = position[Int(next)]
                    if forward && place == bound { return nil }
                    if forward ? place < bound : place > bound {
                        if visited.insert(next) { found.append(next) }
                    }
                }
                edge = forward ? edges.nextOut(edge) : edges.nextIn(edge)
            }
        }
        return found
    }
}

extension DocumentStorage {
    /// Makes the order of the nodes if they may have one that is not known.
    fileprivate mutating func makeOrder() {
        if topology != nil || isOrderless { return }
        topology = TopologicalOrder(nodes, edges)
        isOrderless = topology == nil
    }

    /// Brings the order in step with an edge that is linked already.
    mutating func orderEdge(_ slot: Int32) {
        topology?.edgeWasAdded(slot, in: nodes, edges)
        guard topology?.isBroken == true else { return }
        topology = nil
        isOrderless = true
    }
}

extension Document {
    /// The nodes along the edges from `target` to `source` if an edge from `source` to `target` would close a cycle.
    ///
    /// Without an order, as in a document that has cycles already, the search walks what `target` reaches.
    func pathClosingCycle(from source: Int32, to target: Int32, without edge: Int32) -> [Int32]? {
        if source == target { return [source] }
        guard let topology else { return walk(from: target, to: source, without: edge) }
        return topology.path(from: target, to: source, without: edge, nodes, edges)
    }

    /// Makes the order by which the gate looks for cycles, where they are refused.
    ///
    /// - Complexity: O(nodes + edges) the first time, and in a document that has cycles after an edge went; else O(1).
    public mutating func prepareGate() {
        if !settings.allowCycles { storage.value.makeOrder() }
    }

    /// Breadth first, so the path is a shortest one.
    private func walk(from start: Int32, to end: Int32, without excluded: Int32) -> [Int32]? {
        var came: [Int32: Int32] = [start: -1]
        var queue = [start]
        var head = 0
        while head < queue.count {
            let node = queue[head]
            head += 1
            if node == end {
                var path = [node]
                while let before = came[path[path.count - 1]], before >= 0 { path.append(before) }
                return path.reversed()
            }
            var edge = nodes.firstOut(node)
            while edge >= 0 {
                let next = edges.ends(edge).target
                if edge != excluded && came[next] == nil {
                    came[next] = node
                    queue.append(next)
                }
                edge = edges.nextOut(edge)
            }
        }
        return nil
    }
}
