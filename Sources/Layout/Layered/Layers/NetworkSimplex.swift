/// Ranks of least total weighted edge length; each edge has a least length.
///
/// Network simplex after Gansner, Koutsofios, North and Vo 1993. The cut value of a tree edge is not stored. It is a
/// sum over the subtree below: the weights of edges that leave nodes minus the weights of edges that enter them. These
/// sums are updated along the cycle of each exchange. An exchange costs the size of the moved subtree and of the cycle.
/// The graph must be connected, and its edges must have no cycle.
struct NetworkSimplex {
    /// The tail of each edge.
    let tails: [Int]
    let heads: [Int]
    let lengths: [Int]
    let weights: [Int]
    /// The rank of each node; always feasible.
    private(set) var ranks: [Int]

    private let incident: Adjacency
    private var parent: [Int]
    private var parentEdge: [Int]
    private var firstChild: [Int]
    private var next: [Int]
    private var previous: [Int]
    private var depth: [Int]
    private var net: [Int]
    private var mark: [Int]
    private var stamp = 0
    private var candidates = Queue()
    private var isCandidate: [Bool]
    private var subtree: [Int] = []

    /// The number of visited edges and nodes between two calls of the watch.
    private static let fewSteps = 20_000

    /// Starts from feasible ranks.
    init(tails: [Int], heads: [Int], lengths: [Int], weights: [Int], ranks: [Int]) {
        let count = ranks.count
        (self.tails, self.heads, self.lengths, self.weights, self.ranks) = (tails, heads, lengths, weights, ranks)
        incident = Adjacency(count: count, tails: tails, heads: heads)
        parent = Array(repeating: -1, count: count)
        parentEdge = parent
        firstChild = parent
        next = parent
        previous = parent
        depth = Array(repeating: 0, count: count)
        net = depth
        mark = depth
        isCandidate = Array(repeating: false, count: count)
    }

    /// Improves the ranks until they are optimal or the work is used up; work counts visited edges and nodes.
    mutating func solve(work: Int, _ watch: LayoutWatch) -> Bool {
        guard let order = growTightTree({ watch(0) }) else { return false }
        sumNets(order)
        for node in order where cut(node) < 0 { offer(node) }
        var left = work
        var next = left - NetworkSimplex.fewSteps
        while left > 0, let node = candidates.pop() {
            isCandidate[node] = false
            guard cut(node) < 0 else { continue }
            left -= exchange(node)
            if left > next { continue }
            if !watch(1 - Double(left) / Double(work)) { return false }
            next = left - NetworkSimplex.fewSteps
        }
        return true
    }

    /// The ranks that the tree of the solution gives for exact lengths; `lengths` are these times `scale`, rounded.
    /// Edges outside the tree may come out slightly too short.
    func ranks(of exact: [Double], scale: Double) -> [Double] {
        var result = ranks.map { Double($0) / scale }
        var order = ranks.indices.filter { parent[$0] < 0 }
        var at = 0
        while at < order.count {
            let node = order[at]
            at += 1
            var child = firstChild[node]
            while child >= 0 {
                let edge = parentEdge[child]
                result[child] = tails[edge] == child ? result[node] - exact[edge] : result[node] + exact[edge]
                order.append(child)
                child = next[child]
            }
        }
        return result
    }

    private func cut(_ node: Int) -> Int {
        let edge = parentEdge[node]
        if edge < 0 { return 0 }
        return tails[edge] == node ? net[node] : -net[node]
    }

    private func slack(_ edge: Int) -> Int { ranks[heads[edge]] - ranks[tails[edge]] - lengths[edge] }

    private mutating func offer(_ node: Int) {
        if isCandidate[node] || cut(node) >= 0 { return }
        isCandidate[node] = true
        candidates.push(node)
    }

    // MARK: The tree

    /// Grows a tree of tight edges from the first node, and shifts it towards the nearest node outside, as in Prim's
    /// algorithm.
    private mutating func growTightTree(_ isWanted: () -> Bool) -> [Int]? {
        var order: [Int] = []
        order.reserveCapacity(ranks.count)
        var below = Heap<SlackEdge>()
        var above = Heap<SlackEdge>()
        var shift = 0
        var isInside = Array(repeating: false, count: ranks.count)
        var node = 0
        while true {
            if order.count % 4096 == 0, !isWanted() { return nil }
            isInside[node] = true
            order.append(node)
            ranks[node] -= shift
            for edge in incident[node] {
                let isTail = tails[edge] == node
                let other = isTail ? heads[edge] : tails[edge]
                if isInside[other] { continue }
                if isTail {
                    below.insert(SlackEdge(slack: ranks[other] - ranks[node] - lengths[edge], edge: edge))
                } else {
                    above.insert(SlackEdge(slack: ranks[node] - ranks[other] - lengths[edge], edge: edge))
                }
            }
            while let first = below.first, isInside[heads[first.edge]] { _ = below.removeFirst() }
            while let first = above.first, isInside[tails[first.edge]] { _ = above.removeFirst() }
            guard below.first != nil || above.first != nil else { break }
            let down = below.first.map { $0.slack - shift } ?? Int.max
            let up = above.first.map { $0.slack + shift } ?? Int.max
            if down <= up, let edge = below.removeFirst()?.edge {
                shift += down
                node = heads[edge]
                hang(node, below: tails[edge], by: edge)
            } else if let edge = above.removeFirst()?.edge {
                shift -= up
                node = tails[edge]
                hang(node, below: heads[edge], by: edge)
            }
        }
        for node in ranks.indices { ranks[node] += shift }
        return order
    }

    private mutating func hang(_ node: Int, below other: Int, by edge: Int) {
        parent[node] = other
        parentEdge[node] = edge
        depth[node] = depth[other] + 1
        previous[node] = -1
        next[node] = firstChild[other]
        if next[node] >= 0 { previous[next[node]] = node }
        firstChild[other] = node
    }

    private mutating func unhang(_ node: Int) {
        if previous[node] >= 0 { next[previous[node]] = next[node] } else { firstChild[parent[node]] = next[node] }
        if next[node] >= 0 { previous[next[node]] = previous[node] }
    }

    private mutating func sumNets(_ order: [Int]) {
        for edge in tails.indices {
            net[tails[edge]] += weights[edge]
            net[heads[edge]] -= weights[edge]
        }
        for node in order.reversed() where parent[node] >= 0 { net[parent[node]] += net[node] }
    }

    // MARK: The exchange

    /// Exchanges the tree edge above a node for the edge that first stops the node's subtree; returns the work it took.
    private mutating func exchange(_ root: Int) -> Int {
        let leavesUp = tails[parentEdge[root]] == root
        collect(root)
        var work = subtree.count
        var best = -1
        var least = Int.max
        for node in subtree {
            for edge in incident[node] {
                work += 1
                let isTail = tails[edge] == node
                // A subtree that moves up is stopped by edges that enter it; one that moves down, by edges that leave
                // it.
                guard isTail != leavesUp, mark[isTail ? heads[edge] : tails[edge]] != stamp else { continue }
                let found = slack(edge)
                if found < least {
                    least = found
                    best = edge
                }
            }
        }
        guard best >= 0 else { return work }
        if least > 0 {
            let shift = leavesUp ? -least : least
            for node in subtree { ranks[node] += shift }
        }
        return work + rehang(root, by: best)
    }

    private mutating func collect(_ root: Int) {
        stamp += 1
        subtree.removeAll(keepingCapacity: true)
        subtree.append(root)
        mark[root] = stamp
        var at = 0
        while at < subtree.count {
            var child = firstChild[subtree[at]]
            while child >= 0 {
                mark[child] = stamp
                subtree.append(child)
                child = next[child]
            }
            at += 1
        }
    }

    /// Attaches the collected subtree by another edge; reverses the path from its new root to its old one.
    private mutating func rehang(_ root: Int, by edge: Int) -> Int {
        let isInner = mark[tails[edge]] == stamp
        let inner = isInner ? tails[edge] : heads[edge]
        let outer = isInner ? heads[edge] : tails[edge]
        let moved = net[root]
        var work = shiftNets(from: parent[root], to: outer, by: moved)
        var node = inner
        var newParent = outer
        var newEdge = edge
        var below = 0
        while true {
            let oldParent = parent[node]
            let oldEdge = parentEdge[node]
            let own = net[node]
            unhang(node)
            net[node] = moved - below
            below = own
            hang(node, below: newParent, by: newEdge)
            offer(node)
            work += 1
            if node == root { break }
            newParent = node
            newEdge = oldEdge
            node = oldParent
        }
        renewDepths(inner)
        return work
    }

    /// Subtracts a weight from the nodes above the old parent and adds it above the new one, up to their common
    /// ancestor.
    private mutating func shiftNets(from old: Int, to new: Int, by moved: Int) -> Int {
        var a = old
        var b = new
        var work = 0
        while a != b {
            work += 1
            if depth[a] >= depth[b] {
                net[a] -= moved
                offer(a)
                a = parent[a]
            } else {
                net[b] += moved
                offer(b)
                b = parent[b]
            }
        }
        return work
    }

    private mutating func renewDepths(_ top: Int) {
        subtree.removeAll(keepingCapacity: true)
        subtree.append(top)
        var at = 0
        while at < subtree.count {
            let node = subtree[at]
            depth[node] = depth[parent[node]] + 1
            var child = firstChild[node]
            while child >= 0 {
                subtree.append(child)
                child = next[child]
            }
            at += 1
        }
    }
}

/// An edge that touches the tree; the tightest comes first, then the first of the graph.
private struct SlackEdge: Comparable {
    let slack: Int
    let edge: Int

    static func < (a: SlackEdge, b: SlackEdge) -> Bool { a.slack != b.slack ? a.slack < b.slack : a.edge < b.edge }
}
