import Storage
import Wire

/// A directed connection between two nodes, as content.
public struct Edge: Sendable, Equatable {
    /// Ids of edges; nodes have a name space of their own.
    public typealias ID = Identifier
    /// The row of an edge in the columns of a document.
    public typealias Slot = Storage.Slot<Edge>

    /// The content of an edge, behind one reference, since changes hold many edges and are passed along.
    @usableFromInline struct Content: Sendable, Equatable {
        @usableFromInline var id: ID
        @usableFromInline var source: Node.ID
        @usableFromInline var sourceHandle: Identifier?
        @usableFromInline var target: Node.ID
        @usableFromInline var targetHandle: Identifier?
        @usableFromInline var members: [UInt8]
        var traits: EdgeTraits
    }

    @usableFromInline var content: CopyOnWrite<Content>

    /// Unique among the edges of a document.
    @inlinable public var id: ID {
        _read { yield content.value.id }
        _modify { yield &content.value.id }
    }
    /// The source node.
    @inlinable public var source: Node.ID {
        _read { yield content.value.source }
        _modify { yield &content.value.source }
    }
    /// The handle there; nil means the node's first source.
    @inlinable public var sourceHandle: Identifier? {
        _read { yield content.value.sourceHandle }
        _modify { yield &content.value.sourceHandle }
    }
    /// The target node.
    @inlinable public var target: Node.ID {
        _read { yield content.value.target }
        _modify { yield &content.value.target }
    }
    /// The handle there; nil means the node's first target.
    @inlinable public var targetHandle: Identifier? {
        _read { yield content.value.targetHandle }
        _modify { yield &content.value.targetHandle }
    }
    /// The edge's other members: one JSON object, as written except for white space.
    ///
    /// A `sourceHandle` or `targetHandle` is here only when null.
    public var members: [UInt8] {
        @inlinable _read { yield content.value.members }
        set {
            content.value.members = newValue
            content.value.traits = EdgeTraits(newValue)
        }
    }
    /// The traits of the members, read once.
    var traits: EdgeTraits { content.value.traits }

    /// An edge from its ends and its other members, the text of a JSON object.
    public init(
        id: ID, source: Node.ID, sourceHandle: Identifier? = nil, target: Node.ID, targetHandle: Identifier? = nil,
        members: [UInt8] = Edge.noMembers
    ) {
        self.init(
            id: id, source: source, sourceHandle: sourceHandle, target: target, targetHandle: targetHandle,
            members: members, traits: EdgeTraits(members))
    }

    init(
        id: ID, source: Node.ID, sourceHandle: Identifier?, target: Node.ID, targetHandle: Identifier?,
        members: [UInt8], traits: EdgeTraits
    ) {
        content = CopyOnWrite(
            Content(
                id: id, source: source, sourceHandle: sourceHandle, target: target, targetHandle: targetHandle,
                members: members, traits: traits))
    }

    /// The text of an object without members, which most edges share.
    public static let noMembers = Array("{}".utf8)

    /// The memory it takes, roughly.
    public var bytes: Int { MemoryLayout<Content>.size + 16 + members.count }

    /// Returns true if both have the same content.
    public static func == (a: Edge, b: Edge) -> Bool {
        a.content.isShared(with: b.content) || a.content.value == b.content.value
    }

    /// Returns true if it joins the same handles as another, by the same names.
    public func hasSameEnds(as other: Edge) -> Bool {
        source == other.source && sourceHandle == other.sourceHandle && target == other.target
            && targetHandle == other.targetHandle
    }
}

/// The traits of an edge's members that a document must know without reading them again.
@usableFromInline struct EdgeTraits: Sendable, Equatable {
    var flags: EdgeFlags = []
    var z = 0.0

    init(flags: EdgeFlags = [], z: Double = 0) {
        self.flags = flags
        self.z = z
    }

    /// Reads compact, valid members.
    init(_ members: [UInt8]) {
        if members.count <= 2 { return }
        members.withUnsafeBufferPointer { members in
            var cursor = JSONCursor(members)
            EdgeTraits.table.readMembers(&cursor, into: &self)
        }
    }
}
