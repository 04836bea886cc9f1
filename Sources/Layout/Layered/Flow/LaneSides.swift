import Storage

/// The edge ends that bend around their nodes, and the side of each.
///
/// If a handle faces against its edge, the edge may pass the node on the left or the right. A handle on the left or
/// right side leaves no choice.
struct LaneSides {
    struct End {
        let edge: Int
        let node: Int
        /// Is true for the upper end of the edge: the edge comes from below and bends around to the top.
        let isUpper: Bool
        /// Is true if both sides are possible.
        let isFree: Bool
        /// The offsets of the handle across and along the flow.
        let offset: Double
        let height: Double
        var isRight: Bool
    }

    /// The ends in the order in which they take lanes, from the border of the node outwards.
    private(set) var list: [End] = []
    var isFree: Bool { list.contains { $0.isFree } }

    init() {}

    init(_ graph: FlowGraph, uppers: [FlowHandle?], lowers: [FlowHandle?]) {
        for edge in 0..<graph.edgeCount {
            for isUpper in [true, false] {
                guard let handle = isUpper ? uppers[edge] : lowers[edge], handle.needsLane(leadsDown: isUpper)
                else { continue }
                list.append(
                    End(
                        edge: edge, node: isUpper ? graph.uppers[edge] : graph.lowers[edge], isUpper: isUpper,
                        isFree: !handle.side.isHorizontal, offset: handle.offset.x, height: handle.offset.y,
                        isRight: handle.side == .right || handle.side != .left && handle.offset.x >= 0))
            }
        }
    }

    /// Chooses the side of each free end with fewer crossings at its node, for a given order; true if a choice has
    /// changed.
    ///
    /// - Complexity: O(*n* + *m* log *m*).
    mutating func choose(_ levels: Levels, _ graph: FlowGraph) -> Bool {
        let sites = LaneSites(levels, graph, list)
        var taken = Array(repeating: LaneCounts(), count: graph.count)
        for end in list where !end.isFree { taken[end.node].count(end) }
        var hasChanged = false
        for at in list.indices where list[at].isFree {
            let (left, right) = sites.crossings(of: list[at], taken[list[at].node])
            let isRight = left == right ? sites.leadsRight(list[at]) != sites.hasParallel(list[at]) : right < left
            if isRight != list[at].isRight { hasChanged = true }
            list[at].isRight = isRight
            taken[list[at].node].count(list[at])
        }
        if !hasChanged { return false }
        nest { sites.share($0) }
        return true
    }

    /// Sets the side of a lane.
    mutating func put(_ number: Int, isRight: Bool) { list[number].isRight = isRight }

    /// Sorts lanes by the places of their other ends, so that lanes on one side of a node do not cross beside it.
    mutating func nest(_ share: (End) -> Double) {
        let outwards = list.map { share($0) * ($0.isRight ? 1 : -1) }
        list = list.indices.sorted { (outwards[$0], $0) < (outwards[$1], $1) }.map { list[$0] }
    }
}

/// The numbers of edges that bend around a node on each side, from below and from above.
private struct LaneCounts {
    private var uppers = (left: 0, right: 0)
    private var lowers = (left: 0, right: 0)

    mutating func count(_ end: LaneSides.End) {
        switch (end.isUpper, end.isRight) {
        case (true, true): uppers.right += 1
        case (true, false): uppers.left += 1
        case (false, true): lowers.right += 1
        case (false, false): lowers.left += 1
        }
    }

    /// The numbers of lanes that an end crosses on each side: those that come from the other direction.
    func opposite(_ end: LaneSides.End) -> (left: Int, right: Int) { end.isUpper ? lowers : uppers }
}

/// The edges that meet nodes with lanes straight: the places where they go and their offsets.
private struct LaneSites {
    private let levels: Levels
    private let graph: FlowGraph
    private var site: [Int]
    /// The places in the next row of the edges that meet a node straight, sorted; by site, then from below and from
    /// above.
    private var places: [[[Int]]]
    /// The offsets of these edges, sorted.
    private var offsets: [[[Double]]]

    init(_ levels: Levels, _ graph: FlowGraph, _ ends: [LaneSides.End]) {
        (self.levels, self.graph) = (levels, graph)
        site = Array(repeating: -1, count: graph.count)
        var count = 0
        for end in ends where end.isFree && site[end.node] < 0 {
            site[end.node] = count
            count += 1
        }
        places = Array(repeating: [[], []], count: count)
        offsets = Array(repeating: [[], []], count: count)
        var bends = Array(repeating: (upper: false, lower: false), count: graph.edgeCount)
        for end in ends { if end.isUpper { bends[end.edge].upper = true } else { bends[end.edge].lower = true } }
        for edge in 0..<graph.edgeCount {
            if site[graph.uppers[edge]] >= 0, !bends[edge].upper { add(edge, isUpper: true) }
            if site[graph.lowers[edge]] >= 0, !bends[edge].lower { add(edge, isUpper: false) }
        }
        for at in 0..<count {
            for side in 0..<2 {
                places[at][side].sort()
                offsets[at][side].sort()
            }
        }
    }

    private mutating func add(_ edge: Int, isUpper: Bool) {
        let node = isUpper ? graph.uppers[edge] : graph.lowers[edge]
        places[site[node]][isUpper ? 0 : 1].append(levels.place[next(edge, isUpper: isUpper)])
        offsets[site[node]][isUpper ? 0 : 1].append(isUpper ? graph.upperOffsets[edge] : graph.lowerOffsets[edge])
    }

    /// The item that follows an end of an edge.
    private func next(_ edge: Int, isUpper: Bool) -> Int { levels.next(edge, graph, isUpper: isUpper) }

    /// The numbers of edges that an end crosses on either side: beside the node the straight ones, at its handle those
    /// that attach farther out.
    func crossings(of end: LaneSides.End, _ taken: LaneCounts) -> (left: Int, right: Int) {
        let place = levels.place[next(end.edge, isUpper: end.isUpper)]
        let beside = LaneSites.counts(places[site[end.node]][end.isUpper ? 0 : 1], place)
        let along = LaneSites.counts(offsets[site[end.node]][end.isUpper ? 1 : 0], end.offset)
        let others = taken.opposite(end)
        return (beside.less + along.less + others.left, beside.more + along.more + others.right)
    }

    /// The numbers of sorted keys before and behind a key.
    private static func counts<Key: Comparable>(_ keys: [Key], _ key: Key) -> (less: Int, more: Int) {
        let less = keys.partitioningIndex(where: { $0 >= key })
        return (less, keys.count - keys[less...].partitioningIndex(where: { $0 > key }))
    }

    /// Returns true if another edge goes straight from the same node to the same item; the end then bends around on its
    /// far side.
    func hasParallel(_ end: LaneSides.End) -> Bool {
        let place = levels.place[next(end.edge, isUpper: end.isUpper)]
        let places = places[site[end.node]][end.isUpper ? 0 : 1]
        let at = places.partitioningIndex(where: { $0 >= place })
        return at < places.count && places[at] == place
    }

    /// The place in its row of the item that follows an end: 0…1 from left to right.
    func share(_ end: LaneSides.End) -> Double { levels.share(end.edge, graph, isUpper: end.isUpper) }

    /// Returns true if an end continues to the right of its node.
    func leadsRight(_ end: LaneSides.End) -> Bool {
        let row = levels.rows[levels.layer[end.node]].count
        return share(end) >= (Double(levels.place[end.node]) + 0.5) / Double(row)
    }
}

extension Levels {
    /// The item that follows an end of an edge.
    func next(_ edge: Int, _ graph: FlowGraph, isUpper: Bool) -> Int {
        let (first, last) = (firstBend[edge], firstBend[edge + 1])
        if first == last { return isUpper ? graph.lowers[edge] : graph.uppers[edge] }
        return isUpper ? first : last - 1
    }

    /// The place in its row of the item that follows an end: 0…1 from left to right.
    func share(_ edge: Int, _ graph: FlowGraph, isUpper: Bool) -> Double {
        let item = next(edge, graph, isUpper: isUpper)
        return (Double(place[item]) + 0.5) / Double(rows[layer[item]].count)
    }
}
