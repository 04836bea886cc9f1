import Wire

/// What is known of the stamps of one element, besides the values that the document shows.
///
/// An element of which nothing is known stands in the document since its beginning; all of its fields have the stamp `unwritten`.
struct StampedElement: Sendable, Equatable {
    /// When it was inserted or removed last.
    var stood = Stamp.unwritten
    /// Whether it is to be there.
    var isPresent = true
    /// When it got its place.
    var placed = Stamp.unwritten
    /// Its place in the order; nil is the one it has had since the beginning.
    var key: PlaceKey?
    /// The stamp of fields that have a value and are not listed.
    var rest = Stamp.unwritten
    /// Fields with another stamp than that, and those that were taken away.
    var fields: [StampedField: FieldState] = [:]
    /// The members of an element that the document does not show: it was removed, or it is left out.
    var content: JSONObject?

    /// The stamp of a field.
    struct FieldState: Sendable, Equatable {
        var stamp: Stamp
        /// What was written, where the document shows something else: a parent that is left out.
        var other: Other?

        struct Other: Sendable, Equatable { var value: JSON? }
    }

    /// Whether nothing is known that is not so by itself.
    var isDefault: Bool { self == StampedElement() }

    /// Whether something of it is left out that is to be there.
    var isLeftOut: Bool {
        content != nil ? isPresent : fields.values.contains { $0.other?.value != nil }
    }

    /// The members that name the node around.
    static let parents = [StampedField("parentId"), StampedField("parentNode")]

    // MARK: Writing

    /// Notes that fields got other values.
    mutating func write(from old: [StampedField: JSON], to new: [StampedField: JSON], _ stamp: Stamp) {
        var written: Set<JSONString> = []
        for (field, value) in new where old[field] != value {
            set(field, stamp, hasValue: true)
            written.insert(field.member)
        }
        for field in old.keys where new[field] == nil {
            set(field, stamp, hasValue: false)
            written.insert(field.member)
        }
        // Who writes a member writes what of it was not shown.
        for (field, state) in fields where state.other != nil && written.contains(field.member) {
            set(field, stamp, hasValue: new[field] != nil)
        }
    }

    /// Gives a field a stamp; its value is the one that is shown.
    mutating func set(_ field: StampedField, _ stamp: Stamp, hasValue: Bool) {
        let isImplied = stamp == (hasValue ? rest : .unwritten)
        fields[field] = isImplied ? nil : FieldState(stamp: stamp, other: nil)
    }

    /// The fields of an element that is not there, as far as they are later than a stamp.
    func written(after stamp: Stamp) -> [StampedField: FieldState] {
        var later: [StampedField: FieldState] = [:]
        for (field, value) in record(shown: nil, .element).values where stamp < value.stamp && value.value != nil {
            later[field] = FieldState(stamp: value.stamp, other: .init(value: value.value))
        }
        return later
    }

    // MARK: The whole

    /// All that is known of it.
    ///
    /// - Parameter shown: its members in the document, if it is there.
    func record(shown: JSONObject?, _ split: StampedSplit) -> StampedRecord {
        var record = StampedRecord(self)
        for (field, value) in split.fields(of: content ?? shown ?? [:]) {
            record.values[field] = StampedValue(rest, value)
        }
        for (field, state) in fields {
            let value = state.other.map(\.value) ?? record.values[field]?.value
            record.values[field] = StampedValue(state.stamp, value)
        }
        return record
    }

    /// - Parameter shown: its members in the document; nil if it is not there.
    init(_ record: StampedRecord, shown: JSONObject?, _ split: StampedSplit) {
        (stood, isPresent, placed, key) = (record.stood, record.isPresent, record.placed, record.key)
        rest = record.rest
        content = shown == nil ? split.object(of: record.values) : nil
        let fields = split.fields(of: content ?? shown ?? [:])
        for (field, value) in record.values where value.value == fields[field] {
            set(field, value.stamp, hasValue: value.value != nil)
        }
        for (field, value) in record.values where value.value != fields[field] {
            self.fields[field] = FieldState(stamp: value.stamp, other: .init(value: value.value))
        }
        for field in fields.keys where record.values[field] == nil {
            self.fields[field] = FieldState(stamp: .unwritten, other: .init(value: nil))
        }
    }

    init() {}
}

/// All that is known of one element: each field with value and stamp.
public struct StampedRecord: Sendable, Equatable {
    /// When it was inserted or removed last.
    public var stood = Stamp.unwritten
    /// Whether it is to be there.
    public var isPresent = false
    /// When it got its place.
    public var placed = Stamp.unwritten
    /// Its place in the order, if it is known.
    public var key: PlaceKey?
    var rest = Stamp.unwritten
    var values: StampedValues = [:]

    /// An element that is not known.
    public init() {}

    init(_ element: StampedElement) {
        (stood, isPresent, placed, key) = (element.stood, element.isPresent, element.placed, element.key)
        rest = element.rest
    }

    /// Takes in what another one knows; returns whether anything is different.
    mutating func merge(_ other: StampedRecord) -> Bool {
        var isChanged = false
        if stood < other.stood || stood == other.stood && !isPresent && other.isPresent {
            isChanged = true
            (stood, isPresent) = (other.stood, other.isPresent)
        }
        if let new = other.key, StampedValue(other.placed, new.json).wins(over: StampedValue(placed, key?.json)) {
            isChanged = true
            (placed, key) = (other.placed, new)
        }
        for (field, value) in other.values
        where value.wins(over: values[field] ?? StampedValue(.unwritten, nil)) {
            isChanged = true
            values[field] = value
        }
        return isChanged
    }

    /// The latest stamp of the members that name the node around.
    var parentStamp: Stamp {
        StampedElement.parents.compactMap { values[$0] }.filter { $0.value != nil }.map(\.stamp).max() ?? .unwritten
    }
}
