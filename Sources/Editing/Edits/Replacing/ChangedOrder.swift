import Graph
import Storage
import Wire

/// The elements whose position a replica cannot derive by appending, in document order.
struct ChangedOrder<Element> {
    private(set) var slots: [Slot<Element>] = []
    private let order: ElementOrder<Element>
    /// The elements that later changes move: a replica does not have them at their new positions yet.
    private var later: Set<Slot<Element>> = []
    /// The elements that a replica never has.
    private let gaps: SlotSet<Element>

    /// - Parameters:
    ///   - later: the elements moved by later changes; it is called only if this one moved any.
    ///   - inserted: the new elements in the order of the message.
    ///   - gaps: elements of the order that do not count.
    init(
        _ placements: [Placement<Element>], _ order: ElementOrder<Element>,
        before later: () -> [Placement<Element>], isInserted inserted: [Slot<Element>], without gaps: SlotSet<Element>
    ) {
        self.order = order
        self.gaps = gaps
        if placements.allSatisfy({ $0.to == .absent }) { return }
        // A key path of a generic type is looked up by its name in each call.
        self.later = Set(later().lazy.map { $0.slot })
        let moved = ChangedOrder.moved(by: placements)
        if moved.isEmpty || isAppended(moved, inserted) { return }
        slots = moved.sorted { order.key($0) < order.key($1) }
    }

    /// The elements that are placed in the end, the last one first.
    private static func moved(by placements: [Placement<Element>]) -> [Slot<Element>] {
        if placements.count == 1 { return [placements[0].slot] }
        var moved: [Slot<Element>] = []
        moved.reserveCapacity(placements.count)
        var seen = SlotMap<Element>(minimumCapacity: placements.count)
        // The last step of a slot decides whether it is there in the end.
        for placement in placements.reversed() where seen.insert(placement.slot) {
            if placement.to != .absent { moved.append(placement.slot) }
        }
        return moved
    }

    /// Returns true if only the new elements moved, and are at the end in the order of the message.
    private func isAppended(_ moved: [Slot<Element>], _ inserted: [Slot<Element>]) -> Bool {
        guard moved.count == inserted.count else { return false }
        var expected = known(order.last, or: order.previous)
        for slot in inserted.reversed() {
            if slot != expected { return false }
            expected = known(order.previous(slot), or: order.previous)
        }
        return true
    }

    /// The slot, or the first one from it on that no later change moves.
    private func known(_ slot: Slot<Element>?, or following: (Slot<Element>) -> Slot<Element>?) -> Slot<Element>? {
        var next = slot
        while let slot = next, later.contains(slot) || gaps.contains(slot) { next = following(slot) }
        return next
    }

    func write(
        into writer: inout JSONWriter, _ withID: (Slot<Element>, (UnsafeBufferPointer<UInt8>) -> Void) -> Void
    ) {
        writer.beginArray()
        for slot in slots {
            writer.place(slot, before: known(order.next(slot), or: order.next), withID)
        }
        writer.endArray()
    }
}

/// The former positions of moved elements, each in front of its successor.
struct FormerPlaces<Element> {
    private(set) var places: [(slot: Slot<Element>, successor: Slot<Element>?)] = []

    /// - Parameters:
    ///   - steps: the steps of the change, which led to the order.
    ///   - gaps: elements of the order that do not count.
    init(_ steps: [Placement<Element>], _ order: ElementOrder<Element>, without gaps: SlotSet<Element>) {
        if steps.allSatisfy({ $0.from == .absent }) { return }
        var moved: [Slot<Element>] = []
        var isMoved = SlotMap<Element>(minimumCapacity: steps.count)
        // The first step of a slot shows whether it was there.
        for step in steps where isMoved.insert(step.slot, step.from == .absent ? 0 : 1) && step.from != .absent {
            moved.append(step.slot)
        }
        let former = FormerOrder(before: steps, of: order, without: gaps)
        for slot in moved {
            if let before = former.predecessor(of: slot), isMoved[before] == 1 { continue }
            var next: Slot<Element>? = slot
            while let current = next, isMoved[current] == 1 {
                next = former.successor(of: current)
                places.append((current, next))
            }
        }
    }

    func write(
        into writer: inout JSONWriter, _ withID: (Slot<Element>, (UnsafeBufferPointer<UInt8>) -> Void) -> Void
    ) {
        writer.beginArray()
        for (slot, successor) in places { writer.place(slot, before: successor, withID) }
        writer.endArray()
    }
}

extension JSONWriter {
    fileprivate mutating func place<Element>(
        _ slot: Slot<Element>, before successor: Slot<Element>?,
        _ withID: (Slot<Element>, (UnsafeBufferPointer<UInt8>) -> Void) -> Void
    ) {
        beginObject()
        name("id")
        withID(slot) { string(utf8: $0) }
        if let successor {
            name("before")
            withID(successor) { string(utf8: $0) }
        }
        endObject()
    }
}
