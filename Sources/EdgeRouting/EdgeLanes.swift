import Graph
import Storage

/// The lane of an edge among edges with the same path: its distance beside that path.
public struct EdgeLane: Hashable, Sendable {
    /// The number of half steps of `edgeSpread` to the right, seen from source to target. For a loop, the number of
    /// loops between it and its node.
    let steps: Int32

    /// The lane of a single edge.
    public static let single = EdgeLane(steps: 0)
}

/// The lanes of a document's edges.
///
/// Edges are parallel if they join the same nodes at the same two handles, in either direction; all loops of a node are
/// parallel. Parallel edges lie side by side in the order of their ids, seen from the node with the lesser id to the
/// other. So the lanes follow from the document only. An edge with waypoints follows them and has no lane.
///
/// Most edges have no parallel edge, so an entry is small: a link in a chain of edges whose ends have nearly the same
/// hash (D. E. Knuth, "The Art of Computer Programming" 3, 6.4). Changes only record hashes with several edges;
/// `update` then sorts these edges.
struct EdgeLanes: Sendable {
    /// The nodes between which parallel edges are drawn, and the indices of their handles in the nodes' lists.
    fileprivate struct Ends: Hashable, Sendable {
        var first: Node.Slot
        var second: Node.Slot
        var firstPlace: Int32
        var secondPlace: Int32

        var isLoop: Bool { first == second }

        /// The hash, never 0. Its factors are random, so that no document can be made with long chains.
        var hash: UInt32 {
            let (nodes, places) = (pair(Int32(first.index), Int32(second.index)), pair(firstPlace, secondPlace))
            let sum = nodes &* Ends.factors.nodes &+ places &* Ends.factors.places
            return max(1, UInt32(truncatingIfNeeded: sum >> 32))
        }

        private func pair(_ a: Int32, _ b: Int32) -> UInt64 {
            UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b))
        }

        private static let factors = (
            nodes: UInt64.random(in: 0 ... .max) | 1, places: UInt64.random(in: 0 ... .max) | 1
        )
    }

    /// An edge in its chain.
    private struct Entry: Equatable, Sendable {
        /// The hash of its ends; 0 for an edge without a lane.
        var hash: UInt32 = 0
        var steps: Int32 = 0
        /// The neighbours in its chain.
        var next = EdgeLanes.none
        var previous = EdgeLanes.none
    }

    private static let none: Int32 = -1

    private var entries = PagedArray(default: Entry())
    private var count = 0
    /// The first edge of each chain. The number of chains is a power of two, and at least the number of edges.
    private var heads = PagedArray<Int32>(default: none)
    private var mask = 63
    /// The hashes of edges that may be parallel and that changed since the last update.
    private var stale: Set<UInt32> = []

    /// Is true if no edge has a lane. O(1).
    var isEmpty: Bool { count == 0 }

    /// Is true if nothing has changed since the last update. O(1).
    var isCurrent: Bool { stale.isEmpty }

    /// The lane of an edge since the last update. O(1).
    @inline(__always) subscript(edge: Edge.Slot) -> EdgeLane { EdgeLane(steps: entries[edge].steps) }

    /// The lane that an edge would have beside all edges between two ends; its own lane if it is one of these.
    ///
    /// - Parameter edge: the edge; nil for a new one.
    /// - Complexity: O(*n*) for *n* edges between the two ends.
    func lane(of edge: Edge.Slot?, from source: DraftedEnd, to target: DraftedEnd, _ document: Document) -> EdgeLane {
        guard let from = source.node, let to = target.node else { return .single }
        let ends = Ends(
            source: from, target: to, Int32(source.place ?? EdgeLanes.center), Int32(target.place ?? EdgeLanes.center))
        let parallel = edges(ends.hash).filter { Ends($0, document) == ends }
        if let edge, parallel.contains(edge) { return self[edge] }
        let count = Int32(parallel.count)
        if count == 0 || ends.isLoop { return EdgeLane(steps: count) }
        return EdgeLane(steps: document.isBefore(from, to) ? count + 1 : -(count + 1))
    }

    // MARK: Changing

    /// Makes chains for a number of edges; only before the first edge.
    mutating func reserve(_ edges: Int) { while mask + 1 < edges { mask = 2 * mask + 1 } }

    /// Sets an edge to its state in the document.
    ///
    /// - Parameter isDrawn: true if it is visible and, in a bundle, represents the bundle.
    mutating func set(_ edge: Edge.Slot, isDrawn: Bool, _ document: borrowing Document) {
        let hash = isDrawn ? Ends(edge, document)?.hash ?? 0 : 0
        let known = entries[edge].hash
        if hash != known && known != 0 { unlink(edge) }
        if known != 0 { note(known, besides: edge) }
        if hash == known || hash == 0 { return }
        note(hash, besides: edge)
        count += 1
        if count > mask + 1 { lengthen() }
        pushFront(edge.index, hash)
    }

    /// Records that an edge with a hash appeared, disappeared or changed, if other edges have the hash.
    private mutating func note(_ hash: UInt32, besides edge: Edge.Slot) {
        var next = heads[Int(hash) & mask]
        while next != EdgeLanes.none {
            let entry = entries[Int(next)]
            if entry.hash == hash && Int(next) != edge.index {
                stale.insert(hash)
                return
            }
            next = entry.next
        }
    }

    private mutating func pushFront(_ index: Int, _ hash: UInt32, steps: Int32 = 0) {
        let chain = Int(hash) & mask
        let head = heads[chain]
        entries[index] = Entry(hash: hash, steps: steps, next: head)
        if head != EdgeLanes.none { entries[Int(head)].previous = Int32(index) }
        heads[chain] = Int32(index)
    }

    private mutating func unlink(_ edge: Edge.Slot) {
        count -= 1
        let entry = entries[edge]
        if entry.next != EdgeLanes.none { entries[Int(entry.next)].previous = entry.previous }
        if entry.previous == EdgeLanes.none {
            heads[Int(entry.hash) & mask] = entry.next
        } else {
            entries[Int(entry.previous)].next = entry.next
        }
        entries[edge] = Entry()
    }

    /// Doubles the number of chains.
    private mutating func lengthen() {
        let (former, last) = (heads, mask)
        heads.removeAll()
        mask = 2 * mask + 1
        for chain in 0...last {
            var next = former[chain]
            while next != EdgeLanes.none {
                let entry = entries[Int(next)]
                pushFront(Int(next), entry.hash, steps: entry.steps)
                next = entry.next
            }
        }
    }

    /// The edges with a hash.
    private func edges(_ hash: UInt32) -> [Edge.Slot] {
        var found: [Edge.Slot] = []
        var next = heads[Int(hash) & mask]
        while next != EdgeLanes.none {
            let entry = entries[Int(next)]
            if entry.hash == hash { found.append(Edge.Slot(index: Int(next))) }
            next = entry.next
        }
        return found
    }

    /// Sorts parallel edges; returns the edges with changed lanes, in the order of their slots.
    ///
    /// - Complexity: O(*n* log *n*) for *n* edges that are parallel to a changed one.
    mutating func update(_ document: Document) -> [Edge.Slot] {
        var changed: [Edge.Slot] = []
        for hash in stale {
            let pairs = edges(hash).compactMap { edge in Ends(edge, document).map { (ends: $0, edge: edge) } }
            for (ends, parallel) in Dictionary(grouping: pairs, by: { $0.ends }) {
                assign(parallel.map(\.edge).sorted { document.isBefore($0, $1) }, ends, document, &changed)
            }
        }
        stale = []
        return changed.sorted { $0.index < $1.index }
    }

    private mutating func assign(
        _ parallel: [Edge.Slot], _ ends: Ends, _ document: Document, _ changed: inout [Edge.Slot]
    ) {
        let count = Int32(parallel.count)
        for (rank, edge) in parallel.enumerated() {
            var step = Int32(rank)
            if !ends.isLoop {
                let ends = document.drawnEnds(ofEdge: edge)
                step = 2 * step - (count - 1)
                if !document.isBefore(ends.source, ends.target) { step = -step }
            }
            if entries[edge].steps == step { continue }
            entries[edge].steps = step
            changed.append(edge)
        }
    }

    /// The index of an end in the center of its node.
    fileprivate static let center = -1
    /// The index of an end at the container that conceals its node.
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
    @inline(__always)
    init?(_ edge: Edge.Slot, _ document: borrowing Document) {
        let (ends, drawn) = (document.edges.ends(edge), document.drawnEnds(ofEdge: edge))
        if drawn == ends && document.edges.flags(edge).contains(.bent) { return nil }
        guard let source = Self.place(ends.source, drawn.source, ends.sourceHandle, .source, document),
            let target = Self.place(ends.target, drawn.target, ends.targetHandle, .target, document)
        else { return nil }
        self.init(source: drawn.source, target: drawn.target, Int32(source), Int32(target))
    }

    @inline(__always)
    private static func place(
        _ node: Node.Slot, _ drawn: Node.Slot, _ symbol: Symbol?, _ kind: Handle.Kind, _ document: borrowing Document
    ) -> Int? {
        if drawn != node { return EdgeLanes.border }
        if symbol == nil && document.settings.edgeGeometry == .swiftFlow { return EdgeLanes.center }
        return document.handlePlace(list: document.handleList(node), symbol: symbol, kind: kind)
    }
}

extension Document {
    /// Returns true if the id of an edge comes before that of another one, by its bytes.
    func isBefore(_ a: Edge.Slot, _ b: Edge.Slot) -> Bool {
        withEdgeID(a) { first in withEdgeID(b) { first.lexicographicallyPrecedes($0) } }
    }

    /// Returns true if the id of a node comes before that of another one, by its bytes.
    fileprivate func isBefore(_ a: Node.Slot, _ b: Node.Slot) -> Bool {
        withNodeID(a) { first in withNodeID(b) { first.lexicographicallyPrecedes($0) } }
    }
}
