import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

extension CompactScanner {
    /// Reads the parameters `view` and `at`, if there are no others.
    mutating func takePlace() -> (view: Identifier, at: Point)? {
        guard takes("{"), let view = takeIdentifier(#""view":""#), takes(#","at":"#), let at = takePoint(), takes("}")
        else { return nil }
        return (view, at)
    }

    /// Takes a member with an id, given its name with quotes and colon up to the id's opening quote.
    @inline(__always)
    mutating func takeIdentifier(_ start: StaticString) -> Identifier? {
        takeString(start).map { Identifier(utf8: $0.spelling) }
    }

    @inline(__always)
    mutating func takePoint() -> Point? {
        guard takes(#"{"x":"#), let x = takeNumber(), takes(#","y":"#), let y = takeNumber(), takes("}") else {
            return nil
        }
        return Point(x: x, y: y)
    }

    /// Reads the keys into `modifiers` if they come here; false in another spelling.
    @inline(__always)
    mutating func takesModifiers(_ modifiers: inout Modifiers) -> Bool {
        guard takes(#","modifiers":["#) else { return true }
        if takes("]") { return true }
        repeat {
            guard let modifier = takeModifier() else { return false }
            modifiers.insert(modifier)
        } while takes(",")
        return takes("]")
    }

    private mutating func takeModifier() -> Modifiers? {
        if takes(#""shift""#) { return .shift }
        if takes(#""control""#) { return .control }
        if takes(#""alt""#) { return .alt }
        return takes(#""meta""#) ? .meta : nil
    }
}

extension Shape where Value == Rect {
    /// A rectangle as a question asks for it; a negative size spans to the other side.
    static let rect = Shape<RectMembers>.object(
        "Rect", "A rectangle with sides along the axes.", initial: RectMembers(),
        members: [
            .required("x", \.x, .number, "the left side"), .required("y", \.y, .number, "the top"),
            .required("width", \.width, .number, "may be negative if a person drew it"),
            .required("height", \.height, .number, "may be negative if a person drew it"),
        ]
    ).mapped(
        { (members) throws(ShapeError) in
            let rect = Rect(x: members.x, y: members.y, width: members.width, height: members.height)
            if !rect.isFinite { throw ShapeError.impossible("a rectangle is finite") }
            return rect
        },
        from: { RectMembers(x: $0.minX, y: $0.minY, width: $0.width, height: $0.height) })
}

/// A rectangle as it is written on the wire.
struct RectMembers: Sendable {
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0
}

extension Shape where Value == Viewport {
    static let viewport = Shape.object(
        "Viewport", "The mapping between canvas and screen: screen = canvas × zoom + (x, y).", initial: Viewport(),
        members: [
            .required("x", \.x, .number, "of the canvas's origin on the screen"),
            .required("y", \.y, .number, "of the canvas's origin on the screen"),
            .required("zoom", \.zoom, .positiveNumber, "screen points for each canvas unit"),
        ])
}

extension Shape where Value == Nothing {
    /// A result that the method itself writes, directly into the outgoing bytes.
    static func writtenByMethod(_ schema: Schema) -> Shape {
        Shape(
            schema: schema,
            read: { (cursor) throws(ShapeError) in
                cursor.skipValue()
                return Nothing()
            }, write: { _, _ in })
    }

    /// The result of a method that has none: null.
    static let nothing = Shape(
        schema: .null,
        read: { (cursor) throws(ShapeError) in
            cursor.skipValue(); return Nothing()
        },
        write: { _, writer in writer.null() })
}

/// The absence of a result.
struct Nothing: Sendable {}

extension Shape where Value == Revision {
    static let revision = Shape.object(
        "Revision", "The revision of a document after a change.", initial: Revision(),
        members: [.required("revision", \.revision, .integer, "grows by one with every committed change")])
}

/// The revision a document has.
struct Revision: Sendable {
    var revision = 0
}
