import Wire

/// The members of compact objects in place, sorted by their names' bytes without a tree.
///
/// One sorter serves a whole document. Nested objects use it as a stack: the members added by `split` are removed with
/// `removeLast`.
struct MemberSorter {
    /// One member: a piece of text, or a number of a member that is kept elsewhere.
    struct Entry {
        /// The first eight bytes of the name, the first one highest, zeros after a shorter name.
        let key: UInt64
        let name: UnsafePointer<UInt8>
        let count: Int
        /// The range of the value in the text; from its name to its end the member is one piece.
        let value: Range<Int>
        /// The number of this member if its value is not in the text, else −1.
        let column: Int

        /// Returns true if `a` comes before `b`; names that begin with the same eight bytes are compared on.
        @inline(__always)
        static func < (a: Entry, b: Entry) -> Bool {
            if a.key != b.key { return a.key < b.key }
            if a.count <= 8 || b.count <= 8 { return a.count < b.count }
            for index in 8..<min(a.count, b.count) where a.name[index] != b.name[index] {
                return a.name[index] < b.name[index]
            }
            return a.count < b.count
        }

        @inline(__always)
        static func == (a: Entry, b: Entry) -> Bool { a.key == b.key && a.count == b.count && !(a < b) && !(b < a) }
    }

    private(set) var entries: [Entry] = []

    init() {
        entries.reserveCapacity(64)
    }

    mutating func removeLast(to count: Int) { entries.removeLast(entries.count - count) }

    /// Leaves out members with a name of at most eight bytes.
    @inline(__always)
    mutating func remove(_ key: UInt64, count: Int) { entries.removeAll { $0.key == key && $0.count == count } }

    /// Adds a member with a value elsewhere.
    @inline(__always)
    mutating func add(column: Int, named name: StaticString) {
        entries.append(
            Entry(
                key: MemberSorter.key(of: name), name: name.utf8Start, count: name.utf8CodeUnitCount, value: 0..<0,
                column: column))
    }

    /// Adds the members of an object; false if a name is written with escapes, which only a tree can compare.
    @inline(__always)
    mutating func split(_ text: UnsafeBufferPointer<UInt8>, at index: Int = 0) -> Bool {
        guard let base = text.baseAddress else { return true }
        var cursor = JSONCursor(base: base, index: index, end: text.count)
        guard cursor.entersObject() else { return false }
        while let name = cursor.nextMember() {
            let value = cursor.rawValue()
            if name.hasEscapes { return false }
            let key = MemberSorter.key(name.start, name.count, readable: text.count - (name.start - base))
            entries.append(Entry(key: key, name: name.start, count: name.count, value: value, column: -1))
        }
        return true
    }

    /// Sorts the entries from `first` on; false if a name occurs twice.
    ///
    /// - Complexity: O(*n* log *n*); a few members, as in nearly all objects, are sorted by insertion.
    mutating func sort(from first: Int) -> Bool {
        let count = entries.count
        if count - first > 24 {
            entries[first...].sort(by: <)
        } else if count - first > 1 {
            entries.withUnsafeMutableBufferPointer { entries in
                for next in first + 1..<count {
                    let entry = entries[next]
                    var place = next
                    while place > first && entry < entries[place - 1] {
                        entries[place] = entries[place - 1]
                        place -= 1
                    }
                    entries[place] = entry
                }
            }
        }
        if count - first < 2 { return true }
        for index in first + 1..<count where entries[index - 1] == entries[index] { return false }
        return true
    }

    @inline(__always)
    private static func key(_ name: UnsafePointer<UInt8>, _ count: Int, readable: Int) -> UInt64 {
        if count == 0 { return 0 }
        if readable >= 8 {
            let word = UInt64(bigEndian: UnsafeRawPointer(name).loadUnaligned(as: UInt64.self))
            return count >= 8 ? word : word & ~(UInt64.max >> UInt64(8 * count))
        }
        var key: UInt64 = 0
        for index in 0..<min(count, 8) { key |= UInt64(name[index]) << UInt64(56 - 8 * index) }
        return key
    }

    /// The key of a name in the code.
    @inline(__always)
    static func key(of name: StaticString) -> UInt64 {
        key(name.utf8Start, name.utf8CodeUnitCount, readable: name.utf8CodeUnitCount)
    }
}
