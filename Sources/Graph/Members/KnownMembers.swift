import Geometry
import Wire

extension NodeTraits {
    /// The known members of nodes.
    static let members: [ElementMember<NodeTraits>] = [
        ElementMember("id", Shape.id, "unique among the nodes; made if left out"),
        ElementMember(
            "position", .keptPoint, "relative to the parent; absent is unknown", .geometry, patch: .pointPatch),
        ElementMember("type", Shape.string, "names an entry of the document's types; React Flow's need none", .type),
        ElementMember("width", .length, "canvas units; else the style's, the measured, the type's, or 150", .geometry),
        ElementMember("height", .length, "canvas units; else the style's, the measured, the type's, or 60", .geometry),
        ElementMember("data", .anyValue, "the application's own", .data),
        ElementMember("parentId", Shape.id, "the group the node lies in", .parent),
        ElementMember(
            "parentNode", Shape.id, "an older name of `parentId`, which counts where that is absent", .olderParent),
        ElementMember("zIndex", Shape<Double>.number, "its place in the stack", .z),
        ElementMember(
            "handles", ElementSchema.handles, "where edges attach; absent: the type's, else the defaults", .handles),
        ElementMember("label", Shape.string, "what is written on it; else `data.label`", .label),
        ElementMember("draggable", .boolean, "whether gestures move it", .flag(.undraggable, when: false)),
        ElementMember("selectable", .boolean, "whether gestures select it", .flag(.unselectable, when: false)),
        ElementMember("connectable", .boolean, "whether gestures connect it", .flag(.unconnectable, when: false)),
        ElementMember("deletable", .boolean, "whether gestures delete it", .flag(.undeletable, when: false)),
        ElementMember("hidden", .boolean, "not drawn, not hit", .flag(.hidden)),
        ElementMember("locked", .boolean, "refuses every edit but an update of `locked`", .flag(.locked)),
        ElementMember(
            "transient", .boolean, "drawn and announced, but in no file, copy, hash or undo step", .flag(.transient)),
        ElementMember("collapsed", .boolean, "conceals its contents", .flag(.collapsed)),
        ElementMember(
            "collapsedSize", .keptSize, "its size while it is collapsed; else the type's, or its own", .collapsedSize,
            patch: .sizePatch),
        ElementMember(
            "shape", Shape.choice(of: NodeShape.self), "its outline; else the type's, or a rectangle", .shape),
        ElementMember("cornerRadius", .length, "of a rectangle in pictures, canvas units; else the type's", .styled),
        ElementMember("acceptsChildren", .boolean, "whether drops put nodes into it", .acceptsChildren),
        ElementMember(
            "layout", .groupLayout, "the layout of its contents; else that of its surroundings", .ownLayout,
            patch: .openObject),
        ElementMember("expandParent", .boolean, "drags make the parent grow", .flag(.expandsParent)),
        ElementMember("extent", .extent, "\"parent\" or [[x, y], [x, y]]: where drags keep it", .extent),
        ElementMember("sourcePosition", Shape.choice(of: Side.self), "the side of the default source", .sourceSide),
        ElementMember("targetPosition", Shape.choice(of: Side.self), "the side of the default target", .targetSide),
        ElementMember("measured", .openObject, "{width, height}: the size a front end found", .measured),
        ElementMember("initialWidth", .length, "the width until it is measured", .initialWidth),
        ElementMember("initialHeight", .length, "the height until it is measured", .initialHeight),
        ElementMember(
            "style", .openObject,
            "CSS; shown are `width`, `height`, `backgroundColor` or `background`, `borderColor`, `borderWidth`, "
                + "`borderStyle`, `color` or `textColor`, `fontWeight`, `fontStyle`, `verticalAlign`, `richLabel`, `fields`",
            .style),
        ElementMember("className", Shape.string, "kept; frames and pictures do not show it", .styled),
        ElementMember(
            "foreign", .openObject, "members that another format has besides, by its name; written back there"),
    ]
}

extension EdgeTraits {
    /// The known members of edges. Those at the end are React Flow's, and kept.
    static let members: [ElementMember<EdgeTraits>] = [
        ElementMember("id", Shape.id, "unique among the edges; made if left out"),
        ElementMember("source", Shape.id, "the node it leads from", isRequired: true),
        ElementMember("sourceHandle", Shape.string, "the handle there"),
        ElementMember("target", Shape.id, "the node it leads to", isRequired: true),
        ElementMember("targetHandle", Shape.string, "the handle there"),
        ElementMember(
            "type", Shape.string, "names an entry of the document's `edgeTypes`, or the form of its path", .type),
        ElementMember("label", Shape.string, "what is written on it", .label),
        ElementMember("data", .anyValue, "the application's own"),
        ElementMember("parentId", Shape.id, "the group it goes with", .group),
        ElementMember("zIndex", Shape<Double>.number, "its place in the stack of edges", .z),
        ElementMember("hidden", .boolean, "not drawn, not hit", .flag(.hidden)),
        ElementMember("locked", .boolean, "refuses every edit but an update of `locked`", .flag(.locked)),
        ElementMember(
            "transient", .boolean, "drawn and announced, but in no file, copy, hash or undo step", .flag(.transient)),
        ElementMember("selectable", .boolean, "whether gestures select it", .flag(.unselectable, when: false)),
        ElementMember("deletable", .boolean, "whether gestures delete it", .flag(.undeletable, when: false)),
        ElementMember(
            "reconnectable", .reconnectable, "whether gestures move its ends; the name of one end counts as true",
            .flag(.unreconnectable, when: false)),
        ElementMember(
            "avoid", .boolean,
            "whether its path goes round nodes that it would cross, if its type is `bezier` or `smoothStep`",
            .flag(.avoiding)),
        ElementMember(
            "waypoints", ElementSchema.waypoints, "the points its path passes, absolute, source first", .waypoints),
        ElementMember(
            "labelPosition", Shape<Double>.number(in: 0...1),
            "where along the path its label is, as a fraction of the length; the type's place if absent", .labelPosition
        ),
        ElementMember("labelOffset", .keptPoint, "how far from there its label is", .labelOffset, patch: .pointPatch),
        ElementMember("labels", ElementSchema.furtherLabels, "further texts on it or beside it", .furtherLabels),
        ElementMember(
            "pathOptions", .openObject, "{offset, borderRadius, curvature, stepPosition, control, least}", .pathOptions),
        ElementMember(
            "weight", Shape.integer(in: 1...1000),
            "how much it counts in the layout `layered`: edges that weigh more are shorter and straighter; 1 if absent",
            .weight),
        ElementMember(
            "style", .openObject,
            "CSS; `stroke`, `strokeWidth`, `dash`, `opacity`, `animated` and `richLabel` are shown", .styled),
        ElementMember("animated", .boolean, "whether dashes move along it", .styled),
        ElementMember(
            "markerStart", .marker,
            "its head at the source: \"arrow\", \"arrowclosed\", \"circle\", \"cross\", \"none\", or {type, color}",
            .styled),
        ElementMember("markerEnd", .marker, "its head at the target, likewise", .styled),
        ElementMember("className", Shape.string, "kept; frames and pictures do not show it", .styled),
        ElementMember(kept: "labelStyle", .styled),
        ElementMember(kept: "labelShowBg", .styled),
        ElementMember(kept: "labelBgStyle", .styled),
        ElementMember(kept: "labelBgPadding", .styled),
        ElementMember(kept: "labelBgBorderRadius", .styled),
        ElementMember(
            "foreign", .openObject, "members that another format has besides, by its name; written back there"),
    ]
}

extension HandleDraft {
    /// The known members of handles.
    static let members: [ElementMember<HandleDraft>] = [
        ElementMember("id", Shape.string, "unique among the node's handles of its type", .id),
        ElementMember(
            "type", Shape.choice(of: Handle.Kind.self), "whether edges start or end here", .kind, isRequired: true),
        ElementMember("position", Shape.choice(of: Side.self), "the side it faces", .side),
        ElementMember(
            "offset", Shape<Double>.number(in: 0...1), "how far along the side; the middle if absent", .fraction),
        ElementMember(
            "distance", Shape<Double>.number, "the same in canvas units, negative from the other end; before `offset`",
            .distance),
        ElementMember(
            "x", Shape<Double>.number,
            "where it begins on the node, as React Flow has it: at the top or at the bottom its middle counts, if neither `offset` nor `distance` is there",
            .x),
        ElementMember("y", Shape<Double>.number, "likewise, on the left or on the right", .y),
        ElementMember("width", Shape<Double>.number, "how wide it is, for `x`; 0 if absent", .width),
        ElementMember("height", Shape<Double>.number, "how high it is, for `y`; 0 if absent", .height),
        ElementMember("label", Shape.string, "what is written beside it", .label),
        ElementMember(
            "dataType", .dataTypes, "the types of data that pass here: one, or a list of which any will do", .dataTypes),
        ElementMember("limit", Shape.integer(in: 0...1_000_000_000), "the greatest number of edges", .limit),
        ElementMember(
            "whenFull", Shape.choice(of: Handle.Overflow.self), "what becomes of a new edge at the limit", .whenFull),
        ElementMember("required", .boolean, "whether an edge is wanted here", .isRequired),
        ElementMember("default", .anyValue, "the value of an input without an edge", .defaultValue),
        ElementMember("connectable", .boolean, "whether gestures connect it", .isConnectable),
        ElementMember("area", .handleAreas, "where pointers find it, if not by its reach", .areas),
        ElementMember("connectableStart", .boolean, "whether gestures begin an edge here", .isConnectableStart),
        ElementMember("connectableEnd", .boolean, "whether gestures end an edge here", .isConnectableEnd),
    ]
}

extension ElementSchema {
    public static let node = ElementSchema(
        "Node", made: "NewNode", "A node as a client writes it; members not listed here are kept.", NodeTraits.members)

    public static let edge = ElementSchema(
        "Edge", made: "NewEdge", "An edge as a client writes it; members not listed here are kept.", EdgeTraits.members)

    public static let handle = ElementSchema(
        "Handle", "Where edges attach to a node; members not listed here are kept.", HandleDraft.members)

    /// A list of handles with unique ids for each type.
    static let handles = Shape<Void>.checked(
        .array(of: handle.schema, maximumCount: Limits.handles)
    ) { (cursor) throws(ShapeError) in
        var known: Set<[String]> = []
        var count = 0
        try cursor.eachElement { (cursor) throws(ShapeError) in
            count += 1
            if count > Limits.handles { throw ShapeError.impossible("a node has at most \(Limits.handles) handles") }
            let start = cursor
            try handle.check(&cursor)
            guard let id = Handle(at: start).map({ [$0.kind.rawValue, $0.id.string] }) else { return }
            if known.insert(id).inserted { return }
            throw ShapeError.impossible("the node has another \(id[0]) handle \"\(id[1])\"").inside(.member("id"))
        }
    }

    private static let furtherLabel = ElementSchema(
        "EdgeLabel", "A label of an edge beside its `label`.",
        [
            Row("text", Shape.string, "what is written", isRequired: true),
            Row("t", Shape<Double>.number(in: 0...1), "where along the path, a fraction of its length; 0.5 if absent"),
            Row(
                "side", Shape<FurtherLabel.Beside>.choice(of: FurtherLabel.Beside.self),
                "on which side of the way from source to target; on the path if absent"),
            Row("offset", Shape<Point>.point, "how far from there"),
        ])

    fileprivate static let furtherLabels = Shape<Void>.checked(
        .array(of: furtherLabel.schema, maximumCount: Limits.edgeLabels)
    ) { (cursor) throws(ShapeError) in
        var count = 0
        try cursor.eachElement { (cursor) throws(ShapeError) in
            count += 1
            if count > Limits.edgeLabels {
                throw ShapeError.impossible("an edge has at most \(Limits.edgeLabels) labels")
            }
            try furtherLabel.check(&cursor)
        }
    }

    fileprivate static let waypoints = Shape<Void>.checked(
        .array(of: Shape.point.schema)
    ) { (cursor) throws(ShapeError) in
        var count = 0
        try cursor.eachElement { (cursor) throws(ShapeError) in
            count += 1
            if count > Limits.waypoints {
                throw ShapeError.impossible("an edge has at most \(Limits.waypoints) waypoints")
            }
            _ = try Shape.keptPoint.read(&cursor)
        }
    }
}
