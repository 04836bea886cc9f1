import Storage

/// The nodes of an acyclic document in an order in which every edge leads forward, updated while edges change.
///
/// After D. J. Pearce and P. H. J. Kelly, "A dynamic topological sort algorithm for directed acyclic graphs" (2006): an edge
/// that leads backward reorders only the nodes between its ends. A check for a cycle searches only that region, so for
/// near ends its cost does not depend on the size of the document. Self-loops are skipped: they do not concern the order.
///
/// - Complexity: building O(nodes + edges); a check O(edges between the positions of its ends).
struct TopologicalOrder: Sendable {
    /// The position from 1 up; 0 is a node without a position yet.
    private var position = PagedArray<Int32>(default: 0)
    private var last: Int32 = 0
    /// An edge closed a cycle: there is no order any more.
    private(set) var isBroken = false

    var bytes: Int { position.bytes }

    /// Returns nil when the edges close a cycle (Kahn 1962).
    init?(_ nodes: NodeStore, _ edges: EdgeStore) {
        var waiting = PagedArray<Int32>(default: 0)
        var ready: [Node.Slot] = []
        var following = nodes.order.first
        while let slot = following {
            var incoming: Int32 = 0
            var next = nodes.firstIn(slot)
            while let edge = next {
                if edges.ends(edge).source != slot { incoming += 1 }
                next = edges.nextIn(edge)
            }
            if incoming == 0 { ready.append(slot) } else { waiting[slot] = incoming }
            following = nodes.order.next(slot)
        }
        var head = 0
        while head < ready.count {
            let slot = ready[head]
            head += 1
            last += 1
            position[slot] = last
            var next = nodes.firstOut(slot)
            while let edge = next {
                let target = edges.ends(edge).target
                if target != slot {
                    waiting[target] -= 1
                    if waiting[target] == 0 { ready.append(target) }
                }
                next = edges.nextOut(edge)
            }
        }
        if head != nodes.count { return nil }
    }

    /// Returns true if both have a position and the first comes before the second.
    func isBefore(_ a: Node.Slot, _ b: Node.Slot) -> Bool {
        position[a] != 0 && position[a] < position[b]
    }

    mutating func remove(_ slot: Node.Slot) { position[slot] = 0 }

    /// The nodes along the edges from `target` to `source`, both included, if there is such a path.
    ///
    /// - Parameter excluded: an edge that does not count.
    func path(
        from target: Node.Slot, to source: Node.Slot, without excluded: Edge.Slot?, _ nodes: NodeStore,
        _ edges: EdgeStore
    ) -> [Node.Slot]? {
        if target == source { return [target] }
        let bound = position[source]
        // Without a place, no edge leads to the source or from the target.
        if position[target] == 0 || position[target] > bound { return nil }
        var visited = SearchedSlots<Node>()
        visited.insert(target)
        // What was found, and for each the place of the node it was found from.
        var found = [target]
        var origins: [Int] = [-1]
        var stack = [0]
        while let place = stack.popLast() {
            var next = nodes.firstOut(found[place])
            while let edge = next {
                let node = edges.ends(edge).target
                if edge != excluded {
                    if node == source { return unwind(found, origins, from: place) + [source] }
                    let position = position[node]
                    if position < bound && position != 0 && visited.insert(node) {
                        stack.append(found.count)
                        found.append(node)
                        origins.append(place)
                    }
                }
                next = edges.nextOut(edge)
            }
        }
        return nil
    }

    private func unwind(_ found: [Node.Slot], _ origins: [Int], from end: Int) -> [Node.Slot] {
        var path: [Node.Slot] = []
        var place = end
        while place >= 0 {
            path.append(found[place])
            place = origins[place]
        }
        return path.reversed()
    }

    /// A node without a position is new: no known edge leads to it, so it goes to the end.
    private mutating func ensure(_ slot: Node.Slot) {
        if position[slot] == 0 {
            if last == .max {
                isBroken = true
                return
            }
            last += 1
            position[slot] = last
        }
    }

    /// Brings the order in step with an edge that is linked already.
    mutating func edgeWasAdded(_ edge: Edge.Slot, in nodes: NodeStore, _ edges: EdgeStore) {
        let ends = edges.ends(edge)
        if ends.source == ends.target || isBroken { return }
        ensure(ends.source)
        ensure(ends.target)
        let upper = position[ends.source]
        let lower = position[ends.target]
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
            behind.sorted { position[$0] < position[$1] }
            + ahead.sorted { position[$0] < position[$1] }
        let places = sequence.map { position[$0] }.sorted()
        for (slot, place) in zip(sequence, places) { position[slot] = place }
    }

    /// The nodes that an edge's end reaches inside the region; nil if it reaches the other end: a cycle.
    private mutating func reach(
        from start: Node.Slot, forward: Bool, bound: Int32, _ nodes: NodeStore, _ edges: EdgeStore
    ) -> [Node.Slot]? {
        var visited = SearchedSlots<Node>()
        visited.insert(start)
        var found = [start]
        var head = 0
        while head < found.count {
            let node = found[head]
            head += 1
            var next = forward ? nodes.firstOut(node) : nodes.firstIn(node)
            while let edge = next {
                let ends = edges.ends(edge)
                let other = forward ? ends.target : ends.source
                if other != node {
                    ensure(other)
                    let place = position[other]
                    if forward && place == bound { return nil }
                    if forward ? place < bound : place > bound {
                        if visited.insert(other) { found.append(other) }
                    }
                }
                next = forward ? edges.nextOut(edge) : edges.nextIn(edge)
            }
        }
        return found
    }
}
