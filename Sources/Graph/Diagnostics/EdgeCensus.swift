import Storage

/// The handles that the edges of a document join, with the number of edges on each; counted once for questions about
/// many edges.
///
/// An omitted handle counts as the one that it represents. Either all edges are counted at first, or the edges around
/// an edge when needed.
struct EdgeCensus {
    /// A handle of a node, by its index among the node's handles.
    private struct Seat: Hashable {
        var node: Node.Slot
        var place: Int
    }

    private struct Pair: Hashable {
        var source: Seat
        var target: Seat
    }

    /// The edges at a handle that has a limit.
    private struct Count {
        var limit: Int
        var count = 0
        /// The first ones in the order of the document.
        var first: [Edge.Slot] = []

        var isOver: Bool { count > limit }
    }

    /// The number of other edges at a full handle that a diagnostic names.
    static let mostOthers = 8

    /// The first edge between two handles, and whether there are more.
    private var pairs: [Pair: (first: Edge.Slot, isShared: Bool)] = [:]
    private var seats: [Seat: Count] = [:]
    /// The nodes whose edges are all counted; nil if these are all nodes.
    private var counted: Set<Node.Slot>?

    /// An empty census, to which edges are added when needed.
    init() { counted = [] }

    /// A census of all edges.
    ///
    /// - Complexity: O(*n*) in the edges.
    init(_ document: Document) {
        for slot in document.edgeSlots {
            guard let pair = EdgeCensus.pair(of: slot, in: document) else { continue }
            if !document.settings.allowDuplicates { pairs[pair] = (pairs[pair]?.first ?? slot, pairs[pair] != nil) }
            count(slot, pair, nil, document)
        }
    }

    /// Counts the edges that questions about an edge need.
    ///
    /// - Complexity: O(the smaller degree of its nodes), and O(the degree) of a node with a limited handle, once.
    mutating func include(_ slot: Edge.Slot, _ document: Document) {
        guard counted != nil, let pair = EdgeCensus.pair(of: slot, in: document) else { return }
        if !document.settings.allowDuplicates && pairs[pair] == nil {
            let equal = document.edges(from: pair.source.node, to: pair.target.node).filter {
                EdgeCensus.pair(of: $0, in: document) == pair
            }
            pairs[pair] = (document.edgesInOrder(equal).first ?? slot, equal.count > 1)
        }
        for node in [pair.source.node, pair.target.node] where counted?.insert(node).inserted == true {
            if !document.handles(node).contains(where: { $0.limit != nil }) { continue }
            var around: [Edge.Slot] = []
            document.visitEdges(of: node) { around.append($0) }
            for edge in document.edgesInOrder(around) {
                if let pair = EdgeCensus.pair(of: edge, in: document) { count(edge, pair, node, document) }
            }
        }
    }

    /// - Parameter node: the node whose handles are counted; nil for both.
    private mutating func count(_ slot: Edge.Slot, _ pair: Pair, _ node: Node.Slot?, _ document: Document) {
        for seat in pair.source == pair.target ? [pair.source] : [pair.source, pair.target]
        where node == nil || seat.node == node {
            guard let limit = document.handles(seat.node)[seat.place].limit else { continue }
            seats[seat, default: Count(limit: limit)].count += 1
            if seats[seat]?.first.count ?? 0 <= EdgeCensus.mostOthers { seats[seat]?.first.append(slot) }
        }
    }

    /// The first edge that joins the same handles, itself among them; nil if no other does.
    func firstDuplicate(of slot: Edge.Slot, in document: Document) -> Edge.Slot? {
        guard let pair = EdgeCensus.pair(of: slot, in: document), let entry = pairs[pair], entry.isShared else {
            return nil
        }
        return entry.first
    }

    /// An end of the edge with more edges than the handle allows, with the first few others; the source comes first.
    /// At an exit of a dialog's node the first edge is the way on, and does not count as excess.
    func crowdedEnd(
        of slot: Edge.Slot, in document: Document
    ) -> (node: Node.Slot, handle: Handle, limit: Int, others: [Edge.Slot])? {
        guard let pair = EdgeCensus.pair(of: slot, in: document) else { return nil }
        for seat in [pair.source, pair.target] {
            guard let entry = seats[seat], entry.isOver else { continue }
            let handle = document.handles(seat.node)[seat.place]
            if handle.isExit && entry.first.first == slot { continue }
            let others = entry.first.filter { $0 != slot }.prefix(EdgeCensus.mostOthers)
            return (seat.node, handle, entry.limit, Array(others))
        }
        return nil
    }

    /// Returns nil for an edge that names a handle its node lacks.
    private static func pair(of slot: Edge.Slot, in document: Document) -> Pair? {
        let ends = document.edges.ends(slot)
        let source = document.handlePlace(
            list: document.handleList(ends.source), symbol: ends.sourceHandle, kind: .source)
        let target = document.handlePlace(
            list: document.handleList(ends.target), symbol: ends.targetHandle, kind: .target)
        guard let source, let target else { return nil }
        return Pair(source: Seat(node: ends.source, place: source), target: Seat(node: ends.target, place: target))
    }
}

extension Document {
    /// The indices, in the handle list of a node, of the handles at which an edge leaves and arrives.
    func handlePlaces(ofEdge slot: Edge.Slot, at node: Node.Slot) -> (leaving: Int?, arriving: Int?) {
        let ends = edges.ends(slot)
        let list = handleList(node)
        return (
            ends.source == node ? handlePlace(list: list, symbol: ends.sourceHandle, kind: .source) : nil,
            ends.target == node ? handlePlace(list: list, symbol: ends.targetHandle, kind: .target) : nil
        )
    }

    /// The edges from one node to another, in no defined order.
    ///
    /// - Complexity: O(the smaller degree of the two nodes).
    func edges(from source: Node.Slot, to target: Node.Slot) -> [Edge.Slot] {
        var (leaving, arriving): ([Edge.Slot], [Edge.Slot]) = ([], [])
        var nextOut = nodes.firstOut(source)
        var nextIn = nodes.firstIn(target)
        while let out = nextOut, let into = nextIn {
            if edges.ends(out).target == target { leaving.append(out) }
            if edges.ends(into).source == source { arriving.append(into) }
            nextOut = edges.nextOut(out)
            nextIn = edges.nextIn(into)
        }
        return nextOut == nil ? leaving : arriving
    }
}
