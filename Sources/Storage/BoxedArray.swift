/// An array of values that hold much, each behind one reference: they are read and changed where they lie.
///
/// To read an element of an `Array`, or a part of it, may copy the whole element, which then counts all references that
/// it holds.
public struct BoxedArray<Element: Sendable>: Sendable, RandomAccessCollection {
    @usableFromInline var boxes: [CopyOnWrite<Element>] = []

    /// Makes an empty array.
    @inlinable public init() {}

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { boxes.count }

    @inlinable public subscript(index: Int) -> Element {
        @inline(__always) _read { yield boxes[index].value }
        @inline(__always) _modify { yield &boxes[index].value }
    }

    /// The element at a slot, which is one of the array's indices.
    @inlinable public subscript(slot: Slot<Element>) -> Element {
        @inline(__always) _read { yield boxes[slot.index].value }
        @inline(__always) _modify { yield &boxes[slot.index].value }
    }

    /// The slots of the elements, in order.
    @inlinable public var slots: some Collection<Slot<Element>> { indices.lazy.map { Slot(index: $0) } }

    /// Adds an element behind the others.
    @inlinable public mutating func append(_ element: Element) { boxes.append(CopyOnWrite(element)) }

    /// Removes and returns an element; those behind it move up.
    ///
    /// - Complexity: O(the elements behind it).
    @inlinable @discardableResult
    public mutating func remove(at index: Int) -> Element { boxes.remove(at: index).value }
}
