import Storage
import Wire

/// The stamps of the nodes or of the edges of a document: sparse, but for the places they have had since the beginning.
struct StampedElements<Element>: Sendable {
    /// Those that are not as they have been since the beginning, or not in the document.
    private(set) var states: [Identifier: StampedElement] = [:]
    /// Of each slot the number of the element that had it at the beginning; negative for none.
    var numbers: ContiguousArray<Int32> = []
    /// The slots of elements whose state has a key.
    private(set) var keyed = SlotSet<Element>()
    /// Elements of which something is left out that is to be there.
    private(set) var leftOut: Set<Identifier> = []

    /// The state of an element.
    subscript(id: Identifier) -> StampedElement? { states[id] }

    /// Puts the state of an element in place of its former one.
    mutating func set(_ id: Identifier, _ state: StampedElement) {
        states[id] = state.isDefault ? nil : state
        if state.isLeftOut { leftOut.insert(id) } else { leftOut.remove(id) }
    }

    mutating func forget(_ id: Identifier) {
        states[id] = nil
        leftOut.remove(id)
    }

    /// Notes that the key of the element in a slot is in its state.
    mutating func noteKey(_ slot: Slot<Element>) { keyed.insert(slot) }

    /// The key of a lasting element.
    ///
    /// - Parameter id: gives its id, which is asked for only if its state has the key.
    func key(_ slot: Slot<Element>, _ id: (Slot<Element>) -> Identifier) -> PlaceKey? {
        if keyed.contains(slot), let key = states[id(slot)]?.key { return key }
        return number(slot).map { PlaceKey($0) }
    }

    /// The number that the element in a slot has had since the beginning; nil where it is another one.
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

    /// Notes what a change made of an element; nil is an element that is not there.
    mutating func note(
        _ id: Identifier, _ slot: Slot<Element>, from before: JSONObject?, to after: JSONObject?, _ stamp: Stamp
    ) {
        let known = states[id]
        var state = known ?? StampedElement()
        guard let after else {
            if state.key == nil { state.key = number(slot).map { PlaceKey($0) } }
            loseKey(slot)
            (state.content, state.stood, state.isPresent) = (before ?? [:], stamp, false)
            if stamp == .unwritten { forget(id) } else { set(id, state) }
            return
        }
        let old = before ?? state.content ?? [:]
        // What others wrote after the removal is shown by the change that follows.
        var later: [StampedField: StampedElement.FieldState] = [:]
        if before == nil {
            if state.content != nil { later = state.written(after: state.stood) }
            (state.content, state.stood, state.isPresent) = (nil, stamp, true)
            if known == nil { state.rest = stamp }
            loseKey(slot)
        }
        if before != nil || known != nil {
            let split = StampedSplit.element
            state.write(from: split.fields(of: old), to: split.fields(of: after), stamp)
            for (field, value) in later { state.fields[field] = value }
        }
        set(id, state)
    }

    /// Notes the places of elements that were moved or inserted.
    ///
    /// An element whose key fits there keeps it. Where two neighbours leave no space, the next one gets another key, too.
    ///
    /// - Complexity: O(the elements that moved), and those that get another key.
    mutating func notePlaces(
        _ moved: [Slot<Element>], in order: ElementOrder<Element>, _ stamp: Stamp,
        isLasting: (Slot<Element>) -> Bool, id: (Slot<Element>) -> Identifier
    ) {
        var open = SlotSet(moved)
        var waiting = Array(moved.sorted { order.key($0) > order.key($1) })
        var high: Slot<Element>?
        var isHighKnown = false
        while let slot = waiting.popLast() {
            open.remove(slot)
            var before = order.previous(slot)
            while let place = before, !isLasting(place) { before = order.previous(place) }
            if !isHighKnown || high.map({ order.key($0) < order.key(slot) }) == true {
                high = order.next(slot)
                while let place = high, open.contains(place) || !isLasting(place) { high = order.next(place) }
                isHighKnown = true
            }
            let low = before.flatMap { key($0, id) }
            while true {
                let top = high.flatMap { key($0, id) }
                if let own = states[id(slot)]?.key ?? number(slot).map({ PlaceKey($0) }), low.map({ $0 < own }) ?? true,
                    top.map({ own < $0 }) ?? true
                {
                    if states[id(slot)]?.key != nil { keyed.insert(slot) }
                    break
                }
                let new = PlaceKey.between(low, top)
                if let new, new.parts.count <= PlaceKey.longestMade || high == nil {
                    give(slot, new, stamp, id)
                    break
                }
                guard let crowded = high else { break }
                // It follows with a key of its own.
                open.insert(crowded)
                let place = waiting.lastIndex { order.key($0) > order.key(crowded) }.map { $0 + 1 } ?? 0
                waiting.insert(crowded, at: place)
                high = order.next(crowded)
                while let place = high, open.contains(place) || !isLasting(place) { high = order.next(place) }
            }
        }
    }

    private mutating func give(
        _ slot: Slot<Element>, _ key: PlaceKey, _ stamp: Stamp, _ id: (Slot<Element>) -> Identifier
    ) {
        let id = id(slot)
        var state = states[id] ?? StampedElement()
        (state.key, state.placed) = (key, stamp)
        keyed.insert(slot)
        set(id, state)
    }
}
