import Storage

/// Which handles the edges of a document join and how many end on each, counted once for questions about every edge.
///
/// A left-out handle counts as the one it stands for.
struct EdgeCensus {
    /// A handle of a node: its id, or nil where the node has none of the kind.
    private struct End: Hashable {
        var node: Node.Slot
        var symbol: Symbol?
    }

    private struct Pair: Hashable {
        var source: End
        var target: End
    }

    /// How many of the other edges at a full handle a diagnostic names.
    static let mostOthers = 8

    /// The first edge between two handles, and whether there are more.
    private var pairs: [Pair: (first: Edge.Slot, isShared: Bool)] = [:]
    private var outgoing: [End: Int] = [:]
    private var incoming: [End: Int] = [:]

    /// - Complexity: O(*n*) in the edges.
    init(_ document: Document) {
        let countsPairs = !document.settings.allowDuplicates
        for slot in document.edgeSlots {
            let pair = EdgeCensus.pair(of: slot, in: document)
            if countsPairs { pairs[pair] = (pairs[pair]?.first ?? slot, pairs[pair] != nil) }
            if document.limit(of: slot, .source) != nil { outgoing[pair.source, default: 0] += 1 }
            if document.limit(of: slot, .target) != nil { incoming[pair.target, default: 0] += 1 }
        }
    }

    /// The first edge that joins the same handles, itself among them; nil if no other does.
    func firstDuplicate(of slot: Edge.Slot, in document: Document) -> Edge.Slot? {
        guard let entry = pairs[EdgeCensus.pair(of: slot, in: document)], entry.isShared else { return nil }
        return entry.first
    }

    /// Whether one of the edge's handles has more edges than it takes.
    func isOverLimit(_ slot: Edge.Slot, in document: Document) -> Bool {
        let source = document.limit(of: slot, .source)
        let target = document.limit(of: slot, .target)
        if source == nil && target == nil { return false }
        let pair = EdgeCensus.pair(of: slot, in: document)
        return outgoing[pair.source] ?? 0 > source ?? .max || incoming[pair.target] ?? 0 > target ?? .max
    }

    private static func pair(of slot: Edge.Slot, in document: Document) -> Pair {
        let ends = document.edges.ends(slot)
        func end(_ node: Node.Slot, _ symbol: Symbol?, _ kind: Handle.Kind) -> End {
            if let symbol { return End(node: node, symbol: symbol) }
            let list = document.handleList(node)
            let place = document.handlePlace(list: list, symbol: nil, kind: kind)
            return End(node: node, symbol: place.map { document.handleSite(list: list, place: $0).symbol })
        }
        return Pair(
            source: end(ends.source, ends.sourceHandle, .source), target: end(ends.target, ends.targetHandle, .target))
    }
}

extension Document {
    /// How many edges the handle at an end of an edge takes, if that is limited.
    fileprivate func limit(of edge: Edge.Slot, _ kind: Handle.Kind) -> Int? {
        let ends = edges.ends(edge)
        let list = handleList(kind == .source ? ends.source : ends.target)
        let symbol = kind == .source ? ends.sourceHandle : ends.targetHandle
        return handlePlace(list: list, symbol: symbol, kind: kind).flatMap { catalog[list][$0].limit }
    }
}
