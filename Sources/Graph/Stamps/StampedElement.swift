import Wire

/// The stamps of one element, besides the values in the document.
///
/// An unknown element has been in the document since its beginning; all of its fields have the stamp `unwritten`.
struct StampedElement: Sendable, Equatable {
    /// The stamp of its last insertion or removal.
    var presence = Stamp.unwritten
    /// Is true if it should exist.
    var isPresent = true
    /// The stamp of its position.
    var placed = Stamp.unwritten
    /// Its position in the order; nil is its original one.
    var key: PlaceKey?
    /// The stamp of fields that have a value and are not listed.
    var rest = Stamp.unwritten
    /// Fields with another stamp than that, and removed fields.
    var fields = FieldTable<FieldState>()
    /// The members of an element that the document does not show: it was removed, or it is left out.
    var content: JSONObject?

    /// The stamp of a field.
    struct FieldState: Sendable, Equatable {
        var stamp: Stamp
        /// The written value, if the document shows another one: a parent that is left out.
        var other: Other?

        struct Other: Sendable, Equatable { var value: JSON? }
    }

    /// Is true if it has only defaults.
    var isDefault: Bool { self == StampedElement() }

    /// Is true if a part of it should exist and is not shown.
    var isSuppressed: Bool {
        content != nil ? isPresent : fields.entries.contains { $0.value.other?.value != nil }
    }

    /// The members that name the node around.
    static let parents = [StampedField("parentId"), StampedField("parentNode")]

    /// Notes that fields got other values.
    mutating func write(from old: FieldTable<JSON>, to new: FieldTable<JSON>, _ stamp: Stamp) {
        let written = FieldTable<Bool>.joining(old, new) { _, old, new in old == new ? nil : new != nil }
        if written.isEmpty { return }
        let members = Set(written.entries.lazy.map(\.field.member))
        fields = .joining(fields, written) { field, state, hasValue in
            if let hasValue { return self.state(stamp, hasValue: hasValue) }
            // Who writes a member writes what of it was not shown.
            let isWhole = state?.other != nil && members.contains(field.member)
            return isWhole ? self.state(stamp, hasValue: new[field] != nil) : state
        }
    }

    /// Gives a field a stamp; its value is the shown one.
    mutating func set(_ field: StampedField, _ stamp: Stamp, hasValue: Bool) {
        fields[field] = state(stamp, hasValue: hasValue)
    }

    /// The state of a field with the shown value; nil if it follows from the defaults.
    func state(_ stamp: Stamp, hasValue: Bool) -> FieldState? {
        stamp == (hasValue ? rest : .unwritten) ? nil : FieldState(stamp: stamp, other: nil)
    }
}
