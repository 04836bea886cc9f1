import Wire

extension SwiftFlow {
    /// The members of a node in its files that are not copied unchanged.
    enum NodeMember: String, CaseIterable, Sendable {
        case id, position, size, data, phase, persistence, parentID, isSelected, isHovered, isDropTarget, isDraggable,
            acceptsChildren, zIndex, handles
        /// A type of our own; the default of `acceptsChildren` depends on it.
        case type
        /// Known members here whose meaning other members have there; in its files they mean nothing.
        case width, height, parentId, parentNode, draggable, transient
    }

    /// The same of an edge.
    enum EdgeMember: String, CaseIterable, Sendable {
        case id, sourceNodeID, sourceHandleID, targetNodeID, targetHandleID, pathType, isSelected, isHovered,
            isDropTarget,
            label, parentID
        /// Known members here whose meaning other members have there.
        case source, sourceHandle, target, targetHandle, type, transient
    }

    /// The same of a handle.
    enum HandleMember: String, CaseIterable, Sendable {
        case id, type, position, connectionStartArea, connectionTargetArea, area
    }

    static let nodeMembers = MemberTable<NodeMember>()
    static let edgeMembers = MemberTable<EdgeMember>()
    static let handleMembers = MemberTable<HandleMember>()
}

/// Members with a meaning, found by the bytes of their names.
struct MemberTable<Member: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
    private let members = Array(Member.allCases)
    private let table = NameTable(Member.allCases.map(\.rawValue))

    /// The member of this name, or nil.
    subscript(name: JSONName) -> Member? { table.index(of: name).map { members[$0] } }
}
