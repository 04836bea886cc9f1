import Wire

extension SwiftFlow {
    /// The members of a node in SwiftFlow's files that are not copied unchanged.
    enum NodeMember: String, CaseIterable, Sendable {
        case id, position, size, data, phase, persistence, parentID, isSelected, isHovered, isDropTarget, isDraggable,
            acceptsChildren, zIndex, handles
        /// A type of Nodewire; the default of `acceptsChildren` depends on it.
        case type
        /// Members of Nodewire that have other names in SwiftFlow; in its files they have no meaning.
        case width, height, parentId, parentNode, draggable, transient
    }

    /// The same for an edge.
    enum EdgeMember: String, CaseIterable, Sendable {
        case id, sourceNodeID, sourceHandleID, targetNodeID, targetHandleID, pathType, isSelected, isHovered,
            isDropTarget,
            label, parentID
        /// Members of Nodewire that have other names in SwiftFlow.
        case source, sourceHandle, target, targetHandle, type, transient
    }

    /// The same for a handle.
    enum HandleMember: String, CaseIterable, Sendable {
        case id, type, position, connectionStartArea, connectionTargetArea, area
    }

    static let nodeMembers = MemberTable<NodeMember>()
    static let edgeMembers = MemberTable<EdgeMember>()
    static let handleMembers = MemberTable<HandleMember>()
}

/// Members with a meaning, looked up by the bytes of their names.
struct MemberTable<Member: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
    private let members = Array(Member.allCases)
    private let table = NameTable(Member.allCases.map(\.rawValue))

    /// The member with a name; nil for other names.
    subscript(name: JSONName) -> Member? { table.index(of: name).map { members[$0] } }
}
