import Wire

extension DataCheck {
    /// Returns true if an object has the required members.
    mutating func holds(_ members: SchemaRule.Members, _ value: JSONCursor, end: inout JSONCursor) -> Bool {
        var cursor = value
        guard cursor.entersObject() else { return true }
        var holds = true
        var seen = Marks(count: members.required.count)
        var hint = 0
        while let name = cursor.nextMember() {
            let place = members.names.place(of: name, hint: hint)
            if let place {
                hint = place + 1
                if let required = members.requiredPlaces[place] { seen.set(required) }
            }
            if !holdsMember(name, place, members, &cursor) {
                holds = false
                if isFirstEnough { return false }
            }
            if isGivenUp { return false }
        }
        end = cursor
        if seen.areAll { return holds }
        for (place, name) in members.required.enumerated() where !seen.has(place) {
            holds = fail("required", value, member: name, "is missing")
            if isFirstEnough { return false }
        }
        return holds
    }

    private mutating func holdsMember(
        _ name: JSONName, _ place: Int?, _ members: SchemaRule.Members, _ cursor: inout JSONCursor
    ) -> Bool {
        if let place, place < members.rules.count { return holds(members.rules[place], at: .member(name), &cursor) }
        let start = cursor
        if let additional = members.additional, !members.isClosed {
            return holds(additional, at: .member(name), &cursor)
        }
        spend(1, at: start)
        skipOver(&cursor, from: start)
        if !members.isClosed { return true }
        return fail("additionalProperties", start, member: JSONString(name), "is not allowed")
    }

    /// Returns true if an array has the required items.
    mutating func holds(_ list: SchemaRule.List, _ value: JSONCursor, end: inout JSONCursor) -> Bool {
        var cursor = value
        guard cursor.entersArray() else { return true }
        var holds = true
        var count = 0
        var known = KnownItems(list.isUnique)
        while cursor.nextElement() {
            known.add(cursor, at: count)
            let start = cursor
            if let items = list.items {
                if !self.holds(items, at: .index(count), &cursor) {
                    holds = false
                    if isFirstEnough { return false }
                }
            } else {
                skipOver(&cursor, from: start)
            }
            spend(list.isUnique ? 1 + (cursor.index - start.index) / 8 : 1, at: start)
            if isGivenUp { return false }
            count += 1
        }
        end = cursor
        if !self.holds(list.counts, count, ("minItems", "maxItems"), "items", value) { holds = false }
        if let (first, second) = known.equal {
            holds = fail("uniqueItems", value, "items \(first) and \(second) are equal")
        }
        return holds
    }
}

/// The items of a list whose items must differ.
private struct KnownItems {
    private let isWanted: Bool
    private var places: [[UInt8]: Int] = [:]
    /// The first item that equals an earlier one, and that one.
    private(set) var equal: (Int, Int)?

    init(_ isWanted: Bool) { self.isWanted = isWanted }

    mutating func add(_ item: JSONCursor, at index: Int) {
        guard isWanted, equal == nil else { return }
        var item = item
        let key = CanonicalKey.of(&item)
        if let first = places[key] { equal = (first, index) } else { places[key] = index }
    }
}

/// A set of marks for a fixed number of things; the first 64 need no memory.
private struct Marks {
    private var few: UInt64 = 0
    private var many: [Bool]
    private var left: Int

    init(count: Int) {
        many = count > 64 ? Array(repeating: false, count: count) : []
        left = count
    }

    var areAll: Bool { left == 0 }

    func has(_ place: Int) -> Bool { many.isEmpty ? few >> UInt64(place) & 1 != 0 : many[place] }

    mutating func set(_ place: Int) {
        if has(place) { return }
        left -= 1
        if many.isEmpty { few |= 1 << UInt64(place) } else { many[place] = true }
    }
}
