import Storage

/// Slots in the order of the document, some hundred at a time.
struct SlotBlocks<Element> {
    private static var size: Int { 1024 }

    private let order: ElementOrder<Element>
    private var following: Slot<Element>?
    private var listed: ArraySlice<Slot<Element>>?

    /// All elements, or those of an ordered list; or those after one.
    init(_ order: ElementOrder<Element>, after slot: Slot<Element>? = nil, among slots: [Slot<Element>]? = nil) {
        self.order = order
        if let slots {
            listed = slots.drop { other in slot.map { order.key(other) <= order.key($0) } ?? false }
        } else {
            following = slot.map { order.next($0) } ?? order.first
        }
    }

    /// The next elements; nil at the end.
    mutating func next() -> [Slot<Element>]? {
        if let list = listed {
            listed = list.dropFirst(SlotBlocks.size)
            return list.isEmpty ? nil : Array(list.prefix(SlotBlocks.size))
        }
        var block: [Slot<Element>] = []
        block.reserveCapacity(SlotBlocks.size)
        while let slot = following, block.count < SlotBlocks.size {
            block.append(slot)
            following = order.next(slot)
        }
        return block.isEmpty ? nil : block
    }
}
