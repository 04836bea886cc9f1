/// The number of a row in columns, typed by the kind of row. It is never negative; a missing one is optional.
public struct Slot<Element>: Hashable, Comparable, Sendable {
    /// The number, from 0 up.
    public let number: Int32

    /// The slot with this number, which is not negative.
    @inlinable @inline(__always) public init(_ number: Int32) { self.number = number }
    /// The slot with this number, which is not negative and not greater than 2³¹ − 1.
    @inlinable @inline(__always) public init(index: Int) { number = Int32(truncatingIfNeeded: index) }

    /// The number as an index into arrays.
    @inlinable public var index: Int { @inline(__always) get { Int(number) } }

    /// Returns true if both are the same row.
    @inlinable @inline(__always) public static func == (a: Slot, b: Slot) -> Bool { a.number == b.number }
    /// Returns true if the first has the smaller number.
    @inlinable @inline(__always) public static func < (a: Slot, b: Slot) -> Bool { a.number < b.number }
    /// Hashes the number.
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A slot or none, in the four bytes of a column; an optional slot takes eight.
public struct Link<Element>: Equatable, Sendable {
    /// The number of the slot, or −1.
    @usableFromInline var number: Int32

    /// A link to a slot, or to none.
    @inlinable @inline(__always) public init(_ slot: Slot<Element>? = nil) { number = slot?.number ?? -1 }

    /// No slot.
    @inlinable public static var none: Link { Link() }

    /// The slot that the link leads to.
    @inlinable public var slot: Slot<Element>? {
        @inline(__always) get { number < 0 ? nil : Slot(number) }
        @inline(__always) set { number = newValue?.number ?? -1 }
    }

    /// Returns true if both lead to the same slot, or to none.
    @inlinable @inline(__always) public static func == (a: Link, b: Link) -> Bool { a.number == b.number }
}

extension Array {
    /// The element at a slot, which must be one of the array's indices. It is read in place, so that reading a part of
    /// it does not copy the whole.
    @inlinable public subscript(slot: Slot<Element>) -> Element {
        @inline(__always) unsafeAddress {
            precondition(indices.contains(slot.index))
            return withUnsafeBufferPointer { $0.baseAddress.unsafelyUnwrapped + slot.index }
        }
        @inline(__always) _modify { yield &self[slot.index] }
    }

    /// The slots of the elements, in order.
    @inlinable public var slots: some Collection<Slot<Element>> { indices.lazy.map { Slot(index: $0) } }
}
