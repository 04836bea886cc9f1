import Storage

/// The edges that are drawn to collapsed nodes, by their drawn nodes and by their first handle, if it is visible:
/// edges with the same values are a bundle, which its first edge represents.
///
/// Changes only mark bundles; `update` sorts them, so that each is sorted once however many of its edges change.
public struct EdgeBundles: Sendable {
    /// The drawn nodes of a bundle, and the handle at which its edges begin; nil if it is concealed.
    private struct Ends: Hashable, Sendable {
        let source: Node.Slot
        let target: Node.Slot
        let handle: Symbol?
    }

    private struct Bundle: Sendable {
        let ends: Ends
        /// The edges in the order of the document, as of the last update.
        var edges: [Edge.Slot] = []
        /// The edges that came since.
        var new: [Edge.Slot] = []
        /// The first of these.
        var first: Edge.Slot?
        var version = 0
        /// Is true if it is among the changed ones.
        var isStale = false
        /// Is true if edges were added, removed or reordered.
        var isLoose = false
        /// Is true if an edge was removed, whose slot may be in use again.
        var isReplaced = false
    }

    /// The change of a bundle.
    public struct Change: Sendable {
        /// The node at which it begins.
        public let source: Node.Slot
        /// The edge that represented it.
        public let before: Edge.Slot?
        /// The edge that represents it now.
        public let after: Edge.Slot?
        /// Is true if edges were added, removed or reordered.
        public let isLoose: Bool
    }

    private var bundles: [Bundle] = []
    private var free: [Int] = []
    private var places: [Ends: Int] = [:]
    private var placesAt: [Node.Slot: Set<Int>] = [:]
    /// The index of an edge's bundle; −1 for none.
    private var membership = PagedArray<Int32>(default: -1)
    private var stale: [Int] = []
    private var versions = 0

    /// No bundle.
    public init() {}

    /// The bundles of a whole document.
    ///
    /// - Complexity: O(1) if no node is collapsed, else O(its edges).
    public init(_ document: Document) {
        if document.nodes.collapsedCount == 0 { return }
        for slot in document.edgeSlots where !document.isConcealed(edge: slot) && document.isRedirected(edge: slot) {
            _ = insert(slot, document)
        }
        _ = update(document)
    }

    /// Is true if there is no bundle. O(1).
    public var isEmpty: Bool { places.isEmpty }

    /// Is true if nothing has changed since the last update. O(1).
    public var isCurrent: Bool { stale.isEmpty }

    // MARK: Reading

    /// The edges in an edge's bundle, in document order; nil without a bundle. O(1).
    public func edges(with edge: Edge.Slot) -> [Edge.Slot]? {
        let place = membership[edge]
        return place < 0 ? nil : bundles[Int(place)].edges
    }

    /// The edge that represents an edge: the first of its bundle, or itself. O(1).
    public func first(of edge: Edge.Slot) -> Edge.Slot {
        let place = membership[edge]
        return place < 0 ? edge : bundles[Int(place)].first ?? edge
    }

    /// A number that grows with every change of the bundle's edges; 0 for an edge in none. O(1).
    public func version(with edge: Edge.Slot) -> Int {
        let place = membership[edge]
        return place < 0 ? 0 : bundles[Int(place)].version
    }

    /// Some edges, with all edges of their bundles.
    public func spread(_ some: SlotSet<Edge>) -> SlotSet<Edge> {
        var all = some
        var seen: Set<Int32> = []
        some.forEach { edge in
            let place = membership[edge]
            if place >= 0, seen.insert(place).inserted { for other in bundles[Int(place)].edges { all.insert(other) } }
        }
        return all
    }

    /// Some edges as they are shown: for each bundle its representative.
    public func gathered(_ some: SlotSet<Edge>) -> SlotSet<Edge> {
        var shown = some
        some.forEach { edge in
            let first = first(of: edge)
            if first == edge { return }
            shown.remove(edge)
            shown.insert(first)
        }
        return shown
    }

    /// Calls `body` with the first edges of the bundles that are drawn to a node.
    public func visit(at node: Node.Slot, _ body: (Edge.Slot) -> Void) {
        guard let places = placesAt[node] else { return }
        for place in places.sorted() { if let first = bundles[place].first { body(first) } }
    }

    // MARK: Changing

    /// Puts an edge that is drawn to a collapsed node into its bundle, or marks its present bundle.
    ///
    /// Returns false for an edge that has no geometry, as its other end names a handle that is not there: it is in no bundle.
    public mutating func insert(_ edge: Edge.Slot, _ document: Document) -> Bool {
        let drawn = document.drawnEnds(ofEdge: edge)
        if !document.hasHandles(redirected: edge, drawn) {
            remove(edge)
            return false
        }
        let own = document.edges.ends(edge)
        let ends = Ends(
            source: drawn.source, target: drawn.target,
            handle: drawn.source == own.source ? document.startingHandle(own) : nil)
        let known = Int(membership[edge])
        if known >= 0 {
            if bundles[known].ends == ends {
                mark(known)
                return true
            }
            remove(edge)
        }
        let place = places[ends] ?? add(ends)
        membership[edge] = Int32(place)
        bundles[place].new.append(edge)
        loosen(place)
        return true
    }

    /// Takes an edge out of its bundle, if it is in one.
    ///
    /// - Parameter isGone: whether its slot may have been given to another edge.
    public mutating func remove(_ edge: Edge.Slot, isGone: Bool = false) {
        let place = Int(membership[edge])
        if place < 0 { return }
        membership[edge] = -1
        if isGone { bundles[place].isReplaced = true }
        loosen(place)
    }

    /// Notes that an edge moved in the order of the document.
    public mutating func reorder(_ edge: Edge.Slot) {
        let place = Int(membership[edge])
        if place >= 0 { loosen(place) }
    }

    /// Records that a node with bundles has another frame or another position in the stack.
    public mutating func touch(at node: Node.Slot) {
        guard let places = placesAt[node] else { return }
        for place in places { mark(place) }
    }

    /// Sorts the bundles; returns the results for changed or marked ones.
    ///
    /// - Complexity: O(*n*) in the edges of the changed bundles, O(*n* log *n*) for unsorted ones.
    public mutating func update(_ document: Document) -> [Change] {
        if stale.isEmpty { return [] }
        var changes: [Change] = []
        changes.reserveCapacity(stale.count)
        for place in stale.sorted() {
            let (before, isLoose) = (bundles[place].first, bundles[place].isLoose)
            if isLoose { sort(place, document) }
            bundles[place].isStale = false
            changes.append(
                Change(
                    source: bundles[place].ends.source, before: before, after: bundles[place].first, isLoose: isLoose))
            if bundles[place].edges.isEmpty { drop(place) }
        }
        stale = []
        return changes
    }

    private mutating func sort(_ place: Int, _ document: Document) {
        let order = document.edges.order
        var edges = bundles[place].edges.filter { Int(membership[$0]) == place }
        edges += bundles[place].new.lazy.filter { Int(membership[$0]) == place }
        bundles[place].new = []
        if !zip(edges, edges.dropFirst()).allSatisfy({ order.key($0) < order.key($1) }) {
            edges.sort { order.key($0) < order.key($1) }
            // An edge that went and came again is listed twice.
            var last: Edge.Slot?
            edges.removeAll { edge in
                defer { last = edge }
                return edge == last
            }
        }
        if bundles[place].isReplaced || edges != bundles[place].edges {
            versions += 1
            bundles[place].version = versions
        }
        bundles[place].edges = edges
        bundles[place].first = edges.first
        (bundles[place].isLoose, bundles[place].isReplaced) = (false, false)
    }

    private mutating func add(_ ends: Ends) -> Int {
        let place = free.popLast() ?? bundles.count
        if place == bundles.count { bundles.append(Bundle(ends: ends)) } else { bundles[place] = Bundle(ends: ends) }
        places[ends] = place
        placesAt[ends.source, default: []].insert(place)
        placesAt[ends.target, default: []].insert(place)
        return place
    }

    private mutating func drop(_ place: Int) {
        let ends = bundles[place].ends
        places[ends] = nil
        for node in [ends.source, ends.target] {
            placesAt[node]?.remove(place)
            if placesAt[node]?.isEmpty == true { placesAt[node] = nil }
        }
        free.append(place)
    }

    private mutating func loosen(_ place: Int) {
        bundles[place].isLoose = true
        mark(place)
    }

    private mutating func mark(_ place: Int) {
        if bundles[place].isStale { return }
        bundles[place].isStale = true
        stale.append(place)
    }
}

extension Document {
    /// The handle at which an edge begins. An omitted one is the handle that it represents, unless the edge is drawn
    /// from the center of its node.
    fileprivate func startingHandle(_ ends: EdgeEnds) -> Symbol? {
        if ends.sourceHandle != nil || settings.edgeGeometry == .swiftFlow { return ends.sourceHandle }
        return handleSite(of: ends.source, symbol: nil, kind: .source)?.symbol
    }
}
