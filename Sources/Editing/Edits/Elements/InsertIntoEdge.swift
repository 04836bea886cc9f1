import EdgeRouting
import Geometry
import Graph
import Storage
import Wire

extension Document {
    /// Returns the reason why the rules refuse that an edge ends on a node and another leads on from there, or nil.
    ///
    /// The node has no edges yet; if cycles are refused, `prepareGate` must be called first.
    public func refusal(ofInserting node: Node.Slot, into edge: Edge.Slot) -> ConnectionRefusal? {
        let whole = ConnectionProposal(self.edge(at: edge), replacing: edgeID(edge))
        var first = whole
        first.target = nodeID(node)
        first.targetHandle = nil
        var second = whole
        second.source = nodeID(node)
        second.sourceHandle = nil
        if let refusal = refusal(of: first) ?? refusal(of: second) { return refusal }
        // With the node between them, the ends of an edge that closes a cycle close one all the same.
        return refusal(of: whole).flatMap { $0.reason == .cycle ? $0 : nil }
    }
}

extension Transaction {
    /// Inserts a node into an edge: the edge ends on it, and a new edge of the same kind leads on to the former
    /// target.
    ///
    /// The node's first target and first source are used; the rules must allow both edges. Each edge keeps the
    /// waypoints on its side of the node, the first one the label.
    ///
    /// - Parameter waypoints: the number of the edge's waypoints that come before the node.
    /// - Throws: `locked`, `connectionRefused`, `limits`.
    public mutating func insert(
        _ node: Node.ID, into edge: Edge.Slot, after waypoints: Int
    ) throws(EditError) {
        let first = document.edge(at: edge)
        let waypoints = split(waypointsOf: edge, after: waypoints)
        var second = first
        second.id = makeEdgeID()
        second.source = node
        second.sourceHandle = nil
        var left: Set<JSONString> = ["sourceHandle", "label", "labelPosition", "labelOffset"]
        var changed: [(name: JSONString, value: JSONText)] = []
        if let waypoints {
            if waypoints.after.isEmpty {
                left.insert("waypoints")
            } else {
                changed = [("waypoints", JSON.array(waypoints.after).text)]
            }
        }
        second.members = JSONMembers.setting(changed, removing: left, in: second.members)
        try reconnect(first.id, target: node)
        try connect(second)
        guard let waypoints else { return }
        if waypoints.before.isEmpty {
            try updateEdge(first.id, set: [:], unset: ["waypoints"])
        } else {
            try updateEdge(first.id, set: ["waypoints": .array(waypoints.before)], unset: [])
        }
    }

    /// The first waypoints of an edge and the others; nil if it has none.
    private func split(waypointsOf edge: Edge.Slot, after count: Int) -> (before: [JSON], after: [JSON])? {
        guard document.edges.flags(edge).contains(.bent),
            case .array(let stored)? = document.withEdgeMembers(edge, { JSONMembers.value("waypoints", in: $0) })
        else { return nil }
        let index = min(max(count, 0), stored.count)
        return (Array(stored[..<index]), Array(stored[index...]))
    }
}
