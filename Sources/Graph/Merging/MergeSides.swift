import Storage

/// Three documents, two by two.
struct MergePairs {
    let base: Document
    let ours: DocumentPair
    let theirs: (ours: DocumentPair, base: DocumentPair)

    init(_ base: Document, _ ours: Document, _ theirs: Document) {
        self.base = base
        self.ours = DocumentPair(ours, base)
        self.theirs = (DocumentPair(theirs, ours), DocumentPair(theirs, base))
    }
}

/// The nodes or the edges of three documents, and which of them are the same.
struct MergeSides<Kind: StampedKind> {
    let base: [Slot<Kind>]
    var ours: [Slot<Kind>] { known.slots }
    var theirs: [Slot<Kind>] { inOurs.slots }
    /// Our and the base's counterparts of the other side's elements.
    let inOurs: Counterparts<Kind>
    private let inBase: Counterparts<Kind>
    /// The elements of the base for ours.
    private let known: Counterparts<Kind>
    let order: SharedOrder<Kind>
    private let pairs: MergePairs

    init(_ pairs: MergePairs) {
        self.pairs = pairs
        base = Kind.lastingSlots(in: pairs.base)
        known = Kind.counterparts(in: pairs.ours)
        inOurs = Kind.counterparts(in: pairs.theirs.ours)
        inBase = Kind.counterparts(in: pairs.theirs.base)
        var places = [UInt64](repeating: 0, count: Kind.slotCount(in: pairs.base))
        for (place, slot) in base.enumerated() { places[slot.index] = UInt64(place) }
        order = SharedOrder(inOurs, inBase, known, places, pairs.theirs.ours)
    }

    /// The elements that the other side has changed or has stamps for: those of the base first.
    func candidates(_ stated: StampedElements<Kind>) -> [Identifier] {
        let (base, theirs) = (pairs.base, pairs.theirs.ours.document)
        var changed: [Identifier] = []
        var isKept = [Bool](repeating: false, count: Kind.slotCount(in: base))
        var added: [Identifier] = []
        let known = SlotSet(stated.states.keys.lazy.compactMap { Kind.slot(of: $0, in: theirs) })
        var isChanged = isKept
        for slot in self.theirs {
            let (own, old) = (inOurs[slot], inBase[slot])
            if let old { isKept[old.index] = true }
            let isSame =
                own.map { Kind.isSame(slot, $0, in: pairs.theirs.ours) } == true
                || old.map { Kind.isSame(slot, $0, in: pairs.theirs.base) } == true
            // What is as it was there may have gone here, and is not wanted then.
            if isSame && !known.contains(slot) { continue }
            if let old { isChanged[old.index] = true } else { added.append(Kind.id(of: slot, in: theirs)) }
        }
        for slot in self.base where isChanged[slot.index] || !isKept[slot.index] {
            changed.append(Kind.id(of: slot, in: base))
        }
        changed += added
        let seen = Set(changed)
        return changed + stated.states.keys.sorted().filter { !seen.contains($0) }
    }
}
