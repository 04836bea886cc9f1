extension Shape where Value == Double {
    /// Any number; a number beyond the doubles is refused.
    @inlinable public static var number: Shape<Double> {
        Shape(
            schema: .number(),
            read: { (cursor) throws(ShapeError) in try cursor.readDouble() },
            write: { value, writer in writer.number(value) })
    }

    /// A number within inclusive limits.
    @inlinable
    public static func number(in range: ClosedRange<Double>) -> Shape<Double> {
        Shape(
            schema: .number(minimum: range.lowerBound, maximum: range.upperBound),
            read: { (cursor) throws(ShapeError) in
                let value = try cursor.readDouble()
                guard range.contains(value) else {
                    throw ShapeError.impossible("expected a number from \(range.lowerBound) to \(range.upperBound)")
                }
                return value
            },
            write: { value, writer in writer.number(value) })
    }

    /// A number above 0.
    @inlinable public static var positiveNumber: Shape<Double> {
        Shape(
            schema: .number(above: 0),
            read: { (cursor) throws(ShapeError) in
                let value = try cursor.readDouble()
                guard value > 0 else { throw ShapeError.impossible("expected a number above 0") }
                return value
            },
            write: { value, writer in writer.number(value) })
    }
}

extension Shape where Value == Int {
    /// A number that is a whole `Int`, also spelled `1.0` or `1e2`.
    @inlinable public static var integer: Shape<Int> {
        Shape(
            schema: .integer(),
            read: { (cursor) throws(ShapeError) in try cursor.readInteger() },
            write: { value, writer in writer.integer(value) })
    }

    /// A whole number within inclusive limits.
    @inlinable
    public static func integer(in range: ClosedRange<Int>) -> Shape<Int> {
        Shape(
            schema: .integer(
                minimum: range.lowerBound == .min ? nil : range.lowerBound,
                maximum: range.upperBound == .max ? nil : range.upperBound),
            read: { (cursor) throws(ShapeError) in
                let value = try cursor.readInteger()
                guard range.contains(value) else {
                    throw ShapeError.impossible("expected an integer from \(range.lowerBound) to \(range.upperBound)")
                }
                return value
            },
            write: { value, writer in writer.integer(value) })
    }
}

extension Shape where Value == Bool {
    /// A boolean, `true` or `false`.
    @inlinable public static var boolean: Shape<Bool> {
        Shape(
            schema: .boolean,
            read: { (cursor) throws(ShapeError) in try cursor.readBoolean() },
            write: { value, writer in writer.boolean(value) })
    }
}

extension Shape where Value == String {
    /// A string; a lone surrogate is refused.
    @inlinable public static var string: Shape<String> {
        Shape(
            schema: .string(),
            read: { (cursor) throws(ShapeError) in try cursor.readString() },
            write: { value, writer in writer.string(value) })
    }
}

extension Shape where Value == JSON {
    /// Any value, as a tree.
    @inlinable public static var json: Shape<JSON> {
        Shape(
            schema: .any,
            read: { (cursor) throws(ShapeError) in try JSON(reading: &cursor) },
            write: { value, writer in value.write(into: &writer) })
    }
}

extension Shape where Value == JSONObject {
    /// An object with any members.
    public static let object = Shape(
        schema: .object([], isOpen: true),
        read: { (cursor) throws(ShapeError) in
            guard case .object(let object) = try JSON(reading: &cursor) else {
                throw ShapeError("expected an object")
            }
            return object
        },
        write: { value, writer in JSON.object(value).write(into: &writer) })
}

extension Shape where Value == JSONText {
    /// Any value, as written; refused if an object has a member twice or a number is out of range anywhere in it.
    @inlinable public static var text: Shape<JSONText> {
        Shape(
            schema: .any,
            read: { (cursor) throws(ShapeError) in try JSONText(copying: &cursor) },
            write: { value, writer in writer.raw(value) })
    }
}

extension Shape where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// One of the cases of an enum, by its raw value.
    @inlinable
    public static func choice(of type: Value.Type) -> Shape {
        let cases = Array(Value.allCases)
        let names = cases.map { $0.rawValue }
        let table = NameTable(names)
        return Shape(
            schema: .choice(names),
            read: { (cursor) throws(ShapeError) in
                guard let place = table.index(of: try cursor.readName()) else {
                    throw ShapeError("expected one of \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
                }
                return cases[place]
            },
            write: { value, writer in writer.string(value.rawValue) })
    }
}

extension Shape where Value == JSONPointer {
    /// A JSON Pointer (RFC 6901).
    public static let jsonPointer = Shape(
        schema: .string(),
        read: { (cursor) throws(ShapeError) in
            guard let pointer = JSONPointer(try cursor.readString()) else {
                throw ShapeError.impossible("a JSON Pointer is empty or begins with a slash")
            }
            return pointer
        },
        write: { pointer, writer in writer.string(pointer.text) })
}
