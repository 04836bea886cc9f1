import Storage
import Wire

/// The nodes or the edges that a merge touches, and its results for them.
struct PlannedElements<Kind: StampedKind> {
    private(set) var elements: [MergePlan.Element] = []
    /// The positions of the elements, in their new order.
    private(set) var places: [MergePlan.Place] = []
    /// The fields that were written later, as they are.
    private(set) var confirmed: [ConfirmedFields.Element] = []
    private var index: [Identifier: Int] = [:]

    subscript(place: Int) -> MergePlan.Element {
        _read { yield elements[place] }
        _modify { yield &elements[place] }
    }

    /// The index of an element in the list, if it is touched.
    func place(of id: Identifier) -> Int? { index[id] }

    /// Touches an element; returns its index in the list.
    @discardableResult
    mutating func touch(_ id: Identifier, _ known: StampedElements<Kind>, _ document: Document) -> Int {
        index[id] ?? add(PlannedElements.element(id, known, document))
    }

    private mutating func add(_ element: MergePlan.Element) -> Int {
        index[element.id] = elements.count
        elements.append(element)
        return elements.count - 1
    }

    /// An element as it is.
    private static func element(
        _ id: Identifier, _ known: StampedElements<Kind>, _ document: Document
    ) -> MergePlan.Element {
        let slot = Kind.lasting(id, in: document)
        let before = slot.map { Kind.members(of: $0, in: document) }
        return MergePlan.Element(
            id: id, before: before, slot: slot?.number,
            record: known.record(of: id, slot, shown: before, in: document),
            wasSuppressed: known.suppressed.contains(id))
    }

    /// Touches elements with news from a merge, and those that must be checked again.
    mutating func take(
        _ changes: [StampedChanges.Element], _ isDecided: Bool, _ known: StampedElements<Kind>, _ document: Document,
        besides replica: String?
    ) {
        for (id, record) in changes {
            var element = index[id].map { elements[$0] } ?? PlannedElements.element(id, known, document)
            let names = element.record.confirmed(by: record, besides: replica)
            if !names.isEmpty { confirmed.append((id, names)) }
            if let place = index[id] {
                _ = elements[place].take(record, isDecided)
            } else if element.take(record, isDecided) {
                _ = add(element)
            }
        }
        for id in known.due.sorted() { touch(id, known, document) }
    }

    // MARK: Places

    /// Gives positions to elements that are new or have another key.
    ///
    /// - Complexity: O(*k* log *k*) for *k* of them, and the elements after the first of their positions.
    mutating func findPlaces(_ known: StampedElements<Kind>, _ document: Document) {
        typealias Placed = (key: PlaceKey, id: Identifier)
        var placed: [Placed] = []
        var absent = SlotSet<Kind>()
        for element in elements {
            if element.after != nil && (element.before == nil || element.isPlaced) {
                placed.append((element.record.sortKey, element.id))
            }
            if element.after == nil || element.isPlaced, let slot = element.slot { absent.insert(Slot(slot)) }
        }
        if placed.isEmpty { return }
        placed.sort { (a: Placed, b: Placed) -> Bool in a.key == b.key ? a.id < b.id : a.key < b.key }
        let order = Kind.order(in: document)
        var anchor = order.last
        var next: Identifier?
        for place in placed.reversed() {
            while let slot = anchor {
                if !absent.contains(slot), let key = known.key(slot, in: document) {
                    let id = Kind.id(of: slot, in: document)
                    if key == place.key ? id < place.id : key < place.key { break }
                    next = id
                }
                anchor = order.previous(slot)
            }
            places.append((place.id, next))
            next = place.id
        }
        places.reverse()
    }

    // MARK: The end

    /// Records the merge in the stamps; returns the elements whose stamps have news.
    func finish(_ known: inout StampedElements<Kind>, in document: Document) -> [Identifier] {
        // One that comes may have the slot of one that goes.
        for index in elements.indices { known.leaveSlot(elements[index], in: document) }
        return elements.indices.filter { known.finish(elements[$0], in: document) }.map { elements[$0].id }
    }
}

extension MergePlan.Element {
    /// Adopts the knowledge of another one; returns whether any of it is new.
    fileprivate mutating func take(_ other: StampedRecord, _ isDecided: Bool) -> Bool {
        let key = record.key
        let isNews = isDecided || record.merge(other)
        if isDecided { record = other }
        isPlaced = isPlaced || record.key != key
        return isNews
    }
}

extension StampedRecord {
    /// Its position; elements without one come last.
    fileprivate var sortKey: PlaceKey { key ?? PlaceKey(PlaceKey.greatest) }
}

extension StampedElements where Element: StampedKind {
    /// Drops the key of a slot that the element no longer has.
    fileprivate mutating func leaveSlot(_ element: MergePlan.Element, in document: Document) {
        guard let former = element.slot, former != Element.lasting(element.id, in: document)?.number else { return }
        loseKey(Slot(former))
    }

    /// Notes an element that was merged; returns whether anything is known of it that was not.
    fileprivate mutating func finish(_ element: MergePlan.Element, in document: Document) -> Bool {
        let former = self[element.id]
        let slot = Element.lasting(element.id, in: document)
        var record = element.record
        record.rest = record.presence
        if slot != nil, record.key == nil { record.key = PlaceKey(PlaceKey.greatest) }
        if let slot, record.placed == .unwritten, let number = number(slot), record.key == PlaceKey(number) {
            record.key = nil
        }
        if let slot, record.key != nil { noteKey(slot) }
        if slot == nil, !record.isPresent, record.presence == .unwritten, record.placed == .unwritten,
            record.values.isEmpty
        {
            forget(element.id)
        } else {
            let shown = slot.map { Element.members(of: $0, in: document) }
            set(element.id, StampedElement(record, shown: shown, Element.split))
        }
        markLookedAt(element.id, waitsFor: element.waitsFor)
        return self[element.id] != former || element.slot != slot?.number
    }
}
