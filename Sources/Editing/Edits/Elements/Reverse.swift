import Graph
import Storage
import Wire

extension Transaction {
    /// Reverses edges.
    ///
    /// An end with a handle gets the handle of the other kind with the same id, else the one with the same index among
    /// that kind, else none. Paths and labels stay where they are, heads change ends. The rules are asked when all are
    /// reversed.
    ///
    /// - Throws: `noSuchEdge`, `locked`, `connectionRefused`.
    /// - Complexity: O(*n*) for *n* edges, and a question to the rules for each.
    public mutating func reverse(_ ids: [Edge.ID]) throws(EditError) {
        var counterparts = Counterparts()
        try rejoin(try unlocked(edges: ids).map { ($0, document.reversed($0, &counterparts)) })
    }

    /// Exchanges the edges at two handles of a node.
    ///
    /// The rules are asked when all have moved.
    ///
    /// - Throws: `noSuchNode`, `noSuchHandle`, `locked` (an edge), `connectionRefused`.
    /// - Complexity: O(the edges of the node), and a question to the rules for each that moves.
    public mutating func swapEdges(
        of id: Node.ID, _ first: Identifier, _ second: Identifier, kind: Handle.Kind
    ) throws(EditError) {
        let node = try document.slot(node: id)
        var pair: [Handle] = []
        for name in [first, second] {
            guard let handle = document.handle(name, of: node, kind: kind) else {
                throw EditError(
                    .noSuchHandle, "node \"\(id)\" has no \(kind.rawValue) handle \"\(name)\"", nodes: [id])
            }
            pair.append(handle)
        }
        if first == second { return }
        var changed: [(slot: Edge.Slot, edge: Edge)] = []
        document.visitEdges(of: node) { slot in
            let before = document.edge(at: slot)
            var edge = before
            for end in Handle.Kind.allCases {
                let there = end == .source ? edge.source : edge.target
                let handle = there == id ? document.resolvedHandle(of: slot, kind: end) : nil
                guard let handle, handle.kind == kind, let place = pair.firstIndex(where: { $0.id == handle.id }) else {
                    continue
                }
                edge.setHandle(pair[1 - place].id, at: end)
            }
            if edge != before { changed.append((slot, edge)) }
        }
        let locked = changed.filter { document.edges.flags($0.slot).contains(.locked) }
        if !locked.isEmpty { throw .locked(edges: locked.map { $0.edge.id }) }
        try rejoin(changed)
    }

    /// Changes the ends of edges, all at once: the rules are asked about each as if the others were already there.
    ///
    /// - Throws: `connectionRefused`, `locked`.
    private mutating func rejoin(_ changed: [(slot: Edge.Slot, edge: Edge)]) throws(EditError) {
        leaveOrder(to: changed.count)
        for (slot, edge) in changed { try replace(edge: slot, with: edge) }
        for (_, edge) in changed where document.edge(edge.id) != nil {
            // At a handle that lets edges go one of them may have given way to another.
            try removeEdges(replacedBy: ConnectionProposal(edge, replacing: edge.id))
        }
    }
}

extension Document {
    fileprivate func reversed(_ slot: Edge.Slot, _ counterparts: inout Counterparts) -> Edge {
        let (before, ends) = (edge(at: slot), edges.ends(slot))
        var edge = before
        (edge.source, edge.target) = (before.target, before.source)
        edge.setHandle(counterparts.find(before.targetHandle, on: ends.target, .target, self), at: .source)
        edge.setHandle(counterparts.find(before.sourceHandle, on: ends.source, .source, self), at: .target)
        edge.turnForm()
        return edge
    }
}

/// The counterparts of the other kind for handles of reversed edges, for each list of handles that was requested.
private struct Counterparts {
    private var found: [HandleList: [Handle.Kind: [Identifier: Identifier]]] = [:]

    /// The counterpart of the other kind of a handle; nil for the first of the kind. O(1), and once O(the node's
    /// handles).
    mutating func find(
        _ id: Identifier?, on slot: Node.Slot, _ kind: Handle.Kind, _ document: Document
    ) -> Identifier? {
        guard let id else { return nil }
        if document.settings.connectionMode == .loose || document.handle(id, of: slot, kind: kind.opposite) != nil {
            return id
        }
        let list = document.handleList(slot)
        if found[list] == nil {
            let handles = document.handles(of: list)
            found[list] = [:]
            for kind in Handle.Kind.allCases {
                let pairs = zip(handles.filter { $0.kind == kind }, handles.filter { $0.kind == kind.opposite })
                found[list]?[kind] = Dictionary(pairs.map { ($0.id, $1.id) }, uniquingKeysWith: { first, _ in first })
            }
        }
        return found[list]?[kind]?[id]
    }
}

extension Edge {
    fileprivate mutating func setHandle(_ id: Identifier?, at end: Handle.Kind) {
        if end == .source { sourceHandle = id } else { targetHandle = id }
        // One that is null is there.
        members = JSONMembers.removing([end == .source ? "sourceHandle" : "targetHandle"], from: members)
    }

    /// Returns a fraction of the path's length counted from the other end, in decimals as people write them; nil for
    /// other values.
    private static func turned(_ fraction: JSON?) -> JSON? {
        guard let fraction = fraction?.doubleValue, 0...1 ~= fraction else { return nil }
        return .number(((1 - fraction) * 1e12).rounded() / 1e12)
    }

    /// Counts values from the other end, so that the path and everything on it stay.
    fileprivate mutating func turnForm() {
        func value(_ name: StaticString) -> JSON? {
            members.withUnsafeBufferPointer { JSONMembers.value(name, in: $0) }
        }
        var turned: [(name: JSONString, value: JSONText)] = []
        if let waypoints = value("waypoints")?.arrayValue {
            turned.append(("waypoints", JSON.array(waypoints.reversed()).text))
        }
        if let position = Edge.turned(value("labelPosition")) { turned.append(("labelPosition", position.text)) }
        if let labels = value("labels")?.arrayValue {
            let others = labels.map { (label) -> JSON in
                guard case .object(var members) = label else { return label }
                if let place = Edge.turned(members["t"]) { members["t"] = place }
                switch members["side"]?.stringValue {
                case "left": members["side"] = "right"
                case "right": members["side"] = "left"
                default: break
                }
                return .object(members)
            }
            turned.append(("labels", JSON.array(others).text))
        }
        if !turned.isEmpty { members = JSONMembers.setting(turned, in: members) }
    }
}
