import Wire

/// The names of an object's members in reading order, to find repeated ones.
struct MemberNames {
    /// A bit for the length and the first and last bytes of each name.
    private var marks: UInt64 = 0
    /// The first names.
    private var names: [JSONName] = []
    /// All names when they are many.
    private var manyNames: Set<JSONString> = []

    /// Names beyond this number are looked up in a set.
    private static let few = 32

    init() { names.reserveCapacity(MemberNames.few) }

    /// Begins the next object.
    mutating func removeAll() {
        names.removeAll(keepingCapacity: true)
        if !manyNames.isEmpty { manyNames = [] }
        marks = 0
    }

    /// Returns true if there is such a name already, else adds it.
    ///
    /// Names are compared only when the bit of their length and bytes is set already.
    @inline(__always)
    mutating func isRepeated(_ name: JSONName) -> Bool {
        var bit = UInt64(truncatingIfNeeded: name.count)
        if name.count > 0 { bit = bit &* 31 &+ UInt64(name.start[0]) &* 7 &+ UInt64(name.start[name.count - 1]) }
        let mask: UInt64 = 1 &<< (name.hasEscapes ? 63 : bit & 63)
        if marks & mask != 0 || marks &>> 63 == 1 || name.hasEscapes || names.count >= MemberNames.few {
            if isKnown(name) { return true }
        }
        marks |= mask
        if names.count < MemberNames.few { names.append(name) }
        return false
    }

    @inline(never)
    private mutating func isKnown(_ name: JSONName) -> Bool {
        if names.count < MemberNames.few { return names.contains { $0 == name } }
        if manyNames.isEmpty { manyNames = Set(names.map { JSONString($0) }) }
        return !manyNames.insert(JSONString(name)).inserted
    }
}
