/// A first order of the nodes on a circle: each in turn comes to the end of the row at which its edges cross less.
///
/// The greedy appending of Baur and Brandes (2004): next is the node that is joined to the fewest nodes that are not in
/// the row, of those the one joined to most that are; edges cross those that lead out of the row from between their ends.
struct CircleOrder {
    /// A node and how it is joined to the row; the least comes next.
    private struct Entry: Comparable {
        let open: Int
        let placed: Int
        let node: Int

        static func < (a: Self, b: Self) -> Bool {
            if a.open != b.open { return a.open < b.open }
            return a.placed != b.placed ? a.placed > b.placed : a.node < b.node
        }
    }

    private let links: CircleLinks
    /// The number of nodes that are not in the row which each node is joined to.
    private var open: [Int]
    /// The place of each node in the row, which begins in the middle of all places; nil outside of it.
    private var places: [Int?]
    /// The edges that lead out of the row, by place.
    private var sums: PlaceSums

    init(_ links: CircleLinks) {
        self.links = links
        open = (0..<links.count).map { links.degree(of: $0) }
        places = Array(repeating: nil, count: links.count)
        sums = PlaceSums(count: 2 * links.count + 1)
    }

    /// Returns nil when stopped.
    ///
    /// - Complexity: O((*n* + *m*) log *n*).
    func order(_ isOn: () -> Bool) -> [Int]? {
        var state = self
        return state.appendAll(isOn)
    }

    private mutating func appendAll(_ isOn: () -> Bool) -> [Int]? {
        var heap = Heap<Entry>()
        for node in 0..<links.count { heap.insert(Entry(open: open[node], placed: 0, node: node)) }
        var (low, high) = (links.count, links.count)
        var row = Array(repeating: 0, count: 2 * links.count + 1)
        while let entry = heap.removeFirst() {
            let node = entry.node
            // Each change of a node has made a later entry of it.
            if places[node] != nil || entry.open != open[node] { continue }
            if (high - low) % 1024 == 0, !isOn() { return nil }
            let isFirst = costAtStart(of: node) < costAtEnd(of: node)
            let place = isFirst ? low - 1 : high
            if isFirst { low -= 1 } else { high += 1 }
            row[place] = node
            places[node] = place
            sums.add(open[node], at: place)
            for other in links[node] {
                open[other] -= 1
                if let place = places[other] {
                    sums.add(-1, at: place)
                } else {
                    let placed = links.degree(of: other) - open[other]
                    heap.insert(Entry(open: open[other], placed: placed, node: other))
                }
            }
        }
        return Array(row[low..<high])
    }

    /// Returns how many edges out of the row those of a node would cross behind the row: those between their ends.
    private func costAtEnd(of node: Int) -> Int {
        let row = sums.total
        return placedNeighbors(of: node).enumerated().reduce(0) { cost, neighbor in
            // Its own edges, which end there, cross none of its others.
            cost + row - sums.sum(before: neighbor.element + 1) - neighbor.offset
        }
    }

    /// Returns the same before the row.
    private func costAtStart(of node: Int) -> Int {
        placedNeighbors(of: node).reversed().enumerated().reduce(0) { cost, neighbor in
            cost + sums.sum(before: neighbor.element) - neighbor.offset
        }
    }

    /// The places in the row that a node is joined to, the last one first.
    private func placedNeighbors(of node: Int) -> [Int] { links[node].compactMap { places[$0] }.sorted(by: >) }

    /// The nodes of a search depth first from the first of them.
    ///
    /// - Complexity: O(*n* + *m*).
    static func depthFirst(_ links: CircleLinks) -> [Int] {
        var isFound = Array(repeating: false, count: links.count)
        var order: [Int] = []
        var stack = [0]
        while let node = stack.popLast() {
            if isFound[node] { continue }
            isFound[node] = true
            order.append(node)
            for other in links[node].reversed() where !isFound[other] { stack.append(other) }
        }
        return order
    }

    /// Returns how often edges cross with the nodes in an order round the circle; nil when stopped.
    ///
    /// - Complexity: O((*n* + *m*) log *n*).
    static func crossings(_ links: CircleLinks, _ order: [Int], _ isOn: () -> Bool) -> Int? {
        var places = Array(repeating: 0, count: links.count)
        for (place, node) in order.enumerated() { places[node] = place }
        // The edges from the places before that lead on, by where they begin.
        var open = PlaceSums(count: links.count)
        var crossings = 0
        for (place, node) in order.enumerated() {
            if place % 1024 == 0, !isOn() { return nil }
            let before = links[node].lazy.map { places[$0] }.filter { $0 < place }
            for start in before { open.add(-1, at: start) }
            let all = open.sum(before: place)
            for start in before { crossings += all - open.sum(before: start + 1) }
            open.add(links.degree(of: node) - before.count, at: place)
        }
        return crossings
    }
}

/// Numbers by place, with the sums of those before a place (Fenwick 1994).
private struct PlaceSums {
    private var sums: [Int]

    init(count: Int) { sums = Array(repeating: 0, count: count + 1) }

    /// The sum of all.
    var total: Int { sum(before: sums.count - 1) }

    mutating func add(_ value: Int, at place: Int) {
        var at = place + 1
        while at < sums.count {
            sums[at] += value
            at += at & -at
        }
    }

    func sum(before place: Int) -> Int {
        var at = place
        var sum = 0
        while at > 0 {
            sum += sums[at]
            at -= at & -at
        }
        return sum
    }
}
