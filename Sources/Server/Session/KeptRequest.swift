import Wire

/// A request that is answered later, with the data for its reply.
struct KeptRequest: Sendable {
    /// The id as it was written; nil for a notification.
    let id: [UInt8]?
    let method: String

    /// The number of the client that has sent it.
    let client: Int

    init(_ request: Request, of client: Client) {
        self.client = client.number
        id = request.id.map { Array($0) }
        method = request.method
    }

    /// Is true for the request of this id that a client has sent. Ids are compared as values, whatever their spelling.
    func has(_ id: JSON, of client: Client) -> Bool {
        guard self.client == client.number, let bytes = self.id else { return false }
        return (try? JSON(JSONText(trusted: bytes))) == id
    }

    /// Calls `body` with the request as it was when it came.
    func withRequest(_ body: (Request) -> Void) {
        guard let id else { return body(Request(id: nil, method: method)) }
        id.withUnsafeBufferPointer { body(Request(id: $0, method: method)) }
    }
}
