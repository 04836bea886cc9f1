import Storage
import Wire

/// A directed connection between two nodes, as content.
public struct Edge: Sendable, Equatable {
    /// Ids of edges; nodes have a name space of their own.
    public typealias ID = Identifier
    /// The row of an edge in the columns of a document.
    public typealias Slot = Storage.Slot<Edge>

    /// Unique among the edges of a document.
    public var id: ID
    /// The node where the edge begins.
    public var source: Node.ID
    /// The handle there; nil stands for the node's first source.
    public var sourceHandle: Identifier?
    /// The node where the edge ends.
    public var target: Node.ID
    /// The handle there; nil stands for the node's first target.
    public var targetHandle: Identifier?
    /// The edge's other members: one JSON object, as written but for white space.
    ///
    /// A `sourceHandle` or `targetHandle` stands here only when null.
    public var members: [UInt8] { didSet { traits = EdgeTraits(members) } }
    /// What the members say, read once.
    private(set) var traits: EdgeTraits

    /// An edge from its ends and its other members, the text of a JSON object.
    public init(
        id: ID, source: Node.ID, sourceHandle: Identifier? = nil, target: Node.ID, targetHandle: Identifier? = nil,
        members: [UInt8] = Array("{}".utf8)
    ) {
        self.init(
            id: id, source: source, sourceHandle: sourceHandle, target: target, targetHandle: targetHandle,
            members: members, traits: EdgeTraits(members))
    }

    init(
        id: ID, source: Node.ID, sourceHandle: Identifier?, target: Node.ID, targetHandle: Identifier?,
        members: [UInt8], traits: EdgeTraits
    ) {
        self.id = id
        self.source = source
        self.sourceHandle = sourceHandle
        self.target = target
        self.targetHandle = targetHandle
        self.members = members
        self.traits = traits
    }

    /// Whether it joins the same handles as another, by the same names.
    public func hasSameEnds(as other: Edge) -> Bool {
        source == other.source && sourceHandle == other.sourceHandle && target == other.target
            && targetHandle == other.targetHandle
    }
}
