import Editing
import Geometry
import Graph
import Interaction
import Wire

/// A gesture's preview on the wire. It is written at each move of a pointer, and so without a table.
enum PreviewState {
    static let schema = Schema.named(
        "GesturePreview", "What a gesture would do if it ended now; its kind decides which members it has.",
        .object(
            [
                member("by", Shape.point.schema, "drag: the offset of all nodes"),
                member("guides", Shape.guides.schema, "drag, resize, waypoint: what it aligns to"),
                member("dropTarget", .string(), "drag: the node into which a drop would put them"),
                member("dropEdge", .string(), "drag: the edge into which a drop would put the node"),
                member("from", Shape.point.schema, "connect: the end that stays"),
                member("to", Shape.point.schema, "connect: the candidate's anchor, else the pointer"),
                member("candidate", Shape.handleReference.schema, "connect: the handle where the edge would end"),
                member("allowed", .boolean, "connect: whether the rules allow it"),
                member("reason", .string(), "connect: the rule that refuses the candidate"),
                member("path", .string(), "connect: the draft edge as SVG path data"),
                member("frame", Shape.rect.schema, "resize: the node's frame"),
                member("edge", .string(), "waypoint, label: the edge"),
                member("index", .integer(), "waypoint: its index along the edge, from 0"),
                member(
                    "waypoints", .array(of: Shape.point.schema), "waypoint: all that the edge would have"),
                member("removed", .boolean, "waypoint: true if the end would remove it"),
                member("labelPosition", .number(), "label: where along the path it would be"),
                member("labelOffset", Shape.point.schema, "label: the offset from there; absent on the path"),
                member("selection", Shape.selection.schema, "marquee, lasso: how many would be selected"),
                member("viewport", Shape.viewport.schema, "pan: what the view shows"),
            ], isOpen: false))

    private static func member(_ name: String, _ schema: Schema, _ doc: String) -> Schema.Member {
        Schema.Member(name: name, schema: schema, isRequired: false, doc: doc)
    }

    static func text(_ preview: GesturePreview, _ document: Document) -> JSONText {
        var writer = JSONWriter()
        write(preview, document, into: &writer)
        return JSONText(trusted: writer.take())
    }

    static func write(_ preview: GesturePreview, _ document: Document, into writer: inout JSONWriter) {
        writer.beginObject()
        switch preview {
        case .drag(let offset, let guides, let target, let edge):
            writer.name("by")
            writer.point(offset)
            writer.guides(guides)
            if let target {
                writer.name("dropTarget")
                document.writeNodeID(target, into: &writer)
            }
            if let edge {
                writer.name("dropEdge")
                document.writeEdgeID(edge, into: &writer)
            }
        case .connect(let draft), .reconnect(let draft): writer.draft(draft, document)
        case .resize(let frame, let guides):
            writer.name("frame")
            Shape.rect.write(frame, &writer)
            writer.guides(guides)
        case .waypoint(let waypoint):
            writer.name("edge")
            document.writeEdgeID(waypoint.edge, into: &writer)
            writer.name("index")
            writer.number(Double(waypoint.index))
            writer.name("waypoints")
            writer.beginArray()
            for point in waypoint.form.waypoints { writer.point(point) }
            writer.endArray()
            if waypoint.isRemoved {
                writer.name("removed")
                writer.boolean(true)
            }
            writer.guides(waypoint.guides)
        case .label(let edge, let form):
            writer.name("edge")
            document.writeEdgeID(edge, into: &writer)
            writer.labelPlace(form)
        case .selection(let nodes, let edges):
            writer.name("selection")
            Shape.selection.write(ViewRead.Counts(nodes: nodes, edges: edges), &writer)
        case .pan(let viewport):
            writer.name("viewport")
            Shape.viewport.write(viewport, &writer)
        }
        writer.endObject()
    }
}

extension JSONWriter {
    /// The place of an edge's label, as far as its form says.
    mutating func labelPlace(_ form: EdgeForm) {
        if let position = form.labelPosition {
            name("labelPosition")
            number(position)
        }
        if let offset = form.labelOffset {
            name("labelOffset")
            point(offset)
        }
    }

    fileprivate mutating func guides(_ guides: [Guide]) {
        name("guides")
        beginArray()
        for guide in guides { Shape.guide.write(guide, &self) }
        endArray()
    }

    fileprivate mutating func draft(_ draft: Draft, _ document: Document) {
        name("from")
        point(draft.from.point)
        name("to")
        point(draft.to)
        if let candidate = draft.candidate {
            name("candidate")
            beginObject()
            name("node")
            document.writeNodeID(candidate.node, into: &self)
            name("handle")
            string(candidate.handle.id.string)
            endObject()
        }
        name("allowed")
        boolean(draft.isAllowed)
        if let refusal = draft.refusal {
            name("reason")
            string(refusal.reason.rawValue)
        }
        name("path")
        string(draft.path.svg)
    }
}

extension Shape where Value == JSONText {
    /// A preview that was written before.
    static let preview = Shape(
        schema: PreviewState.schema,
        read: { (cursor) throws(ShapeError) in try JSONText(copying: &cursor) },
        write: { text, writer in writer.raw(text) })
}

extension Shape where Value == Guide {
    static let guide = Shape.object(
        "Guide", "A line on the canvas that shows what something is aligned to.",
        initial: Guide(axis: .x, position: 0, from: 0, to: 0),
        members: [
            .required("axis", \.axis, .choice(of: Axis.self), "x is a vertical line"),
            .required("position", \.position, .number, "along the axis"),
            .required("from", \.from, .number, "where it begins along the other axis"),
            .required("to", \.to, .number, "where it ends"),
            .optional(
                "kind", \.special, .choice(of: Guide.Kind.self),
                "absent: sides or middles lie on it; gap: it crosses a gap as wide as another; straight: an edge lies on it"
            ),
        ])
}

extension Guide {
    /// The kind where it is sent: most guides only align.
    fileprivate var special: Kind? {
        get { kind == .align ? nil : kind }
        set { kind = newValue ?? .align }
    }
}
