import Interaction
import Wire

/// The members of an open gesture on the wire, in the order in which they are written by `JSONWriter.gesture`.
///
/// Frames have those with which a gesture is drawn, rounded; replies have those from which a client draws it by itself.
enum GestureMembers {
    /// An open gesture as frames have it.
    static let drawn = Schema.named(
        "GestureState", "An open gesture as it is drawn; the kind says which members are there.",
        .object(all.compactMap { $0.drawn }, isOpen: false))

    /// An open gesture as replies have it.
    static let replied = Schema.named(
        "GesturePreview", "What a gesture would do if it ended now; its kind decides which members it has.",
        .object(all.compactMap { $0.replied }, isOpen: false))

    /// A member as it is in frames and as it is in replies; nil where it is not.
    private typealias Forms = (drawn: Schema.Member?, replied: Schema.Member?)

    private static let all: [Forms] = [
        drawn(
            "kind", .choice(GestureBegin.Kind.allCases.map(\.rawValue) + ["pinch", "relate"]), "which gesture",
            isRequired: true),
        both("by", ViewFrame.point, Shape.point.schema, "drag: the offset of all nodes"),
        replied("guides", Shape.guides.schema, "drag, resize, waypoint: what it aligns to"),
        both("dropTarget", .string(), "drag: the node into which a drop would put them"),
        both("dropEdge", .string(), "drag: the edge into which a drop would put the node"),
        both("copy", .boolean, "drag: true if the nodes stay and copies of them come to lie there"),
        both("from", ViewFrame.point, Shape.point.schema, "connect, reconnect: the end that stays"),
        both(
            "to", ViewFrame.point, Shape.point.schema, "connect, reconnect: the candidate's anchor, else the pointer"),
        both("candidate", Shape.handleReference.schema, "connect, reconnect: the handle where the edge would end"),
        both("allowed", .boolean, "connect, reconnect: whether the rules allow it"),
        both("pending", .boolean, "connect, reconnect: true until the client has said whether it allows it"),
        both("reason", .string(), "connect, reconnect: the rule that refuses the candidate"),
        drawn("message", .string(), "connect, reconnect: the same in words"),
        both("path", ViewFrame.path, .string(), "connect, reconnect: the draft edge; text is SVG path data"),
        drawn("node", .string(), "resize: which"),
        both(
            "frame", ViewFrame.rounded, Shape.rect.schema,
            "resize: the frame it would have; scale: of all nodes together"),
        both("scale", .number(), "scale: the factor"),
        both("edge", .string(), "waypoint, label: the edge"),
        both("index", .integer(), "waypoint: its index along the edge, from 0"),
        both(
            "waypoints", .array(of: ViewFrame.point), .array(of: Shape.point.schema),
            "waypoint: all that the edge would have"),
        both("removed", .boolean, "waypoint: true if the end would remove it"),
        both("labelPosition", .number(), "label: where along the path it would be"),
        both("labelOffset", ViewFrame.point, Shape.point.schema, "label: the offset from there; absent on the path"),
        drawn("rect", ViewFrame.rounded, "marquee: the region"),
        drawn("polygon", .array(of: ViewFrame.point), "lasso: the region"),
        drawn("polyline", .array(of: ViewFrame.point), "cut: the stroke"),
        drawn("edges", .array(of: .string()), "cut: the edges it has crossed"),
        drawn("source", Shape.handleReference.schema, "relate: from where taps toggle edges"),
        drawn(
            "targets", .array(of: Shape.handleReference.schema),
            "relate: the visible targets that may be joined with it or are"),
        replied("selection", Shape.selection.schema, "marquee, lasso: how many would be selected"),
        replied("viewport", Shape.viewport.schema, "pan: what the view shows"),
    ]

    private static func drawn(
        _ name: String, _ schema: Schema, _ doc: String, isRequired: Bool = false
    ) -> Forms {
        (Schema.Member(name: name, schema: schema, isRequired: isRequired, doc: doc), nil)
    }

    private static func replied(_ name: String, _ schema: Schema, _ doc: String) -> Forms {
        (nil, Schema.Member(name: name, schema: schema, isRequired: false, doc: doc))
    }

    private static func both(_ name: String, _ schema: Schema, _ doc: String) -> Forms {
        both(name, schema, schema, doc)
    }

    private static func both(_ name: String, _ drawn: Schema, _ replied: Schema, _ doc: String) -> Forms {
        (self.drawn(name, drawn, doc).drawn, self.replied(name, replied, doc).replied)
    }
}

extension Shape where Value == JSONText {
    /// An open gesture that was written before.
    static let repliedGesture = Shape(
        schema: GestureMembers.replied,
        read: { (cursor) throws(ShapeError) in try JSONText(copying: &cursor) },
        write: { text, writer in writer.raw(text) })
}
