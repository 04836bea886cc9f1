import NodewireProtocol

/// A `DocumentChanged` with the order of its members: new elements follow each other in that order, which a dictionary
/// does not keep.
public struct OrderedChange: ServerNotification {
    /// The name of the notification.
    public static let method = DocumentChanged.method
    /// The change as any client reads it.
    public let change: DocumentChanged
    /// The ids of changed nodes, in the order of the message.
    private(set) var nodes: [String]
    /// The ids of changed edges, in the order of the message.
    private(set) var edges: [String]

    /// Reads the parameters of a notification. The order is right where a client receives it.
    public init(from decoder: any Decoder) throws {
        change = try DocumentChanged(from: decoder)
        (nodes, edges) = (Array((change.nodes ?? [:]).keys), Array((change.edges ?? [:]).keys))
    }
}

extension OrderedChange: OrderedParams {
    mutating func order(by params: MessagePart) {
        if nodes.count > 1 { nodes = params.names(of: "nodes") }
        if edges.count > 1 { edges = params.names(of: "edges") }
    }
}

/// Parameters of a notification with a significant order of members.
protocol OrderedParams {
    mutating func order(by params: MessagePart)
}
