import Graph
import Storage
import Wire

/// The elements whose place a replica cannot know by appending, in the order of the document.
struct ChangedOrder<Element> {
    private(set) var slots: [Slot<Element>] = []
    private let order: ElementOrder<Element>
    /// What later changes place, which a replica does not have there yet.
    private var later: Set<Slot<Element>> = []

    /// - Parameter isInserted: the new elements in the order in which they are sent.
    init(
        _ placements: [Placement<Element>], _ order: ElementOrder<Element>,
        before later: some Sequence<Placement<Element>>, isInserted inserted: [Slot<Element>]
    ) {
        self.order = order
        if placements.allSatisfy({ $0.to == .absent }) { return }
        self.later = Set(later.lazy.map(\.slot))
        var moved: [Slot<Element>] = []
        moved.reserveCapacity(placements.count)
        var seen = SlotMap<Element>(minimumCapacity: placements.count)
        // The last step of a slot decides whether it is there in the end.
        for placement in placements.reversed() where seen.insert(placement.slot) {
            if placement.to != .absent { moved.append(placement.slot) }
        }
        if moved.isEmpty || isAppended(moved, inserted) { return }
        slots = moved.sorted { order.key($0) < order.key($1) }
    }

    /// Whether only the new elements moved, and are at the end in the order in which they are sent.
    private func isAppended(_ moved: [Slot<Element>], _ inserted: [Slot<Element>]) -> Bool {
        guard moved.count == inserted.count else { return false }
        var expected = known(order.last, or: order.previous)
        for slot in inserted.reversed() {
            if slot != expected { return false }
            expected = known(order.previous(slot), or: order.previous)
        }
        return true
    }

    /// The slot, or the first one from it on that no later change places.
    private func known(_ slot: Slot<Element>?, or following: (Slot<Element>) -> Slot<Element>?) -> Slot<Element>? {
        var next = slot
        while let slot = next, later.contains(slot) { next = following(slot) }
        return next
    }

    func write(
        into writer: inout JSONWriter, _ withID: (Slot<Element>, (UnsafeBufferPointer<UInt8>) -> Void) -> Void
    ) {
        writer.beginArray()
        for slot in slots {
            writer.beginObject()
            writer.name("id")
            withID(slot) { writer.string(utf8: $0) }
            if let successor = known(order.next(slot), or: order.next) {
                writer.name("before")
                withID(successor) { writer.string(utf8: $0) }
            }
            writer.endObject()
        }
        writer.endArray()
    }
}
