import Interaction
import Wire

/// The members of an open gesture on the wire, from the rows of all gestures (`Gesture.rows`).
///
/// Frames have the members for drawing a gesture, rounded; replies have those for a client that draws it itself.
enum GestureMembers {
    /// An open gesture in the form of frames: an object for each kind.
    static let drawn = Schema.named(
        "GestureState", "An open gesture as it is drawn.",
        .oneOf(zip(Gesture.kinds, Gesture.states).map { drawn($0.name, $1) }))

    private static func drawn(_ name: String, _ rows: [GestureRow]) -> Schema {
        let kind = Schema.Member(name: "kind", schema: .choice([name]), isRequired: true, doc: "which gesture")
        let members = rows.filter { $0.forms != .replied }.map {
            Schema.Member(name: $0.text, schema: $0.content.schema(.drawn), isRequired: !$0.isOptional, doc: $0.doc)
        }
        return .named(
            name.prefix(1).uppercased() + name.dropFirst() + "State", "An open \(name) gesture as it is drawn.",
            .object([kind] + members, isOpen: false))
    }

    /// A start without a resulting edge.
    fileprivate static let refused = Schema.named(
        "RefusedStart", "A handle from which the rules refuse an edge.",
        .object(
            [
                Schema.Member(name: "node", schema: .id, isRequired: true, doc: "the node"),
                Schema.Member(name: "handle", schema: .string(), isRequired: true, doc: "the handle there"),
                Schema.Member(name: "reason", schema: .string(), isRequired: true, doc: "the rule"),
                Schema.Member(name: "message", schema: .string(), isRequired: true, doc: "the same in words"),
            ], isOpen: false))

    /// An open gesture as replies have it.
    static let replied = Schema.named(
        "GesturePreview", "The effect of a gesture if it ended now; its kind decides which members it has.",
        .object(
            Gesture.rows.filter { $0.forms != .drawn }.map {
                Schema.Member(name: $0.text, schema: $0.content.schema(.replied), isRequired: false, doc: $0.doc)
            }, isOpen: false))
}

extension GestureRow.Content {
    /// The schema of a member in one of the two forms.
    fileprivate func schema(_ form: GestureRow.Forms) -> Schema {
        switch self {
        case .path: form == .drawn ? ViewFrame.path : .string()
        case .look: ViewFrame.look
        case .flag: .boolean
        case .number: .number()
        case .integer: .integer()
        case .text: .string()
        case .element: .id
        case .elements: .array(of: .id)
        case .point: Shape.point.schema
        case .points: .array(of: Shape.point.schema)
        case .frame: Shape.rect.schema
        case .handle: Shape.handleReference.schema
        case .handles: .array(of: Shape.handleReference.schema)
        case .refusals: .array(of: GestureMembers.refused)
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
