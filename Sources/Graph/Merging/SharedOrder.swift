import Storage

/// The common order of the elements on two sides of a merge: those with the same order on both sides, and for each
/// other element the side that moved it.
///
/// Either side finds the same.
struct SharedOrder<Kind: StampedKind> {
    enum Side {
        case ours, theirs
    }

    /// The shared elements of the other side that have the same order on both sides.
    private(set) var common = SlotSet<Kind>()
    /// The side that has moved each of the other shared ones.
    /// Elements that both have moved, or inserted, are not in it.
    private(set) var movers: [Slot<Kind>: Side] = [:]

    /// - Parameters:
    ///   - inOurs: our counterpart of each of their elements.
    ///   - theirs: the same of the document that both come from.
    ///   - ours: their counterpart of each of our elements.
    ///   - base: the positions of their elements in the base, by slot.
    /// - Complexity: O(*n*) if nothing was moved, else O(*n* log *n*).
    init(
        _ inOurs: Counterparts<Kind>, _ theirs: Counterparts<Kind>, _ ours: Counterparts<Kind>, _ base: [UInt64],
        _ pair: DocumentPair
    ) {
        let (theirMoved, ourMoved) = (SharedOrder.moved(theirs, base), SharedOrder.moved(ours, base))
        // The elements that both have placed, with the number of the others before them there.
        var open: [(slot: Slot<Kind>, own: Slot<Kind>, place: Int)] = []
        var steady = SlotSet<Kind>()
        for slot in inOurs.slots {
            guard let own = inOurs[slot] else { continue }
            let isNew = theirs[slot] == nil
            switch (isNew || theirMoved.contains(slot), isNew || ourMoved.contains(own)) {
            case (false, false):
                common.insert(slot)
                steady.insert(own)
            case (true, false): movers[slot] = .theirs
            case (false, true): movers[slot] = .ours
            case (true, true): open.append((slot, own, steady.count))
            }
        }
        if open.isEmpty { return }
        var places: [Slot<Kind>: Int] = [:]
        let isOpen = SlotSet(open.map(\.own))
        var passed = 0
        var order: [Slot<Kind>] = []
        for own in ours.slots {
            if steady.contains(own) { passed += 1 }
            if !isOpen.contains(own) { continue }
            places[own] = passed
            order.append(own)
        }
        open.removeAll { $0.place != places[$0.own] }
        let alike = SlotSet(open.map(\.own))
        order.removeAll { !alike.contains($0) }
        // Where there are several selections, both sides have to find the same.
        guard let first = open.indices.first(where: { open[$0].own != order[$0] }) else {
            for (slot, _, _) in open { common.insert(slot) }
            return
        }
        let isOurs = Kind.id(of: order[first], in: pair.other) < Kind.id(of: open[first].own, in: pair.other)
        var numbers: [Slot<Kind>: UInt64] = [:]
        for (number, own) in (isOurs ? open.map(\.own) : order).enumerated() { numbers[own] = UInt64(number) }
        let list = isOurs ? order : open.map(\.own)
        let stays = SlotSet(zip(list, LongestRise(list.map { numbers[$0] ?? 0 }).members).lazy.filter(\.1).map(\.0))
        for (slot, own, _) in open where stays.contains(own) { common.insert(slot) }
    }

    /// Returns the elements whose order differs from that in the base.
    private static func moved(_ known: Counterparts<Kind>, _ base: [UInt64]) -> SlotSet<Kind> {
        let common = known.slots.filter { known[$0] != nil }
        let stays = LongestRise(common.compactMap { known[$0].map { base[$0.index] } }).members
        return SlotSet(zip(common, stays).lazy.filter { !$0.1 }.map(\.0))
    }
}
