/// A value behind one reference: a copy counts that reference and none of those the value holds, and the first change of
/// a shared value copies it.
///
/// For values of many columns, which are passed along and caught by closures where they are only read.
public struct CopyOnWrite<Value: Sendable>: @unchecked Sendable {
    /// Changed only while it has one reference, so that no other holder can be reading.
    @usableFromInline final class Box {
        @usableFromInline var value: Value

        @inlinable init(_ value: Value) {
            self.value = value
        }
    }

    @usableFromInline var box: Box

    /// Takes a value into a new reference.
    @inlinable public init(_ value: Value) {
        box = Box(value)
    }

    /// The value. Reading copies nothing; writing copies it once if another holder shares the reference.
    @inlinable public var value: Value {
        @inline(__always) _read { yield box.value }
        @inline(__always) _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }

    /// Whether both have one reference, and so the same value. O(1).
    @inlinable @inline(__always) public func isShared(with other: CopyOnWrite) -> Bool { box === other.box }

    /// Where the value lies, as long as the reference is held and the value is not changed. To read there counts nothing.
    @inlinable public var address: UnsafePointer<Value> {
        @inline(__always) get { withUnsafeMutablePointer(to: &box.value) { UnsafePointer($0) } }
    }
}
