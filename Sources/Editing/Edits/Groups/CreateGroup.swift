import Geometry
import Graph
import Storage
import Wire

extension Transaction {
    /// Puts nodes into a new group with their bounds and a padding; hidden ones among others take no space.
    ///
    /// A node inside another listed one stays there. The group lies in the nearest node that contains all members and
    /// in the order before the first of them; its `zIndex` is one below their least. Members keep their positions on
    /// the canvas.
    ///
    /// - Parameters:
    ///   - id: nil or empty for a new one.
    ///   - padding: in canvas units.
    /// - Throws: `noSuchNode`, `locked`, `duplicateId`, `invalidValue` (no members, a bad padding or id), `limits`.
    /// - Complexity: O(*n* log *n* + depth) for *n* nodes.
    @discardableResult
    public mutating func createGroup(
        _ ids: [Node.ID], id: Node.ID? = nil, padding: Double = 24, label: String? = nil
    ) throws(EditError) -> Node.ID {
        let named = try unlocked(ids)
        let members = document.nodesInOrder(named.outermost(in: document))
        guard let first = members.first else { throw .invalid("a group has at least one member", path: ["ids"]) }
        if !(padding >= 0 && padding.isFinite) {
            throw .invalid("a padding is finite and not negative", path: ["padding"])
        }
        let parent = commonAncestor(members)
        var group = Node(
            id: id ?? makeNodeID(), geometry: groupGeometry(members, padding: padding, inside: parent))
        group.members = groupMembers(label: label, parent: parent, members)
        let slot = try insert(group, before: first)
        try reparent(members, to: slot)
        return group.id
    }

    /// The union of the frames, grown, as a stored geometry; absent if no member has a position.
    private func groupGeometry(_ members: [Node.Slot], padding: Double, inside parent: Node.Slot?) -> NodeGeometry {
        var origins = Origins()
        var bounds = Rect.empty
        let placed = members.filter { document.isPlaced($0) }
        let shown = placed.filter { !document.nodes.flags($0).contains(.hidden) }
        for slot in shown.isEmpty ? placed : shown {
            bounds = bounds.union(origins.frame(of: slot, in: document))
        }
        if bounds.isEmpty { return .absent }
        var origin = Point.zero
        if let parent {
            origin = document.parentOrigin(parent)
            if document.isPlaced(parent) { origin += document.nodes.geometry(parent).position }
        }
        return NodeGeometry(
            x: bounds.minX - padding - origin.x, y: bounds.minY - padding - origin.y,
            width: bounds.width + 2 * padding, height: bounds.height + 2 * padding)
    }

    private func groupMembers(label: String?, parent: Node.Slot?, _ members: [Node.Slot]) -> [UInt8] {
        let least = members.reduce(Double.infinity) { min($0, document.nodes.zIndex($1)) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("type")
        writer.string("group")
        if let label {
            writer.name("label")
            writer.string(label)
        }
        if let parent {
            writer.name("parentId")
            document.withNodeID(parent) { writer.string(utf8: $0) }
        }
        writer.name("zIndex")
        writer.number(least - 1)
        writer.endObject()
        return writer.take()
    }

    /// The innermost node that contains all of the nodes.
    private func commonAncestor(_ slots: [Node.Slot]) -> Node.Slot? {
        guard let first = slots.first else { return nil }
        // Ancestors of the first, from the inside out; the answer only moves outwards.
        var chain: [Node.Slot] = []
        var place: [Node.Slot: Int] = [:]
        var next = document.nodes.parent(first)
        while let ancestor = next {
            place[ancestor] = chain.count
            chain.append(ancestor)
            next = document.nodes.parent(ancestor)
        }
        var answer = 0
        var seen: Set<Node.Slot> = []
        for slot in slots {
            next = document.nodes.parent(slot)
            while let ancestor = next, place[ancestor] == nil, seen.insert(ancestor).inserted {
                next = document.nodes.parent(ancestor)
            }
            guard let ancestor = next else { return nil }
            if let found = place[ancestor] { answer = max(answer, found) }
        }
        return answer < chain.count ? chain[answer] : nil
    }
}
