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
    /// It is kept only beyond sixteen members; fewer are compared one by one, and so are those that were distinct from
    /// the beginning, until there are more.
    private var places: [JSONString: Int] = [:]

    /// An object without members.
    public init() {}

    /// If a name occurs twice, the last value counts, at the place of the first.
    public init(_ members: some Sequence<Member>) {
        for member in members { self[member.name] = member.value }
    }

    /// Makes an object of members whose names are all different, as those of a table are; nothing is indexed for them.
    public init(distinct members: [Member]) {
        self.members = members
    }

    /// The number of members.
    public var count: Int { members.count }
    /// Is true if there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The place of a member, or nil. O(1) expected in large objects, O(*n*) in small ones.
    public func index(of name: JSONString) -> Int? {
        if !places.isEmpty { return places[name] }
        return members.firstIndex { $0.name == name }
    }

    /// The value of a member; setting nil removes the member, in O(*n*).
    public subscript(name: JSONString) -> JSON? {
        get { index(of: name).map { members[$0].value } }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil):
                members.remove(at: index)
                places = [:]
                if members.count > 16 { indexAll() }
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

    /// Inserts a member.
    /// Returns true if the name was not there before; if it was, nothing changes.
    mutating func insert(_ name: JSONString, _ value: JSON) -> Bool {
        guard index(of: name) == nil else { return false }
        append(name, value)
        return true
    }

    /// Adds a member behind the others, whose name is none of theirs.
    public mutating func append(_ name: JSONString, _ value: JSON) {
        members.append(Member(name: name, value: value))
        if !places.isEmpty {
            places[name] = members.count - 1
        } else if members.count > 16 {
            indexAll()
        }
    }

    private mutating func indexAll() {
        for (place, member) in members.enumerated() { places[member.name] = place }
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
