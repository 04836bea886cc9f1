import Storage

/// Marks of the diagnostics of a document that may have changed, as the deltas since then show.
struct DiagnosticMarks: Sendable {
    /// Nodes that must be checked again, except for overlaps.
    private(set) var nodes: Set<Node.Slot> = []
    /// The nodes whose overlaps may have changed.
    private(set) var places: Set<Node.Slot> = []
    private(set) var edges: Set<Edge.Slot> = []
    /// The marks of the settings, the types and the graph as a whole.
    private(set) var graph: Graph = []
    /// Is true if rules or types changed, so that everything is checked again.
    private(set) var isWhole = false

    /// The causes of the diagnostics of the whole graph.
    struct Graph: OptionSet, Sendable {
        let rawValue: Int
        /// Invalid settings. Conflicts of merges, or elements if there are conflicts.
        static let settings = Graph(rawValue: 1)
        /// Edges came, went, or lead elsewhere.
        static let edges = Graph(rawValue: 2)
        /// Nodes were added, removed or moved, or have another type, other handles or other data.
        static let nodes = Graph(rawValue: 4)
        /// The order of elements has changed.
        static let order = Graph(rawValue: 8)
        /// Elements with a style came, went or changed.
        static let styles = Graph(rawValue: 16)
        /// Edges were locked or unlocked, or are locked and came or went.
        static let locks = Graph(rawValue: 32)
        /// Constraints changed, or elements if there are constraints.
        static let constraints = Graph(rawValue: 64)
    }

    /// Nothing is marked, or everything.
    init(isWhole: Bool = false) { self.isWhole = isWhole }

    /// Marks only the graph as a whole.
    init(graph: Graph) { self.graph = graph }

    /// All elements whose diagnostics may name one of these elements.
    init(nodes: [Node.Slot], edges: [Edge.Slot], _ document: Document) {
        self.nodes = Set(nodes)
        places = self.nodes
        self.edges = Set(edges)
        for slot in nodes { document.visitEdges(of: slot) { self.edges.insert($0) } }
        var joined = JoinedEnds()
        for slot in edges { note(document.edges.ends(slot), document, &joined) }
        joined.visitEdges(document) { self.edges.insert($0) }
    }

    /// The marks of elements only.
    var withoutGraph: DiagnosticMarks {
        var marks = self
        marks.graph = []
        return marks
    }

    var isEmpty: Bool { !isWhole && nodes.isEmpty && places.isEmpty && edges.isEmpty && graph.isEmpty }

    /// Marks the edges along which the values of nodes go.
    mutating func noteValues(of changed: [Node.Slot], _ document: Document) {
        for slot in changed where document.nodes.isAlive(slot) {
            document.visitEdges(of: slot) { if document.edges.ends($0).source == slot { edges.insert($0) } }
        }
    }

    /// Marks everything that a delta may have changed.
    ///
    /// - Parameters:
    ///   - document: as it is after the delta.
    ///   - rules: the settings before.
    /// - Complexity: O(the elements of the delta), the edges and children of nodes with another type or other handles,
    ///   the contents of nodes that were hidden or shown, and the edges at limited handles that gained or lost an
    ///   edge.
    mutating func note(_ delta: Delta, _ document: Document, rules: Settings) {
        if isWhole { return }
        for member in delta.members {
            if member.name == "types" || member.name == "dataTypes" { isWhole = true }
            if member.name == "edgeTypes" || member.name == "conflicts" { graph.insert(.settings) }
            if member.name == "settings" {
                graph.insert(.settings)
                isWhole =
                    isWhole || !document.settings.hasSameRules(as: rules)
                    || document.settings.diagnostics != rules.diagnostics
                    || document.settings.snapGrid != rules.snapGrid || document.settings.snapOrigin != rules.snapOrigin
            }
        }
        if isWhole { return self = DiagnosticMarks(isWhole: true) }
        if delta.members.contains(where: { $0.name == "constraints" })
            || !document.constraints.isEmpty && !(delta.nodes.isEmpty && delta.edges.isEmpty)
        {
            graph.insert(.constraints)
        }
        // The fixes of a conflict follow from the elements.
        if document.content[MergeConflict.notes] != nil && !(delta.nodes.isEmpty && delta.edges.isEmpty) {
            graph.insert(.settings)
        }
        for change in delta.nodes { note(change, document) }
        var joined = JoinedEnds()
        for change in delta.edges { note(change, document, &joined) }
        for placement in delta.nodeOrder {
            graph.insert(.order)
            places.insert(placement.slot)
        }
        for placement in delta.edgeOrder {
            graph.insert(.order)
            if document.edges.isAlive(placement.slot) { note(document.edges.ends(placement.slot), document, &joined) }
        }
        joined.visitEdges(document) { edges.insert($0) }
    }

    // MARK: Nodes

    private mutating func note(_ change: NodeChange, _ document: Document) {
        places.insert(change.slot)
        if !document.settings.diagnostics.isEmpty || document.hasGradingTypes {
            // The place of a node on the grid follows those around it.
            nodes.insert(change.slot)
            if document.nodes.isAlive(change.slot) {
                document.visitDescendants(of: change.slot) { nodes.insert($0) }
            }
        }
        guard case .changed(let before, let after) = change.content else {
            if change.before.x.isNaN != change.after.x.isNaN { nodes.insert(change.slot) }
            return
        }
        nodes.insert(change.slot)
        let (old, new) = (before.map { $0.traits }, after.map { $0.traits })
        if old?.flags.contains(.styled) == true || new?.flags.contains(.styled) == true { graph.insert(.styles) }
        // A slot may have another node than before, without one in between.
        let isSameNode = before?.id == after?.id
        if !isSameNode {
            for id in [before?.id, after?.id] { if let id { document.visitEdges(inGroup: id) { edges.insert($0) } } }
        }
        let hasMoved = old?.parent != new?.parent || !isSameNode
        if hasMoved {
            graph.insert(.nodes)
            for parent in [old?.parent, new?.parent] {
                if let slot = parent.flatMap({ document.node($0) }) { places.insert(slot) }
            }
        }
        guard isSameNode, document.nodes.isAlive(change.slot), let before, let after, let old, let new else {
            graph.insert(.nodes)
            return
        }
        if old.flags.symmetricDifference(new.flags).contains(.acceptsChildren) { graph.insert(.nodes) }
        let concealing: NodeFlags = [.hidden, .collapsed]
        let isConcealedOtherwise =
            old.flags.intersection(concealing) != new.flags.intersection(concealing)
            || old.stated.contains(.hidden) != new.stated.contains(.hidden)
        if hasMoved || isConcealedOtherwise {
            document.visitDescendants(of: change.slot) { places.insert($0) }
        }
        let hasNewType = old.type != new.type
        let hasNewData = !before.hasSame("data", as: after)
        let followsData = document.type(of: change.slot)?.handleSources.isEmpty == false
        if hasNewType || hasNewData || !before.hasSame("handles", as: after) { graph.insert(.nodes) }
        if hasNewType { for child in document.children(change.slot) { nodes.insert(child) } }
        if hasNewType || (hasNewData && followsData) || !before.hasSame("handles", as: after) {
            document.visitEdges(of: change.slot) { edges.insert($0) }
        }
    }

    // MARK: Edges

    private mutating func note(_ change: EdgeChange, _ document: Document, _ joined: inout JoinedEnds) {
        edges.insert(change.slot)
        let (before, after) = (change.before, change.after)
        let flags = [before?.traits.flags ?? [], after?.traits.flags ?? []]
        if flags.contains(where: { $0.contains(.styled) }) { graph.insert(.styles) }
        let hasLocks = flags.contains { $0.contains(.locked) }
        if hasLocks { graph.insert(.locks) }
        let isSame = before.map { EdgeEndNames($0) } == after.map { EdgeEndNames($0) }
        if isSame && !hasLocks { return }
        if !isSame { graph.insert(.edges) }
        for edge in [before, after] { if let edge { note(edge, hasMoved: !isSame, document, &joined) } }
    }

    /// An edge is added, removed, locked or unlocked here; one of its nodes may be gone.
    private mutating func note(
        _ edge: Edge, hasMoved: Bool, _ document: Document, _ joined: inout JoinedEnds
    ) {
        let (source, target) = (document.node(edge.source), document.node(edge.target))
        nodes.formUnion([source, target].compactMap { $0 })
        if !hasMoved { return }
        if let source {
            joined.insert(source, edge.sourceHandle.flatMap { document.symbols.find($0) }, .source, document)
        }
        if let target {
            joined.insert(target, edge.targetHandle.flatMap { document.symbols.find($0) }, .target, document)
        }
        if let source, let target { joined.insert(from: source, to: target, document) }
    }

    /// The edges between two handles may be duplicates or too many, now that one came, went or moved in the order.
    private func note(_ ends: EdgeEnds, _ document: Document, _ joined: inout JoinedEnds) {
        joined.insert(from: ends.source, to: ends.target, document)
        joined.insert(ends.source, ends.sourceHandle, .source, document)
        joined.insert(ends.target, ends.targetHandle, .target, document)
    }
}

/// The names that decide which nodes and handles an edge joins.
private struct EdgeEndNames: Equatable {
    let nodes: [Node.ID]
    let handles: [Identifier?]

    init(_ edge: Edge) {
        nodes = [edge.source, edge.target]
        handles = [edge.sourceHandle, edge.targetHandle]
    }
}

extension Node {
    fileprivate var traits: NodeTraits { members.withUnsafeBufferPointer { NodeTraits(members: $0) } }

    /// Returns true if a member is written alike in two states of a node.
    fileprivate func hasSame(_ name: StaticString, as other: Node) -> Bool { text(of: name) == other.text(of: name) }

    private func text(of name: StaticString) -> [UInt8]? {
        members.withUnsafeBufferPointer { members in
            JSONMembers.cursor(name, in: members).map { cursor in
                var cursor = cursor
                return Array(members[cursor.rawValue()])
            }
        }
    }
}

extension Settings {
    /// Returns true if the rules that bind edges are the same.
    fileprivate func hasSameRules(as other: Settings) -> Bool {
        connectionMode == other.connectionMode && allowSelfLoops == other.allowSelfLoops
            && allowDuplicates == other.allowDuplicates && allowCycles == other.allowCycles
            && checkValues == other.checkValues
    }
}
