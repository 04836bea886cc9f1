import Storage
import Wire

/// The stamps of the nodes or of the edges of a document: sparse, except for original positions.
struct StampedElements<Element: StampedKind>: Sendable {
    /// The states of the elements that were written, or are not in the document.
    private(set) var states: [Identifier: StampedElement] = [:]
    /// The number of the element that had each slot at the beginning; negative for none.
    var numbers: ContiguousArray<Int32> = []
    /// The slots of elements whose state has a key.
    private(set) var keyed = SlotSet<Element>()
    /// Elements with a part that should exist and is not shown.
    private(set) var suppressed: Set<Identifier> = []
    /// The elements for which others wait that were looked at.
    private(set) var waiting = WaitingElements()
    /// The suppressed elements to look at again: they have changed, or the elements that they wait for.
    private(set) var due: Set<Identifier> = []

    /// The state of an element.
    subscript(id: Identifier) -> StampedElement? { states[id] }

    /// Replaces the state of an element.
    mutating func set(_ id: Identifier, _ state: StampedElement) {
        states[id] = state.isDefault ? nil : state
        if state.isSuppressed {
            suppressed.insert(id)
            due.insert(id)
        } else {
            loseSuppressed(id)
        }
    }

    mutating func forget(_ id: Identifier) {
        states[id] = nil
        loseSuppressed(id)
    }

    private mutating func loseSuppressed(_ id: Identifier) {
        guard suppressed.remove(id) != nil else { return }
        due.remove(id)
        waiting.set(id, waitsFor: [])
    }

    /// Notes that something happened to a node.
    mutating func markDue(by node: Node.ID) {
        if !suppressed.isEmpty { due.formUnion(waiting.waiting(for: node)) }
    }

    /// Records that a suppressed element was checked, and the elements for which it waits.
    mutating func markLookedAt(_ id: Identifier, waitsFor nodes: [Node.ID]) {
        due.remove(id)
        if suppressed.contains(id) { waiting.set(id, waitsFor: nodes) }
    }

    /// Notes that the key of the element in a slot is in its state.
    mutating func noteKey(_ slot: Slot<Element>) { keyed.insert(slot) }

    /// The key of a persistent element.
    func key(_ slot: Slot<Element>, in document: Document) -> PlaceKey? {
        if keyed.contains(slot), let key = states[Element.id(of: slot, in: document)]?.key { return key }
        return number(slot).map { PlaceKey($0) }
    }

    /// All that is known of an element.
    ///
    /// - Parameters:
    ///   - slot: of the persistent element, if it is there.
    ///   - shown: its members.
    func record(of id: Identifier, _ slot: Slot<Element>?, shown: JSONObject?, in document: Document) -> StampedRecord {
        guard let state = states[id] ?? slot.map({ _ in StampedElement() }) else { return StampedRecord() }
        var record = state.record(shown: shown, Element.split)
        if record.key == nil, let slot { record.key = key(slot, in: document) }
        return record
    }

    /// All that is known of an element.
    func record(of id: Identifier, in document: Document) -> StampedRecord {
        let slot = Element.lasting(id, in: document)
        return record(of: id, slot, shown: slot.map { Element.members(of: $0, in: document) }, in: document)
    }

    /// The number that the element in a slot has had since the beginning; nil if it is another one.
    func number(_ slot: Slot<Element>) -> Int? {
        guard slot.index < numbers.count, numbers[slot.index] >= 0 else { return nil }
        return Int(numbers[slot.index])
    }

    /// Forgets the key of a slot: its element is gone.
    mutating func loseKey(_ slot: Slot<Element>) {
        keyed.remove(slot)
        if slot.index < numbers.count { numbers[slot.index] = -1 }
    }

    // MARK: Writing

    /// Records the effect of a change on an element; nil is a missing element.
    mutating func note(
        _ id: Identifier, _ slot: Slot<Element>, from before: JSONObject?, to after: JSONObject?, _ stamp: Stamp
    ) {
        let known = states[id]
        var state = known ?? StampedElement()
        guard let after else {
            if state.key == nil { state.key = number(slot).map { PlaceKey($0) } }
            loseKey(slot)
            (state.content, state.presence, state.isPresent) = (before ?? [:], stamp, false)
            if stamp == .unwritten { forget(id) } else { set(id, state) }
            return
        }
        let old = before ?? state.content ?? [:]
        // What others wrote after the removal is shown by the change that follows.
        var later = FieldTable<StampedElement.FieldState>()
        if before == nil {
            if state.content != nil { later = state.written(after: state.presence, Element.split) }
            (state.content, state.presence, state.isPresent) = (nil, stamp, true)
            if known == nil { state.rest = stamp }
            loseKey(slot)
        }
        if before != nil || known != nil {
            let split = Element.split
            state.write(from: split.fields(of: old), to: split.fields(of: after), stamp)
            state.fields.update(by: later)
        }
        set(id, state)
    }

    /// Records the positions of moved or inserted elements.
    ///
    /// An element whose key fits there keeps it. If two neighbors leave no space, the next one gets another key, too.
    ///
    /// - Complexity: O(the moved elements), and those that get another key.
    mutating func notePlaces(_ moved: [Slot<Element>], in document: Document, _ stamp: Stamp) {
        let order = Element.order(in: document)
        let isPlain = !document.hasTransientElements
        func isLasting(_ slot: Slot<Element>) -> Bool { isPlain || !Element.isTransient(slot, in: document) }
        var open = SlotSet(moved)
        var rest = Array(moved.sorted { order.key($0) > order.key($1) })
        var high: Slot<Element>?
        var isHighKnown = false
        while let slot = rest.popLast() {
            open.remove(slot)
            let id = Element.id(of: slot, in: document)
            var before = order.previous(slot)
            while let place = before, !isLasting(place) { before = order.previous(place) }
            if !isHighKnown || high.map({ order.key($0) < order.key(slot) }) == true {
                high = order.next(slot)
                while let place = high, open.contains(place) || !isLasting(place) { high = order.next(place) }
                isHighKnown = true
            }
            let low = before.flatMap { key($0, in: document) }
            while true {
                let top = high.flatMap { key($0, in: document) }
                if let own = states[id]?.key ?? number(slot).map({ PlaceKey($0) }), low.map({ $0 < own }) ?? true,
                    top.map({ own < $0 }) ?? true
                {
                    if states[id]?.key != nil { keyed.insert(slot) }
                    break
                }
                let new = PlaceKey.between(low, top)
                if let new, new.parts.count <= PlaceKey.longestMade || high == nil {
                    give(id, slot, new, stamp)
                    break
                }
                guard let crowded = high else { break }
                // It follows with a key of its own.
                open.insert(crowded)
                let place = rest.lastIndex { order.key($0) > order.key(crowded) }.map { $0 + 1 } ?? 0
                rest.insert(crowded, at: place)
                high = order.next(crowded)
                while let place = high, open.contains(place) || !isLasting(place) { high = order.next(place) }
            }
        }
    }

    private mutating func give(_ id: Identifier, _ slot: Slot<Element>, _ key: PlaceKey, _ stamp: Stamp) {
        var state = states[id] ?? StampedElement()
        (state.key, state.placed) = (key, stamp)
        keyed.insert(slot)
        set(id, state)
    }
}
