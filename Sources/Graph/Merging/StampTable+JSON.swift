import Storage
import Wire

// The member `stamps` of a file: what differs from a document that no replica has written. Values that the document shows
// are left out: `[stamp]`. A value that it does not show follows, and `[stamp, null, false]` is one that was taken away
// and is shown nevertheless.

/// Elements with changed stamps.
public struct StampedPart: Sendable {
    var nodes: [Identifier] = []
    var edges: [Identifier] = []
    /// Is true if settings, types and other members of the document are among them.
    var hasOwn = false

    /// Makes the part that these edges are.
    public init(edges: [LeftOutEdge] = []) { self.edges = edges.map(\.id) }

    var isEmpty: Bool { nodes.isEmpty && edges.isEmpty && !hasOwn }
}

extension StampTable {
    /// The member `stamps` of a file; nil if there is nothing to write.
    ///
    /// - Complexity: O(the elements of the document, and the fields with stamps).
    public func json(of document: Document) -> JSON? {
        var object = JSONObject()
        func add(_ name: JSONString, _ members: [JSONObject.Member]) {
            if !members.isEmpty { object[name] = .object(JSONObject(distinct: members)) }
        }
        add("seen", seen.json.objectValue?.members ?? [])
        add("nodes", nodes.entries(document))
        add("edges", edges.entries(document))
        for (name, members) in ownEntries(document) { add(name, members) }
        return object.isEmpty && replica == nil ? nil : .object(object)
    }

    /// Returns the member `stamps` of a file for a part; each element states its position, and `null` is a dropped
    /// one.
    public func json(of part: StampedPart, in document: Document) -> JSON {
        var object: JSONObject = [
            "seen": seen.json,
            "nodes": .object(JSONObject(part.nodes.map { nodes.entry($0, document) })),
            "edges": .object(JSONObject(part.edges.map { edges.entry($0, document) })),
        ]
        if part.hasOwn {
            for (name, members) in ownEntries(document) { object[name] = .object(JSONObject(distinct: members)) }
        }
        return .object(object)
    }

    private func ownEntries(_ document: Document) -> [(name: JSONString, members: [JSONObject.Member])] {
        let fields = own.entries(shown: document.countedContent, .document)
        return StampedSection.allCases.map { section in
            (
                section.name,
                fields.filter { StampedSection(of: $0.field) == section }
                    .map { .init(name: section.written($0.field), value: $0.value) }
            )
        }
    }

    /// The stamps of a document that was read from a file.
    ///
    /// - Throws: `invalidValue`.
    public init(_ json: JSON, of document: Document) throws(EditError) {
        self.init(of: document)
        guard let object = json.objectValue else { throw .invalid("stamps are an object") }
        try readSeen(object)
        let placed = (
            try nodes.read(object["nodes"], &last, document), try edges.read(object["edges"], &last, document)
        )
        nodes.place(placed.0, document)
        edges.place(placed.1, document)
        try readOwn(object, document)
    }

    /// Adopts the stamps of a part, in the form of `json(of:in:)`.
    ///
    /// - Throws: `invalidValue`.
    mutating func read(part json: JSON, of document: Document) throws(EditError) {
        guard let object = json.objectValue else { throw .invalid("stamps are an object") }
        seen = SeenStamps()
        try readSeen(object)
        let placed = (
            try nodes.read(object["nodes"], &last, document), try edges.read(object["edges"], &last, document)
        )
        nodes.notePlaced(placed.0, document)
        edges.notePlaced(placed.1, document)
        if object["content"] != nil {
            own = StampedElement()
            try readOwn(object, document)
        }
        changes += 1
    }

    private mutating func readSeen(_ object: JSONObject) throws(EditError) {
        if let seen = object["seen"] { self.seen = try SeenStamps(seen) }
        for (_, moment) in seen.moments { last = max(last, moment) }
    }

    private mutating func readOwn(_ object: JSONObject, _ document: Document) throws(EditError) {
        let shown = document.countedContent
        var record = own.record(shown: shown, .document)
        var stored: [StampedField: StampedValue] = [:]
        for section in StampedSection.allCases {
            for member in object[section.name]?.objectValue?.members ?? [] {
                let field = try section.field(member.name)
                stored[field] = try StampedValue(stored: member.value, shown: record.values[field]?.value)
            }
        }
        record.values.update(by: FieldTable(stored))
        last = max(last, record.latest)
        own = StampedElement(record, shown: shown, .document)
    }
}

extension StampedElement {
    /// Returns the entries of its fields in a file.
    ///
    /// - Parameter shown: its members in the document; nil if it is not there.
    fileprivate func entries(
        shown: JSONObject?, _ split: StampedSplit
    ) -> [(field: StampedField, value: JSON)] {
        let visible = shown.map { split.fields(of: $0) }
        return record(shown: shown, split).values.entries.compactMap { field, value in
            guard let visible else {
                return value.value == nil && value.stamp == .unwritten ? nil : (field, value.json)
            }
            if value.value == visible[field] {
                let implied = value.value == nil ? .unwritten : presence
                return value.stamp == implied ? nil : (field, [value.stamp.json])
            }
            return (field, value.value == nil ? [value.stamp.json, .null, false] : value.json)
        }
    }
}

extension StampedElements where Element: StampedKind {
    /// Returns the entries of the elements: first those in the document, in order, then the others by id.
    fileprivate func entries(_ document: Document) -> [JSONObject.Member] {
        var members: [JSONObject.Member] = []
        var expected = 0
        var visible: Set<Identifier> = []
        for slot in Element.lastingSlots(in: document) {
            let number = number(slot)
            if number == expected, states.isEmpty {
                expected += 1
                continue
            }
            let id = Element.id(of: slot, in: document)
            let state = self[id]
            if state != nil { visible.insert(id) }
            let key = state?.key ?? number.map { PlaceKey($0) }
            let isUnwritten = state?.placed ?? .unwritten == .unwritten
            let entry = entry(id, slot, statesPlace: !isUnwritten || key != PlaceKey(expected), document)
            if isUnwritten, let key, key.parts.count == 1 { expected = key.parts[0] + 1 }
            if !entry.isEmpty { members.append(.init(name: JSONString(id.string), value: .object(entry))) }
        }
        for id in states.keys.sorted() where !visible.contains(id) { members.append(entry(id, document)) }
        return members
    }

    /// Returns the entry of an element, with its position; `null` for nothing.
    fileprivate func entry(_ id: Identifier, _ document: Document) -> JSONObject.Member {
        let slot = Element.lasting(id, in: document)
        let isKnown = slot != nil || states[id] != nil
        return .init(
            name: JSONString(id.string),
            value: isKnown ? .object(entry(id, slot, statesPlace: true, document)) : .null)
    }

    private func entry(
        _ id: Identifier, _ slot: Slot<Element>?, statesPlace: Bool, _ document: Document
    ) -> JSONObject {
        var entry = JSONObject()
        let state = states[id]
        if let state, slot == nil || state.presence != .unwritten {
            entry["@stands"] = [state.presence.json, .boolean(state.isPresent)]
        }
        if statesPlace, let key = state?.key ?? slot.flatMap({ number($0) }).map({ PlaceKey($0) }) {
            entry["@place"] = [(state?.placed ?? .unwritten).json, key.json]
        }
        if let state {
            let shown = slot.map { Element.members(of: $0, in: document) }
            for (field, value) in state.entries(shown: shown, Element.split) { entry[field.name] = value }
        }
        return entry
    }

    /// Reads a file's entries of elements; returns the elements with stated positions.
    ///
    /// - Throws: `invalidValue`.
    fileprivate mutating func read(
        _ json: JSON?, _ last: inout Moment, _ document: Document
    ) throws(EditError) -> Set<Identifier> {
        var placed: Set<Identifier> = []
        for member in json?.objectValue?.members ?? [] {
            guard let string = member.name.string else { throw .invalid("the stamps of an element have its id") }
            let id = Identifier(string)
            if member.value == .null {
                forget(id)
                continue
            }
            guard let object = member.value.objectValue else {
                throw .invalid("the stamps of an element are an object")
            }
            let visible = Element.lasting(id, in: document).map { Element.members(of: $0, in: document) }
            var record = StampedRecord()
            record.isPresent = visible != nil
            if let stands = object["@stands"]?.arrayValue, let flag = stands.last?.booleanValue {
                (record.presence, record.isPresent) = (try Stamp(stands.first), flag || visible != nil)
            }
            record.rest = record.presence
            let shown = Element.split.fields(of: visible ?? [:])
            var stored: [StampedField: StampedValue] = [:]
            for entry in object.members where entry.name != "@stands" && !Element.unstamped.contains(entry.name) {
                if entry.name == "@place" {
                    let parts = entry.value.arrayValue ?? []
                    guard parts.count == 2, let key = PlaceKey(parts[1]) else { throw .invalid("a place is a key") }
                    (record.placed, record.key) = (try Stamp(parts[0]), key)
                    placed.insert(id)
                } else {
                    let field = try StampedSection.element(entry.name, Element.split)
                    stored[field] = try StampedValue(stored: entry.value, shown: shown[field] ?? visible?[entry.name])
                }
            }
            if Element.split == .edge { try stored.joinEnds(shown: shown[.ends]) }
            record.values = .joining(shown, FieldTable(stored)) { _, value, stored in
                stored ?? StampedValue(record.presence, value)
            }
            last = max(last, record.latest)
            set(id, StampedElement(record, shown: visible, Element.split))
        }
        return placed
    }

    /// Notes that elements have keys of their own.
    fileprivate mutating func notePlaced(_ ids: Set<Identifier>, _ document: Document) {
        for id in ids {
            guard let slot = Element.lasting(id, in: document) else { continue }
            loseKey(slot)
            noteKey(slot)
        }
    }

    /// Numbers the elements without a position, each after the one before it. An element that is not at the position
    /// of its key gets another key, since a program without stamps moved it.
    fileprivate mutating func place(_ placed: Set<Identifier>, _ document: Document) {
        if placed.isEmpty { return }
        let slots = Element.lastingSlots(in: document)
        let stated = SlotSet(placed.compactMap { Element.lasting($0, in: document) })
        var expected = 0
        for slot in slots {
            if stated.contains(slot), let state = self[Element.id(of: slot, in: document)], let key = state.key {
                loseKey(slot)
                noteKey(slot)
                if state.placed == .unwritten, key.parts.count == 1 { expected = key.parts[0] + 1 }
            } else {
                numbers[slot.index] = Int32(clamping: expected)
                expected += 1
            }
        }
        if !keyed.isEmpty { sortPlaces(slots, document) }
    }

    private mutating func sortPlaces(_ slots: [Slot<Element>], _ document: Document) {
        var moved: [Slot<Element>] = []
        var last: Slot<Element>?
        for slot in slots {
            if let last, !precedes(last, slot, document) { moved.append(slot) } else { last = slot }
        }
        if !moved.isEmpty { notePlaces(moved, in: document, .unwritten) }
    }

    /// Compares the keys of two persistent elements, and their ids if these are the same.
    private func precedes(_ a: Slot<Element>, _ b: Slot<Element>, _ document: Document) -> Bool {
        // Nearly all have only numbers, for which no key is made.
        if !keyed.contains(a), !keyed.contains(b), let first = number(a), let second = number(b), first != second {
            return first < second
        }
        guard let first = key(a, in: document), let second = key(b, in: document) else { return true }
        if first != second { return first < second }
        return Element.id(of: a, in: document) < Element.id(of: b, in: document)
    }
}

extension StampedValue {
    /// A value of a file; without one of its own it is the shown one.
    fileprivate init(stored json: JSON, shown: JSON?) throws(EditError) {
        guard let parts = json.arrayValue, (1...3).contains(parts.count) else {
            throw .invalid("a value with its stamp is a list")
        }
        self.init(try Stamp(parts[0]), parts.count == 1 ? shown : parts.count == 2 ? parts[1] : nil)
    }
}
