import Storage
import Wire

// The member `stamps` of a file: what differs from a document that no replica has written. Values that the document shows
// are left out: `[stamp]`. A value that it does not show follows, and `[stamp, null, false]` is one that was taken away
// and is shown nevertheless.

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
        add(
            "nodes",
            nodes.entries(
                document.nodeSlots.filter { !document.isTransient($0) }, { document.nodeID($0) },
                { document.node(at: $0).stamped }))
        add(
            "edges",
            edges.entries(
                document.edgeSlots.filter { !document.isTransient(edge: $0) }, { document.edgeID($0) },
                { document.edge(at: $0).stamped }))
        let fields = own.entries(shown: document.countedContent, .document)
        for section in [StampedSection.settings, .types, .content] {
            add(
                section.name,
                fields.filter { StampedSection(of: $0.field) == section }
                    .map { .init(name: section.written($0.field), value: $0.value) })
        }
        return object.isEmpty && replica == nil ? nil : .object(object)
    }

    /// The stamps of a document that was read from a file.
    ///
    /// - Throws: `invalidValue`.
    public init(_ json: JSON, of document: Document) throws(EditError) {
        self.init(of: document)
        guard let object = json.objectValue else { throw .invalid("stamps are an object") }
        if let seen = object["seen"] { self.seen = try SeenStamps(seen) }
        for (_, moment) in seen.moments { last = max(last, moment) }
        try nodes.read(
            object["nodes"], &last, document.nodeSlots.filter { !document.isTransient($0) },
            order: document.nodes.order, { document.nodeID($0) }
        ) { id in document.lastingNode(id).map { document.node(at: $0).stamped } }
        try edges.read(
            object["edges"], &last, document.edgeSlots.filter { !document.isTransient(edge: $0) },
            order: document.edges.order, { document.edgeID($0) }
        ) { id in document.lastingEdge(id).map { document.edge(at: $0).stamped } }
        let shown = document.countedContent
        var record = own.record(shown: shown, .document)
        for name in ["settings", "types", "content"] {
            for member in object[name]?.objectValue?.members ?? [] {
                let field = try StampedSection(named: name).field(member.name)
                record.values[field] = try StampedValue(stored: member.value, shown: record.values[field]?.value)
            }
        }
        last = max(last, record.latest)
        own = StampedElement(record, shown: shown, .document)
    }
}

extension StampedElement {
    /// What a file says of its fields.
    ///
    /// - Parameter shown: its members in the document; nil if it is not there.
    fileprivate func entries(
        shown: JSONObject?, _ split: StampedSplit
    ) -> [(field: StampedField, value: JSON)] {
        let visible = shown.map { split.fields(of: $0) }
        return record(shown: shown, split).values.sorted { $0.key < $1.key }.compactMap { field, value in
            guard let visible else {
                return value.value == nil && value.stamp == .unwritten ? nil : (field, value.json)
            }
            if value.value == visible[field] {
                let implied = value.value == nil ? .unwritten : stood
                return value.stamp == implied ? nil : (field, [value.stamp.json])
            }
            return (field, value.value == nil ? [value.stamp.json, .null, false] : value.json)
        }
    }
}

extension StampedElements {
    /// What a file says of the elements: first of those of the document, in their order, then of the others by id.
    fileprivate func entries(
        _ slots: [Slot<Element>], _ id: (Slot<Element>) -> Identifier, _ shown: (Slot<Element>) -> JSONObject
    ) -> [JSONObject.Member] {
        var members: [JSONObject.Member] = []
        var expected = 0
        var visible: Set<Identifier> = []
        for slot in slots {
            let number = number(slot)
            if number == expected, states.isEmpty {
                expected += 1
                continue
            }
            let id = id(slot)
            let state = self[id]
            visible.insert(id)
            var entry = JSONObject()
            if let state, state.stood != .unwritten {
                entry["@stands"] = [state.stood.json, .boolean(state.isPresent)]
            }
            if let key = state?.key ?? number.map({ PlaceKey($0) }) {
                let isImplied = state?.placed ?? .unwritten == .unwritten && key == PlaceKey(expected)
                if !isImplied { entry["@place"] = [(state?.placed ?? .unwritten).json, key.json] }
                if state?.placed ?? .unwritten == .unwritten, key.parts.count == 1 { expected = key.parts[0] + 1 }
            }
            if let state {
                for (field, value) in state.entries(shown: shown(slot), .element) { entry[field.name] = value }
            }
            if !entry.isEmpty { members.append(.init(name: JSONString(id.string), value: .object(entry))) }
        }
        for (id, state) in states.sorted(by: { $0.key < $1.key }) where !visible.contains(id) {
            var entry: JSONObject = ["@stands": [state.stood.json, .boolean(state.isPresent)]]
            if let key = state.key { entry["@place"] = [state.placed.json, key.json] }
            for (field, value) in state.entries(shown: nil, .element) { entry[field.name] = value }
            members.append(.init(name: JSONString(id.string), value: .object(entry)))
        }
        return members
    }

    /// - Throws: `invalidValue`.
    fileprivate mutating func read(
        _ json: JSON?, _ last: inout Moment, _ slots: [Slot<Element>], order: ElementOrder<Element>,
        _ id: (Slot<Element>) -> Identifier, _ shown: (Identifier) -> JSONObject?
    ) throws(EditError) {
        var places: Set<Identifier> = []
        for member in json?.objectValue?.members ?? [] {
            guard let string = member.name.string, let object = member.value.objectValue else {
                throw .invalid("the stamps of an element are an object")
            }
            let id = Identifier(string)
            let visible = shown(id)
            var record = StampedRecord()
            record.isPresent = visible != nil
            if let stands = object["@stands"]?.arrayValue, let flag = stands.last?.booleanValue {
                (record.stood, record.isPresent) = (try Stamp(stands.first), flag || visible != nil)
            }
            record.rest = record.stood
            for (field, value) in StampedSplit.element.fields(of: visible ?? [:]) {
                record.values[field] = StampedValue(record.stood, value)
            }
            for entry in object.members where entry.name != "@stands" {
                if entry.name == "@place" {
                    let parts = entry.value.arrayValue ?? []
                    guard parts.count == 2, let key = PlaceKey(parts[1]) else { throw .invalid("a place is a key") }
                    (record.placed, record.key) = (try Stamp(parts[0]), key)
                    places.insert(id)
                } else {
                    let field = try StampedSection.element(entry.name)
                    record.values[field] = try StampedValue(stored: entry.value, shown: record.values[field]?.value)
                }
            }
            last = max(last, record.latest)
            set(id, StampedElement(record, shown: visible, .element))
        }
        number(slots, placed: places, id)
        sortPlaces(slots, order, id)
    }

    /// Numbers the elements that state no place, each after the one before it.
    private mutating func number(
        _ slots: [Slot<Element>], placed: Set<Identifier>, _ id: (Slot<Element>) -> Identifier
    ) {
        if placed.isEmpty { return }
        var expected = 0
        for slot in slots {
            let id = id(slot)
            if placed.contains(id), let state = self[id], let key = state.key {
                numbers[slot.index] = -1
                noteKey(slot)
                if state.placed == .unwritten, key.parts.count == 1 { expected = key.parts[0] + 1 }
            } else {
                numbers[slot.index] = Int32(clamping: expected)
                expected += 1
            }
        }
    }

    /// Gives other keys to elements that do not stand where their keys say: what moved them knows no stamps.
    private mutating func sortPlaces(
        _ slots: [Slot<Element>], _ order: ElementOrder<Element>, _ id: (Slot<Element>) -> Identifier
    ) {
        if keyed.isEmpty { return }
        var moved: [Slot<Element>] = []
        var last: (key: PlaceKey, slot: Slot<Element>)?
        for slot in slots {
            guard let key = key(slot, id) else { continue }
            if let last, key < last.key || key == last.key && !(id(last.slot) < id(slot)) {
                moved.append(slot)
            } else {
                last = (key, slot)
            }
        }
        if moved.isEmpty { return }
        let lasting = SlotSet(slots)
        notePlaces(moved, in: order, .unwritten, isLasting: { lasting.contains($0) }, id: id)
    }
}

extension StampedValue {
    /// A value of a file: without one of its own it is the one that is shown.
    fileprivate init(stored json: JSON, shown: JSON?) throws(EditError) {
        guard let parts = json.arrayValue, (1...3).contains(parts.count) else {
            throw .invalid("a value with its stamp is a list")
        }
        self.init(try Stamp(parts[0]), parts.count == 1 ? shown : parts.count == 2 ? parts[1] : nil)
    }
}
