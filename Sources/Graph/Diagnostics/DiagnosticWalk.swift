import Storage

/// A way through all diagnostics of a document, in the order of its content: settings and types, nodes, edges, the graph as
/// a whole.
public struct DiagnosticWalk {
    /// The element that a diagnostic belongs to, and the number of its diagnostics that came before.
    public enum Place: Sendable, Equatable {
        /// The settings and types.
        case content(Int)
        /// A node.
        case node(Node.Slot, Int)
        /// A node and an earlier one that it overlaps; they come after the node's other diagnostics, and are counted
        /// with them.
        case overlap(Node.Slot, with: Node.Slot, Int)
        /// An edge.
        case edge(Edge.Slot, Int)
        /// The graph as a whole.
        case graph(Int)
    }

    private let document: Document
    private let start: Place
    private var overlaps: OverlapSearch?
    private var checks = DataChecks()
    private var census: EdgeCensus?
    /// Is true if a check was skipped because it takes too long.
    private(set) var isUnfinished = false
    private var hasGivenUp = false

    /// - Parameter last: the position at which an earlier walk ended; this one begins after it.
    public init(_ document: Document, after last: Place? = nil) {
        self.document = document
        start = last ?? .content(-1)
    }

    /// Calls `body` with every diagnostic, until it returns false.
    ///
    /// - Complexity: O(nodes + edges), however many edges end on one node, and the pairs of nodes that overlap.
    public mutating func visit(_ body: (Place, Diagnostic) -> Bool) {
        if rank(start) == 0 {
            for (index, diagnostic) in document.contentDiagnostics().enumerated() {
                if isBehindStart(.content(index)), !body(.content(index), diagnostic) { return }
            }
        }
        if rank(start) <= 1, !visitNodes(body) { return }
        if rank(start) <= 2, !visitEdges(body) { return }
        for (index, diagnostic) in document.graphDiagnostics().enumerated() {
            if isBehindStart(.graph(index)), !body(.graph(index), diagnostic) { return }
        }
    }

    private mutating func visitNodes(_ body: (Place, Diagnostic) -> Bool) -> Bool {
        var next = document.nodes.order.first
        switch start {
        case .node(let slot, _), .overlap(let slot, _, _): next = slot
        default: break
        }
        while let slot = next {
            var found = document.diagnostics(of: slot, &checks)
            isUnfinished = isUnfinished || checks.isUnfinished
            let others = overlapped(by: slot, &found)
            for (index, diagnostic) in found.enumerated() {
                if isBehindStart(.node(slot, index)), !body(.node(slot, index), diagnostic) { return false }
            }
            for (index, other) in others.enumerated() {
                let place = Place.overlap(slot, with: other, found.count + index)
                if !isBehindStart(place) { continue }
                for overlap in document.overlapDiagnostics(other, slot) where !body(place, overlap) { return false }
            }
            next = document.nodes.order.next(slot)
        }
        return true
    }

    /// The earlier nodes that a node overlaps; a single diagnostic reports when overlaps are no longer searched.
    private mutating func overlapped(by slot: Node.Slot, _ found: inout [Diagnostic]) -> [Node.Slot] {
        var search = overlaps.take() ?? OverlapSearch(document)
        defer { overlaps = search }
        if let others = search.overlapped(by: slot, document) { return others }
        if hasGivenUp { return [] }
        (hasGivenUp, isUnfinished) = (true, true)
        let id = document.nodeID(slot)
        found.append(
            Diagnostic(
                .information, "notChecked", of: ["overlap"], nodes: [id],
                message: "whether \"\(id)\" and nodes after it overlap others is not checked: too many lie in one place"
            ))
        return []
    }

    private mutating func visitEdges(_ body: (Place, Diagnostic) -> Bool) -> Bool {
        var next = document.edges.order.first
        if case .edge(let slot, _) = start { next = slot }
        while let slot = next {
            var census = self.census.take() ?? EdgeCensus(document)
            let found = document.diagnostics(of: slot, &census)
            self.census = census
            for (index, diagnostic) in found.enumerated() {
                if isBehindStart(.edge(slot, index)), !body(.edge(slot, index), diagnostic) { return false }
            }
            next = document.edges.order.next(slot)
        }
        return true
    }

    private func rank(_ place: Place) -> Int {
        switch place {
        case .content: 0
        case .node, .overlap: 1
        case .edge: 2
        case .graph: 3
        }
    }

    /// Elements before the start are not visited, so only positions of one element are compared.
    private func isBehindStart(_ place: Place) -> Bool {
        switch (start, place) {
        case (.node(let slot, let last), .overlap(let other, _, let index)),
            (.overlap(let slot, _, let last), .node(let other, let index)),
            (.overlap(let slot, _, let last), .overlap(let other, _, let index)):
            slot != other || index > last
        case (.content(let last), .content(let index)), (.graph(let last), .graph(let index)): index > last
        case (.node(let slot, let last), .node(let other, let index)): slot != other || index > last
        case (.edge(let slot, let last), .edge(let other, let index)): slot != other || index > last
        default: true
        }
    }
}

extension Document {
    /// Everything in the document that breaks its rules, in the order of the elements: edges from opening, import or
    /// undo, rules that were tightened later, invalid members.
    ///
    /// - Complexity: as `DiagnosticWalk.visit`.
    public func diagnostics() -> [Diagnostic] {
        var found: [Diagnostic] = []
        var walk = DiagnosticWalk(self)
        walk.visit { _, diagnostic in
            found.append(diagnostic)
            return true
        }
        return found
    }

    /// The edges that errors name.
    ///
    /// - Complexity: as `DiagnosticWalk.visit`.
    public func edgesWithErrors() -> Set<Edge.ID> {
        var found: Set<Edge.ID> = []
        var walk = DiagnosticWalk(self)
        walk.visit { _, diagnostic in
            if diagnostic.severity == .error { found.formUnion(diagnostic.edges) }
            return true
        }
        return found
    }
}

extension Document {
    /// Diagnostics with the severities from the settings, or from the types of the nodes; those that are off are left
    /// out.
    func graded(_ found: [Diagnostic]) -> [Diagnostic] {
        if found.isEmpty || settings.diagnostics.isEmpty && !hasGradingTypes { return found }
        return found.compactMap { diagnostic in
            let slot = diagnostic.nodes.first.flatMap { self.node($0) }
            let ofType = slot.flatMap { type(of: $0) }?.diagnostics[diagnostic.code]
            guard let grade = ofType ?? settings.diagnostics[diagnostic.code] else { return diagnostic }
            return grade.severity.map { diagnostic.graded($0) }
        }
    }

    /// Is true if a type gives a severity to a code.
    var hasGradingTypes: Bool { types.values.contains { !$0.diagnostics.isEmpty } }

    /// Returns true if the settings, or the type of a node, give a severity to a code that is off by default.
    func asks(for code: String, of slot: Node.Slot) -> Bool {
        let ofType = types.isEmpty ? nil : type(of: slot)?.diagnostics
        if settings.diagnostics.isEmpty && ofType?.isEmpty != false { return false }
        let grade = ofType?[code] ?? settings.diagnostics[code]
        return grade != nil && grade != .off
    }
}
