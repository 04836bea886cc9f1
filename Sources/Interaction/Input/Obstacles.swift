import Editing
import Geometry
import Graph
import Storage

extension Document {
    /// The first of the claims that were refused by a setting, a lock or a flag.
    func error(against refusals: [Claim.Refusal]) -> EditError? {
        for refusal in refusals {
            if let setting = refusal.setting { return .switchedOff(by: setting) }
            if let error = error(refusal.reason, against: refusal.target) { return error }
        }
        return nil
    }

    private func error(_ reason: Claim.Reason, against target: Hit.Target?) -> EditError? {
        var nodes: [Node.ID] = []
        var edges: [Edge.ID] = []
        var isNodeUnconnectable = false
        switch target {
        case .node(let slot), .resizer(let slot, _), .handle(let slot, _):
            nodes = [nodeID(slot)]
            isNodeUnconnectable = self.nodes.flags(slot).contains(.unconnectable)
        case .edge(let slot, _), .edgeEnd(let slot, _), .waypoint(let slot, _), .label(let slot, _):
            edges = [edgeID(slot)]
        case .scaler, .canvas, nil: break
        }
        return switch reason {
        case .locked: .locked(nodes: nodes, edges: edges)
        case .undraggable: .switchedOff(flag: "draggable", nodes: nodes)
        case .unconnectable: .switchedOff(flag: isNodeUnconnectable ? "connectable" : "connectableStart", nodes: nodes)
        case .unreconnectable: .switchedOff(flag: "reconnectable", edges: edges)
        case .readOnly: .readOnly
        case .panDisabled, .selectionDisabled, .gestureOpen, .button: nil
        }
    }
}

/// The elements that prevent an edit: locked ones, and those whose flag for it is off.
struct Obstacles {
    var locked = Selection()
    var switchedOff = Selection()

    /// Takes in a node if it is locked or one of some flags is off; returns true if so.
    mutating func insert(_ node: Node.Slot, _ flags: NodeFlags, off: NodeFlags) -> Bool {
        if flags.contains(.locked) {
            locked.nodes.insert(node)
            return true
        }
        if flags.isDisjoint(with: off) { return false }
        switchedOff.nodes.insert(node)
        return true
    }

    /// Takes in an edge if it is locked or one of some flags is off; returns true if so.
    mutating func insert(_ edge: Edge.Slot, _ flags: EdgeFlags, off: EdgeFlags) -> Bool {
        if flags.contains(.locked) {
            locked.edges.insert(edge)
            return true
        }
        if flags.isDisjoint(with: off) { return false }
        switchedOff.edges.insert(edge)
        return true
    }

    /// The refusal that names them: the locked ones, else those whose flag is off; nil if there are none.
    func error(flag: String, in document: Document) -> EditError? {
        let chosen = locked.isEmpty ? switchedOff : locked
        if chosen.isEmpty { return nil }
        let nodes = document.nodesInOrder(chosen.nodes).map { document.nodeID($0) }
        let edges = document.edgesInOrder(chosen.edges).map { document.edgeID($0) }
        return locked.isEmpty
            ? .switchedOff(flag: flag, nodes: nodes, edges: edges) : .locked(nodes: nodes, edges: edges)
    }
}
