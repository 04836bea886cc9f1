import Graph
import Wire

/// The envelope of one JSON-RPC message, over the bytes it came in.
struct Message {
    /// The id as it was written; nil for a notification.
    private(set) var id: UnsafeBufferPointer<UInt8>?
    private(set) var method: JSONName?
    /// The cursor before the parameters; nil when they are absent or null.
    private(set) var params: JSONCursor?
    /// Is true if it is a response, neither request nor notification.
    var isResponse: Bool { method == nil && hasResult }

    /// Is true if the text was read only up to the parameters, after the method and the version.
    private(set) var isBeforeParams = false

    /// The cursor before the result of a response; nil in anything else.
    private(set) var result: JSONCursor?
    /// Is true if it is a response with an error.
    private(set) var hasError = false

    private var hasResult = false
    private var hasVersion = false
    private var seen: UInt8 = 0
    private var fault: Fault?

    /// The faults that make an invalid request in JSON-RPC 2.0.
    private enum Fault {
        case id, method, params, twice

        var message: String {
            switch self {
            case .id: "an id is a string, a number or null"
            case .method: "a method is a string"
            case .params: "params are an object"
            case .twice: "a member occurs twice"
            }
        }
    }

    init() {}

    /// The beginning of a message in the spelling of most clients, up to its parameters if the method comes before
    /// them, else all of it; nil for any other text.
    init?(beginning scanner: inout CompactScanner) {
        guard scanner.takes("{"), takeMembers(&scanner) else { return nil }
    }

    /// Skips the parameters and reads the rest; false for any other text.
    mutating func takeRest(_ scanner: inout CompactScanner) -> Bool {
        if isBeforeParams {
            guard takeParams(&scanner) else { return false }
            if scanner.takes(","), !takeMembers(&scanner) { return false }
        }
        return scanner.takes("}") && scanner.isAtEnd && hasVersion && method != nil
    }

    private mutating func takeMembers(_ scanner: inout CompactScanner) -> Bool {
        repeat {
            if !hasVersion, scanner.takes(#""jsonrpc":"2.0""#) {
                hasVersion = true
            } else if id == nil, scanner.takes(#""id":"#) {
                guard let digits = scanner.takeNatural() else { return false }
                id = UnsafeBufferPointer(start: scanner.base + digits.lowerBound, count: digits.count)
            } else if method == nil, scanner.takes(#""method":""#) {
                guard let name = scanner.takeName() else { return false }
                method = name
            } else if params == nil, scanner.takes(#""params":"#) {
                isBeforeParams = hasVersion && method != nil
                if isBeforeParams { return true }
                guard takeParams(&scanner) else { return false }
            } else {
                return false
            }
        } while scanner.takes(",")
        return true
    }

    private mutating func takeParams(_ scanner: inout CompactScanner) -> Bool {
        guard let object = scanner.takeObject(depthLimit: Limits.depth - 1) else { return false }
        isBeforeParams = false
        params = object
        return true
    }

    /// Reads the value at the cursor and moves behind it.
    init(_ cursor: inout JSONCursor) throws(MessageError) {
        guard cursor.peek() == .object else {
            cursor.skipValue()
            throw .notAnObject
        }
        cursor.entersObject()
        while let name = cursor.nextMember() {
            add(name, cursor.base, cursor.rawValue())
        }
        try check()
    }

    /// Adds a member with its value at `range`.
    mutating func add(_ name: JSONName, _ base: UnsafePointer<UInt8>, _ range: Range<Int>) {
        var value = JSONCursor(base: base, index: range.lowerBound, end: range.upperBound)
        let bit: UInt8
        if name == "id" {
            bit = 1
            if Message.isID(value) {
                id = UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
            } else {
                fault = fault ?? .id
            }
        } else if name == "method" {
            bit = 2
            method = try? value.readName()
            if method == nil { fault = fault ?? .method }
        } else if name == "params" {
            bit = 4
            switch value.peek() {
            case .object, .array: params = value
            case .null: break
            default: fault = fault ?? .params
            }
        } else if name == "jsonrpc" {
            bit = 8
            hasVersion = (try? value.readName()).map { $0 == "2.0" } == true
        } else {
            bit = 0
            if name == "result" { result = value }
            if name == "error" { hasError = true }
            if name == "result" || name == "error" { hasResult = true }
        }
        if seen & bit != 0 { fault = fault ?? .twice }
        seen |= bit
    }

    /// A number may have more digits than a double holds, but must be in its finite range.
    private static func isID(_ value: JSONCursor) -> Bool {
        var value = value
        switch value.peek() {
        case .string, .null: return true
        case .number: return (try? value.readDouble()) != nil
        default: return false
        }
    }

    /// Checks that the members together are a message.
    ///
    /// - Throws: −32600.
    func check() throws(MessageError) {
        if let fault { throw MessageError(failure: .invalidRequest(fault.message), id: id) }
        if !hasVersion { throw MessageError(failure: .invalidRequest("\"jsonrpc\" is \"2.0\""), id: id) }
        if method == nil && !hasResult {
            throw MessageError(failure: .invalidRequest("\"method\" is missing"), id: id)
        }
    }
}

/// An error for a message that is not a request, with the id of the message if it has one.
struct MessageError: Error {
    var failure: Failure
    /// Points into the message that is being performed, and is thrown and caught within that.
    nonisolated(unsafe) var id: UnsafeBufferPointer<UInt8>?

    static var notAnObject: MessageError { MessageError(failure: .invalidRequest("a message is an object"), id: nil) }
}
