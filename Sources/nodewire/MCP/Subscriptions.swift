import Wire

/// The changes of resources that are announced: after `resources/subscribe`, and in the revision 2026-07-28 on the streams that
/// `subscriptions/listen` opens.
struct Subscriptions {
    /// The greatest number of streams, and of resources in all requests.
    private static let (mostStreams, mostURIs) = (100, 1000)
    private static let idMember = "io.modelcontextprotocol/subscriptionId"

    /// A request that stays open until it is cancelled.
    private struct Stream {
        let id: JSON
        let uris: Set<String>
        let hasList: Bool
    }

    private var uris: Set<String> = []
    private var streams: [Stream] = []

    /// Announces the changes of a resource from now on.
    ///
    /// - Throws: if there are too many.
    mutating func insert(_ uri: String) throws(MCPError) {
        if uris.count >= Subscriptions.mostURIs { throw .invalidRequest("too many resources are subscribed to") }
        uris.insert(uri)
    }

    mutating func remove(_ uri: String) { uris.remove(uri) }

    /// Opens the stream of a request; returns its first message, with the accepted subscriptions.
    ///
    /// - Throws: if there are too many streams or resources, or one has this id.
    mutating func listen(_ id: JSON, _ params: JSONObject) throws(MCPError) -> JSON {
        let wanted = params["notifications"]
        let uris = Set((wanted?["resourceSubscriptions"]?.arrayValue ?? []).compactMap(\.stringValue))
        let hasList = wanted?["resourcesListChanged"]?.booleanValue ?? false
        if streams.contains(where: { $0.id == id }) { throw .invalidRequest("the id \(id) is in use") }
        if streams.count >= Subscriptions.mostStreams || uris.count > Subscriptions.mostURIs {
            throw .invalidRequest("too many resources are subscribed to")
        }
        streams.append(Stream(id: id, uris: uris, hasList: hasList))
        var honored: JSONObject = [:]
        if hasList { honored["resourcesListChanged"] = true }
        if !uris.isEmpty { honored["resourceSubscriptions"] = .array(uris.sorted().map { .string($0) }) }
        return Subscriptions.notification(
            "subscriptions/acknowledged", ["notifications": .object(honored)], to: id)
    }

    /// Closes the stream of a request that is cancelled.
    mutating func cancel(_ id: JSON?) { streams.removeAll { $0.id == id } }

    /// The messages that announce changes.
    ///
    /// - Parameter hasSession: whether the client is one that was sent the answer to `initialize`.
    func messages(listChanged isListChanged: Bool, changed: [String], hasSession: Bool) -> [JSON] {
        var messages: [JSON] = []
        if hasSession {
            if isListChanged { messages.append(Subscriptions.notification("resources/list_changed", [:])) }
            for uri in changed where uris.contains(uri) {
                messages.append(Subscriptions.notification("resources/updated", ["uri": .string(uri)]))
            }
        }
        for stream in streams {
            if isListChanged && stream.hasList {
                messages.append(Subscriptions.notification("resources/list_changed", [:], to: stream.id))
            }
            for uri in changed where stream.uris.contains(uri) {
                messages.append(
                    Subscriptions.notification("resources/updated", ["uri": .string(uri)], to: stream.id))
            }
        }
        return messages
    }

    private static func notification(_ name: String, _ params: JSONObject, to id: JSON? = nil) -> JSON {
        var params = params
        if let id { params["_meta"] = .object([JSONString(idMember): id]) }
        var message: JSONObject = ["jsonrpc": "2.0", "method": .string("notifications/" + name)]
        if !params.isEmpty { message["params"] = .object(params) }
        return .object(message)
    }
}
