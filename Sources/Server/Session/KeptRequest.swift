import Wire

/// A request that is answered later: what its reply needs.
struct KeptRequest: Sendable {
    /// The id as it was written; nil for a notification.
    let id: [UInt8]?
    let method: String

    init(_ request: Request) {
        id = request.id.map { Array($0) }
        method = request.method
    }

    /// Ids are compared as values, whatever their spelling.
    func has(_ id: JSON) -> Bool {
        guard let bytes = self.id else { return false }
        return (try? JSON(JSONText(trusted: bytes))) == id
    }

    /// Calls `body` with the request as it was when it came.
    func withRequest(_ body: (Request) -> Void) {
        guard let id else { return body(Request(id: nil, method: method)) }
        id.withUnsafeBufferPointer { body(Request(id: $0, method: method)) }
    }
}
