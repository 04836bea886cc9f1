import Graph
import Storage

/// The order of the nodes or the edges of a document as it was or would be: as what is different from the order as it is.
///
/// Steps are rewound in it, one is left out or comes in, and the others are played again, each from where it now starts.
struct OrderChain {
    /// Nil stands for both ends.
    private typealias Place = Identifier?

    let isOfNodes: Bool
    private var next: [Place: Place] = [:]
    private var previous: [Place: Place] = [:]
    /// What left the order or came into it; true is in.
    private var isIn: [Identifier: Bool] = [:]
    /// The successor of each element that left.
    private var lastNext: [Identifier: Place] = [:]
    /// The elements that moved, in the order in which they first did.
    private var moved: [Identifier] = []
    private var isMoved: Set<Identifier> = []

    init(ofNodes isOfNodes: Bool) { self.isOfNodes = isOfNodes }

    // MARK: Steps

    /// Whether a write is about this order.
    private func owns(_ write: StepWrites.Write) -> Bool {
        guard write.cell.member == .place else { return false }
        switch write.cell.target {
        case .node: return isOfNodes
        case .edge: return !isOfNodes
        case .document: return false
        }
    }

    /// Goes back over a step.
    mutating func rewind(_ writes: StepWrites, in document: Document) {
        for write in writes.writes.reversed() where owns(write) {
            if let id = write.cell.target.id { move(id, to: write.before, document) }
        }
    }

    /// Plays a step, and notes where it starts.
    mutating func play(_ writes: inout StepWrites, in document: Document) {
        for place in writes.writes.indices where owns(writes[place]) {
            guard let id = writes[place].cell.target.id else { continue }
            writes[place].before = contains(id, document) ? .site(before: after(id, document)) : .absent
            move(id, to: writes[place].after, document)
        }
    }

    private mutating func move(_ id: Identifier, to value: StepWrites.Value, _ document: Document) {
        if isMoved.insert(id).inserted { moved.append(id) }
        switch value {
        case .site(let before):
            let successor = present(before, besides: id, document)
            if contains(id, document) { remove(id, document) }
            insert(id, before: successor, document)
        case .absent: if contains(id, document) { remove(id, document) }
        case .present, .bare, .value, .point, .node, .edge: break
        }
    }

    /// An element that is there, or what came behind it when it left.
    private func present(_ id: Identifier?, besides own: Identifier, _ document: Document) -> Identifier? {
        var place = id
        // Each element has left once; a ring of them ends after all have been asked.
        for _ in 0...lastNext.count {
            guard let id = place else { return nil }
            if id == own { place = contains(id, document) ? after(id, document) : lastNext[id] ?? nil; continue }
            if contains(id, document) { return id }
            place = lastNext[id] ?? nil
        }
        return nil
    }

    // MARK: The list

    private func contains(_ id: Identifier, _ document: Document) -> Bool {
        isIn[id] ?? document.holds(id, isNode: isOfNodes)
    }

    private func after(_ place: Identifier?, _ document: Document) -> Identifier? {
        next[place] ?? document.neighbor(of: place, isNode: isOfNodes, isNext: true)
    }

    private func before(_ place: Identifier?, _ document: Document) -> Identifier? {
        previous[place] ?? document.neighbor(of: place, isNode: isOfNodes, isNext: false)
    }

    private mutating func join(_ a: Identifier?, _ b: Identifier?) {
        next.updateValue(b, forKey: a)
        previous.updateValue(a, forKey: b)
    }

    private mutating func remove(_ id: Identifier, _ document: Document) {
        let (left, right) = (before(id, document), after(id, document))
        lastNext.updateValue(right, forKey: id)
        join(left, right)
        isIn[id] = false
    }

    private mutating func insert(_ id: Identifier, before successor: Identifier?, _ document: Document) {
        let left = before(successor, document)
        join(left, id)
        join(id, successor)
        isIn[id] = true
    }

    // MARK: The end

    /// Where the elements that moved are to stand, each with its successor: to be given from the first of the list on.
    ///
    /// - Parameter document: as it was while steps were played.
    func sites(in document: Document) -> [(id: Identifier, before: [Identifier])] {
        var sites: [(id: Identifier, before: [Identifier])] = []
        var placed: Set<Identifier> = []
        for start in moved where contains(start, document) {
            var run: [Identifier] = []
            var place: Identifier? = start
            while let id = place, isMoved.contains(id), placed.insert(id).inserted {
                run.append(id)
                place = after(id, document)
            }
            for (index, id) in run.enumerated().reversed() {
                sites.append((id, Array(run[(index + 1)...].prefix(8)) + [place].compactMap { $0 }))
            }
        }
        return sites
    }
}

extension StepWrites.Target {
    fileprivate var id: Identifier? {
        switch self {
        case .node(let id), .edge(let id): id
        case .document: nil
        }
    }
}

extension Document {
    fileprivate func holds(_ id: Identifier, isNode: Bool) -> Bool {
        isNode ? node(id) != nil : edge(id) != nil
    }

    /// The element before or after one, of nil the first or the last.
    fileprivate func neighbor(of id: Identifier?, isNode: Bool, isNext: Bool) -> Identifier? {
        if isNode {
            guard let id else { return (isNext ? nodes.order.first : nodes.order.last).map { nodeID($0) } }
            return node(id).flatMap { isNext ? nodes.order.next($0) : nodes.order.previous($0) }.map { nodeID($0) }
        }
        guard let id else { return (isNext ? edges.order.first : edges.order.last).map { edgeID($0) } }
        return edge(id).flatMap { isNext ? edges.order.next($0) : edges.order.previous($0) }.map { edgeID($0) }
    }
}
