/// A position in a validated JSON text from which values are read one after the other.
///
///     let text = try JSONText(validating: #"{"x": 1, "y": 2}"#)
///     let sum = try text.withCursor { (cursor) throws(ShapeError) in
///         var sum = 0.0
///         try cursor.enterObject()
///         while cursor.nextMember() != nil { sum += try cursor.readDouble() }
///         return sum
///     }
///     assert(sum == 3)
///
/// The bytes must have passed `JSONSyntax.validate` and outlive the cursor; over other bytes the results are
/// meaningless, but never outside `index..<end`. Between two calls of `nextMember` or `nextElement` exactly one value
/// is read or skipped.
public struct JSONCursor {
    /// The first byte of the text; it must outlive the cursor.
    public let base: UnsafePointer<UInt8>
    /// The offset of the next byte to read.
    public var index: Int
    /// The offset behind the last byte.
    public let end: Int
    /// Is true if the text is known to have no white space between its tokens.
    @usableFromInline let isCompact: Bool

    /// A cursor at `index` of the bytes `base[0..<end]`.
    ///
    /// - Parameter isCompact: whether the text is known to have no white space between its tokens.
    @inlinable public init(base: UnsafePointer<UInt8>, index: Int = 0, end: Int, isCompact: Bool = false) {
        self.base = base
        self.index = index
        self.end = end
        self.isCompact = isCompact
    }

    /// A cursor over one part of a text, such as a range that `rawValue` returned.
    ///
    /// The buffer must not be empty: no validated text is.
    @inlinable public init(_ bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>? = nil) {
        guard let base = bytes.baseAddress else { preconditionFailure("an empty text") }
        let range = range ?? 0..<bytes.count
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        self.init(base: base, index: range.lowerBound, end: range.upperBound)
    }

    /// The next byte that is not white space, or 0 at the end; the index stops there.
    @inlinable @inline(__always)
    mutating func nextByte() -> UInt8 {
        index = JSONSyntax.skipWhiteSpace(base: base, index: index, end: end)
        return index < end ? base[index] : 0
    }

    /// The kind of the next value, nil at the end.
    @inlinable
    public mutating func peek() -> JSONKind? {
        switch nextByte() {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        default: nil
        }
    }

    /// Returns true if nothing but white space is left.
    @inlinable public mutating func isAtEnd() -> Bool {
        index = JSONSyntax.skipWhiteSpace(base: base, index: index, end: end)
        return index >= end
    }

    /// Enters the next value, an object. Throws if it is of another kind.
    @inlinable @inline(__always)
    public mutating func enterObject() throws(ShapeError) {
        guard nextByte() == UInt8(ascii: "{") else { throw wrongKind("an object") }
        index &+= 1
    }

    /// The name of the next member, whose value must be read next; nil behind the last member, which leaves the
    /// object.
    @inlinable @inline(__always)
    public mutating func nextMember() -> JSONName? {
        var byte = nextByte()
        if byte == UInt8(ascii: ",") {
            index &+= 1
            byte = nextByte()
        }
        guard byte == UInt8(ascii: "\"") else {
            if index < end { index &+= 1 }
            return nil
        }
        let name = scanString()
        if nextByte() == UInt8(ascii: ":") { index &+= 1 }
        return name
    }

    /// Enters the next value if it is an object, and returns whether it did.
    @discardableResult
    @inlinable @inline(__always)
    public mutating func entersObject() -> Bool {
        guard nextByte() == UInt8(ascii: "{") else { return false }
        index &+= 1
        return true
    }

    /// Reads the name of the next member, and returns whether it is the given one.
    @inlinable @inline(__always)
    public mutating func hasMember(_ name: StaticString) -> Bool {
        guard let next = nextMember() else { return false }
        return next == name
    }

    /// Enters the next value, an array. Throws if it is of another kind.
    @inlinable @inline(__always)
    public mutating func enterArray() throws(ShapeError) {
        guard nextByte() == UInt8(ascii: "[") else { throw wrongKind("an array") }
        index &+= 1
    }

    /// Enters the next value if it is an array, and returns whether it did.
    @discardableResult
    @inlinable @inline(__always)
    public mutating func entersArray() -> Bool {
        guard nextByte() == UInt8(ascii: "[") else { return false }
        index &+= 1
        return true
    }

    /// Returns true if another element follows; false leaves the array.
    @inlinable @inline(__always)
    public mutating func nextElement() -> Bool {
        let byte = nextByte()
        if byte == UInt8(ascii: ",") {
            index &+= 1
            return true
        }
        if byte == UInt8(ascii: "]") || byte == 0 {
            if index < end { index &+= 1 }
            return false
        }
        return true
    }

    /// - Complexity: O(*n*) in the bytes of the value.
    @inlinable
    public mutating func skipValue() {
        index = JSONSyntax.skipValue(base: base, index: index, end: end)
    }

    /// Skips the next value and returns its bytes, without white space around it.
    @inlinable
    public mutating func rawValue() -> Range<Int> {
        index = JSONSyntax.skipWhiteSpace(base: base, index: index, end: end)
        let start = index
        skipValue()
        return start..<index
    }

    /// Reads a boolean. Throws if the next value is of another kind.
    @inlinable
    public mutating func readBoolean() throws(ShapeError) -> Bool {
        switch nextByte() {
        case UInt8(ascii: "t"):
            index = min(index + 4, end)
            return true
        case UInt8(ascii: "f"):
            index = min(index + 5, end)
            return false
        default:
            throw wrongKind("a boolean")
        }
    }

    /// Reads a null. Throws if the next value is of another kind.
    @inlinable
    public mutating func readNull() throws(ShapeError) {
        guard skipNull() else { throw wrongKind("null") }
    }

    /// Reads the next value if it is null, and returns whether it was.
    @inlinable @inline(__always)
    public mutating func skipNull() -> Bool {
        guard nextByte() == UInt8(ascii: "n") else { return false }
        index = min(index + 4, end)
        return true
    }

    /// The error that another value was expected.
    @inline(never)
    public func wrongKind(_ what: String) -> ShapeError {
        var copy = self
        return .expected(what, found: copy.peek())
    }

    /// The string at the index, which is at its opening quote.
    @inlinable @inline(__always)
    mutating func scanString() -> JSONName {
        let start = index + 1
        var hasEscapes = false
        index = JSONSyntax.skipString(base: base, index: start, end: end, hasEscapes: &hasEscapes)
        return JSONName(start: base + start, count: max(index - 1 - start, 0), hasEscapes: hasEscapes)
    }

    /// The next string in place, without a copy.
    @inlinable @inline(__always)
    public mutating func readName() throws(ShapeError) -> JSONName {
        guard nextByte() == UInt8(ascii: "\"") else { throw wrongKind("a string") }
        return scanString()
    }

    /// The next string; a lone surrogate, which no `String` can hold, is an error.
    @inlinable
    public mutating func readString() throws(ShapeError) -> String {
        try readName().string()
    }
}
