import Geometry
import Graph
import Storage
import Wire

extension Transaction {
    /// Puts nodes into another one, or onto the canvas; all keep their positions on the canvas.
    ///
    /// - Throws: `noSuchNode`, `locked` (a node or the new parent), `parentCycle`, `notAccepted`.
    /// - Complexity: O(*n* + depth) for *n* nodes.
    public mutating func reparent(_ ids: [Node.ID], to parent: Node.ID?) throws(EditError) {
        let named = try unlocked(ids)
        let target = parent.flatMap { document.node($0) }
        if let parent, target == nil { throw .noSuchNode([parent]) }
        try checkTakes(target, path: ["parentId"])
        var next = target
        var around: [Node.Slot] = []
        while let ancestor = next {
            if named.contains(ancestor) { around.append(ancestor) }
            next = document.nodes.parent(ancestor)
        }
        if !around.isEmpty {
            let names = around.map { document.nodeID($0) }
            throw EditError(
                .parentCycle, "\"\(names[0])\" cannot lie inside itself", nodes: names, path: ["parentId"])
        }
        let refused = named.slots.filter { slot in
            guard let target, document.nodes.parent(slot) != target else { return false }
            return !document.accepts(document.nodes.type(slot).map { document.symbols[$0] }, in: target)
        }
        if let parent, !refused.isEmpty { throw .notAccepted(refused.map { document.nodeID($0) }, by: parent) }
        try reparent(named.slots, to: target)
    }

    /// A locked node accepts nothing; the canvas (nil) accepts everything.
    ///
    /// - Throws: `locked`.
    func checkTakes(_ parent: Node.Slot?, path: [String]) throws(EditError) {
        guard let parent, document.nodes.flags(parent).contains(.locked) else { return }
        let id = document.nodeID(parent)
        throw EditError(.locked, "\"\(id)\" is locked and takes nothing in", nodes: [id], path: path)
    }

    /// - Parameter parent: a slot inside none of the nodes; nil for the canvas.
    mutating func reparent(_ slots: [Node.Slot], to parent: Node.Slot?) throws(EditError) {
        var origins = Origins()
        let origin = parent.map { document.childrenOrigin($0) } ?? .zero
        var offsets: [Point] = []
        offsets.reserveCapacity(slots.count)
        for slot in slots { offsets.append(origins.origin(of: slot, in: document) - origin) }
        var values: [(name: JSONString, value: JSONText)] = []
        if let parent { values = [("parentId", JSON.string(document.nodeID(parent).string).text)] }
        let removed: Set<JSONString> = parent == nil ? ["parentId", "parentNode"] : ["parentNode"]
        for (slot, offset) in zip(slots, offsets) where document.nodes.parent(slot) != parent {
            var node = document.node(at: slot)
            if !node.geometry.x.isNaN {
                var geometry = node.geometry
                geometry.x += offset.x
                geometry.y += offset.y
                node.setGeometry(geometry)
            }
            node.members = JSONMembers.setting(values, removing: removed, in: node.members)
            try replace(slot, with: node)
        }
    }
}
