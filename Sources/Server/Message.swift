import Wire

/// The envelope of one JSON-RPC message, over the bytes it came in.
struct Message {
    /// The id as it was written; nil for a notification.
    var id: UnsafeBufferPointer<UInt8>?
    var method: JSONName?
    /// Before the parameters; nil when they are absent or null.
    var params: JSONCursor?
    /// Neither request nor notification, but an answer.
    var isResponse = false

    /// Reads the value at the cursor and leaves the cursor behind it.
    ///
    /// - Throws: what JSON-RPC 2.0 calls an invalid request; `id` of the failure's answer is told by `readableID`.
    init(_ cursor: inout JSONCursor) throws(MessageError) {
        guard cursor.peek() == .object else {
            cursor.skipValue()
            throw MessageError(failure: .invalidRequest("a message is an object"))
        }
        var problem: Failure?
        var version = false
        var seen: UInt8 = 0
        try? cursor.enterObject()
        while let name = cursor.nextMember() {
            let bit: UInt8
            if name == "id" {
                bit = 1
                if !readID(&cursor) { problem = problem ?? .invalidRequest("an id is a string, a number or null") }
            } else if name == "method" {
                bit = 2
                if cursor.peek() == .string {
                    method = try? cursor.readName()
                } else {
                    cursor.skipValue()
                    problem = problem ?? .invalidRequest("a method is a string")
                }
            } else if name == "params" {
                bit = 4
                let kind = cursor.peek()
                if kind != .null { params = cursor }
                if kind != .null && kind != .object && kind != .array {
                    problem = problem ?? .invalidRequest("params are an object")
                }
                cursor.skipValue()
            } else if name == "jsonrpc" {
                bit = 8
                var value = cursor
                cursor.skipValue()
                version = value.peek() == .string && (try? value.readName()).map { $0 == "2.0" } == true
            } else {
                bit = 0
                if name == "result" || name == "error" { isResponse = true }
                cursor.skipValue()
            }
            if seen & bit != 0 { problem = problem ?? .invalidRequest("a member occurs twice") }
            seen |= bit
        }
        if !version { problem = problem ?? .invalidRequest("\"jsonrpc\" is \"2.0\"") }
        if method == nil && !isResponse { problem = problem ?? .invalidRequest("\"method\" is missing") }
        if method != nil { isResponse = false }
        if let problem { throw MessageError(failure: problem, id: id) }
    }

    private mutating func readID(_ cursor: inout JSONCursor) -> Bool {
        let kind = cursor.peek()
        var check = cursor
        let range = cursor.rawValue()
        switch kind {
        case .string, .null: break
        case .number:
            // Wider than a double is fine; what no double can hold finitely is not.
            if (try? check.readDouble()) == nil { return false }
        default: return false
        }
        id = UnsafeBufferPointer(start: cursor.base + range.lowerBound, count: range.count)
        return true
    }
}

/// A message that is no request, and the id with which to say so, if it had one.
struct MessageError: Error {
    var failure: Failure
    /// Valid as long as the message that is being performed; thrown and caught within that.
    nonisolated(unsafe) var id: UnsafeBufferPointer<UInt8>?
}
