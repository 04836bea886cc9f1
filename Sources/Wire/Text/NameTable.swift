/// A few names and the place of each, found by their bytes without hashing.
public struct NameTable: Sendable {
    /// The length with the first and the last eight bytes, which together identify names of up to sixteen bytes.
    @usableFromInline struct Key: Equatable, Sendable {
        @usableFromInline let head: UInt64
        @usableFromInline let tail: UInt64
        @usableFromInline let count: Int

        @inlinable @inline(__always)
        init(_ start: UnsafePointer<UInt8>, _ count: Int) {
            self.count = count
            if count >= 8 {
                head = JSONSyntax.word(start, 0)
                tail = JSONSyntax.word(start, count &- 8)
            } else if count >= 4 {
                let raw = UnsafeRawPointer(start)
                head = UInt64(raw.loadUnaligned(as: UInt32.self))
                tail = UInt64(raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            } else if count > 0 {
                head = UInt64(start[0])
                tail = UInt64(start[count / 2]) << 8 | UInt64(start[count &- 1])
            } else {
                (head, tail) = (0, 0)
            }
        }
    }

    @usableFromInline let keys: [Key]
    @usableFromInline let names: [[UInt8]]

    /// - Precondition: no name is empty or occurs twice.
    public init(_ names: [String]) {
        self.names = names.map { Array($0.utf8) }
        keys = self.names.map { name in
            name.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress else { preconditionFailure("an empty name") }
                return Key(base, bytes.count)
            }
        }
        for i in names.indices {
            precondition(!self.names[..<i].contains(self.names[i]), "\(names[i]) twice")
        }
    }

    /// The place of a name; the search begins at `hint`, since members mostly come in the order of their table.
    @inlinable @inline(__always)
    public func index(of name: JSONName, hint: Int = 0) -> Int? {
        if name.hasEscapes { return escapedIndex(of: name) }
        let key = Key(name.start, name.count)
        var place = hint
        for _ in 0..<keys.count {
            if place >= keys.count { place = 0 }
            if keys[place] == key, name.count <= 16 || isEqual(name, place) { return place }
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
