import Wire

/// The name of a node, an edge, a handle or a type, compared by its UTF-8 bytes.
///
/// `String` compares by canonical equivalence, so two names that differ only by Unicode normalization would be one.
public struct Identifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The id as a string; comparison is by bytes.
    public let string: String

    /// An id; whether a document takes it is checked by `Transaction`.
    @inlinable public init(_ string: String) {
        self.string = string
    }

    /// Bytes that are known to be UTF-8.
    @inlinable public init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        self.string = String(decoding: bytes, as: UTF8.self)
    }

    /// The id itself.
    public var description: String { string }

    /// Returns true if both have the same bytes; normalization does not count.
    @inlinable public static func == (a: Identifier, b: Identifier) -> Bool {
        a.string.hasSameBytes(as: b.string)
    }

    /// Returns true if the first comes before the second, by bytes.
    @inlinable public static func < (a: Identifier, b: Identifier) -> Bool {
        a.string.precedes(b.string)
    }

    /// Feeds the bytes.
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

extension Schema {
    /// The id of an element, a view, a type or a handle.
    public static let id = string(comment: "id")
}

extension Shape where Value == String {
    /// An id as text.
    static let id = Shape(schema: .id, read: string.read, write: string.write)
}

extension Shape where Value == Identifier {
    /// The id of an element, a view, a type or a handle.
    public static let identifier = Shape<String>.id.mapped(
        { (string) throws(ShapeError) in Identifier(string) }, from: { $0.string })
}
