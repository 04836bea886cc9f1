import Geometry
import Schemas
import Wire

extension ElementSchema {
    /// The members of node types that front ends show.
    public static let shownOfTypes = ["title", "label", "category", "description", "color", "icon", "role"]

    /// The known members of node types.
    public static let nodeType = ElementSchema(
        "NodeType", "What the nodes of one type have in common; members not listed here are kept.",
        [
            Row("title", Shape.string, "its name for people; its own name if absent"),
            Row("label", Shape.string, "its name in pictures; its title if absent"),
            Row("category", Shape.string, "where palettes list it"),
            Row("description", Shape.string, "its purpose"),
            Row("color", Shape.string, "in pictures and palettes"),
            Row("icon", Shape.string, "its icon, by a name or place that the front end knows"),
            Row(
                "shape", Shape.choice(of: NodeShape.self), "the outline of its nodes; a rectangle if absent",
                isHeld: true),
            Row("cornerRadius", .length, "of rectangles in pictures, canvas units"),
            Row("defaultSize", .keptSize, "of nodes that state no size", patch: .sizePatch, isHeld: true),
            Row("minSize", .keptSize, "the least size that a resize by hand gives", patch: .sizePatch),
            Row("maxSize", .keptSize, "the greatest size that a resize by hand gives", patch: .sizePatch),
            Row("collapsedSize", .keptSize, "of collapsed nodes", patch: .sizePatch, isHeld: true),
            Row("handles", handles, "the handles of its nodes without `handles` of their own", isHeld: true),
            Row(
                "handlesFrom", .handlesFrom, "lists in `data` whose items have a handle each, after `handles`",
                isHeld: true),
            Row(
                "heightFrom", .heightFrom, "the height of nodes that state none", patch: .heightFromPatch, isHeld: true),
            Row(
                "sizeFrom", .sizeFrom, "the text whose size nodes have that state none", patch: .sizeFromPatch,
                isHeld: true),
            Row("schema", .jsonSchema, "JSON Schema of `data`"),
            Row("defaultData", .anyValue, "the `data` of a node that is inserted without"),
            Row("accepts", .names, "the types of nodes that may lie in its nodes", isHeld: true),
            Row("connects", .connects, "the types that edges may join to it", patch: .connectsPatch),
            Row("raiseOnTouch", .boolean, "whether a press brings a node to the front"),
            Row(
                "draggable", .boolean,
                "whether gestures move its nodes, as of a node that says nothing; so all of these", isHeld: true),
            Row("selectable", .boolean, "whether gestures select them", isHeld: true),
            Row("connectable", .boolean, "whether gestures connect them", isHeld: true),
            Row("deletable", .boolean, "whether gestures delete them", isHeld: true),
            Row("hidden", .boolean, "whether they are hidden", isHeld: true),
            Row("locked", .boolean, "whether they are locked", isHeld: true),
            Row("diagnostics", .diagnosticGrades, "severities of diagnostics about its nodes, by code"),
            Row("computed", .computed, "the expression of its value, or one for each source handle"),
            Row("role", Shape.choice(of: DialogRole.self), "its part when a dialog runs", isHeld: true),
        ])

    /// The known members of the `area` of a handle.
    static let handleAreas = ElementSchema(
        "HandleAreas", "Where pointers find a handle, if not by its reach.",
        [
            Row("start", .handleArea, "where a press begins an edge"),
            Row("target", .handleArea, "where a drop ends one"),
        ])

    /// The known members of an entry of `handlesFrom`.
    static let handlesFrom = ElementSchema(
        "HandlesFrom", "A list in the data of a node whose items have a handle each.",
        [
            Row("path", .pointer, "JSON Pointer of the list in `data`", isRequired: true),
            Row("type", Shape.choice(of: Handle.Kind.self), "whether edges start or end there", isRequired: true),
            Row("position", Shape.choice(of: Side.self), "the side; top for targets, bottom for sources if absent"),
            Row("idMember", Shape.string, "the member of an item that is its handle's id; `id` if absent"),
            Row("labelMember", Shape.string, "the member of an item that is its handle's label"),
            Row("dataType", .dataTypes, "the types of data that pass there: one, or a list of which any will do"),
            Row("limit", Shape.integer(in: 0...1_000_000_000), "the greatest number of edges on each"),
            Row("whenFull", Shape.choice(of: Handle.Overflow.self), "what becomes of a new edge at the limit"),
            Row("start", Shape<Double>.number, "with `step`, the distance of the first; 0 if absent"),
            Row("step", Shape<Double>.number, "from one handle to the next, canvas units; spread evenly if absent"),
        ])

    /// The known members of `heightFrom`.
    static let heightFrom = ElementSchema(
        "HeightFrom", "A height that grows with a list in `data`, or with the handles of one type.",
        [
            Row("base", .length, "the height without any", isRequired: true),
            Row("step", Shape<Double>.number, "for each more, canvas units", isRequired: true),
            Row("path", .pointer, "JSON Pointer of the list in `data`"),
            Row("handles", Shape.choice(of: Handle.Kind.self), "the handles that count, in place of `path`"),
        ])

    /// The known members of `sizeFrom`.
    static let sizeFrom = ElementSchema(
        "SizeFrom", "A size that follows from a text in the node, by the widths of letters in pictures.",
        [
            Row("label", .pointer, "JSON Pointer of the text in the node, as `/data/label`", isRequired: true),
            Row("padding", Shape<Double>.number(in: TextRule.paddings), "the space around it; 10 if absent"),
            Row(
                "maxWidth", Shape<Double>.number(in: TextRule.widths),
                "the width, with `padding`, beyond which its lines are broken; if absent, only the line breaks of the text count"
            ),
            Row("minWidth", Shape<Double>.number(in: TextRule.widths), "the least width of the node; none if absent"),
            Row("minHeight", Shape<Double>.number(in: TextRule.widths), "the least height of the node; none if absent"),
            Row("fontSize", Shape<Double>.number(in: TextRule.fontSizes), "canvas units; 13 if absent"),
        ])

    /// The known members of `connects`.
    static let connects = ElementSchema(
        "Connects", "The types of nodes that edges may join to nodes of a type; a list that is absent is no rule.",
        [
            Row("to", .names, "where its sources may lead"),
            Row("from", .names, "from where its targets may come"),
        ])

    /// The known members of an entry of `dataTypes`.
    public static let dataType = ElementSchema(
        "DataType", "A type of what passes along edges; members not listed here are kept.",
        [Row("accepts", .names, "the data types that a target of this one takes, besides its own")])

    /// The known members of types of edges.
    public static let edgeType = ElementSchema(
        "EdgeType", "What the edges of one type have in common; members not listed here are kept.",
        [
            Row(
                "path", .pathName,
                "the form of their paths; that which the type's name says if absent, else the setting's", isHeld: true)
        ] + lookRows + [
            Row("selected", .look, "their look while they are selected, as far as it is another", patch: .lookPatch),
            Row(
                "invalid", .look,
                "their look where an error of the diagnostics names them, and of a draft that is not allowed",
                patch: .lookPatch),
        ])

    /// The known members of the look of edges in a state.
    static let edgeLook = ElementSchema("EdgeLook", "The look of the edges of a type in a state.", lookRows)

    private static let lookRows = [
        Row("stroke", .color, "the color of the line, as CSS has it"),
        Row("strokeWidth", .length, "of the line, canvas units; more than 100 count as 100"),
        Row("dash", .dash, "lengths of dashes and gaps in turn, canvas units; an empty list is none"),
        Row("opacity", Shape<Double>.number(in: 0...1), "of line and heads"),
        Row("animated", .boolean, "whether dashes move along them"),
        Row(
            "markerStart", .marker,
            "the head at the source: \"arrow\", \"arrowclosed\", \"circle\", \"cross\", \"none\", or {type, color}"
        ),
        Row("markerEnd", .marker, "the head at the target, likewise"),
    ]
}

// The shapes of members that only types have.

extension Shape where Value == Void {
    static let diagnosticGrades = checked(DiagnosticGrades.schema) { (cursor) throws(ShapeError) in
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            do throws(ShapeError) {
                _ = try Shape<DiagnosticGrades.Grade>.choice(of: DiagnosticGrades.Grade.self).read(&cursor)
            } catch {
                throw error.inside(.member(name.description))
            }
        }
    }

    static let names = checked(.array(of: .string())) { (cursor) throws(ShapeError) in
        try cursor.eachElement { (cursor) throws(ShapeError) in _ = try cursor.readString() }
    }

    static let dataTypes = checked(.oneOf([.string(), names.schema])) { (cursor) throws(ShapeError) in
        switch cursor.peek() {
        case .array: _ = try names.read(&cursor)
        case .string: _ = try cursor.readString()
        default: throw cursor.wrongKind("a string or an array")
        }
    }

    static let handleAreas = checked(ElementSchema.handleAreas.schema) { (cursor) throws(ShapeError) in
        try ElementSchema.handleAreas.check(&cursor)
    }

    static let handleArea = checked(
        .oneOf([.choice(["none", "node"]), .object([], isOpen: true)])
    ) { (cursor) throws(ShapeError) in
        if HandleArea(try JSON(reading: &cursor)) != nil { return }
        throw ShapeError.impossible("expected \"none\", \"node\", {border}, {radius} or {x, y, width, height}")
    }

    static let pointer = checked(.string()) { (cursor) throws(ShapeError) in
        if JSONPointer(try cursor.readString()) == nil { throw ShapeError.impossible("expected a JSON Pointer") }
    }

    static let jsonSchema = checked(.oneOf([.boolean, .object([], isOpen: true)])) { (cursor) throws(ShapeError) in
        let json = try JSON(reading: &cursor)
        do throws(SchemaError) {
            _ = try DataSchema(json)
        } catch {
            throw error.path.reversed().reduce(ShapeError.impossible(error.message)) { $0.inside(.member($1)) }
        }
    }

    static let computed = checked(.oneOf([.string(), .dictionary(of: .string())])) { (cursor) throws(ShapeError) in
        switch cursor.peek() {
        case .string: _ = try cursor.readString()
        case .object: _ = try Shape<[(String, String)]>.dictionary(of: .string).read(&cursor)
        default: throw cursor.wrongKind("a string or an object")
        }
    }

    static let handlesFrom = checked(
        .array(of: ElementSchema.handlesFrom.schema, maximumCount: Limits.handleLists)
    ) { (cursor) throws(ShapeError) in
        var count = 0
        try cursor.eachElement { (cursor) throws(ShapeError) in
            count += 1
            if count > Limits.handleLists {
                throw ShapeError.impossible("a type has at most \(Limits.handleLists) such lists")
            }
            try ElementSchema.handlesFrom.check(&cursor)
        }
    }

    static let heightFrom = checked(ElementSchema.heightFrom.schema) { (cursor) throws(ShapeError) in
        let start = cursor
        try ElementSchema.heightFrom.check(&cursor)
        let counted = JSONMembers.names(at: start).filter { $0 == "path" || $0 == "handles" }
        if counted.count != 1 { throw ShapeError.impossible("either `path` or `handles` says what counts") }
    }

    static let heightFromPatch = patch(of: .heightFrom)

    static let sizeFrom = checked(ElementSchema.sizeFrom.schema) { (cursor) throws(ShapeError) in
        try ElementSchema.sizeFrom.check(&cursor)
    }

    static let sizeFromPatch = patch(of: .sizeFrom)

    static let pathName = checked(.choice(EdgeType.names)) { (cursor) throws(ShapeError) in
        if EdgeType(name: try cursor.readString()) == nil {
            throw ShapeError("expected one of \(EdgeType.names.map { "\"\($0)\"" }.joined(separator: ", "))")
        }
    }

    static let look = checked(ElementSchema.edgeLook.schema) { (cursor) throws(ShapeError) in
        try ElementSchema.edgeLook.check(&cursor)
    }

    static let lookPatch = patch(of: .edgeLook)

    static let color = checked(.string()) { (cursor) throws(ShapeError) in
        if StyleColor(.string(try cursor.readString())) == nil {
            throw ShapeError.impossible("expected a color: #rgb, #rrggbb, a name, or rgb() and hsl() with numbers")
        }
    }

    static let dash = checked(.array(of: .number(minimum: 0))) { (cursor) throws(ShapeError) in
        let json = try JSON(reading: &cursor)
        guard case .array = json else { throw ShapeError("expected an array") }
        if EdgeLook.dash(json) == nil {
            throw ShapeError.impossible("a dash is at most 16 lengths from 0 to 1000, not all of them 0")
        }
    }

    static let connects = checked(ElementSchema.connects.schema) { (cursor) throws(ShapeError) in
        try ElementSchema.connects.check(&cursor)
    }

    static let connectsPatch = patch(of: .connects)

    private static func patch(of schema: ElementSchema) -> Shape {
        checked(schema.patchSchema) { (cursor) throws(ShapeError) in try schema.check(&cursor, isPatch: true) }
    }
}
