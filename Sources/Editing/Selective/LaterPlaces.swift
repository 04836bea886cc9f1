import Graph

/// Where places in the order have gone, to which an earlier step returns: in front of an element that has moved since, or at
/// the end, where others have come since.
struct LaterPlaces {
    private typealias Target = StepWrites.Target

    /// Places that are now one: the number of each leads to the one that it became.
    private var joined = [0, 1]
    /// The element before which each place is now, by its number; nil is the end.
    private var now: [Identifier?] = [nil, nil]
    private var nodes = Sites()
    private var edges = Sites()

    /// The numbers of places: before an element, and at the end.
    private struct Sites {
        var before: [Identifier: Int] = [:]
        var end = 0
        /// The place before an element as it was at first.
        var first: [Identifier: Int] = [:]
    }

    /// Follows what later steps wrote, in their order.
    ///
    /// - Complexity: O(*n*) amortised in the places that they wrote.
    init(_ steps: some Sequence<StepWrites>) {
        edges.end = 1
        for writes in steps {
            for write in writes.writes where write.cell.member == .place {
                switch write.cell.target {
                case .node(let id): follow(id, write, \.nodes)
                case .edge(let id): follow(id, write, \.edges)
                case .document: break
                }
            }
        }
    }

    private mutating func follow(
        _ id: Identifier, _ write: StepWrites.Write, _ sites: WritableKeyPath<LaterPlaces, Sites>
    ) {
        if case .site(let successor) = write.before { leave(id, for: successor, sites) }
        // What stood at the end stands before the first that comes behind it.
        if case .site(nil) = write.after { open(id, sites) }
    }

    /// The element has left its place: what was in front of it is in front of its successor.
    private mutating func leave(
        _ id: Identifier, for successor: Identifier?, _ sites: WritableKeyPath<LaterPlaces, Sites>
    ) {
        let place = number(before: id, sites)
        self[keyPath: sites].before[id] = nil
        let next = successor.map { number(before: $0, sites) } ?? self[keyPath: sites].end
        let (from, to) = (shortenedRoot(place), shortenedRoot(next))
        if from != to { joined[from] = to }
    }

    /// An element has come behind all others.
    private mutating func open(_ id: Identifier, _ sites: WritableKeyPath<LaterPlaces, Sites>) {
        let end = shortenedRoot(self[keyPath: sites].end)
        now[end] = id
        self[keyPath: sites].before[id] = end
        joined.append(joined.count)
        now.append(nil)
        self[keyPath: sites].end = joined.count - 1
    }

    private mutating func number(before id: Identifier, _ sites: WritableKeyPath<LaterPlaces, Sites>) -> Int {
        if let known = self[keyPath: sites].before[id] { return known }
        joined.append(joined.count)
        now.append(id)
        self[keyPath: sites].before[id] = joined.count - 1
        if self[keyPath: sites].first[id] == nil { self[keyPath: sites].first[id] = joined.count - 1 }
        return joined.count - 1
    }

    private mutating func shortenedRoot(_ number: Int) -> Int {
        var place = number
        while joined[place] != place {
            joined[place] = joined[joined[place]]
            place = joined[place]
        }
        return place
    }

    private func root(_ number: Int) -> Int {
        var place = number
        while joined[place] != place { place = joined[place] }
        return place
    }

    /// The element before which a place is now; nil is the end.
    func place(of target: StepWrites.Target, before id: Identifier?) -> Identifier? {
        let sites: Sites
        let end: Int
        switch target {
        case .node: (sites, end) = (nodes, 0)
        case .edge: (sites, end) = (edges, 1)
        case .document: return id
        }
        guard let number = id.map({ sites.first[$0] }) ?? end else { return id }
        return now[root(number)]
    }
}
