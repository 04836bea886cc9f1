import EdgeRouting
import Geometry
import Graph
import Interaction
import Storage
import Wire

extension ItemRow {
    /// Of edges, in the order in which `ItemWriting.edge` writes them.
    static let edges: [ItemRow] =
        [
            .always(
                "path", ViewFrame.path,
                "SVG path data (absolute M, L, Q, C), or points no farther than half a screen point from the curve"),
            .always("bounds", Shape.rect.schema, "of the curve, tight"),
            z.always, order.always,
            .removable("type", .string(), "its type as written"),
            .removable("label", ViewFrame.label, "around its center"),
            .removable("labels", .array(of: ViewFrame.label), "its further labels, each around its center"),
            .removable(
                "arrows", .array(of: ViewFrame.arrow),
                "tips of its heads; absent: one closed head at the end of the path"),
        ] + edgeLooks + [selected, emphasis, problems] + differences + [
            ghost, carried,
            .removable(
                "edges", .array(of: .id),
                "of an edge that is drawn to a collapsed node in place of its contents: all edges that are drawn between "
                    + "the same nodes in its direction, the first \(Limits.bundleEdges) of them, itself first"),
            .removable("count", .integer(), "of an edge with `edges`: how many these are"),
        ] + asked + [
            contents,
            .removable("waypoints", .array(of: Shape.point.schema), "of a selected edge: the points its path passes"),
        ]

    /// Of the look of an edge's line.
    static let edgeLooks: [ItemRow] = [
        .removable("color", .string(), "of its line as CSS, as its `style` and its type have it"),
        .removable("strokeWidth", .number(), "of its line, canvas units, likewise"),
        .removable("animated", .boolean, "true if dashes move along it, likewise"),
        .removable("dash", .array(of: .number()), "lengths of dashes and gaps in turn, canvas units, likewise"),
        .removable("opacity", .number(minimum: 0), "of its line and heads, 0…1, likewise; 1 if absent"),
    ]

    /// Of links between boxes, and of those between the clusters that stand among them.
    static let links = linkEnds + [.always("count", .integer(), "how many edges"), selected, emphasis] + differences
    /// The ends of a link.
    static let linkEnds: [ItemRow] = [
        .always("source", .string(), "the cluster or the box where its edges start"),
        .always("target", .string(), "the cluster or the box where they end"),
    ]
}

extension ItemWriting {
    /// Writes an edge, or the link between boxes that stands for it, with all its members, or the changed ones.
    func edge(_ item: EdgeItem, _ changed: ItemMembers?, into writer: inout JSONWriter) {
        document.writeEdgeID(item.slot, into: &writer)
        writer.append(":{")
        if hasDetails { whole(item, changed, into: &writer) } else { link(item, changed, into: &writer) }
        writer.endObject()
    }

    private func whole(_ item: EdgeItem, _ changed: ItemMembers?, into writer: inout JSONWriter) {
        let has = WrittenMembers(changed: changed)
        let isNew = changed == nil
        let look = item.text.style
        if has(.path, true) {
            writer.open(#""path":"#)
            writer.path(item.jumpingPath ?? item.path, mode, flatness)
            writer.append(#","bounds":"#)
            writer.roundedRect(item.bounds)
        }
        if has(.z, true) { writer.member("z", item.z) }
        if has(.order, true) { writer.order(item.order) }
        if has(.type, !item.text.type.isEmpty) { writer.text("type", item.text.type) }
        if has(.label, !item.text.label.isEmpty) { label(of: item, into: &writer) }
        if has(.furtherLabels, !item.furtherLabels.isEmpty) { furtherLabels(of: item, into: &writer) }
        if has(.arrows, look.hasOwnHeads) { arrows(of: item, into: &writer) }
        if has(.color, look != EdgeStyle()) { writer.line(look, isNew: isNew) }
        if has(.dash, !look.dash.isEmpty) { writer.dash(look.dash) }
        if has(.dash, look.opacity != 1) { writer.opacity(look.opacity) }
        if has(.selected, item.isSelected) { writer.mark("selected", item.isSelected) }
        if has(.emphasis, item.emphasis != nil) { writer.emphasis(item.emphasis) }
        if has(.problems, !item.problems.isEmpty) { writer.problems(item.problems) }
        if item.isGhost {
            writer.ghost()
        } else if has(.difference, item.difference != nil) {
            writer.difference(item.difference, isNew)
        }
        if has(.carried, item.isCarried) { writer.mark("carried", item.isCarried) }
        if has(.bundle, !item.bundle.isEmpty) { bundle(of: item, into: &writer) }
        if has.any(of: .asked, !item.asked.isEmpty) { writer.asked(item.asked, asked, changed) }
        if has(.contents, true) { writer.contents(item.contents, pointers.edges, isNew) }
        // Only a selected edge has them, since the client draws them.
        let mayHaveWaypoints = !item.waypoints.isEmpty && has(.selected, item.isSelected)
        if mayHaveWaypoints || has(.waypoints, false) { waypoints(of: item, into: &writer) }
    }

    /// Writes the ends of a link; when its edge is drawn otherwise, it may join others.
    private func link(_ item: EdgeItem, _ changed: ItemMembers?, into writer: inout JSONWriter) {
        let has = WrittenMembers(changed: changed)
        if has(.path, true) || has(.bundle, true) {
            let ends = document.drawnEnds(ofEdge: item.slot)
            writer.name("source")
            document.writeNodeID(ends.source, into: &writer)
            writer.name("target")
            document.writeNodeID(ends.target, into: &writer)
            writer.name("count")
            writer.integer(max(1, item.bundle.count))
        }
        if has(.selected, item.isSelected) { writer.mark("selected", item.isSelected) }
        if has(.emphasis, item.emphasis != nil) { writer.emphasis(item.emphasis) }
        if has(.difference, item.difference != nil) { writer.difference(item.difference, changed == nil) }
    }

    private func bundle(of item: EdgeItem, into writer: inout JSONWriter) {
        if !item.bundle.isEmpty { return writer.bundle(item.bundle, document) }
        writer.mark("edges", false)
        writer.mark("count", false)
    }

    private func waypoints(of item: EdgeItem, into writer: inout JSONWriter) {
        writer.name("waypoints")
        if item.waypoints.isEmpty || !item.isSelected { return writer.null() }
        writer.beginArray()
        for point in item.waypoints { writer.roundedPoint(point) }
        writer.endArray()
    }

    private func label(of item: EdgeItem, into writer: inout JSONWriter) {
        writer.name("label")
        if item.text.label.isEmpty { return writer.null() }
        writer.label(item.text.label, item.text.labelLines, item.text.richLabel, at: item.labelPoint, item.labelAngle)
    }

    private func furtherLabels(of item: EdgeItem, into writer: inout JSONWriter) {
        writer.name("labels")
        if item.furtherLabels.isEmpty { return writer.null() }
        writer.beginArray()
        for (label, place) in zip(item.text.labels, item.furtherLabels) {
            writer.label(label.text, label.lines, nil, at: place.point, place.angle)
        }
        writer.endArray()
    }

    private func arrows(of item: EdgeItem, into writer: inout JSONWriter) {
        writer.name("arrows")
        let style = item.text.style
        if !style.hasOwnHeads { return writer.null() }
        writer.beginArray()
        if style.start.kind != .none { writer.arrow(.atStart(of: item.path, length: 0, width: 0), style.start) }
        if style.end.kind != .none { writer.arrow(.atEnd(of: item.path, length: 0, width: 0), style.end) }
        writer.endArray()
    }
}

extension ViewFrame {
    fileprivate static func placed(_ more: [Schema.Member]) -> Schema {
        .object(
            more + [
                member("x", .number(), "where it is", isRequired: true),
                member("y", .number(), "where it is", isRequired: true),
                member("angle", .number(), "radians, clockwise from the x axis", isRequired: true),
            ], isOpen: false)
    }

    fileprivate static let label = Schema.named(
        "LabelItem", "The label of an edge as it is drawn.",
        placed([
            member("text", .string(), "what is written", isRequired: true),
            member("lines", .array(of: .string()), "its lines, where it has several"),
            member("runs", .array(of: labelRun), "the parts of its text with letters of their own"),
        ]))

    fileprivate static let arrow = Schema.named(
        "ArrowItem", "A head of an edge as it is drawn.",
        placed([
            member("open", .boolean, "true if it is two strokes, not a filled triangle"),
            member("kind", .choice(["circle", "cross"]), "if it is a filled circle, or two strokes that cross"),
            member("color", .string(), "its own color as CSS; the line's if absent"),
        ]))
}
