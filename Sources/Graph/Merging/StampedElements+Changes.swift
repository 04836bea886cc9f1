import Storage
import Wire

extension StampedElements where Element: StampedKind {
    // MARK: What is known

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
                    if states[id]?.key != nil { noteKey(slot) }
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
        noteKey(slot)
        set(id, state)
    }
}
