/// A value behind one reference. A copy retains only that reference, and the first change of a shared value copies it.
///
/// It is for values of many columns that are passed along and captured by closures for reading.
public struct CopyOnWrite<Value: Sendable>: @unchecked Sendable {
    /// Owns memory for the value, which changes only while the box has one reference, so that no other holder can be
    /// reading.
    ///
    /// It is separate memory, not a stored property: exclusive access to the outer value already gives exclusive
    /// access to the box, so no access needs another check.
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

    /// The memory of the value, valid while the reference is held and the value does not change. Reading there retains
    /// nothing.
    @inlinable public var address: UnsafePointer<Value> {
        @inline(__always) get { UnsafePointer(box.memory) }
    }
}
