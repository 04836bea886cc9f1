/// Moves each node of a circle to the place with the fewest crossings; the others keep their order.
///
/// Circular sifting of Baur and Brandes (2004): if a node changes places with the next one, only crossings between
/// edges of these two change. A round takes O(*n m*) steps.
struct CircleSifting {
    private let links: CircleLinks
    /// The nodes in their order round the circle.
    private(set) var order: [Int]
    /// The other nodes, in circular order from the one behind the moved node.
    private var rest: [Int] = []
    /// The places in `rest` of the neighbors of each node, in rising order; each list begins where the node's links
    /// begin.
    private var lists: [Int]
    private var counts: [Int]

    /// The greatest number of steps between two calls of the watch.
    private static let fewSteps = 100_000
    /// The greatest number of rounds.
    private static let rounds = 16

    init(_ links: CircleLinks, _ order: [Int]) {
        self.links = links
        self.order = order
        lists = Array(repeating: 0, count: links.ends.count)
        counts = Array(repeating: 0, count: links.count)
    }

    /// Improves the order until no node moves or the work is used up; returns false when stopped.
    ///
    /// - Parameter work: the number of steps left.
    mutating func run(work: inout Int, _ watch: LayoutWatch) -> Bool {
        let count = links.count
        // Nodes with the most edges come first.
        let nodes = (0..<count).sorted { (links.degree(of: $1), $0) < (links.degree(of: $0), $1) }
        for _ in 0..<Self.rounds {
            var hasMoved = false
            for node in nodes {
                let steps = count * (links.degree(of: node) + 1) + 2 * links.ends.count
                guard steps <= work else { return true }
                work -= steps
                guard let isMoved = sift(node, { watch(0.5) }) else { return false }
                if isMoved { hasMoved = true }
            }
            if !hasMoved { return true }
        }
        return true
    }

    /// The order from the first node on, in the direction that begins with its lower neighbor.
    var fromFirst: [Int] {
        guard let first = order.firstIndex(of: 0) else { return order }
        let turned = Array(order[first...] + order[..<first])
        guard let next = turned.dropFirst().first, let last = turned.last, last < next else { return turned }
        return [0] + turned.dropFirst().reversed()
    }

    /// Moves a node to its best place; returns false if it is there already, nil when stopped.
    private mutating func sift(_ node: Int, _ isOn: () -> Bool) -> Bool? {
        guard isOn() else { return nil }
        guard let index = order.firstIndex(of: node) else { return false }
        rest = Array(order[(index + 1)...] + order[..<index])
        sortLinks()
        var (sum, best) = (0, 0)
        var place = -1
        var steps = 0
        for at in rest.indices.dropLast() {
            steps += counts[node] + counts[rest[at]]
            if steps > Self.fewSteps {
                guard isOn() else { return nil }
                steps = 0
            }
            sum += change(of: node, past: at)
            if sum < best { (best, place) = (sum, at) }
        }
        if place < 0 { return false }
        order = rest[...place] + [node] + rest[(place + 1)...]
        return true
    }

    private mutating func sortLinks() {
        for node in counts.indices { counts[node] = 0 }
        for (place, node) in rest.enumerated() {
            for other in links[node] {
                lists[links.starts[other] + counts[other]] = place
                counts[other] += 1
            }
        }
    }

    /// Returns how many crossings are added if a node changes places with the node at a place of the others.
    private func change(of node: Int, past place: Int) -> Int {
        let own = RotatedPlaces(lists, links.starts[node], counts[node], behind: place)
        let others = RotatedPlaces(lists, links.starts[rest[place]], counts[rest[place]], behind: place)
        // The edge to the passed node comes last and crosses none of these.
        let ownCount = own.last == place ? own.count - 1 : own.count
        var (before, after) = (0, 0)
        var (first, second) = (0, 0)
        while first < ownCount {
            while second < others.count, others.isBefore(second, own, first) { second += 1 }
            let isSame = second < others.count && others[second] == own[first]
            after += second
            before += others.count - second - (isSame ? 1 : 0)
            first += 1
        }
        return after - before
    }
}

/// Rising places, read cyclically from the first one behind a place.
private struct RotatedPlaces {
    private let lists: [Int]
    private let start: Int
    let count: Int
    /// The number of places before the one at which they begin.
    private let skipped: Int
    private let place: Int

    init(_ lists: [Int], _ start: Int, _ count: Int, behind place: Int) {
        (self.lists, self.start, self.count, self.place) = (lists, start, count, place)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if lists[start + middle] > place { high = middle } else { low = middle + 1 }
        }
        skipped = low
    }

    @inline(__always) subscript(number: Int) -> Int {
        let at = number + skipped
        return lists[start + (at < count ? at : at - count)]
    }

    var last: Int? { count == 0 ? nil : self[count - 1] }

    /// Returns true if one of the places comes before another of the same rotation.
    @inline(__always) func isBefore(_ number: Int, _ other: Self, _ otherNumber: Int) -> Bool {
        let (own, others) = (self[number], other[otherNumber])
        let (isRound, isOtherRound) = (own <= place, others <= place)
        return isRound == isOtherRound ? own < others : isOtherRound
    }
}
