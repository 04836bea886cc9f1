import Storage
import Wire

/// The groups of edges: their `parentId`, whether that node exists or not.
///
/// A document holds them beside the columns of its edges: in `EdgeStore` they would make the compiler read copies of
/// it after their end, as in `ElementOrder`.
struct EdgeGroups: Sendable {
    private var groups: [Edge.Slot: Node.ID] = [:]
    private var edges: [Node.ID: Set<Edge.Slot>] = [:]

    /// The group that an edge states.
    subscript(slot: Edge.Slot) -> Node.ID? { groups[slot] }

    /// The edges that state a group, in the order of their slots.
    func edges(in group: Node.ID) -> [Edge.Slot] { edges.isEmpty ? [] : edges[group]?.sorted() ?? [] }

    mutating func set(_ slot: Edge.Slot, _ group: Node.ID?) {
        if let former = groups[slot] {
            edges[former]?.remove(slot)
            if edges[former]?.isEmpty == true { edges[former] = nil }
        }
        groups[slot] = group
        if let group { edges[group, default: []].insert(slot) }
    }

    var isEmpty: Bool { groups.isEmpty }
}

extension Edge {
    /// The group that the edge names.
    public var group: Node.ID? {
        if !traits.flags.contains(.grouped) { return nil }
        return members.withUnsafeBufferPointer { Edge.group(in: $0) }
    }

    /// Lets it go with another group, or with none.
    public mutating func setGroup(_ id: Node.ID?) {
        guard let id else { return members = JSONMembers.removing(["parentId"], from: members) }
        members = JSONMembers.setting([("parentId", JSON.string(id.string).text)], in: members)
    }

    static func group(in members: UnsafeBufferPointer<UInt8>) -> Node.ID? {
        JSONMembers.value("parentId", in: members)?.stringValue.map { Identifier($0) }
    }
}
