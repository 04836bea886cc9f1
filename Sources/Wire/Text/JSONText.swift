/// One JSON value as it was written, validated, without white space between its tokens.
public struct JSONText: Hashable, Sendable {
    /// The UTF-8 bytes of one valid JSON value.
    public let bytes: [UInt8]

    /// Bytes known to be one valid value without insignificant white space.
    @inlinable public init(trusted bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Validates a text and copies it.
    ///
    /// - Throws: the error in its syntax, with its place.
    /// - Complexity: O(*n*) in the bytes.
    public init(validating text: String) throws(JSONSyntaxError) {
        let bytes = Array(text.utf8)
        if let error = bytes.withUnsafeBufferPointer({ JSONSyntax.validate($0) }) { throw error }
        self.bytes = bytes.withUnsafeBufferPointer { JSONText.withoutWhiteSpace($0) }
    }

    /// Copies the next value of a cursor.
    ///
    /// - Parameter checked: whether repeated member names in an object, and numbers beyond the doubles, are refused at
    ///   every level.
    /// - Complexity: O(*n*) in the bytes of the value.
    public init(copying cursor: inout JSONCursor, checked: Bool = true) throws(ShapeError) {
        cursor.index = JSONSyntax.skipWhiteSpace(base: cursor.base, index: cursor.index, end: cursor.end)
        let start = cursor.index
        if checked {
            var check = TextCheck()
            do throws(ShapeError) {
                try check.value(&cursor)
            } catch {
                cursor.index = start
                throw error
            }
        } else {
            cursor.skipValue()
        }
        let text = UnsafeBufferPointer(start: cursor.base + start, count: cursor.index - start)
        bytes = cursor.isCompact ? Array(text) : JSONText.withoutWhiteSpace(text)
    }

    /// Runs `body` with a cursor before the value.
    @inlinable
    public func withCursor<Value>(
        _ body: (inout JSONCursor) throws(ShapeError) -> Value
    ) throws(ShapeError) -> Value {
        try bytes.withUnsafeBufferPointer { (buffer) throws(ShapeError) in
            var cursor = JSONCursor(buffer)
            return try body(&cursor)
        }
    }

    /// Returns true if there is white space besides that in strings.
    private static func hasWhiteSpace(_ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var escapes = false
        var i = 0
        while i < count {
            if base[i] == UInt8(ascii: "\"") {
                i = JSONSyntax.skipString(base: base, index: i + 1, end: count, hasEscapes: &escapes)
            } else {
                if base[i] <= 0x20 { return true }
                i += 1
            }
        }
        return false
    }

    private static func withoutWhiteSpace(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard let base = text.baseAddress else { return [] }
        if !hasWhiteSpace(base, text.count) { return Array(text) }
        return Array(unsafeUninitializedCapacity: text.count) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            var from = 0
            var i = 0
            func copy(upTo end: Int) {
                (target + count).update(from: base + from, count: end - from)
                count += end - from
            }
            var escapes = false
            while i < text.count {
                if base[i] == UInt8(ascii: "\"") {
                    i = JSONSyntax.skipString(base: base, index: i + 1, end: text.count, hasEscapes: &escapes)
                } else if base[i] <= 0x20 {
                    copy(upTo: i)
                    i = JSONSyntax.skipWhiteSpace(base: base, index: i, end: text.count)
                    from = i
                } else {
                    i += 1
                }
            }
            copy(upTo: text.count)
        }
    }
}

/// Searches a value for repeated member names and for numbers out of range.
struct TextCheck {
    /// Names of the surrounding objects, the innermost last.
    private var names: [JSONName] = []

    mutating func value(_ cursor: inout JSONCursor) throws(ShapeError) {
        switch cursor.peek() {
        case .object: try object(&cursor)
        case .array:
            try cursor.enterArray()
            var count = 0
            while cursor.nextElement() {
                do throws(ShapeError) { try value(&cursor) } catch { throw error.inside(.element(count)) }
                count += 1
            }
        case .number: try cursor.checkNumber()
        default: cursor.skipValue()
        }
    }

    private mutating func object(_ cursor: inout JSONCursor) throws(ShapeError) {
        let first = names.count
        if first == 0 { names.reserveCapacity(16) }
        var large: Set<JSONString> = []
        // One bit for a name's first byte and length; a name whose bit is new is new.
        var bits: UInt64 = 0
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            let isNew: Bool
            if names.count - first < 16 {
                let bit: UInt64 = name.hasEscapes ? .max : 1 &<< (UInt64(name.start[0]) &+ UInt64(name.count) &* 7)
                isNew = bits & bit == 0 || !isKnown(name, from: first)
                bits |= bit
                names.append(name)
            } else {
                if large.isEmpty { large = Set(names[first...].map { JSONString($0) }) }
                isNew = large.insert(JSONString(name)).inserted
            }
            do throws(ShapeError) {
                if !isNew { throw ShapeError("duplicate member") }
                try value(&cursor)
            } catch {
                throw error.inside(.member(name.description))
            }
        }
        names.removeLast(names.count - first)
    }

    private func isKnown(_ name: JSONName, from first: Int) -> Bool {
        var i = first
        while i < names.count {
            if names[i] == name { return true }
            i += 1
        }
        return false
    }
}
