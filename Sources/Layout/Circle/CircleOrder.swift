/// A first order of the nodes on a circle: each node in turn is put at the end of the row where its edges cross less.
///
/// The greedy appending of Baur and Brandes (2004). The next node is the one with the fewest neighbors outside the row;
/// of several, the one with the most neighbors in it. An edge crosses the open edges that begin between its ends.
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
    /// The number of neighbors of each node outside the row.
    private var open: [Int]
    /// The place of each node in the row, which begins in the middle of all places; nil outside the row.
    private var places: [Int?]
    /// The number of edges that leave the row, by place.
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
            // Each change of a node adds a newer entry for it.
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

    /// Returns how many open edges the edges of a node would cross behind the row: those that begin between their ends.
    private func costAtEnd(of node: Int) -> Int {
        let row = sums.total
        return placedNeighbors(of: node).enumerated().reduce(0) { cost, neighbor in
            // The node's own edges end there and do not cross each other.
            cost + row - sums.sum(before: neighbor.element + 1) - neighbor.offset
        }
    }

    /// Returns the same in front of the row.
    private func costAtStart(of node: Int) -> Int {
        placedNeighbors(of: node).reversed().enumerated().reduce(0) { cost, neighbor in
            cost + sums.sum(before: neighbor.element) - neighbor.offset
        }
    }

    /// The places in the row of the node's neighbors, the last one first.
    private func placedNeighbors(of node: Int) -> [Int] { links[node].compactMap { places[$0] }.sorted(by: >) }

    /// The nodes in depth-first order from the first one.
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

    /// Returns the number of edge crossings of an order around the circle; nil when stopped.
    ///
    /// - Complexity: O((*n* + *m*) log *n*).
    static func crossings(_ links: CircleLinks, _ order: [Int], _ isOn: () -> Bool) -> Int? {
        var places = Array(repeating: 0, count: links.count)
        for (place, node) in order.enumerated() { places[node] = place }
        // The edges that are still open, by the place where they begin.
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

/// Numbers by place, with their prefix sums (Fenwick 1994).
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
