/// A table of values for the fields of an object, in the order of the fields.
///
/// Most objects have few, and mostly two tables are gone through side by side: that costs less than to fill tables of hashes.
struct FieldTable<Value: Sendable>: Sendable {
    typealias Entry = (field: StampedField, value: Value)

    /// The entries, one for each field.
    private(set) var entries: [Entry] = []

    /// A table without fields.
    init() {}

    /// A table of different fields, in any order. O(*n* log *n*).
    init(distinct entries: [Entry]) {
        // Their places are sorted: moving an entry would retain all that it holds.
        let order = entries.indices.sorted { entries[$0].field < entries[$1].field }
        self.entries = order.map { entries[$0] }
    }

    /// A table of these fields. O(*n* log *n*).
    init(_ values: [StampedField: Value]) { self.init(distinct: values.map { ($0.key, $0.value) }) }

    var isEmpty: Bool { entries.isEmpty }

    /// The value of a field. O(log *n*), to write O(*n*).
    subscript(field: StampedField) -> Value? {
        get {
            let place = place(of: field)
            return isField(field, at: place) ? entries[place].value : nil
        }
        set {
            let place = place(of: field)
            let range = place..<(isField(field, at: place) ? place + 1 : place)
            entries.replaceSubrange(range, with: newValue.map { [(field, $0)] } ?? [])
        }
    }

    /// Returns the index of a field, or the index for inserting it.
    private func place(of field: StampedField) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].field < field { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func isField(_ field: StampedField, at place: Int) -> Bool {
        place < entries.count && entries[place].field == field
    }

    // MARK: Whole tables

    /// Joins two tables: `value` gives the result for each field of one or the other; nil is nothing. The fields are
    /// visited in order.
    ///
    /// - Complexity: O(*n*) in the fields of both.
    static func joining<A, B>(
        _ first: FieldTable<A>, _ second: FieldTable<B>, _ value: (StampedField, A?, B?) -> Value?
    ) -> FieldTable {
        let (first, second) = (first.entries, second.entries)
        var joined = FieldTable()
        joined.entries.reserveCapacity(max(first.count, second.count))
        var (i, j) = (0, 0)
        while i < first.count || j < second.count {
            let isBoth = i < first.count && j < second.count && first[i].field == second[j].field
            let isFirst = isBoth || j == second.count || i < first.count && first[i].field < second[j].field
            let isSecond = isBoth || !isFirst
            let field = isFirst ? first[i].field : second[j].field
            if let value = value(field, isFirst ? first[i].value : nil, isSecond ? second[j].value : nil) {
                joined.entries.append((field, value))
            }
            if isFirst { i += 1 }
            if isSecond { j += 1 }
        }
        return joined
    }

    /// Maps each field; nil is nothing.
    func compactMap<Result>(_ value: (StampedField, Value) -> Result?) -> FieldTable<Result> {
        var result = FieldTable<Result>()
        for (field, own) in entries { if let value = value(field, own) { result.entries.append((field, value)) } }
        return result
    }

    /// Adds the fields of another table, with their values.
    mutating func update(by other: FieldTable) {
        if other.entries.count == 1 {
            self[other.entries[0].field] = other.entries[0].value
        } else if !other.isEmpty {
            self = .joining(self, other) { _, own, new in new ?? own }
        }
    }
}

extension FieldTable: Equatable where Value: Equatable {
    static func == (a: FieldTable, b: FieldTable) -> Bool { a.entries.elementsEqual(b.entries, by: ==) }
}
