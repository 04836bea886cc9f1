/// The members of a JSON object in the order of the text; each name occurs once.
public struct JSONObject: Sendable {
    /// A name with its value.
    public struct Member: Sendable {
        /// The member's name, escapes resolved.
        public let name: JSONString
        /// The member's value.
        public internal(set) var value: JSON

        /// A member from its name and value.
        public init(name: JSONString, value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// The members in the order in which they were written or added.
    public private(set) var members: [Member] = []
    /// The index of each name.
    /// It exists only beyond sixteen members; fewer are compared one by one, and so are initially distinct members
    /// until there are more.
    private var places = MemberPlaces()

    /// An object without members.
    public init() {}

    /// If a name occurs twice, the last value counts, at the place of the first.
    public init(_ members: some Sequence<Member>) {
        for member in members { self[member.name] = member.value }
    }

    /// Makes an object of members with distinct names, such as those of a table; nothing is indexed for them.
    public init(distinct members: [Member]) {
        self.members = members
    }

    /// The number of members.
    public var count: Int { members.count }
    /// Is true if there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The place of a member, or nil. O(1) expected in large objects, O(*n*) in small ones.
    public func index(of name: JSONString) -> Int? {
        if places.isEmpty { return members.firstIndex { $0.name == name } }
        return places.find(name, in: members)
    }

    /// The value of a member; setting nil removes the member, in O(*n*).
    public subscript(name: JSONString) -> JSON? {
        get { index(of: name).map { members[$0].value } }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil):
                members.remove(at: index)
                indexAll()
            case (nil, let value?): append(name, value)
            case (nil, nil): break
            }
        }
    }

    /// The value of a member; setting nil removes the member, in O(*n*).
    public subscript(name: String) -> JSON? {
        get { self[JSONString(name)] }
        set { self[JSONString(name)] = newValue }
    }

    /// Changes the values of members, or removes members with the value nil; the last value of equal names counts.
    ///
    /// - Complexity: O(*n* + *m*) in the members and the changes.
    public mutating func update(_ changes: some Sequence<(name: JSONString, value: JSON?)>) {
        var gone = Set<Int>()
        for (name, value) in changes {
            if let value {
                if let index = index(of: name) { gone.remove(index) }
                self[name] = value
            } else if let index = index(of: name) {
                gone.insert(index)
            }
        }
        if gone.isEmpty { return }
        members = members.indices.lazy.filter { !gone.contains($0) }.map { members[$0] }
        indexAll()
    }

    /// Reserves space for so many members in all.
    public mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

    /// Inserts a member.
    /// Returns true if the name was not there before; if it was, nothing changes.
    mutating func insert(_ name: JSONString, _ value: JSON) -> Bool {
        guard index(of: name) == nil else { return false }
        append(name, value)
        return true
    }

    /// Appends a member with a new name.
    public mutating func append(_ name: JSONString, _ value: JSON) {
        members.append(Member(name: name, value: value))
        if places.hasSpace(for: members.count) {
            places.insert(name, members.count - 1)
        } else {
            indexAll()
        }
    }

    private mutating func indexAll() {
        places = MemberPlaces(of: members)
    }
}

/// The indices of the members of a large object, by the hashes of their names.
///
/// An open-addressing table with linear probing; an entry is an index, since the members hold the names.
private struct MemberPlaces: Sendable {
    /// One more than the index of a member, or 0; none where there are few members.
    private var entries: [UInt32] = []

    /// A table without members.
    init() {}

    /// - Complexity: O(*n*) expected.
    init(of members: [JSONObject.Member]) {
        if members.count <= 16 { return }
        var size = 64
        while size < 2 * members.count { size *= 2 }
        entries = Array(repeating: 0, count: size)
        for (place, member) in members.enumerated() { insert(member.name, place) }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Returns true if the table is large enough for a number of members.
    func hasSpace(for count: Int) -> Bool { count <= (entries.isEmpty ? 16 : entries.count / 2) }

    /// The index of a member; nil if there is none of this name.
    func find(_ name: JSONString, in members: [JSONObject.Member]) -> Int? {
        var at = name.hashValue & (entries.count - 1)
        while entries[at] != 0 {
            let index = Int(entries[at]) - 1
            if members[index].name == name { return index }
            at = (at + 1) & (entries.count - 1)
        }
        return nil
    }

    /// Records the index of a new name.
    mutating func insert(_ name: JSONString, _ place: Int) {
        if entries.isEmpty { return }
        var at = name.hashValue & (entries.count - 1)
        while entries[at] != 0 { at = (at + 1) & (entries.count - 1) }
        entries[at] = UInt32(truncatingIfNeeded: place + 1)
    }
}

extension JSONObject: Equatable {
    /// The order of the members does not count.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        guard a.count == b.count else { return false }
        return a.members.allSatisfy { b[$0.name] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// An object with the members in this order.
    public init(dictionaryLiteral elements: (JSONString, JSON)...) {
        self.init(elements.map { Member(name: $0.0, value: $0.1) })
    }
}
