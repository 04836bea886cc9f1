import Geometry
import Wire

extension ElementSchema {
    /// The known members of nodes.
    public static let node = ElementSchema(
        "Node", "An element with a frame; members not listed here are kept.",
        [
            Row("id", Shape.string, "unique among the nodes; made if left out"),
            Row("position", .point, "relative to the parent; absent is unknown", patch: .pointPatch),
            Row("type", Shape.string, "names an entry of the document's types; React Flow's need none"),
            Row("width", .size, "canvas units; else the style's, the measured, the type's, or 150"),
            Row("height", .size, "canvas units; else the style's, the measured, the type's, or 60"),
            Row("data", .anyValue, "the application's own"),
            Row("parentId", Shape.string, "the group the node lies in"),
            Row("parentNode", Shape.string, "an older name of `parentId`, which counts where that is absent"),
            Row("zIndex", Shape<Double>.number, "its place in the stack"),
            Row("handles", handles, "where edges attach; absent: the type's, else the defaults"),
            Row("label", Shape.string, "what is written on it; else `data.label`"),
            Row("draggable", .boolean, "whether gestures move it"),
            Row("selectable", .boolean, "whether gestures select it"),
            Row("connectable", .boolean, "whether gestures connect it"),
            Row("deletable", .boolean, "whether gestures delete it"),
            Row("hidden", .boolean, "not drawn, not hit"),
            Row("locked", .boolean, "refuses every edit but an update of `locked`"),
            Row("transient", .boolean, "drawn and announced, but in no file, copy, hash or undo step"),
            Row("collapsed", .boolean, "conceals what it contains"),
            Row(
                "collapsedSize", .extentSize, "its size while it is collapsed; else the type's, or its own",
                patch: .extentSizePatch),
            Row("shape", Shape.choice(of: NodeShape.self), "its outline; else the type's, or a rectangle"),
            Row("cornerRadius", .size, "of a rectangle in pictures, canvas units; else the type's"),
            Row("acceptsChildren", .boolean, "whether drops put nodes into it"),
            Row("expandParent", .boolean, "drags make the parent grow"),
            Row("extent", .extent, "\"parent\" or [[x, y], [x, y]]: where drags keep it"),
            Row("sourcePosition", Shape.choice(of: Side.self), "the side of the default source"),
            Row("targetPosition", Shape.choice(of: Side.self), "the side of the default target"),
            Row("measured", .openObject, "{width, height}: the size a front end found"),
            Row("initialWidth", .size, "the width until it is measured"),
            Row("initialHeight", .size, "the height until it is measured"),
            Row("style", .openObject, "CSS; `width`, `height` and `backgroundColor` or `background` are shown"),
            Row("className", Shape.string, "kept; frames and pictures do not show it"),
        ])

    /// The known members of edges.
    public static let edge = ElementSchema(
        "Edge", "A directed connection; members not listed here are kept.",
        [
            Row("id", Shape.string, "unique among the edges; made if left out"),
            Row("source", Shape.string, "the node it leads from", isRequired: true),
            Row("sourceHandle", Shape.string, "the handle there"),
            Row("target", Shape.string, "the node it leads to", isRequired: true),
            Row("targetHandle", Shape.string, "the handle there"),
            Row("type", Shape.string, "the form of its path"),
            Row("label", Shape.string, "what is written on it"),
            Row("data", .anyValue, "the application's own"),
            Row("zIndex", Shape<Double>.number, "its place in the stack of edges"),
            Row("hidden", .boolean, "not drawn, not hit"),
            Row("locked", .boolean, "refuses every edit but an update of `locked`"),
            Row("transient", .boolean, "drawn and announced, but in no file, copy, hash or undo step"),
            Row("selectable", .boolean, "whether gestures select it"),
            Row("deletable", .boolean, "whether gestures delete it"),
            Row("reconnectable", .reconnectable, "whether gestures move its ends; the name of one end counts as true"),
            Row(
                "avoid", .boolean,
                "whether its path goes round nodes that it would cross, if its type is `bezier` or `smoothStep`"),
            Row("waypoints", waypoints, "the points its path passes, absolute, source first"),
            Row(
                "labelPosition", Shape<Double>.number(in: 0...1),
                "where along the path its label is, as a fraction of the length; the type's place if absent"),
            Row("labelOffset", .point, "how far from there its label is", patch: .pointPatch),
            Row("pathOptions", .openObject, "{offset, borderRadius, curvature, stepPosition}"),
            Row("style", .openObject, "CSS; `stroke` and `strokeWidth` are shown"),
            Row("animated", .boolean, "whether dashes move along it"),
            Row(
                "markerStart", .marker, "its head at the source: \"arrow\", \"arrowclosed\", \"none\", or {type, color}"
            ),
            Row("markerEnd", .marker, "its head at the target, likewise"),
            Row("className", Shape.string, "kept; frames and pictures do not show it"),
        ])

    /// The known members of handles.
    public static let handle = ElementSchema(
        "Handle", "Where edges attach to a node; members not listed here are kept.",
        [
            Row("id", Shape.string, "unique among the node's handles of its type"),
            Row("type", Shape.choice(of: Handle.Kind.self), "whether edges start or end here", isRequired: true),
            Row("position", Shape.choice(of: Side.self), "the side it faces"),
            Row("offset", Shape<Double>.number(in: 0...1), "how far along the side; the middle if absent"),
            Row(
                "distance", Shape<Double>.number,
                "the same in canvas units, negative from the other end; before `offset`"),
            Row("label", Shape.string, "what is written beside it"),
            Row("dataType", .dataTypes, "what passes here: one type, or a list of which any will do"),
            Row("limit", Shape.integer(in: 0...1_000_000_000), "the greatest number of edges"),
            Row("whenFull", Shape.choice(of: Handle.Overflow.self), "what becomes of a new edge at the limit"),
            Row("required", .boolean, "whether an edge is wanted here"),
            Row("default", .anyValue, "the value of an input without an edge"),
            Row("connectable", .boolean, "whether gestures connect it"),
            Row("area", .handleAreas, "where pointers find it, if not by its reach"),
            Row("connectableStart", .boolean, "whether gestures begin an edge here"),
            Row("connectableEnd", .boolean, "whether gestures end an edge here"),
        ])

    /// A list of handles, no two of them with one id and type.
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

    private static let waypoints = Shape<Void>.checked(
        .array(of: Shape.point.schema)
    ) { (cursor) throws(ShapeError) in
        var count = 0
        try cursor.eachElement { (cursor) throws(ShapeError) in
            count += 1
            if count > Limits.waypoints {
                throw ShapeError.impossible("an edge has at most \(Limits.waypoints) waypoints")
            }
            _ = try Shape.point.read(&cursor)
        }
    }
}
