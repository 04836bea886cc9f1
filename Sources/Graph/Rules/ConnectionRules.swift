import Storage

extension Document {
    /// The one gate for connections: why the proposed edge is refused, or nil.
    ///
    /// `prepareGate` must be called first: without its order, the check for refused cycles walks the graph, and
    /// checked values are those that it has computed.
    ///
    /// - Parameter ignored: rules that do not count this time.
    /// - Complexity: O(the smaller degree of the two nodes), and for documents without cycles the search described at
    ///   `TopologicalOrder`.
    public func refusal(
        of proposal: ConnectionProposal, ignoring ignored: Set<ConnectionRefusal.Reason> = []
    ) -> ConnectionRefusal? {
        guard let source = node(proposal.source), let target = node(proposal.target) else {
            let missing = [proposal.source, proposal.target].filter { node($0) == nil }
            return ConnectionRefusal(
                reason: .noSuchNode, message: "there is no node \"\(missing[0])\"", nodes: missing)
        }
        return refusal(of: proposal, from: source, to: target, ignoring: ignored)
    }

    /// The same for a proposal with known nodes.
    func refusal(
        of proposal: ConnectionProposal, from source: Node.Slot, to target: Node.Slot,
        ignoring ignored: Set<ConnectionRefusal.Reason> = []
    ) -> ConnectionRefusal? {
        guard let from = end(proposal.sourceHandle, of: source, kind: .source) else {
            return noSuchHandle(proposal.sourceHandle, of: proposal.source, .source)
        }
        guard let to = end(proposal.targetHandle, of: target, kind: .target) else {
            return noSuchHandle(proposal.targetHandle, of: proposal.target, .target)
        }
        return refusal(of: proposal, from: from, to: to, ignoring: ignored)
    }

    /// The edges that a new or moved edge would replace, at full ends that allow this: for each end the first ones, in
    /// document order.
    ///
    /// - Complexity: O(the edges of the two nodes).
    public func replacedEdges(by proposal: ConnectionProposal) -> [Edge.Slot] {
        guard catalog.replaces, let source = node(proposal.source), let target = node(proposal.target),
            let from = end(proposal.sourceHandle, of: source, kind: .source),
            let to = end(proposal.targetHandle, of: target, kind: .target)
        else { return [] }
        return replaced(at: from, to, besides: proposal.edge.flatMap { edge($0) })
    }

    /// The refusal of an edge that would replace others; nil if it would not.
    ///
    /// - Complexity: as `replacedEdges`.
    public func refusal(ofReplacingBy proposal: ConnectionProposal) -> ConnectionRefusal? {
        let replaced = replacedEdges(by: proposal).map { edgeID($0) }
        if replaced.isEmpty { return nil }
        return ConnectionRefusal(
            reason: .limit, message: "it would take the place of edge \"\(replaced[0])\"", edges: replaced)
    }

    private func replaced(at from: End, _ to: End, besides moved: Edge.Slot?) -> [Edge.Slot] {
        var replaced: [Edge.Slot] = []
        if !catalog.replaces { return [] }
        for end in [from, to] {
            guard end.handle.replacesWhenFull, let limit = end.handle.limit, limit > 0 else { continue }
            let gone = Set(replaced)
            let there = edges(at: end.handle, of: end.slot, besides: moved, atMost: .max).filter { !gone.contains($0) }
            if there.count >= limit { replaced += edgesInOrder(there).prefix(there.count - limit + 1) }
        }
        return edgesInOrder(replaced)
    }

    private func noSuchHandle(_ id: Identifier?, of node: Node.ID, _ kind: Handle.Kind) -> ConnectionRefusal {
        let what = id.map { "no handle \"\($0)\"" } ?? "no \(kind.rawValue) handle"
        return ConnectionRefusal(
            reason: .noSuchHandle, message: "node \"\(node)\" has \(what)", nodes: [node],
            handles: id.map { [$0] } ?? [])
    }

    /// One end of a proposed edge: a handle of a node, and the symbol of its id.
    private struct End {
        let slot: Node.Slot
        /// All of the node's edges, at the cost of one count.
        let handles: [Handle]
        let place: Int
        let symbol: Symbol

        var handle: Handle { _read { yield handles[place] } }
    }

    /// The handle an end names, of the wanted kind if the id names both; left out, the first of the kind.
    private func end(_ id: Identifier?, of slot: Node.Slot, kind: Handle.Kind) -> End? {
        let symbol = id.flatMap { symbols.find($0) }
        if id != nil && symbol == nil { return nil }
        let list = handleList(slot)
        guard let place = handlePlace(list: list, symbol: symbol, kind: kind) else { return nil }
        return End(
            slot: slot, handles: handles(slot), place: place, symbol: handleSite(list: list, place: place).symbol)
    }

    private func refusal(
        of proposal: ConnectionProposal, from: End, to: End, ignoring ignored: Set<ConnectionRefusal.Reason>
    ) -> ConnectionRefusal? {
        let moved = proposal.edge.flatMap { edge($0) }
        if !ignored.contains(.locked), let refusal = lockRefusal(proposal, from.slot, to.slot, moved) { return refusal }
        if settings.connectionMode == .strict {
            if from.handle.kind != .source || to.handle.kind != .target {
                return ConnectionRefusal(
                    reason: .direction, message: "an edge leads from a source handle to a target handle",
                    nodes: [proposal.source, proposal.target], handles: [from.handle.id, to.handle.id])
            }
        }
        if from.slot == to.slot && !settings.allowSelfLoops {
            return ConnectionRefusal(
                reason: .`self`, message: "\"\(proposal.source)\" cannot be connected to itself",
                nodes: [proposal.source])
        }
        if !settings.allowDuplicates, !ignored.contains(.duplicate),
            let other = duplicate(of: from, to, besides: moved)
        {
            return ConnectionRefusal(
                reason: .duplicate, message: "edge \"\(edgeID(other))\" joins the same handles", edges: [edgeID(other)])
        }
        if !ignored.contains(.limit) {
            let refusal = limitRefusal(from, proposal.source, moved) ?? limitRefusal(to, proposal.target, moved)
            if let refusal { return refusal }
            if let refusal = lockRefusal(ofReplacing: replaced(at: from, to, besides: moved)) {
                return refusal
            }
        }
        if !dataTypes.fit(source: from.handle.dataTypes, target: to.handle.dataTypes) {
            let (given, wanted) = (Document.named(from.handle.dataTypes), Document.named(to.handle.dataTypes))
            return ConnectionRefusal(
                reason: .dataType, message: "a \(given) does not fit a \(wanted)",
                nodes: [proposal.source, proposal.target], handles: [from.handle.id, to.handle.id])
        }
        if let refusal = nodeTypeRefusal(proposal, from.slot, to.slot) { return refusal }
        if settings.checkValues,
            let message = valueProblem(from: from.slot, from.symbol, to: to.handle)
        {
            return ConnectionRefusal(
                reason: .valueType, message: message, nodes: [proposal.source, proposal.target],
                handles: [from.handle.id, to.handle.id])
        }
        if !settings.allowCycles, !ignored.contains(.cycle), from.slot != to.slot,
            let path = pathClosingCycle(from: from.slot, to: to.slot, without: moved)
        {
            let names = path.map { nodeID($0) }
            let shown = names.count <= 8 ? names.map(\.string).joined(separator: " → ") : "\(names.count) nodes"
            return ConnectionRefusal(
                reason: .cycle, message: "it would close a cycle: \(shown) → \(names[0])", nodes: names, path: names)
        }
        return nil
    }

    private func limitRefusal(_ end: End, _ node: Node.ID, _ moved: Edge.Slot?) -> ConnectionRefusal? {
        guard let limit = end.handle.limit else { return nil }
        if end.handle.replacesWhenFull && limit > 0 { return nil }
        let edges = edges(at: end.handle, of: end.slot, besides: moved, atMost: limit)
        return edges.count < limit ? nil : limitRefusal(end.handle, of: node, limit, edges)
    }

    /// A handle with as many edges as its limit.
    func limitRefusal(_ handle: Handle, of node: Node.ID, _ limit: Int, _ edges: [Edge.Slot]) -> ConnectionRefusal {
        let most = limit == 1 ? "one edge" : "\(limit) edges"
        let message =
            handle.isExit
            ? "exit \"\(handle.id)\" of \"\(node)\" leads one way"
            : "handle \"\(handle.id)\" of \"\(node)\" takes at most \(most)"
        return ConnectionRefusal(
            reason: .limit, message: message, nodes: [node], edges: edges.map { edgeID($0) }, handles: [handle.id])
    }

    private static func named(_ dataTypes: [Identifier]) -> String {
        let shown = dataTypes.prefix(3).map { "\"\($0)\"" }.joined(separator: " or ")
        return dataTypes.count > 3 ? "\(shown) or another" : shown
    }

    /// Returns the reason why the types of two nodes forbid an edge between them, or nil.
    private func nodeTypeRefusal(
        _ proposal: ConnectionProposal, _ source: Node.Slot, _ target: Node.Slot
    ) -> ConnectionRefusal? {
        if types.isEmpty { return nil }
        let (targets, sources) = (type(of: source)?.targets, type(of: target)?.sources)
        if targets == nil && sources == nil { return nil }
        let (from, to) = (typeName(source), typeName(target))
        var refusal = ConnectionRefusal(reason: .nodeType, message: "", nodes: [proposal.source, proposal.target])
        if let targets, !targets.contains(to) {
            refusal.message = "edges from a \"\(title(ofType: from))\" do not lead to a \"\(title(ofType: to))\""
        } else if let sources, !sources.contains(from) {
            refusal.message = "edges to a \"\(title(ofType: to))\" do not come from a \"\(title(ofType: from))\""
        } else {
            return nil
        }
        return refusal
    }

    private func lockRefusal(
        _ proposal: ConnectionProposal, _ source: Node.Slot, _ target: Node.Slot, _ moved: Edge.Slot?
    ) -> ConnectionRefusal? {
        var locked: [Node.ID] = []
        if nodes.flags(source).contains(.locked) { locked.append(proposal.source) }
        if nodes.flags(target).contains(.locked) && source != target { locked.append(proposal.target) }
        if !locked.isEmpty {
            return ConnectionRefusal(reason: .locked, message: "node \"\(locked[0])\" is locked", nodes: locked)
        }
        if let moved, edges.flags(moved).contains(.locked) {
            return ConnectionRefusal(
                reason: .locked, message: "edge \"\(edgeID(moved))\" is locked", edges: [edgeID(moved)])
        }
        return nil
    }

    /// Returns the reason why edges cannot be replaced by another one, or nil.
    private func lockRefusal(ofReplacing edges: [Edge.Slot]) -> ConnectionRefusal? {
        let locked = edges.filter { self.edges.flags($0).contains(.locked) }
        if locked.isEmpty { return nil }
        return ConnectionRefusal(
            reason: .locked, message: "edge \"\(edgeID(locked[0]))\" would go and is locked",
            edges: locked.map { edgeID($0) })
    }

    /// The handle at one end of an edge, with an omitted one filled in.
    public func resolvedHandle(of edge: Edge.Slot, kind: Handle.Kind) -> Handle? {
        let ends = edges.ends(edge)
        let symbol = kind == .source ? ends.sourceHandle : ends.targetHandle
        let slot = kind == .source ? ends.source : ends.target
        return handlePlace(list: handleList(slot), symbol: symbol, kind: kind).map { handles(slot)[$0] }
    }

    /// The ways in which edges name a handle of their node: by its symbol, or not at all if it is the first of the
    /// kind.
    private struct Naming {
        let symbol: Symbol?
        let isDefault: Bool

        func names(_ symbol: Symbol?) -> Bool { symbol == self.symbol || (symbol == nil && isDefault) }
    }

    private func naming(_ symbol: Symbol?, of slot: Node.Slot, kind: Handle.Kind) -> Naming {
        let list = handleList(slot)
        let first = handlePlace(list: list, symbol: nil, kind: kind).map { handleSite(list: list, place: $0).symbol }
        return Naming(symbol: symbol, isDefault: first == symbol)
    }

    /// An edge that joins the same two handles; both nodes' lists are walked until the shorter one ends.
    private func duplicate(of from: End, _ to: End, besides moved: Edge.Slot?) -> Edge.Slot? {
        let source = naming(from.symbol, of: from.slot, kind: .source)
        let target = naming(to.symbol, of: to.slot, kind: .target)
        func joins(_ edge: Edge.Slot) -> Bool {
            let ends = edges.ends(edge)
            return ends.source == from.slot && ends.target == to.slot && edge != moved
                && source.names(ends.sourceHandle) && target.names(ends.targetHandle)
        }
        var nextOut = nodes.firstOut(from.slot)
        var nextIn = nodes.firstIn(to.slot)
        while let out = nextOut, let into = nextIn {
            if joins(out) { return out }
            if joins(into) { return into }
            nextOut = edges.nextOut(out)
            nextIn = edges.nextIn(into)
        }
        return nil
    }

    /// The refusal of a handle that accepts no further edge; nil if it does, or replaces others.
    ///
    /// - Parameter coming: the number of edges that come there first, for which others are removed.
    /// - Complexity: O(the edges of the node) for a handle with a limit, else O(1).
    public func refusal(
        ofFull handle: Handle, of slot: Node.Slot, after coming: Int = 0
    ) -> ConnectionRefusal? {
        guard let limit = handle.limit else { return nil }
        let edges =
            handle.replacesWhenFull && limit > 0
            ? [] : edges(at: handle, of: slot, besides: nil, atMost: limit)
        return edges.count + coming < limit ? nil : limitRefusal(handle, of: nodeID(slot), limit, edges)
    }

    /// The edge that a full handle removes first for another one; nil if it is not full, or removes none.
    ///
    /// - Complexity: O(the edges of the node) for such a handle, else O(1).
    public func edgeToReplace(at handle: Handle, of slot: Node.Slot) -> Edge.Slot? {
        guard handle.replacesWhenFull, let limit = handle.limit, limit > 0 else { return nil }
        let edges = edges(at: handle, of: slot, besides: nil, atMost: .max)
        return edges.count < limit ? nil : edgesInOrder(edges).first
    }

    /// Edges on a handle, up to a number. In loose mode an edge may begin at a target and end on a source.
    private func edges(
        at handle: Handle, of slot: Node.Slot, besides moved: Edge.Slot?, atMost count: Int
    ) -> [Edge.Slot] {
        var found: [Edge.Slot] = []
        for kind in [handle.kind, handle.kind.opposite] {
            let isCrossed = kind != handle.kind
            if isCrossed && (settings.connectionMode == .strict || self.handle(handle.id, of: slot, kind: kind) != nil)
            {
                break
            }
            let naming = naming(symbols.find(handle.id), of: slot, kind: kind)
            var next = kind == .source ? nodes.firstOut(slot) : nodes.firstIn(slot)
            while let edge = next, found.count < count {
                let ends = edges.ends(edge)
                let symbol = kind == .source ? ends.sourceHandle : ends.targetHandle
                let isCounted = isCrossed && ends.source == ends.target && found.contains(edge)
                let isNamed = isCrossed ? symbol == naming.symbol : naming.names(symbol)
                if isNamed && edge != moved && !isCounted { found.append(edge) }
                next = kind == .source ? edges.nextOut(edge) : edges.nextIn(edge)
            }
        }
        return found
    }
}
