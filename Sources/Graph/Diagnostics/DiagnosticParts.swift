import Storage

/// The diagnostics of a document by their subjects, so that some of them can be replaced.
///
/// If there are too many, or not everything could be checked, they are a plain list of the first ones.
struct DiagnosticParts: Sendable {
    /// A pair of nodes that overlap.
    struct Pair: Hashable, Sendable {
        let low: Node.Slot
        let high: Node.Slot

        init(_ a: Node.Slot, _ b: Node.Slot) { (low, high) = (min(a, b), max(a, b)) }

        func other(than slot: Node.Slot) -> Node.Slot { slot == low ? high : low }
    }

    var content: [Diagnostic] = []
    private(set) var nodes: [Node.Slot: [Diagnostic]] = [:]
    private(set) var overlaps: [Pair: Diagnostic] = [:]
    private(set) var edges: [Edge.Slot: [Diagnostic]] = [:]
    var graph: [Diagnostic] = []
    /// All diagnostics in order, if the parts are not kept.
    private(set) var list: [Diagnostic]?
    /// The number that belong to nodes and edges.
    private var localCount = 0
    /// The nodes with which each node overlaps.
    private var partners: [Node.Slot: Set<Node.Slot>] = [:]

    /// Makes the diagnostics of a document without elements.
    init() {}

    /// Makes the diagnostics of the content and of the whole graph, without those of elements.
    init(_ content: [Diagnostic], _ graph: [Diagnostic]) { (self.content, self.graph) = (content, graph) }

    /// Makes the diagnostics of a whole document, up to a number.
    ///
    /// - Complexity: as `DiagnosticWalk.visit`.
    init(_ document: Document, limit: Int) {
        var parts = DiagnosticParts()
        var all: [Diagnostic] = []
        var isCut = false
        var walk = DiagnosticWalk(document)
        walk.visit { place, diagnostic in
            isCut = all.count == limit
            if isCut { return false }
            all.append(diagnostic)
            switch place {
            case .content: parts.content.append(diagnostic)
            case .overlap(let slot, let other, _): parts.put([diagnostic], of: Pair(slot, other))
            case .node(let slot, _): parts.put((parts.nodes[slot] ?? []) + [diagnostic], of: slot)
            case .edge(let slot, _): parts.put((parts.edges[slot] ?? []) + [diagnostic], of: slot)
            case .graph: parts.graph.append(diagnostic)
            }
            return true
        }
        if !isCut && !walk.isUnfinished {
            self = parts
            return
        }
        list = isCut ? all + [DiagnosticParts.notice(limit)] : all
    }

    /// Returns the notice that there are more than are listed.
    private static func notice(_ limit: Int) -> Diagnostic {
        Diagnostic(
            .information, "notChecked", of: ["limit"],
            message: "there are more than \(limit) diagnostics: these are the first ones")
    }

    /// The number of diagnostics.
    var count: Int { list?.count ?? content.count + localCount + graph.count }

    /// All diagnostics; those of nodes and edges in the order of their slots.
    var all: [Diagnostic] {
        if let list { return list }
        let pairs = overlaps.keys.sorted { ($0.low, $0.high) < ($1.low, $1.high) }
        return content + nodes.keys.sorted().flatMap { nodes[$0] ?? [] } + pairs.compactMap { overlaps[$0] }
            + edges.keys.sorted().flatMap { edges[$0] ?? [] } + graph
    }

    /// The overlaps of a node.
    func pairs(of slot: Node.Slot) -> [Pair] { (partners[slot] ?? []).sorted().map { Pair(slot, $0) } }

    // MARK: Putting in place

    mutating func put(_ found: [Diagnostic], of slot: Node.Slot) {
        localCount += found.count - (nodes[slot]?.count ?? 0)
        nodes[slot] = found.isEmpty ? nil : found
    }

    mutating func put(_ found: [Diagnostic], of slot: Edge.Slot) {
        localCount += found.count - (edges[slot]?.count ?? 0)
        edges[slot] = found.isEmpty ? nil : found
    }

    mutating func put(_ found: [Diagnostic], of pair: Pair) {
        localCount += found.count - (overlaps[pair] == nil ? 0 : 1)
        overlaps[pair] = found.first
        for slot in [pair.low, pair.high] {
            if found.isEmpty {
                partners[slot]?.remove(pair.other(than: slot))
                if partners[slot]?.isEmpty == true { partners[slot] = nil }
            } else {
                partners[slot, default: []].insert(pair.other(than: slot))
            }
        }
    }
}

/// The changes of the diagnostics of a document.
public struct DiagnosticChanges: Sendable {
    /// The diagnostics that came, or changed.
    public var set: [Diagnostic] = []
    /// The keys of the removed diagnostics.
    public var unset: [String] = []

    /// No change.
    public init() {}

    /// The difference between the reported and the present diagnostics.
    init(from former: [Diagnostic], to found: [Diagnostic]) {
        var left = Dictionary(former.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        set = found.filter { left.removeValue(forKey: $0.key) != $0 }
        unset = former.map(\.key).filter { left[$0] != nil }
    }

    /// Is true if nothing changed.
    public var isEmpty: Bool { self.set.isEmpty && unset.isEmpty }
}
