import Wire

/// The name of a node, an edge, a handle or a type, compared by its UTF-8 bytes.
///
/// `String` compares by canonical equivalence, so two names that differ only by Unicode normalisation would be one.
public struct Identifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let string: String

    @inlinable public init(_ string: String) {
        self.string = string
    }

    /// Bytes that are known to be UTF-8.
    @inlinable public init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        self.string = String(decoding: bytes, as: UTF8.self)
    }

    public var description: String { string }

    @inlinable public static func == (a: Identifier, b: Identifier) -> Bool {
        a.withBytes { a in b.withBytes { b in a.hasSameBytes(as: b) } }
    }

    @inlinable public static func < (a: Identifier, b: Identifier) -> Bool {
        a.string.utf8.lexicographicallyPrecedes(b.string.utf8)
    }

    @inlinable public func hash(into hasher: inout Hasher) {
        withBytes { bytes in
            hasher.combine(bytes.count)
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
    }

    /// Calls `body` with the UTF-8 bytes.
    @inlinable public func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        var copy = string
        return copy.withUTF8(body)
    }
}
