import Graph
import Storage

/// The lane of an edge among those that would be drawn by the same path: how far beside that path it lies.
public struct EdgeLane: Hashable, Sendable {
    /// Half steps of `edgeSpread` to the right of the way from source to target; of a loop, the number of loops between it
    /// and its node.
    let steps: Int32

    /// The lane of an edge that is drawn alone.
    public static let single = EdgeLane(steps: 0)
}

/// The lanes of a document's edges.
///
/// Edges are parallel if they join the same nodes and the same two handles, whichever is the source; all loops of a node are
/// parallel.
/// Parallel edges lie side by side in the order of their ids, seen along the way from the node with the lesser id to the other.
/// So the lanes follow from the document alone.
/// An edge with waypoints goes where these say, and has no lane.
///
/// Changes only mark groups of parallel edges; `update` brings them in order.
struct EdgeLanes: Sendable {
    /// The nodes between which parallel edges are drawn, and the places of their handles in the nodes' lists.
    fileprivate struct Ends: Hashable, Sendable {
        var first: Node.Slot
        var second: Node.Slot
        var firstPlace: Int32
        var secondPlace: Int32

        var isLoop: Bool { first == second }
    }

    private struct Group: Sendable {
        let ends: Ends
        /// The edges in the order of their ids, as of the last update.
        var edges: [Edge.Slot] = []
        /// The edges that came since.
        var new: [Edge.Slot] = []
        /// Is true if it is among those that changed.
        var isStale = false
    }

    private var groups: [Group] = []
    private var free: [Int] = []
    private var places: [Ends: Int] = [:]
    /// The group of an edge; −1 for an edge in none.
    private var membership = PagedArray<Int32>(default: -1)
    private var steps = PagedArray<Int32>(default: 0)
    private var stale: [Int] = []

    /// Is true if no edge is in a group. O(1).
    var isEmpty: Bool { places.isEmpty && stale.isEmpty }

    /// Is true if nothing has changed since the last update. O(1).
    var isCurrent: Bool { stale.isEmpty }

    /// The lane of an edge, as of the last update. O(1).
    @inline(__always) subscript(edge: Edge.Slot) -> EdgeLane { EdgeLane(steps: steps[edge]) }

    /// The lane that an edge would have outside of those that are drawn between two ends; its own if it is one of these.
    ///
    /// - Parameter edge: the edge; nil is a new one.
    func lane(of edge: Edge.Slot?, from source: DraftedEnd, to target: DraftedEnd, _ document: Document) -> EdgeLane {
        guard let from = source.node, let to = target.node else { return .single }
        let ends = Ends(
            source: from, target: to, Int32(source.place ?? EdgeLanes.center), Int32(target.place ?? EdgeLanes.center))
        guard let place = places[ends] else { return .single }
        if let edge, Int(membership[edge]) == place { return self[edge] }
        let count = Int32(groups[place].edges.count)
        if count == 0 || ends.isLoop { return EdgeLane(steps: count) }
        return EdgeLane(steps: document.isBefore(from, to) ? count + 1 : -(count + 1))
    }

    // MARK: Changing

    /// Takes an edge as the document has it.
    ///
    /// - Parameter isDrawn: whether it is shown; of a bundle, whether it represents it.
    mutating func set(_ edge: Edge.Slot, isDrawn: Bool, _ document: Document) {
        let ends = isDrawn ? Ends(edge, document) : nil
        let known = Int(membership[edge])
        if known >= 0 {
            if groups[known].ends == ends { return mark(known) }
            membership[edge] = -1
            steps[edge] = 0
            mark(known)
        }
        guard let ends else { return }
        let place = places[ends] ?? add(ends)
        membership[edge] = Int32(place)
        groups[place].new.append(edge)
        mark(place)
    }

    /// Brings the groups in order; returns the edges that have other lanes than before.
    ///
    /// - Complexity: O(*n*) in the edges of the groups that changed, O(*n* log *n*) where these were not in order.
    mutating func update(_ document: Document) -> [Edge.Slot] {
        var changed: [Edge.Slot] = []
        for place in stale {
            sort(place, document)
            groups[place].isStale = false
            assign(place, document, &changed)
            if groups[place].edges.isEmpty {
                places[groups[place].ends] = nil
                free.append(place)
            }
        }
        stale = []
        return changed
    }

    private mutating func sort(_ place: Int, _ document: Document) {
        var edges = groups[place].edges.filter { Int(membership[$0]) == place }
        edges += groups[place].new.lazy.filter { Int(membership[$0]) == place }
        groups[place].new = []
        if !zip(edges, edges.dropFirst()).allSatisfy({ document.isBefore($0, $1) }) {
            edges.sort { document.isBefore($0, $1) }
            // An edge that went and came again is listed twice.
            var last: Edge.Slot?
            edges.removeAll { edge in
                defer { last = edge }
                return edge == last
            }
        }
        groups[place].edges = edges
    }

    private mutating func assign(_ place: Int, _ document: Document, _ changed: inout [Edge.Slot]) {
        let isLoop = groups[place].ends.isLoop
        let count = Int32(groups[place].edges.count)
        for (rank, edge) in groups[place].edges.enumerated() {
            var step = Int32(rank)
            if !isLoop {
                let ends = document.drawnEnds(ofEdge: edge)
                step = 2 * step - (count - 1)
                if !document.isBefore(ends.source, ends.target) { step = -step }
            }
            if steps[edge] == step { continue }
            steps[edge] = step
            changed.append(edge)
        }
    }

    private mutating func add(_ ends: Ends) -> Int {
        let place = free.popLast() ?? groups.count
        if place == groups.count { groups.append(Group(ends: ends)) } else { groups[place] = Group(ends: ends) }
        places[ends] = place
        return place
    }

    private mutating func mark(_ place: Int) {
        if groups[place].isStale { return }
        groups[place].isStale = true
        stale.append(place)
    }

    /// The place of an end in the center of its node.
    fileprivate static let center = -1
    /// The place of an end on what conceals its node.
    fileprivate static let border = -2
}

extension EdgeLanes.Ends {
    init(source: Node.Slot, target: Node.Slot, _ sourcePlace: Int32, _ targetPlace: Int32) {
        let isForward = source.index <= target.index
        (first, second) = isForward ? (source, target) : (target, source)
        (firstPlace, secondPlace) = isForward ? (sourcePlace, targetPlace) : (targetPlace, sourcePlace)
        if source == target { (firstPlace, secondPlace) = (0, 0) }
    }

    /// The ends between which an edge is drawn; nil if it has waypoints, or lacks a handle.
    init?(_ edge: Edge.Slot, _ document: Document) {
        let (ends, drawn) = (document.edges.ends(edge), document.drawnEnds(ofEdge: edge))
        if drawn == ends && document.edges.flags(edge).contains(.bent) { return nil }
        func place(_ node: Node.Slot, _ drawn: Node.Slot, _ symbol: Symbol?, _ kind: Handle.Kind) -> Int? {
            if drawn != node { return EdgeLanes.border }
            if symbol == nil && document.settings.edgeGeometry == .swiftFlow { return EdgeLanes.center }
            return document.handlePlace(list: document.handleList(node), symbol: symbol, kind: kind)
        }
        guard let source = place(ends.source, drawn.source, ends.sourceHandle, .source),
            let target = place(ends.target, drawn.target, ends.targetHandle, .target)
        else { return nil }
        self.init(source: drawn.source, target: drawn.target, Int32(source), Int32(target))
    }
}

extension Document {
    /// Returns true if the id of an edge comes before another's, by its bytes.
    func isBefore(_ a: Edge.Slot, _ b: Edge.Slot) -> Bool {
        withEdgeID(a) { first in withEdgeID(b) { first.lexicographicallyPrecedes($0) } }
    }

    /// Returns true if the id of a node comes before another's, by its bytes.
    fileprivate func isBefore(_ a: Node.Slot, _ b: Node.Slot) -> Bool {
        withNodeID(a) { first in withNodeID(b) { first.lexicographicallyPrecedes($0) } }
    }
}
