import Graph
import Storage

/// The drawing order of a picture, from back to front.
/// Each kind is sorted separately, and the kinds are merged when they are drawn.
struct SVGOrder {
    /// An item of the drawing order.
    enum Item {
        case container(Node.Slot)
        case edge(Edge.Slot)
        /// The label of an edge.
        case label(Edge.Slot)
        case node(Node.Slot)

        var kind: PaintOrder.Kind {
            switch self {
            case .container: .container
            case .edge: .edge
            case .label: .label
            case .node: .node
            }
        }

        func order(in document: Document) -> PaintOrder {
            switch self {
            case .container(let slot), .node(let slot): document.paintOrder(ofNode: slot)
            case .edge(let slot): document.paintOrder(ofEdge: slot)
            case .label(let slot): document.paintOrder(ofLabel: slot)
            }
        }
    }

    /// The items of each kind.
    private var items = [[Item]](repeating: [], count: PaintOrder.Kind.allCases.count)
    private var places = [Int](repeating: 0, count: PaintOrder.Kind.allCases.count)
    /// The order of the next item of each kind; nil if none is left.
    private var heads = [PaintOrder?](repeating: nil, count: PaintOrder.Kind.allCases.count)

    mutating func append(_ item: Item) { items[Int(item.kind.rawValue)].append(item) }

    /// Sorts the items; usually they are sorted already.
    mutating func sort(_ document: Document) {
        for layer in items.indices {
            let isSorted = zip(items[layer], items[layer].dropFirst()).allSatisfy {
                $0.order(in: document) < $1.order(in: document)
            }
            if !isSorted {
                var ordered = items[layer].map { (order: $0.order(in: document), item: $0) }
                ordered.sort { $0.order < $1.order }
                items[layer] = ordered.map(\.item)
            }
            heads[layer] = items[layer].first?.order(in: document)
        }
    }

    /// Takes the next item from the back.
    mutating func next(_ document: Document) -> Item? {
        var hindmost: PaintOrder?
        for case let head? in heads where hindmost.map({ head < $0 }) ?? true { hindmost = head }
        guard let kind = hindmost?.kind else { return nil }
        let layer = Int(kind.rawValue)
        let item = items[layer][places[layer]]
        places[layer] += 1
        let hasMore = places[layer] < items[layer].count
        heads[layer] = hasMore ? items[layer][places[layer]].order(in: document) : nil
        return item
    }
}
