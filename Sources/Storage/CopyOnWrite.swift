/// A value behind one reference: a copy counts that reference and none of those the value holds, and the first change of
/// a shared value copies it.
///
/// For values of many columns, which are passed along and caught by closures where they are only read.
public struct CopyOnWrite<Value: Sendable>: @unchecked Sendable {
    /// Owns memory for the value, which is changed only while the box has one reference, so that no other holder can be reading.
    ///
    /// It is memory of its own and no stored property: whoever may change the value has the box for itself, by the rules for
    /// the value that holds it, so that nothing needs to be checked again at each access.
    @usableFromInline final class Box {
        @usableFromInline let memory: UnsafeMutablePointer<Value>

        @inlinable init(_ value: Value) {
            memory = .allocate(capacity: 1)
            memory.initialize(to: value)
        }

        @inlinable deinit {
            memory.deinitialize(count: 1)
            memory.deallocate()
        }
    }

    @usableFromInline var box: Box

    /// Takes a value into a new reference.
    @inlinable public init(_ value: Value) {
        box = Box(value)
    }

    /// The value. Reading copies nothing; writing copies it once if another holder shares the reference.
    @inlinable public var value: Value {
        @inline(__always) _read { yield box.memory.pointee }
        @inline(__always) _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.memory.pointee) }
            yield &box.memory.pointee
        }
    }

    /// Returns true if no other holder shares the reference. O(1).
    @inlinable @inline(__always) public mutating func isAlone() -> Bool { isKnownUniquelyReferenced(&box) }

    /// Returns true if both have one reference, and so the same value. O(1).
    @inlinable @inline(__always) public func isShared(with other: CopyOnWrite) -> Bool { box === other.box }

    /// The memory of the value: valid as long as the reference is held and the value is not changed. To read there retains
    /// nothing.
    @inlinable public var address: UnsafePointer<Value> {
        @inline(__always) get { UnsafePointer(box.memory) }
    }
}
