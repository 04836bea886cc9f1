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
        a.withBytes { a in b.withBytes { b in Identifier.areEqual(a, b) } }
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

    /// Compares eight bytes at a time.
    @inlinable static func areEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        if a.count != b.count { return false }
        guard let left = UnsafeRawPointer(a.baseAddress), let right = UnsafeRawPointer(b.baseAddress) else {
            return true
        }
        var index = 0
        while index &+ 8 <= a.count {
            if left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                != right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            {
                return false
            }
            index &+= 8
        }
        while index < a.count {
            if a[index] != b[index] { return false }
            index &+= 1
        }
        return true
    }

    /// Calls `body` with the UTF-8 bytes.
    @inlinable public func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        var copy = string
        return copy.withUTF8(body)
    }
}
