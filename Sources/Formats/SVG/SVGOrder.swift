import Graph

/// What a picture draws, from back to front: each kind is sorted by itself, and the kinds are merged as they are drawn.
struct SVGOrder {
    /// By kind.
    private var slots = [[Int32]](repeating: [], count: PaintOrder.Kind.allCases.count)
    private var places = [Int](repeating: 0, count: PaintOrder.Kind.allCases.count)
    /// The order of what is next of each kind; nil where nothing is left.
    private var heads = [PaintOrder?](repeating: nil, count: PaintOrder.Kind.allCases.count)

    mutating func append(_ slot: Int32, _ kind: PaintOrder.Kind) { slots[Int(kind.rawValue)].append(slot) }

    /// Sorts what was appended; usually it is sorted already.
    mutating func sort(_ document: Document) {
        for kind in PaintOrder.Kind.allCases {
            let place = Int(kind.rawValue)
            let isSorted = zip(slots[place], slots[place].dropFirst()).allSatisfy {
                SVGOrder.of($0, kind, document) < SVGOrder.of($1, kind, document)
            }
            if !isSorted {
                var ordered = slots[place].map { (order: SVGOrder.of($0, kind, document), slot: $0) }
                ordered.sort { $0.order < $1.order }
                slots[place] = ordered.map(\.slot)
            }
            heads[place] = slots[place].first.map { SVGOrder.of($0, kind, document) }
        }
    }

    /// Takes what is hindmost of all that is left.
    mutating func next(_ document: Document) -> (slot: Int32, kind: PaintOrder.Kind)? {
        var hindmost: PaintOrder?
        for case let head? in heads where hindmost.map({ head < $0 }) ?? true { hindmost = head }
        guard let kind = hindmost?.kind else { return nil }
        let layer = Int(kind.rawValue)
        let slot = slots[layer][places[layer]]
        places[layer] += 1
        let following = places[layer] < slots[layer].count ? slots[layer][places[layer]] : nil
        heads[layer] = following.map { SVGOrder.of($0, kind, document) }
        return (slot, kind)
    }

    private static func of(_ slot: Int32, _ kind: PaintOrder.Kind, _ document: Document) -> PaintOrder {
        switch kind {
        case .container, .node: document.paintOrder(ofNode: slot)
        case .edge: document.paintOrder(ofEdge: slot)
        case .label: document.paintOrder(ofLabel: slot)
        }
    }
}
