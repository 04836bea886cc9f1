import EdgeRouting
import Geometry
import Graph
import Storage

/// Finds the bounds of all edges of a document, one after the other, as `Document.plainBounds(ofEdge:)` does.
///
/// The position of a handle is looked up once for each list of handles and handle, not at each end of each edge.
struct EdgeBounds {
    private let geometry: EdgeGeometry
    private let type: EdgeType
    /// Is true if loops go around their nodes.
    private let spreads: Bool
    /// A direct-mapped cache; a site that is nil is a handle the list lacks.
    private var sites = ContiguousArray<(key: UInt64, site: HandleSite?)>(repeating: (0, nil), count: 256)
    /// A sum of values that were read only to bring them near.
    private var touched: UInt64 = 0

    /// The number of edges that are brought near together.
    static let batch = 64

    init(_ settings: Settings) {
        geometry = settings.edgeGeometry
        type = settings.defaultEdgeType
        spreads = settings.edgeSpread > 0
    }

    /// Returns true if an edge goes round nodes, by its flags.
    @inline(__always)
    func isRouted(_ flags: EdgeFlags) -> Bool { flags.isRouted(type) }

    /// Reads the nodes of a run of edges in advance, so that many cache misses overlap, while single edges would each
    /// wait for their own (the bench's row `open`).
    mutating func touchEnds(ofEdges slots: Range<Int>, in document: borrowing Document) {
        for index in slots {
            let ends = document.edges.ends(Slot(index: index))
            touch(ends.source, in: document)
            touch(ends.target, in: document)
        }
    }

    @inline(__always)
    private mutating func touch(_ node: Node.Slot, in document: borrowing Document) {
        // The first and the last of what is read of a node, which may lie in two lines of the cache.
        touched &+= document.nodes.geometry(node).x.bitPattern &+ UInt64(document.handleList(node).index)
    }

    @inline(__always)
    mutating func bounds(ofEdge slot: Edge.Slot, in document: borrowing Document) -> Rect? {
        let flags = document.edges.flags(slot)
        if !flags.isDisjoint(with: .formed) { return document.plainBounds(ofEdge: slot) }
        let ends = document.edges.ends(slot)
        if document.haveOutlines(ends) || (spreads && ends.source == ends.target) {
            return document.plainBounds(ofEdge: slot)
        }
        guard let source = anchor(ends.sourceHandle, of: ends.source, .source, in: document),
            let target = anchor(ends.targetHandle, of: ends.target, .target, in: document)
        else { return nil }
        let type = flags.typeNumber == 0 ? type : document.pathType(ofEdge: slot)
        if flags.labelWidth == 0 { return Route.path(type, geometry, source: source, target: target).bounds }
        let made = Route.make(type, geometry, source: source, target: target)
        let route = document.seen(made, ofEdge: slot, document.frame(ends.source), document.frame(ends.target))
        let bounds = route.path.bounds
        return document.labelBox(ofEdge: slot, at: route.label).map { bounds.union($0) } ?? bounds
    }

    @inline(__always)
    private mutating func anchor(
        _ symbol: Symbol?, of node: Node.Slot, _ kind: Handle.Kind, in document: borrowing Document
    ) -> Anchor? {
        let frame = document.frame(node)
        if frame.minX.isNaN { return nil }
        if let center = geometry.centerAnchor(symbol: symbol, on: frame) { return center }
        let list = document.handleList(node)
        let name = symbol.map { UInt64($0.index) + 1 } ?? 0
        let key = UInt64(list.index) << 34 | name << 2 | (kind == .source ? 3 : 1)
        let index = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 56)
        if sites[index].key != key { look(list, symbol, kind, key, index, in: document) }
        guard let site = sites[index].site else { return nil }
        return .on(frame: frame, side: site.side, offset: site.offset)
    }

    @inline(never)
    private mutating func look(
        _ list: HandleList, _ symbol: Symbol?, _ kind: Handle.Kind, _ key: UInt64, _ index: Int,
        in document: borrowing Document
    ) {
        let place = document.handlePlace(list: list, symbol: symbol, kind: kind)
        sites[index] = (key, place.map { document.handleSite(list: list, place: $0) })
    }
}
