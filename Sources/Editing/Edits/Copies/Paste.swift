import Geometry
import Graph
import Storage
import Wire

/// The pasted elements, and those that were left out.
public struct Pasted: Sendable {
    /// The elements of the fragment with the ids of their copies.
    public var copies = Duplicates()
    /// The outermost copies.
    public var roots: [Node.ID] = []
    /// Edges that the rules refused, and types that differ.
    public var losses: [Loss] = []

    /// An empty result.
    public init() {}
}

extension Transaction {
    /// Copies all elements of another document into this one, under new ids.
    ///
    /// Types that its nodes have and that are absent here are added.
    ///
    /// - Parameters:
    ///   - point: the new top-left corner of the bounds on the canvas; nil is beside its old position, and beside
    ///     earlier pastes there.
    ///   - isByHand: whether it lands on the grid, if nodes snap to it.
    ///   - parent: the new parent of the outermost nodes; they keep their positions on the canvas.
    ///   - connectsOutside: whether edges that left the fragment are connected again, if their ends are here.
    ///   - rules: the treatment of edges that the rules refuse.
    /// - Throws: `noSuchNode` and `locked` (the parent, or an edge whose handle a new type removes), `notAccepted`,
    ///   `invalidData`, `invalidValue` (the point, or a copy that would leave the range of doubles),
    ///   `connectionRefused`, `limits`.
    /// - Complexity: O(*n* log *n*) in the pasted elements, and a question to the rules for each edge; O(the nodes of
    ///   the document) if a type is added.
    public mutating func paste(
        _ fragment: Document, at point: Point? = nil, isByHand: Bool = false, into parent: Node.ID? = nil,
        connectsOutside: Bool = false, rules: RulePolicy = .skip
    ) throws(EditError) -> Pasted {
        let subgraph = Subgraph(fragment.nodeSlots, in: fragment)
        let offset = isByHand ? document.offsetOfCopiesByHand : Duplicates.offset
        let point = isByHand && document.settings.snapToGrid ? point.map { Grid(document.settings).snapped($0) } : point
        var place = try CopyPlace(
            of: subgraph, in: fragment, at: point,
            otherwise: point == nil ? document.freeOffset(of: subgraph, in: fragment, by: offset) : offset)
        if let parent {
            guard let slot = document.node(parent) else { throw .noSuchNode([parent]) }
            try checkTakes(slot, path: ["parentId"])
            place.parent = slot
        }
        var pasted = Pasted()
        let outside = connectsOutside ? fragment.outsideEdges : []
        pasted.losses = try addTypes(of: subgraph, and: outside.compactMap { try? Edge($0.text) }, from: fragment)
        let copies = try insertCopies(of: subgraph, from: fragment, place)
        pasted.copies.nodes = copies.pairs(in: fragment)
        pasted.roots = copies.roots
        for slot in fragment.edgeSlots {
            var copy = try copy(of: slot, in: fragment, between: copies)
            try paste(&copy, &pasted, rules) { fragment.edge(at: slot).text }
        }
        try paste(outside, of: fragment, copies, &pasted, rules)
        return pasted
    }

    /// Adds a copy of an edge, or a loss if it is not possible or the rules refuse it.
    private mutating func paste(
        _ copy: inout EdgeCopy, _ pasted: inout Pasted, _ rules: RulePolicy, written: () -> JSONText
    ) throws(EditError) {
        let refusal = refusal(of: copy) ?? document.refusal(ofReplacingBy: ConnectionProposal(copy.edge))
        if let refusal, rules == .refuse { throw .refused(refusal) }
        // An edge to a node or a handle that is not there cannot be reported, since it cannot be.
        if let refusal, rules == .skip || refusal.reason == .noSuchNode || refusal.reason == .noSuchHandle {
            pasted.losses.append(
                Loss(
                    kind: .edge, id: copy.edge.id.string, code: "connection.\(refusal.reason.rawValue)",
                    message: refusal.message, element: written()))
        } else {
            let old = copy.edge.id
            try insert(&copy)
            pasted.copies.edges.append((old, copy.edge.id))
        }
    }

    // MARK: What left the fragment

    private mutating func paste(
        _ outside: [JSON], of fragment: Document, _ copies: NodeCopies, _ pasted: inout Pasted, _ rules: RulePolicy
    ) throws(EditError) {
        var ids = Set(pasted.copies.edges.map(\.old))
        for json in outside {
            let text = json.text
            var edge: Edge
            do throws(EditError) {
                edge = try Edge(text)
            } catch {
                pasted.losses.append(
                    Loss(
                        kind: .edge, id: json["id"]?.stringValue, code: error.reason.rawValue,
                        message: error.message, element: text))
                continue
            }
            if !ids.insert(edge.id).inserted {
                pasted.losses.append(
                    Loss(
                        kind: .edge, id: edge.id.string, code: EditError.Reason.duplicateId.rawValue,
                        message: "there is another edge \"\(edge.id)\"", element: text))
                continue
            }
            edge.source = fragment.node(edge.source).flatMap { copies.id(of: $0) } ?? edge.source
            edge.target = fragment.node(edge.target).flatMap { copies.id(of: $0) } ?? edge.target
            regroup(&edge, of: fragment, copies)
            var copy = EdgeCopy(edge: edge)
            try paste(&copy, &pasted, rules) { text }
        }
    }
}

extension Document {
    /// The number of nodes that were added last among which former copies are looked for.
    private static let copiesLookedAt = 1000

    /// The least multiple of an offset at which no former copy of a fragment lies.
    ///
    /// Copies are added last, so only the last nodes are searched.
    fileprivate func freeOffset(of subgraph: Subgraph, in fragment: Document, by offset: Point) -> Point {
        guard let first = subgraph.nodes.first(where: { fragment.isPlaced($0) }) else { return offset }
        let origin = fragment.frame(first).origin
        var taken: Set<Int> = []
        var next = nodes.order.last
        for _ in 0..<Document.copiesLookedAt {
            guard let slot = next else { break }
            next = nodes.order.previous(slot)
            let way = frame(slot).origin - origin
            let count = (way.x / offset.x).rounded()
            let isMultiple = (way - offset * count).squaredLength < 1e-6
            if isMultiple && count >= 1 && count <= Double(Document.copiesLookedAt) {
                taken.insert(Int(count))
            }
        }
        return offset * Double((1...taken.count + 1).first { !taken.contains($0) } ?? 1)
    }

    /// The edges that left the source of a fragment, as written there.
    fileprivate var outsideEdges: [JSON] { content["fragment"]?["outside"]?.arrayValue ?? [] }
}
