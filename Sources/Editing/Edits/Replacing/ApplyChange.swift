import Graph
import Storage
import Wire

extension Transaction {
    /// Performs a change in the form of `document/changed`: a document equal to the one before the change becomes
    /// equal to the one after it.
    ///
    /// An element may hold whatever a file may hold. Types and settings change first, since nodes depend on them.
    /// Transient edges and nodes go with the node that holds them. No group is laid out again: the change holds the
    /// positions.
    ///
    /// - Parameter rules: the treatment of new edges, and of edges that end elsewhere, that the rules refuse.
    /// - Returns: the edges that were left out.
    /// - Throws: `noSuchNode`, `noSuchEdge` (a changed or removed element, an end, a parent, a position in the order),
    ///   `parentCycle`, `locked`, `notAccepted`, `invalidData`, `invalidValue`, `connectionRefused`, `limits`.
    /// - Complexity: O(the elements of the change, those in and around them, and those that they pass in the order);
    ///   O(the nodes of the document) if a type changes.
    @discardableResult
    public mutating func apply(
        _ change: DocumentChange, rules: RulePolicy = .report
    ) throws(EditError) -> [Loss] {
        isFollowing = true
        let plan = try ChangePlan(change, in: document)
        if !isReplay { try plan.refuseLocked(in: document) }
        let order = try plan.preorder(in: document)
        if let types = change.types { try alter("types", types) }
        if let settings = change.settings { try alter("settings", settings) }
        if let content = change.content { try alterContent(content) }
        let asked =
            rules == .report
            ? []
            : plan.edges.indices.filter { place in
                let (edge, own) = plan.edges[place]
                return own.map { document.edge(at: $0).hasSameEnds(as: edge) } != true
            }
        for slot in document.edgesInOrder(plan.goneEdges).reversed() { removeEdge(slot) }
        try putNodes(of: plan, order)
        let edges = try putEdges(of: plan)
        try removeNodes(of: plan)
        // A transient edge of the change may have gone with a node.
        for slot in edges where document.edges.isAlive(slot) { try adoptHandles(namedBy: slot) }
        try arrange(change)
        let left = asked.map { edges[$0] }.filter { document.edges.isAlive($0) }
        return try enforce(rules, on: document.edgesInOrder(left))
    }

    // MARK: Elements

    private mutating func putNodes(of plan: ChangePlan, _ order: [Int]) throws(EditError) {
        for place in order {
            let (node, own) = plan.nodes[place]
            do throws(EditError) {
                if let own {
                    try replaceInTurn(own, withMembersOf: node)
                    if node.measured != document.measured(own) { state(node.measured, of: own) }
                } else {
                    try insert(node)
                }
            } catch {
                throw error.inside("change", "nodes", node.id.string, own == nil ? "whole" : "set")
            }
        }
        let new = plan.nodes.indices.filter { plan.nodes[$0].own == nil }
        if order.filter({ plan.nodes[$0].own == nil }) == new { return }
        for place in new { if let slot = document.node(plan.nodes[place].node.id) { moveNode(slot, before: nil) } }
    }

    private mutating func putEdges(of plan: ChangePlan) throws(EditError) -> [Edge.Slot] {
        var slots: [Edge.Slot] = []
        for (edge, own) in plan.edges {
            do throws(EditError) {
                if let own {
                    try replace(edge: own, with: edge)
                    slots.append(own)
                } else {
                    slots.append(try insert(edge))
                }
            } catch {
                throw error.inside("change", "edges", edge.id.string, "whole")
            }
        }
        return slots
    }

    private mutating func removeNodes(of plan: ChangePlan) throws(EditError) {
        let gone = document.nodesInOrder(plan.goneNodes)
        for slot in gone { try removeTransients(of: slot, besides: plan.goneNodes) }
        for slot in gone.reversed() { removeNode(slot) }
    }

    /// Removes transient elements in or on a removed node; others there are missing in the change.
    mutating func removeTransients(of slot: Node.Slot, besides gone: SlotSet<Node>) throws(EditError) {
        var edges: [Edge.Slot] = []
        document.visitEdges(of: slot) { edges.append($0) }
        let children = document.children(slot).filter { !gone.contains($0) }
        let lastingEdges = document.edgesInOrder(document.lasting(edges))
        let lastingChildren = document.lasting(children)
        let id = document.nodeID(slot)
        if !lastingEdges.isEmpty || !lastingChildren.isEmpty {
            throw EditError(
                .noSuchNode, "the change removes node \"\(id)\" and leaves edges on it or nodes in it",
                nodes: [id] + lastingChildren.map { document.nodeID($0) },
                edges: lastingEdges.map { document.edgeID($0) })
        }
        if edges.isEmpty && children.isEmpty { return }
        try removeElements(
            nodes: children.map { document.nodeID($0) }, edges: edges.map { document.edgeID($0) })
    }

    // MARK: Order

    private mutating func arrange(_ change: DocumentChange) throws(EditError) {
        for place in change.nodeOrder.reversed() {
            let slot = try document.slot(node: place.id)
            var successor: Node.Slot?
            if let before = place.before { successor = try document.slot(node: before) }
            moveNode(slot, before: successor)
        }
        for place in change.edgeOrder.reversed() {
            let slot = try document.slot(edge: place.id)
            var successor: Edge.Slot?
            if let before = place.before { successor = try document.slot(edge: before) }
            moveEdge(slot, before: successor)
        }
    }

    // MARK: The document's own members

    private mutating func alter(_ name: String, _ alteration: DocumentChange.Alteration) throws(EditError) {
        switch alteration {
        case .gone: setMember(name, to: nil)
        case .whole(let text): setMember(name, to: try? JSON(text))
        case .assign(let set, let unset):
            try refuseBoth(set, unset, path: name)
            var object = document.content[name]?.objectValue ?? [:]
            object.update(set.members.map { ($0.name, $0.value) } + unset.map { (JSONString($0), nil) })
            setMember(name, to: .object(object))
        }
    }

    private mutating func alterContent(_ alteration: DocumentChange.Alteration) throws(EditError) {
        let own = document.countedContent.members.map { $0.name }.filter { $0 != "settings" && $0 != "types" }
        var new = JSONObject()
        var gone: [JSONString] = own
        switch alteration {
        case .gone: break
        case .whole(let text):
            guard case .object(let object)? = try? JSON(text) else {
                throw .invalid("the members of a document are an object", path: ["change", "content", "whole"])
            }
            new = object
        case .assign(let set, let unset):
            try refuseBoth(set, unset, path: "content")
            new = set
            gone = unset.map { JSONString($0) }
        }
        for name in new.members.map(\.name) + gone
        where Document.uncountedMembers.contains(name) || name == "settings" || name == "types" {
            throw .invalid(
                "\"\(name.description)\" is none of the other members of a document", path: ["change", "content"])
        }
        let left = Set(gone).filter { new[$0] == nil }
        setMembers(gone.filter { left.contains($0) }.map { ($0, nil) } + new.members.map { ($0.name, $0.value) })
    }

    private func refuseBoth(_ set: JSONObject, _ unset: [String], path: String) throws(EditError) {
        guard let index = unset.firstIndex(where: { set[$0] != nil }) else { return }
        throw .invalid("\"\(unset[index])\" is both set and unset", path: ["change", path, "unset", "\(index)"])
    }
}

extension Transaction {
    /// Removes all transient elements: the rest is a document by itself.
    public mutating func removeTransients() {
        let transients = TransientElements(of: document)
        for slot in document.edgesInOrder(transients.edges).reversed() { removeEdge(slot) }
        for slot in document.nodesInOrder(transients.nodes).reversed() { removeNode(slot) }
    }
}

extension Delta {
    /// The delta without nodes whose difference is not sent: only the list of handles from edges differs.
    public var announced: Delta {
        var delta = self
        let measured = Set(self.measured.map(\.id))
        delta.nodes.removeAll { change in
            guard case .changed(let before?, let after?) = change.content else { return false }
            return before.id == after.id && before.geometry == after.geometry && before.members == after.members
                && !measured.contains(after.id)
        }
        return delta
    }
}
