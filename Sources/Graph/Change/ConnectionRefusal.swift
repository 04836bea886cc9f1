/// An edge as it is proposed, before the rules are checked.
public struct ConnectionProposal: Sendable, Hashable {
    /// The source of the proposed edge.
    public var source: Node.ID
    /// The handle there; nil means the node's first source.
    public var sourceHandle: Identifier?
    /// The target of the proposed edge.
    public var target: Node.ID
    /// The handle there; nil means the node's first target.
    public var targetHandle: Identifier?
    /// The edge that is being moved and therefore does not count.
    public var edge: Edge.ID?

    /// A proposal from its ends; `edge` is the moved edge, if any.
    public init(
        source: Node.ID, sourceHandle: Identifier? = nil, target: Node.ID, targetHandle: Identifier? = nil,
        edge: Edge.ID? = nil
    ) {
        self.source = source
        self.sourceHandle = sourceHandle
        self.target = target
        self.targetHandle = targetHandle
        self.edge = edge
    }

    /// The proposal of an edge with its ends; `replacing` is the edge that is being moved.
    public init(_ edge: Edge, replacing: Edge.ID? = nil) {
        self.init(
            source: edge.source, sourceHandle: edge.sourceHandle, target: edge.target, targetHandle: edge.targetHandle,
            edge: replacing)
    }
}

/// The reason why the rules refuse a connection, and the elements that prevent it.
public struct ConnectionRefusal: Sendable, Equatable {
    /// The reasons in the order of the rules.
    public enum Reason: String, CaseIterable, Sendable {
        /// `duplicate`, `limit`, `valueType` and `cycle` follow the settings; `rejectedByClient` is the front end's own.
        case noSuchNode, noSuchHandle, locked, direction, `self`, duplicate, limit, dataType, nodeType, valueType,
            cycle,
            rejectedByClient
    }

    /// The rule that refuses the connection.
    public var reason: Reason
    /// One sentence for people.
    public var message: String
    /// The nodes concerned, the nearest to the cause first.
    public var nodes: [Node.ID] = []
    /// The edges that are in the way.
    public var edges: [Edge.ID] = []
    /// The handles concerned.
    public var handles: [Identifier] = []
    /// The nodes of a cycle, from the proposed target along the edges to the proposed source.
    public var path: [Node.ID]?

    /// The refusal of an edge that is let go on a node, away from its handles.
    ///
    /// - Parameter isAllowed: whether drops on nodes connect, and this one has no handle for it.
    public static func noHandle(there node: Node.ID, isAllowed: Bool) -> ConnectionRefusal {
        let message =
            isAllowed
            ? "node \"\(node)\" has no handle where it could end"
            : "it is let go on node \"\(node)\" and on none of its handles, which `dropOnNode` refuses"
        return ConnectionRefusal(reason: .noSuchHandle, message: message, nodes: [node])
    }

    /// The refusal of the client, who was asked, in its words.
    public static func byClient(_ message: String) -> ConnectionRefusal {
        ConnectionRefusal(reason: .rejectedByClient, message: message)
    }
}
