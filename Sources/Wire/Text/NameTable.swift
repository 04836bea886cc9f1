/// A few names with their indices, found by their bytes without hashing.
public struct NameTable: Sendable {
    @usableFromInline let keys: [NameKey]
    @usableFromInline let names: [[UInt8]]

    /// - Precondition: no name is empty or occurs twice.
    public init(_ names: [String]) {
        self.names = names.map { Array($0.utf8) }
        keys = self.names.map { name in
            name.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress else { preconditionFailure("an empty name") }
                return NameKey(base, bytes.count)
            }
        }
        for i in names.indices {
            precondition(!self.names[..<i].contains(self.names[i]), "\(names[i]) twice")
        }
    }

    /// The index of a name; the search begins at `hint`, since members mostly come in the order of their table.
    @inlinable @inline(__always)
    public func index(of name: JSONName, hint: Int = 0) -> Int? {
        if name.hasEscapes { return escapedIndex(of: name) }
        let key = NameKey(name.start, name.count)
        var place = hint
        for _ in 0..<keys.count {
            if place >= keys.count { place = 0 }
            if keys[place] == key, key.isWhole || isEqual(name, place) { return place }
            place &+= 1
        }
        return nil
    }

    @inline(never)
    @usableFromInline func isEqual(_ name: JSONName, _ place: Int) -> Bool {
        names[place].withUnsafeBufferPointer { name.equals($0) }
    }

    @inline(never)
    @usableFromInline func escapedIndex(of name: JSONName) -> Int? {
        names.indices.first { isEqual(name, $0) }
    }
}
