import Graph
import Storage
import Wire

extension DocumentChange {
    /// Makes the change of a document by a merge, in the form of `document/changed`.
    public init(_ plan: MergePlan) {
        self.init()
        nodes = plan.nodes.compactMap { element in DocumentChange.alteration(of: element).map { (element.id, $0) } }
        edges = plan.edges.compactMap { element in DocumentChange.alteration(of: element).map { (element.id, $0) } }
        nodeOrder = plan.nodePlaces.map { Place(id: $0.id, before: $0.before) }
        edgeOrder = plan.edgePlaces.map { Place(id: $0.id, before: $0.before) }
        var set = JSONObject()
        var unset: [String] = []
        for (name, value) in plan.members {
            switch name {
            case "settings": settings = value.map { .whole($0.text) } ?? .gone
            case "types": types = value.map { .whole($0.text) } ?? .gone
            default: if let value { set[name] = value } else { unset.append(name.description) }
            }
        }
        if !set.isEmpty || !unset.isEmpty { content = .assign(set: set, unset: unset) }
    }

    /// Returns the change of an element; nil if it stays the same.
    private static func alteration(of element: MergePlan.Element) -> Alteration? {
        guard let after = element.after else { return element.before == nil ? nil : .gone }
        guard let before = element.before else { return .whole(JSON.object(after).text) }
        var set = JSONObject()
        for member in after.members where before[member.name] != member.value { set[member.name] = member.value }
        let unset = before.members.filter { after[$0.name] == nil }.map(\.name.description)
        return set.isEmpty && unset.isEmpty ? nil : .assign(set: set, unset: unset)
    }
}

extension Delta {
    /// The edges that it made, or that end elsewhere after it.
    var newEnds: SlotSet<Edge> {
        var slots = SlotSet<Edge>()
        for change in edges {
            guard let after = change.after, change.before?.hasSameEnds(as: after) != true else { continue }
            slots.insert(change.slot)
        }
        return slots
    }

    /// The ids of the nodes that it changed, sorted.
    func changedNodes(in document: Document) -> [Node.ID] {
        let ids = announced.nodes.flatMap { change -> [Node.ID] in
            switch change.content {
            case .same: [document.nodeID(change.slot)]
            case .changed(let before, let after): [before?.id, after?.id].compactMap { $0 }
            }
        }
        let moved = nodeOrder.lazy.filter { $0.to != .absent }.map { document.nodeID($0.slot) }
        return Set(ids).union(moved).sorted()
    }

    /// The ids of the edges that it changed, sorted.
    func changedEdges(in document: Document) -> [Edge.ID] {
        let ids = edges.flatMap { [$0.before?.id, $0.after?.id].compactMap { $0 } }
        let moved = edgeOrder.lazy.filter { $0.to != .absent }.map { document.edgeID($0.slot) }
        return Set(ids).union(moved).sorted()
    }
}
