extension JSONWriter {
    /// Opens an object; `endObject` must close it.
    @inlinable @inline(__always)
    public mutating func beginObject() {
        begin(UInt8(ascii: "{"))
    }

    /// Closes the innermost object.
    @inlinable @inline(__always)
    public mutating func endObject() {
        writeByte(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Opens an array; `endArray` must close it.
    @inlinable @inline(__always)
    public mutating func beginArray() {
        begin(UInt8(ascii: "["))
    }

    /// Closes the innermost array.
    @inlinable @inline(__always)
    public mutating func endArray() {
        writeByte(UInt8(ascii: "]"))
        needsComma = true
    }

    @inlinable @inline(__always)
    mutating func begin(_ bracket: UInt8) {
        writeValue(1) { target in
            target[0] = bracket
            return 1
        }
        needsComma = false
    }

    /// Writes the name of a member that needs no escapes, as every name in the code.
    @inlinable @inline(__always)
    public mutating func name(_ name: StaticString) {
        let size = name.utf8CodeUnitCount
        writeValue(size &+ 3) { target in
            target[0] = UInt8(ascii: "\"")
            (target + 1).initialize(from: name.utf8Start, count: size)
            target[size &+ 1] = UInt8(ascii: "\"")
            target[size &+ 2] = UInt8(ascii: ":")
            return size &+ 3
        }
        needsComma = false
    }

    /// Disfavored, so that a literal is a `StaticString`.
    @inlinable @_disfavoredOverload
    public mutating func name(_ name: String) {
        string(name)
        writeByte(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the name of a member, escaped.
    @inlinable @_disfavoredOverload
    public mutating func name(_ name: JSONString) {
        name.write(into: &self)
        writeByte(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the name of a member in the meaning of another text.
    @inlinable
    public mutating func name(_ name: JSONName) {
        if name.hasEscapes { return self.name(JSONString(name)) }
        string(utf8: name.spelling)
        writeByte(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes `true` or `false`.
    @inlinable
    public mutating func boolean(_ value: Bool) {
        if value { raw("true") } else { raw("false") }
    }

    /// Writes `null`.
    @inlinable
    public mutating func null() {
        raw("null")
    }

    /// Writes a value whose text is known to be valid.
    @inlinable @inline(__always)
    public mutating func raw(_ text: StaticString) {
        let size = text.utf8CodeUnitCount
        writeValue(size) { target in
            target.initialize(from: text.utf8Start, count: size)
            return size
        }
    }

    /// Writes a value whose text is known to be valid.
    @inlinable
    public mutating func raw(_ text: UnsafeBufferPointer<UInt8>) {
        guard let source = text.baseAddress else { return }
        writeValue(text.count) { target in
            target.initialize(from: source, count: text.count)
            return text.count
        }
    }

    /// Writes a value whose text is known to be valid.
    @inlinable
    public mutating func raw(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { raw($0) }
    }

    /// Writes the members of a compactly written object into the open object.
    public mutating func members(of object: JSONText) {
        object.bytes.withUnsafeBufferPointer { bytes in
            if bytes.count > 2 { raw(UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1])) }
        }
    }

    /// Writes the text of a value unchanged.
    @inlinable
    public mutating func raw(_ text: JSONText) {
        raw(text.bytes)
    }

    /// Writes the beginning of a value with known text, up to its first value without a comma.
    @inlinable @inline(__always)
    public mutating func open(_ text: StaticString) {
        raw(text)
        needsComma = false
    }

    /// Writes bytes between texts, such as a header or a line feed; the next value begins without a comma.
    @inlinable @inline(__always)
    public mutating func append(_ text: StaticString) {
        let size = text.utf8CodeUnitCount
        write(size) { target in
            target.initialize(from: text.utf8Start, count: size)
            return size
        }
        needsComma = false
    }

    /// Writes bytes between texts; the next value begins without a comma.
    @inlinable
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        needsComma = false
        raw(bytes)
        needsComma = false
    }

    /// Writes a number between texts; the next value begins without a comma.
    @inlinable
    public mutating func append(number value: Double) {
        needsComma = false
        number(value)
        needsComma = false
    }
}
