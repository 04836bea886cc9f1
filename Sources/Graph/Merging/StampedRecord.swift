import Wire

/// All that is known of one element: each field with value and stamp.
public struct StampedRecord: Sendable, Equatable {
    /// The stamp of its last insertion or removal.
    public var presence = Stamp.unwritten
    /// Is true if it should exist.
    public var isPresent = false
    /// The stamp of its position.
    public var placed = Stamp.unwritten
    /// Its position in the order, if known.
    public var key: PlaceKey?
    var rest = Stamp.unwritten
    var values = StampedValues()

    /// An element that is not known.
    public init() {}

    init(_ element: StampedElement) {
        (presence, isPresent, placed, key) = (element.presence, element.isPresent, element.placed, element.key)
        rest = element.rest
    }

    /// Adopts the knowledge of another one; returns whether anything changed.
    mutating func merge(_ other: StampedRecord) -> Bool {
        var isChanged = false
        if presence < other.presence || presence == other.presence && !isPresent && other.isPresent {
            isChanged = true
            (presence, isPresent) = (other.presence, other.isPresent)
        }
        if other.placed != placed || other.key != key, let new = other.key,
            StampedValue(other.placed, new.json).wins(over: StampedValue(placed, key?.json))
        {
            isChanged = true
            (placed, key) = (other.placed, new)
        }
        let news = other.values.compactMap { field, new in
            new.wins(over: values[field] ?? StampedValue(.unwritten, nil)) ? new : nil
        }
        values.update(by: news)
        return isChanged || !news.isEmpty
    }

    /// The latest stamp of the members that name the node around.
    var parentStamp: Stamp {
        StampedElement.parents.compactMap { values[$0] }.filter { $0.value != nil }.map(\.stamp).max() ?? .unwritten
    }
}

extension StampedElement {
    /// The fields of a missing element that are later than a stamp.
    func written(after stamp: Stamp, _ split: StampedSplit) -> FieldTable<FieldState> {
        record(shown: nil, split).values.compactMap { _, value in
            if value.value == nil || !(stamp < value.stamp) { return nil }
            return FieldState(stamp: value.stamp, other: .init(value: value.value))
        }
    }

    /// All that is known of it.
    ///
    /// - Parameter shown: its members in the document, if it is there.
    func record(shown: JSONObject?, _ split: StampedSplit) -> StampedRecord {
        var record = StampedRecord(self)
        record.values = .joining(split.fields(of: content ?? shown ?? [:]), fields) { _, value, state in
            guard let state else { return StampedValue(rest, value) }
            return StampedValue(state.stamp, state.other.map(\.value) ?? value)
        }
        return record
    }

    /// - Parameter shown: its members in the document; nil if it is not there.
    init(_ record: StampedRecord, shown: JSONObject?, _ split: StampedSplit) {
        (presence, isPresent, placed, key) = (record.presence, record.isPresent, record.placed, record.key)
        rest = record.rest
        content = shown == nil ? split.object(of: record.values) : nil
        fields = .joining(record.values, split.fields(of: content ?? shown ?? [:])) { _, value, shown in
            guard let value else { return FieldState(stamp: .unwritten, other: .init(value: nil)) }
            if value.value == shown { return state(value.stamp, hasValue: shown != nil) }
            return FieldState(stamp: value.stamp, other: .init(value: value.value))
        }
    }
}
