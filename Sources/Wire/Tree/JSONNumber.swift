/// A number of a JSON text in its own spelling, compared by its exact decimal value.
public struct JSONNumber: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// The number as it was written.
    public let text: String

    init(trusted text: String) {
        self.text = text
    }

    /// A whole number.
    public init(_ value: Int) {
        text = value.description
    }

    /// Makes the shortest number that reads back as a given double.
    ///
    /// - Precondition: `value` is finite.
    public init(_ value: Double) {
        var writer = JSONWriter(capacity: 32)
        writer.number(value)
        text = String(decoding: writer.bytes, as: UTF8.self)
    }

    /// A whole number.
    public init(integerLiteral value: Int) {
        self.init(value)
    }

    /// A number in its shortest spelling.
    public init(floatLiteral value: Double) {
        self.init(value)
    }

    /// The nearest double, or nil if the number is beyond the doubles.
    public var double: Double? { try? read { (cursor) throws(ShapeError) in try cursor.readDouble() } }

    /// The value if it is an integer of 64 bits.
    public var integer: Int? { try? read { (cursor) throws(ShapeError) in try cursor.readInteger() } }

    private func read<Value>(
        _ body: (inout JSONCursor) throws(ShapeError) -> Value
    ) throws(ShapeError) -> Value {
        try JSONText(trusted: Array(text.utf8)).withCursor(body)
    }

    /// The exact value. O(*n*) in the characters.
    public var exact: ExactDecimal { Array(text.utf8).withUnsafeBufferPointer { ExactDecimal($0) } }

    /// Returns true if both have the same exact value, however they are spelled.
    public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
        a.text.hasSameBytes(as: b.text) || a.exact == b.exact
    }

    /// Feeds the exact value, so that equal numbers hash alike.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(exact)
    }
}
