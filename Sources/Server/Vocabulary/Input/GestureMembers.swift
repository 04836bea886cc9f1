import Interaction
import Wire

/// The members of an open gesture on the wire, from the rows of all gestures (`Gesture.rows`).
///
/// Frames have those with which a gesture is drawn, rounded; replies have those from which a client draws it by itself.
enum GestureMembers {
    /// An open gesture as frames have it.
    static let drawn = Schema.named(
        "GestureState", "An open gesture as it is drawn; the kind says which members are there.",
        .object([kind] + members { $0.forms == .replied ? nil : $0.content.drawn }, isOpen: false))

    /// An open gesture as replies have it.
    static let replied = Schema.named(
        "GesturePreview", "What a gesture would do if it ended now; its kind decides which members it has.",
        .object(members { $0.forms == .drawn ? nil : $0.content.replied }, isOpen: false))

    private static let kind = Schema.Member(
        name: "kind", schema: .choice(Gesture.kinds.map { $0.name }), isRequired: true, doc: "which gesture")

    private static func members(_ schema: (GestureRow) -> Schema?) -> [Schema.Member] {
        Gesture.rows.compactMap { row in
            schema(row).map { Schema.Member(name: row.text, schema: $0, isRequired: false, doc: row.doc) }
        }
    }
}

extension GestureRow.Content {
    /// The schema of a member in frames.
    fileprivate var drawn: Schema {
        switch self {
        case .point: ViewFrame.point
        case .points: .array(of: ViewFrame.point)
        case .frame: ViewFrame.rounded
        case .path: ViewFrame.path
        default: replied
        }
    }

    /// The schema of a member in replies.
    fileprivate var replied: Schema {
        switch self {
        case .flag: .boolean
        case .number: .number()
        case .integer: .integer()
        case .text, .element, .path: .string()
        case .elements: .array(of: .string())
        case .point: Shape.point.schema
        case .points: .array(of: Shape.point.schema)
        case .frame: Shape.rect.schema
        case .handle: Shape.handleReference.schema
        case .handles: .array(of: Shape.handleReference.schema)
        case .guides: Shape.guides.schema
        case .selection: Shape.selection.schema
        case .viewport: Shape.viewport.schema
        }
    }
}

extension Shape where Value == JSONText {
    /// An open gesture that was written before.
    static let repliedGesture = Shape(
        schema: GestureMembers.replied,
        read: { (cursor) throws(ShapeError) in try JSONText(copying: &cursor) },
        write: { text, writer in writer.raw(text) })
}
