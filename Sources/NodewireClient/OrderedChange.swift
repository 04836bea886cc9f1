import Wire

/// A `DocumentChanged` with the order of its members: in it several new elements follow each other in the document, and
/// a dictionary has none.
public struct OrderedChange: ServerNotification {
    /// The name of the notification.
    public static let method = DocumentChanged.method
    /// The change as any client reads it.
    public let change: DocumentChanged
    let nodes: [String]
    let edges: [String]

    /// Reads the parameters of a notification that a client receives.
    public init(from decoder: any Decoder) throws {
        change = try DocumentChanged(from: decoder)
        let message = (decoder.userInfo[.inbox] as? Inbox)?.message
        (nodes, edges) = (
            OrderedChange.names(change.nodes, "nodes", message), OrderedChange.names(change.edges, "edges", message)
        )
    }

    /// Returns the names of changes in the order of the message.
    private static func names(_ changes: [String: Change]?, _ member: String, _ message: MessageBytes?) -> [String] {
        guard let changes else { return [] }
        guard changes.count > 1, let message else { return Array(changes.keys) }
        return message.names(of: ["params", member])
    }
}

/// The bytes of a message while it is received.
struct MessageBytes: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    /// Returns the names of the members at a path, in their order.
    ///
    /// - Complexity: O(*n*) in the bytes of the message, for each step of the path.
    func names(of path: [String]) -> [String] {
        var part = bytes.bindMemory(to: UInt8.self)
        for step in path {
            var range: Range<Int>?
            // It was read already, so it has no error.
            _ = JSONSyntax.validate(part, depthLimit: JSONSyntax.maximumDepth) { name, value in
                if (try? name.string()) == step { range = value }
            }
            guard let range else { return [] }
            part = UnsafeBufferPointer(rebasing: part[range])
        }
        var names: [String] = []
        _ = JSONSyntax.validate(part, depthLimit: JSONSyntax.maximumDepth) { name, _ in
            if let name = try? name.string() { names.append(name) }
        }
        return names
    }
}
