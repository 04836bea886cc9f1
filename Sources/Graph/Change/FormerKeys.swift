import Storage

/// The keys that elements had before they moved in an order or left it, which they get again if each comes back.
///
/// An element that moved away and back would else have another key between the same neighbors, without a change that
/// is announced.
struct FormerKeys<Element> {
    private var keys: [(slot: Slot<Element>, key: UInt64)] = []
    /// The number of times that keys of the order had been spread.
    private let spreads: Int

    init(_ order: ElementOrder<Element>) { spreads = order.spreads }

    /// Notes the key of an element that is about to move or to leave.
    mutating func note(_ placement: Placement<Element>, in order: ElementOrder<Element>) {
        if placement.from == .absent { return }
        keys.append((placement.slot, order.key(placement.slot)))
    }

    /// Gives each element the key that it had, in an order that is again as it was.
    ///
    /// - Complexity: O(*n*) in the moved and removed elements. If keys were spread since, the new ones stay.
    func restore(in order: inout ElementOrder<Element>) {
        guard order.spreads == spreads else { return }
        for (slot, key) in keys.reversed() { order.setKey(key, of: slot) }
    }
}
