import Geometry
import Wire

// The shapes of members that only elements have.

extension Shape where Value == Point {
    /// A point, which has no other members. It is read fast, since messages hold thousands.
    public static let point = Shape(
        schema: described.schema,
        read: { (cursor) throws(ShapeError) in
            var ahead = cursor
            guard let point = ahead.readPlainPoint() else { return try described.read(&cursor) }
            cursor = ahead
            return point
        }, write: described.write)

    private static let described = Shape.object(
        "Point", "A point, or the offset between two.", initial: .zero,
        members: [.required("x", \.x, .number, "to the right"), .required("y", \.y, .number, "down")])

    /// A point of an element; its other members are kept.
    static let keptPoint = Shape(
        schema: point.schema,
        read: Shape.object(
            "", "", initial: .zero, members: [.required("x", \.x, .number, ""), .required("y", \.y, .number, "")],
            unknown: .ignored
        ).read, write: point.write)

    static let pointPatch = Shape.object(
        "PointPatch", "Changes of a point.", initial: .zero,
        members: [
            .defaulted("x", \.x, .number, "to the right", default: "stays"),
            .defaulted("y", \.y, .number, "down", default: "stays"),
        ], unknown: .ignored)
}

extension JSONCursor {
    /// Reads a point whose x comes before its y; nil for any other.
    fileprivate mutating func readPlainPoint() -> Point? {
        guard entersObject(), hasMember("x"), let x = try? readDouble(), hasMember("y"), let y = try? readDouble(),
            nextMember() == nil
        else { return nil }
        return Point(x: x, y: y)
    }
}

extension Shape where Value == Double {
    /// A width or a height.
    static let length = Shape(
        schema: .number(minimum: 0),
        read: { (cursor) throws(ShapeError) in
            let value = try cursor.readDouble()
            if value < 0 { throw .impossible("a size is not negative") }
            return value
        },
        write: { value, writer in writer.number(value) })
}

extension Shape where Value == Size {
    /// A size, which has no other members.
    public static let size = Shape.object(
        "Size", "An extent.", initial: Size(width: 0, height: 0),
        members: [
            .required("width", \.width, .number(in: 0...Double.greatestFiniteMagnitude), "not negative"),
            .required("height", \.height, .number(in: 0...Double.greatestFiniteMagnitude), "not negative"),
        ])

    /// A size of an element or a type; its other members are kept.
    static let keptSize = Shape(
        schema: size.schema,
        read: Shape.object(
            "", "", initial: Size(width: 0, height: 0),
            members: [.required("width", \.width, .length, ""), .required("height", \.height, .length, "")],
            unknown: .ignored
        ).read, write: size.write)

    static let sizePatch = Shape.object(
        "SizePatch", "Changes of a size.", initial: Size(width: 0, height: 0),
        members: [
            .defaulted("width", \.width, .length, "not negative", default: "stays"),
            .defaulted("height", \.height, .length, "not negative", default: "stays"),
        ], unknown: .ignored)
}

extension Shape where Value == Void {
    /// A value that is only checked, by a function that moves the cursor behind it.
    static func checked(
        _ schema: Schema, _ check: @escaping @Sendable (inout JSONCursor) throws(ShapeError) -> Void
    ) -> Shape {
        Shape(schema: schema, read: check, write: { _, writer in writer.null() })
    }

    /// The shape of any value in the text of an element.
    static let anyValue = checked(.any) { (cursor) throws(ShapeError) in cursor.skipValue() }

    static let openObject = checked(.object([], isOpen: true)) { (cursor) throws(ShapeError) in
        guard cursor.peek() == .object else { throw cursor.wrongKind("an object") }
        cursor.skipValue()
    }

    static let marker = checked(.oneOf([.string(), .object([], isOpen: true)])) { (cursor) throws(ShapeError) in
        guard cursor.peek() == .string || cursor.peek() == .object else {
            throw cursor.wrongKind("a string or an object")
        }
        cursor.skipValue()
    }

    static let reconnectable = checked(
        .oneOf([.boolean, .choice(Handle.Kind.allCases.map(\.rawValue))])
    ) { (cursor) throws(ShapeError) in
        if cursor.peek() == .string {
            _ = try Shape<Handle.Kind>.choice(of: Handle.Kind.self).read(&cursor)
        } else {
            _ = try cursor.readBoolean()
        }
    }

    static let extent = checked(
        .oneOf([.choice(["parent"]), .array(of: .array(of: .number()))])
    ) { (cursor) throws(ShapeError) in
        let json = try JSON(reading: &cursor)
        if json.stringValue == "parent" || Rect(extent: json) != nil { return }
        if case .array(let corners) = json, corners.count == 2, corners.allSatisfy({ Point(pair: $0) != nil }) {
            throw ShapeError.impossible("the least corner of an extent comes first")
        }
        throw ShapeError("expected \"parent\" or [[x, y], [x, y]]")
    }
}

extension JSONCursor {
    /// Reads each element of the array at the cursor; an error names its index.
    mutating func eachElement(
        _ body: (inout JSONCursor) throws(ShapeError) -> Void
    ) throws(ShapeError) {
        try enterArray()
        var index = 0
        while nextElement() {
            do throws(ShapeError) {
                try body(&self)
            } catch {
                throw error.inside(.element(index))
            }
            index += 1
        }
    }
}
