import Storage

/// The findings of a new check of marked elements.
struct MarkedDiagnostics {
    private var nodes: [(slot: Node.Slot, found: [Diagnostic])] = []
    private var edges: [(slot: Edge.Slot, found: [Diagnostic])] = []
    private var overlaps: [(pair: DiagnosticParts.Pair, found: [Diagnostic])] = []
    /// The diagnostics of the content and of the graph, if these are checked again, too.
    var whole: (content: [Diagnostic], graph: [Diagnostic])?

    /// All that was found.
    var all: [Diagnostic] {
        (whole?.content ?? []) + nodes.flatMap(\.found) + overlaps.flatMap(\.found) + edges.flatMap(\.found)
            + (whole?.graph ?? [])
    }

    /// All findings, in the order of a walk through all diagnostics; those of an element are counted.
    func inOrder(_ document: Document) -> [(place: DiagnosticWalk.Place, diagnostic: Diagnostic)] {
        var list: [(DiagnosticWalk.Place, Diagnostic)] = []
        for (index, diagnostic) in (whole?.content ?? []).enumerated() { list.append((.content(index), diagnostic)) }
        let own = Dictionary(uniqueKeysWithValues: nodes.map { ($0.slot, $0.found) })
        let later = Dictionary(grouping: overlaps) { document.nodesInOrder([$0.pair.low, $0.pair.high])[1] }
        for slot in document.nodesInOrder(Array(Set(own.keys).union(later.keys)).sorted()) {
            let before = (later[slot] ?? []).map { ($0.pair.other(than: slot), $0.found) }
                .sorted { document.nodes.order.key($0.0) < document.nodes.order.key($1.0) }
            for (index, diagnostic) in ((own[slot] ?? []) + before.flatMap(\.1)).enumerated() {
                list.append((.node(slot, index), diagnostic))
            }
        }
        for (slot, found) in edges {
            for (index, diagnostic) in found.enumerated() { list.append((.edge(slot, index), diagnostic)) }
        }
        for (index, diagnostic) in (whole?.graph ?? []).enumerated() { list.append((.graph(index), diagnostic)) }
        return list
    }

    /// Checks the marked elements.
    ///
    /// - Parameters:
    ///   - reported: the diagnostics reported before, for the overlaps there were.
    ///   - nearby: the nodes whose frames may touch that of a node.
    /// - Returns: false if it was given up because more is found than the limit.
    mutating func collect(
        _ marks: DiagnosticMarks, _ document: Document, _ reported: DiagnosticParts, limit: Int,
        _ nearby: (Node.Slot) -> [Node.Slot]
    ) -> Bool {
        var count = 0
        var checks = DataChecks()
        for slot in document.liveFirst(marks.nodes) where count <= limit {
            let found = document.nodes.isAlive(slot) ? document.diagnostics(of: slot, &checks) : []
            nodes.append((slot, found))
            count += found.count
        }
        if checks.isUnfinished { return false }
        // Around many edges of the document, the others are counted more cheaply all at once.
        var census = marks.edges.count > document.edges.count / 8 ? EdgeCensus(document) : EdgeCensus()
        for slot in document.liveFirst(marks.edges) where count <= limit {
            let found = document.edges.isAlive(slot) ? document.diagnostics(of: slot, &census) : []
            edges.append((slot, found))
            count += found.count
        }
        return count <= limit && collectOverlaps(marks, document, reported, limit - count, nearby)
    }

    private mutating func collectOverlaps(
        _ marks: DiagnosticMarks, _ document: Document, _ reported: DiagnosticParts, _ space: Int,
        _ nearby: (Node.Slot) -> [Node.Slot]
    ) -> Bool {
        var seen: Set<DiagnosticParts.Pair> = []
        for slot in document.liveFirst(marks.places) {
            if document.nodes.isAlive(slot), document.takesSpace(slot), document.hasSiblings(slot) {
                let others = nearby(slot).filter { document.overlap(slot, $0) && document.takesSpace($0) }
                for other in document.nodesInOrder(others) {
                    let pair = DiagnosticParts.Pair(slot, other)
                    if !seen.insert(pair).inserted { continue }
                    if seen.count > space { return false }
                    let order = document.nodesInOrder([slot, other])
                    overlaps.append((pair, document.overlapDiagnostics(order[0], order[1])))
                }
            }
        }
        for slot in marks.places.sorted() {
            for pair in reported.pairs(of: slot) where seen.insert(pair).inserted { overlaps.append((pair, [])) }
        }
        return true
    }

    /// Returns how many more there will be than were reported before.
    func growth(of parts: DiagnosticParts) -> Int {
        var growth = 0
        for (slot, found) in nodes { growth += found.count - (parts.nodes[slot]?.count ?? 0) }
        for (slot, found) in edges { growth += found.count - (parts.edges[slot]?.count ?? 0) }
        for (pair, found) in overlaps { growth += found.count - (parts.overlaps[pair] == nil ? 0 : 1) }
        if let whole {
            growth += whole.content.count + whole.graph.count - parts.content.count - parts.graph.count
        }
        return growth
    }

    /// Replaces the reported diagnostics by the findings, and returns the former.
    func replace(in parts: inout DiagnosticParts) -> [Diagnostic] {
        var former: [Diagnostic] = []
        for (slot, found) in nodes {
            former += parts.nodes[slot] ?? []
            parts.put(found, of: slot)
        }
        for (pair, found) in overlaps {
            if let known = parts.overlaps[pair] { former.append(known) }
            parts.put(found, of: pair)
        }
        for (slot, found) in edges {
            former += parts.edges[slot] ?? []
            parts.put(found, of: slot)
        }
        if let whole {
            former += parts.content + parts.graph
            (parts.content, parts.graph) = whole
        }
        return former
    }
}

extension Document {
    /// The nodes of a set: existing ones in document order, then the others.
    fileprivate func liveFirst(_ set: Set<Node.Slot>) -> [Node.Slot] {
        nodesInOrder(set.filter { nodes.isAlive($0) }.sorted()) + set.filter { !nodes.isAlive($0) }.sorted()
    }

    /// The edges of a set: existing ones in document order, then the others.
    fileprivate func liveFirst(_ set: Set<Edge.Slot>) -> [Edge.Slot] {
        edgesInOrder(set.filter { edges.isAlive($0) }.sorted()) + set.filter { !edges.isAlive($0) }.sorted()
    }
}

extension DiagnosticParts {
    /// Returns true if marks concern reports of the content or of the graph as a whole.
    ///
    /// - Complexity: O(the marked nodes), and O(the reported diagnostics of the whole).
    func isStale(_ marks: DiagnosticMarks, _ document: Document) -> Bool {
        let changed = marks.graph
        if changed.isEmpty { return false }
        if !changed.isDisjoint(with: [.settings, .styles, .constraints]) { return true }
        if !content.isEmpty && !changed.isDisjoint(with: [.locks, .nodes, .edges, .order]) { return true }
        // What was reported of the graph names elements in their order, and whether edges are locked.
        if !graph.isEmpty && !changed.isDisjoint(with: [.locks, .order, .edges, .nodes]) { return true }
        if !document.settings.allowCycles && document.topology == nil && changed.contains(.edges) { return true }
        if document.hasDialogRoles && !changed.isDisjoint(with: [.nodes, .edges, .order]) { return true }
        return (changed.contains(.nodes) && document.hasUnknownNames(marks.nodes)) || document.hasValueCycles
    }
}
