/// A string in a validated text, between its quotes: the name of a member, or a value that is not copied yet.
///
/// It is valid as long as the bytes to which it points.
public struct JSONName {
    /// The first byte behind the opening quote; the text must outlive the name.
    public let start: UnsafePointer<UInt8>
    /// Bytes as written, escapes included.
    public let count: Int
    /// Is true if the spelling holds a backslash.
    public let hasEscapes: Bool

    /// A name from its spelling between the quotes.
    @inlinable public init(start: UnsafePointer<UInt8>, count: Int, hasEscapes: Bool) {
        self.start = start
        self.count = count
        self.hasEscapes = hasEscapes
    }

    /// Bytes as written, escapes included.
    @inlinable public var spelling: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// Returns the string; a lone surrogate is an error.
    @inlinable public func string() throws(ShapeError) -> String {
        if !hasEscapes { return String(decoding: spelling, as: UTF8.self) }
        let value = JSONString(self)
        guard let string = value.string else { throw ShapeError("lone surrogate in a string") }
        return string
    }

    /// The text for messages and paths: parts that no `String` can hold appear as their escapes.
    @inlinable public var description: String { JSONString(self).description }

    /// Equality of the meaning, byte by byte: no Unicode normalization, escapes resolved.
    @inlinable @inline(__always)
    public static func == (name: JSONName, literal: StaticString) -> Bool {
        let bytes = UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        return name.equals(bytes)
    }

    /// Returns true if the name, escapes resolved, has these UTF-8 bytes.
    @inlinable @inline(__always)
    public func equals(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        hasEscapes ? equalsResolved(bytes) : spelling.hasSameBytes(as: bytes)
    }

    /// Returns true if both names are equal once escapes are resolved.
    @inlinable public static func == (a: JSONName, b: JSONName) -> Bool {
        if a.hasEscapes || b.hasEscapes { return JSONString(a) == JSONString(b) }
        return a.spelling.hasSameBytes(as: b.spelling)
    }

    /// Returns true if the name means this string.
    @_disfavoredOverload
    public static func == (name: JSONName, string: JSONString) -> Bool {
        if name.hasEscapes { return JSONString(name) == string }
        return string.string != nil && string.withUTF8 { name.spelling.hasSameBytes(as: $0) }
    }

    @inline(never)
    @usableFromInline func equalsResolved(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        JSONString(self) == JSONString(String(decoding: bytes, as: UTF8.self))
    }
}
