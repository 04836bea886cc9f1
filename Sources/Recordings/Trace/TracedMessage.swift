import Geometry
import Wire

/// A JSON-RPC message of a traced conversation, with the ranges of its members in its text.
public struct TracedMessage {
    /// The text of the message: only it, or a batch.
    public let bytes: [UInt8]
    /// The range of the message.
    public private(set) var range: Range<Int>
    /// The ranges of the values of its members; nil for missing ones.
    public private(set) var id, method, params, result, error: Range<Int>?

    /// Returns the message of a text, or those of a batch; none if the text is not JSON, or neither object nor array.
    ///
    /// - Parameter isTrusted: whether the text is known to be JSON.
    /// - Complexity: O(*n*) in the bytes.
    static func all(in bytes: [UInt8], isTrusted: Bool = false) -> [TracedMessage] {
        bytes.withUnsafeBufferPointer { buffer in
            if buffer.isEmpty { return [] }
            if !isTrusted, JSONSyntax.validate(buffer, depthLimit: JSONSyntax.maximumDepth) != nil { return [] }
            var cursor = JSONCursor(buffer)
            var messages: [TracedMessage] = []
            switch cursor.peek() {
            case .object: messages.append(TracedMessage(bytes, &cursor))
            case .array:
                cursor.entersArray()
                while cursor.nextElement() { messages.append(TracedMessage(bytes, &cursor)) }
            default: break
            }
            return messages
        }
    }

    private init(_ bytes: [UInt8], _ cursor: inout JSONCursor) {
        self.bytes = bytes
        var copy = cursor
        range = cursor.rawValue()
        guard copy.entersObject() else { return }
        while let name = copy.nextMember() {
            if name == "id" {
                id = copy.rawValue()
            } else if name == "method" {
                method = copy.rawValue()
            } else if name == "params" {
                params = copy.rawValue()
            } else if name == "result" {
                result = copy.rawValue()
            } else if name == "error" {
                error = copy.rawValue()
            } else {
                copy.skipValue()
            }
        }
    }

    /// The name of the method; nil for a response.
    public var methodName: String? { method.map { string($0) ?? text($0) } }

    /// Returns a part of the text as it was written.
    public func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the range of a value inside the value at another range, by the names of members.
    ///
    /// - Complexity: O(*n*) in the bytes there.
    public func find(_ path: StaticString..., in range: Range<Int>?) -> Range<Int>? {
        var found = range
        for name in path {
            guard let place = found else { return nil }
            found = bytes.withUnsafeBufferPointer { buffer in
                var cursor = JSONCursor(buffer, range: place)
                guard cursor.entersObject() else { return nil }
                while let other = cursor.nextMember() {
                    if other == name { return cursor.rawValue() }
                    cursor.skipValue()
                }
                return nil
            }
        }
        return found
    }

    /// The string at a range; nil for another value.
    public func string(_ range: Range<Int>?) -> String? {
        read(range) { (cursor) throws(ShapeError) in try cursor.readString() }
    }

    /// The number at a range, as a finite double; nil for another value.
    public func number(_ range: Range<Int>?) -> Double? {
        read(range) { (cursor) throws(ShapeError) in try cursor.readDouble() }
    }

    /// The point at a range; nil for another value.
    public func point(_ range: Range<Int>?) -> Point? {
        guard let x = number(find("x", in: range)), let y = number(find("y", in: range)) else { return nil }
        return Point(x: x, y: y)
    }

    private func read<Value>(
        _ range: Range<Int>?, _ body: (inout JSONCursor) throws(ShapeError) -> Value
    ) -> Value? {
        guard let range else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            var cursor = JSONCursor(buffer, range: range)
            return try? body(&cursor)
        }
    }
}
