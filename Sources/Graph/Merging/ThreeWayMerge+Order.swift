import Storage
import Wire

// Where elements that come from the other side, or were moved there, stand in the order.

extension ThreeWayMerge {
    /// Gives positions to elements that the other side inserted or moved, unless stamps have done so: each after its
    /// predecessor there.
    mutating func place<Kind: StampedKind>(
        _ sides: MergeSides<Kind>, _ known: StampedElements<Kind>, _ new: StampedElements<Kind>,
        _ records: inout [Identifier: StampedRecord]
    ) {
        var placed = SlotSet<Kind>()
        lazy var next = (ours: Self.followers(sides.ours, ours), theirs: Self.followers(sides.theirs, theirs))
        for slot in sides.theirs where !sides.order.common.contains(slot) {
            let id = Kind.id(of: slot, in: theirs)
            let stamp = new[id]?.placed ?? .unwritten
            guard let own = sides.inOurs[slot] else {
                if records[id]?.isPresent == true && stamp == .unwritten { placed.insert(slot) }
                continue
            }
            let isLater = (known[id]?.placed ?? .unwritten) < stamp
            switch sides.order.movers[slot] {
            case .ours: break
            case .theirs: if !isLater { placed.insert(slot) }
            case nil:
                var conflict = MergeConflict()
                conflict[keyPath: Kind.conflict] = id
                if keepsNotes {
                    conflict.ours = Self.place(before: next.ours[own])
                    conflict.theirs = Self.place(before: next.theirs[slot])
                }
                add(conflict, "@place", isLater)
            }
        }
        if !placed.isEmpty { place(placed, sides, known, &records) }
    }

    /// The id of the element after each.
    private static func followers<Kind: StampedKind>(
        _ slots: [Slot<Kind>], _ document: Document
    ) -> [Slot<Kind>: Identifier] {
        Dictionary(uniqueKeysWithValues: zip(slots, slots.dropFirst().map { Kind.id(of: $0, in: document) }))
    }

    private static func place(before id: Identifier?) -> JSON {
        .object(JSONObject(id.map { [.init(name: "before", value: .string($0.string))] } ?? []))
    }

    private mutating func place<Kind: StampedKind>(
        _ placed: SlotSet<Kind>, _ sides: MergeSides<Kind>, _ own: StampedElements<Kind>,
        _ records: inout [Identifier: StampedRecord]
    ) {
        // Of ours, what stands alike on both sides; what follows each of these, and what comes first.
        var common = SlotSet<Kind>()
        var following: [Int32: [Identifier]] = [:]
        var moved = SlotSet<Kind>()
        var last: Int32 = -1
        for slot in sides.theirs {
            if placed.contains(slot) {
                following[last, default: []].append(Kind.id(of: slot, in: theirs))
                if let counterpart = sides.inOurs[slot] { moved.insert(counterpart) }
            } else if let counterpart = sides.inOurs[slot], sides.order.common.contains(slot) {
                common.insert(counterpart)
                last = counterpart.number
            }
        }
        let anchors = sides.ours.filter {
            !moved.contains($0) && records[Kind.id(of: $0, in: ours)]?.isPresent != false
        }
        for (number, first) in zip([-1] + anchors.map(\.number), 0...) {
            guard let ids = following[number] else { continue }
            var next = first
            // Of what both sides have put there, that comes first whose first id does: so both sides get the same.
            if next < anchors.count, !common.contains(anchors[next]), Kind.id(of: anchors[next], in: ours) < ids[0] {
                while next < anchors.count, !common.contains(anchors[next]) { next += 1 }
            }
            var low = next == 0 ? nil : own.key(anchors[next - 1], in: ours)
            let high = next < anchors.count ? own.key(anchors[next], in: ours) : nil
            for id in ids {
                let key = PlaceKey.between(low, high) ?? low ?? PlaceKey(0)
                var record = records[id] ?? own.record(of: id, in: ours)
                if record.key != key || isUnsent(record.placed) { (record.key, record.placed) = (key, take()) }
                records[id] = record
                low = key
            }
        }
    }
}
