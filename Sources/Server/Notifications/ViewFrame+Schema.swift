import Editing
import Geometry
import Graph
import Interaction
import Wire

extension ViewFrame {
    private static func member(_ name: String, _ schema: Schema, _ doc: String, isRequired: Bool = false)
        -> Schema.Member
    {
        Schema.Member(name: name, schema: schema, isRequired: isRequired, doc: doc)
    }

    /// The members of a frame, and of the answer of `view/scene`.
    static let schema = Schema.named(
        "Frame", "What is new in a view.", .object(members, isOpen: false))

    private static let members =
        [
            member("view", .id, "which", isRequired: true),
            member("frame", .integer(), "its number in the view, from 1", isRequired: true),
            member("revision", .integer(), "of the document", isRequired: true),
            member("viewport", Shape.viewport.schema, "the new one"),
            member("labelScale", .number(), "1 / zoom, when the zoom is new: what keeps text its size on the screen"),
            member(
                "level", .choice(SceneLevel.allCases.map(\.rawValue)),
                "the new detail: boxes are frames with the colors of their nodes, clusters nodes shown together"),
            member(
                "handleSets", .dictionary(of: .array(of: handle)),
                "new sets of handles by name, with places relative to the left top of their nodes, in a view opened with "
                    + "`handles: \"shared\"`; each is sent once"),
            member(
                "types", .dictionary(of: orNull(typeLook)),
                "what is shown of the types that nodes here are the first to have, and of those that changed, by name; null "
                    + "for one that is gone; in a view opened with `types`"),
            member("leave", left, "what is no longer visible; applied first"),
            member("enter", entering, "whole items that have become visible"),
            member("update", changing, "changed members of visible items: a null removes one; applied last"),
            member("selection", selection, "how much is selected now"),
            member(
                "selectionFrame", orNull(Shape.rect.schema),
                "the rectangle around several selected nodes, in a view opened with `selectionFrame`; null for none"),
            member("hover", orNull(Shape.elementReference.schema), "under the pointer; null for nothing"),
            member("focus", orNull(Shape.elementReference.schema), "with the focus; null for nothing"),
            member("editing", orNull(Shape.editing.schema), "whose content is open for editing; null for none"),
            member(
                "typed", Shape.typed.schema,
                "what others, and other edits of the view, have written in the text that is open with a `selection`"),
            member("running", orNull(Shape.running.schema), "where the dialog of the view has come to; null for none"),
            member(
                "problems", orNull(problems),
                "of the whole document, in a view opened with `problems`; null for none"),
            member("tool", orNull(.string()), "the tool of the view; null for that of the settings"),
            member(
                "dropTarget", orNull(Shape.elementReference.schema),
                "the element that takes what is held over the view from outside; null for none"),
            member(
                "dropFrame", orNull(Shape.rect.schema),
                "the frame that the node would have which a drop inserts; null for none"),
            member("gesture", orNull(GestureMembers.drawn), "the open gesture; null when it is over"),
            member("guides", orNull(Shape.guides.schema), "what the gesture aligns to; null for nothing"),
            member(
                "targets", orNull(.array(of: Shape.handleReference.schema)),
                "the visible handles on which the edge that is drawn may end by the rules, in the order of the nodes; null for none"
            ),
            member(
                "cursor", orNull(.choice(Cursor.allCases.map(\.rawValue))), "the pointer's look; null for the usual one"
            ),
            member(
                "moving", orNull(.boolean),
                "true while the view is panned, pinched or in motion of its own, and shortly after; null when it rests"),
            member(
                "transition", transition,
                "how to move to the items that changed; absent is at once"),
            member("animations", orNull(animations), "the edges with moving dashes; null for none"),
            member(
                "lanes", orNull(Shape.laneBands.schema),
                "the bands of the lanes of `constraints`, painted behind all else; null for none"),
            member(
                "presence", presence,
                "what is new of other views, by id, in a view opened with `presence`; null for one that is closed"),
        ]

    private static func orNull(_ schema: Schema) -> Schema { .oneOf([schema, .null]) }

    private static let typeLook = Schema.named(
        "TypeLook", "What is shown of a type, as the document has it.",
        .object(Document.shownOfTypes.map { member($0, .string(), "its `\($0)`") }, isOpen: false))

    private static let transition = Schema.object(
        Transition.members.map(\.schema) + [
            member("except", ids, "items that change at once: what the pointer holds, and edges that end there")
        ],
        isOpen: false)

    private static let selection = Schema.object(
        [
            member("nodes", .integer(), "how many", isRequired: true),
            member("edges", .integer(), "how many", isRequired: true),
            member("removed", ids, "what left the selection, in a view opened with `selectionIds`; applied first"),
            member("added", ids, "what entered it, in a view opened with `selectionIds`"),
        ],
        isOpen: false)

    private static let ids = Schema.object(
        [
            member("nodes", .array(of: Shape.identifier.schema), "ids of nodes", isRequired: true),
            member("edges", .array(of: Shape.identifier.schema), "ids of edges", isRequired: true),
        ],
        isOpen: false)

    private static let left = Schema.object(
        [
            member("nodes", .array(of: .string()), "ids of nodes, names of clusters"),
            member("edges", .array(of: .string()), "ids of edges, names of links"),
        ],
        isOpen: false)

    private static let entering = Schema.object(
        [
            member("nodes", .dictionary(of: node), "by id; clusters by name"),
            member("edges", .dictionary(of: .oneOf([edge, link])), "by id; links between clusters by name"),
        ],
        isOpen: false)

    private static let changing = Schema.object(
        [
            member("nodes", .dictionary(of: nodePatch), "by id; clusters by name"),
            member("edges", .dictionary(of: edgePatch), "by id; links between clusters by name"),
        ],
        isOpen: false)

    /// A member of items: in new ones, and in their changes.
    private struct Row {
        let whole: Schema.Member
        let changed: Schema.Member

        /// A member that every item has.
        static func always(_ name: String, _ schema: Schema, _ doc: String) -> Row {
            Row(whole: member(name, schema, doc, isRequired: true), changed: member(name, schema, doc))
        }

        /// A member that may be absent, and whose changes are never its removal.
        static func fixed(_ name: String, _ schema: Schema, _ doc: String) -> Row {
            Row(whole: member(name, schema, doc), changed: member(name, schema, doc))
        }

        /// A member that may appear and disappear.
        static func removable(_ name: String, _ schema: Schema, _ doc: String) -> Row {
            Row(whole: member(name, schema, doc), changed: member(name, orNull(schema), doc))
        }
    }

    private static func item(_ name: String, _ doc: String, _ rows: [Row]) -> Schema {
        .named(name, doc, .object(rows.map(\.whole), isOpen: false))
    }

    private static func patch(_ name: String, _ doc: String, _ rows: [Row]) -> Schema {
        .named(name, doc, .object(rows.map(\.changed), isOpen: false))
    }

    private static let orderDoc =
        "of two of a kind at equal z the greater is in front; the number itself says nothing and may change"

    private static let carried = Row.removable(
        "carried", .boolean,
        "true if all of it is to be drawn moved by the gesture's `by`: only in a view that was opened with "
            + "`carried: \"offset\"`")

    private static let contents = Row.fixed(
        "contents", .dictionary(of: .any),
        "values by their pointers, in a view opened with `contents`; in an update those that changed, null for one that is gone"
    )

    private static let handle = Schema.named(
        "HandleItem", "A handle as it is drawn.",
        .object(
            [
                member("id", .id, "of the handle", isRequired: true),
                member(
                    "type", .choice(Handle.Kind.allCases.map(\.rawValue)), "whether edges start or end here",
                    isRequired: true),
                member("position", .choice(Side.allCases.map(\.rawValue)), "the side it faces", isRequired: true),
                member("x", .number(), "where edges meet it", isRequired: true),
                member("y", .number(), "where edges meet it", isRequired: true),
                member("label", .string(), "what is written beside it"),
            ], isOpen: false))

    private static let node = item(
        "NodeItem", "A node as a view shows it, or a cluster of nodes; canvas coordinates.", nodeRows)
    private static let nodePatch = patch("NodeItemPatch", "What is new of a NodeItem: null removes a member.", nodeRows)

    private static let labelRun = Schema.named(
        "LabelRun", "A part of a label with letters of its own.",
        .object(
            [
                member("from", .integer(minimum: 0), "its first Unicode scalar", isRequired: true),
                member("to", .integer(minimum: 0), "the one behind its last", isRequired: true),
                member("bold", .boolean, "true if they are heavy"),
                member("italic", .boolean, "true if they are slanted"),
                member("code", .boolean, "true if they are those of programs"),
            ], isOpen: false))

    private static let richLabel = Schema.object(
        [
            member("text", .string(), "the label", isRequired: true),
            member("runs", .array(of: labelRun), "its parts with letters of their own", isRequired: true),
        ], isOpen: false)

    private static let fields = Schema.object(
        [
            member("text", .string(), "the label", isRequired: true),
            member("boxes", .array(of: field), "from left to right and from top to bottom", isRequired: true),
        ], isOpen: false)

    private static let field = Schema.object(
        [
            member("x", .number(), "its left side, in parts of the width", isRequired: true),
            member("y", .number(), "its top, in parts of the height", isRequired: true),
            member("width", .number(), "in parts of the width", isRequired: true),
            member("height", .number(), "in parts of the height", isRequired: true),
            member("text", .string(), "in its middle; none if absent"),
        ], isOpen: false)

    private static let nodeLook = Schema.named(
        "NodeLook", "The border of a node and the letters of its texts, as its `style` states them.",
        .object(
            [
                member("borderColor", .string(), "as CSS"),
                member("borderWidth", .number(minimum: 0), "canvas units; 1 if absent"),
                member("borderStyle", .choice(NodeLook.BorderStyle.allCases.map(\.rawValue)), "solid if absent"),
                member("textColor", .string(), "of all its texts, as CSS"),
                member("fontWeight", .choice(["bold", "normal"]), "of its label"),
                member("fontStyle", .choice(["italic", "normal"]), "of its texts"),
                member(
                    "verticalAlign", .choice(NodeLook.VerticalAlign.allCases.map(\.rawValue)),
                    "the place of a label that stands alone; middle if absent"),
                member("cornerRadius", .number(minimum: 0), "of a rectangle, where the node states it, canvas units"),
                member("richLabel", richLabel, "its label with letters of its own, while it has the same text"),
                member("fields", fields, "into which it is divided, while its label has the same text"),
            ], isOpen: false))

    private static let nodeRows: [Row] = [
        .always(
            "x", .number(),
            "the left side, where a gesture shows it; of a carried node, where the document has it; of a cluster, of what its "
                + "nodes cover of their cell"),
        .always("y", .number(), "the top"),
        .always("width", .number(), "of the frame"),
        .always("height", .number(), "of the frame"),
        .fixed("z", .number(), "its place in the stack"),
        .fixed("order", .integer(), orderDoc),
        carried,
        .removable(
            "container", .boolean,
            "true if it holds nodes or accepts them: painted behind the edges of its z, not in front of them"),
        .removable("type", .string(), "its type; of a cluster the one most of its nodes have"),
        .removable("label", .string(), "its `label`, else `data.label`"),
        .removable("parentId", .id, "the group it lies in"),
        .removable("color", .string(), "its background as CSS, from its `style`"),
        .removable("look", nodeLook, "what its `style` states of its border and its texts, replaced as a whole"),
        .removable("locked", .boolean, "true if edits refuse it"),
        .removable("collapsed", .boolean, "true if what lies in it is concealed"),
        .removable(
            "shape", .choice(NodeShape.allCases.map(\.rawValue)), "its outline in the frame; a rectangle if absent"),
        .removable("handles", .array(of: handle), "in the order in which they are declared"),
        .removable(
            "handleSet", .string(),
            "the set that has its handles, in a view opened with `handles: \"shared\"`; null if it lists them itself"),
        .removable(
            "values", .dictionary(of: Shape<NodeValue>.nodeValue.schema),
            "what it computes, by source handle, in a view opened with `values`; of a node without any by an empty name"
        ),
        texts,
        contents,
        .removable("selected", .boolean, "true if it is"),
        emphasis, itemProblems,
        difference, changes, ghost,
        .removable(
            "from", Shape.point.schema, "of one that stands elsewhere: where its left top is in the other document"),
        .removable(
            "interactive", .boolean,
            "true if it is to be drawn live: hovered or selected, as the setting `interactive` says"),
        .fixed("count", .integer(), "of a cluster: its nodes, those whose centers lie in its cell"),
        .fixed("center", Shape.point.schema, "of a cluster: the mean of the centers"),
        .fixed(
            "density", .number(minimum: 0),
            "of a cluster: the area of its nodes in the cell, 1 for all of the cell; more where they overlap"),
    ]

    static let path = Schema.oneOf([.string(), .array(of: Shape.point.schema)])

    private static func placed(_ more: [Schema.Member]) -> Schema {
        .object(
            more + [
                member("x", .number(), "where it is", isRequired: true),
                member("y", .number(), "where it is", isRequired: true),
                member("angle", .number(), "radians, clockwise from the x axis", isRequired: true),
            ], isOpen: false)
    }

    private static let label = Schema.named(
        "LabelItem", "The label of an edge as it is drawn.",
        placed([
            member("text", .string(), "what is written", isRequired: true),
            member("lines", .array(of: .string()), "its lines, where it has several"),
            member("runs", .array(of: labelRun), "the parts of its text with letters of their own"),
        ]))

    private static let arrow = Schema.named(
        "ArrowItem", "A head of an edge as it is drawn.",
        placed([
            member("open", .boolean, "true if it is two strokes, not a filled triangle"),
            member("kind", .choice(["circle", "cross"]), "if it is a filled circle, or two strokes that cross"),
            member("color", .string(), "its own color as CSS; the line's if absent"),
        ]))

    private static let problems = Schema.named(
        "Problems", "How many diagnostics are errors, and how many warnings.",
        .object(
            [
                member("error", .integer(minimum: 0), "errors", isRequired: true),
                member("warning", .integer(minimum: 0), "warnings", isRequired: true),
            ], isOpen: false))

    private static let itemProblems = Row.removable(
        "problems", problems, "of the diagnostics that name it, in a view opened with `problems`")

    private static let emphasis = Row.removable(
        "emphasis", .choice(Emphasis.allCases.map(\.rawValue)),
        "where some elements stand out, by `view/emphasize` or the setting `emphasizeOnHover`: whether it is one of them"
    )

    private static let row = Schema.named(
        "ItemRow", "What the row of a handle reads.",
        .object(
            [
                member("handle", .id, "the id of the handle", isRequired: true),
                member("type", .choice(Handle.Kind.allCases.map(\.rawValue)), "its end of an edge", isRequired: true),
                member("text", .string(), "`label: value`, the label alone without a value", isRequired: true),
                member("error", .string(), "why it has no value: the code of the error"),
            ], isOpen: false))

    private static let texts = Row.fixed(
        "texts",
        .named(
            "ItemTexts", "What is said of an element to who does not see it, in the words of the document.",
            .object(
                [
                    member(
                        "role", .string(), "`node`, `group` or `edge`, or the role of a node's type", isRequired: true),
                    member(
                        "name", .string(),
                        "of a node its label, else its text, the title of its type or its id; of an edge its label"),
                    member("type", .string(), "of a node: the title of its type"),
                    member(
                        "description", .string(),
                        "of a node: the text below its label, else the description of its type"),
                    member("source", .string(), "of an edge: the name of the node where it is drawn to begin"),
                    member("via", .string(), "of an edge: the label of the handle where it begins"),
                    member("target", .string(), "of an edge: the name of the node where it is drawn to end"),
                    member(
                        "rows", .array(of: row),
                        "of a node that computes, or that values come in to: its handles in their order"),
                ], isOpen: false)), "in a view opened with `texts`, replaced as a whole")

    private static let difference = Row.removable(
        "difference", .choice(ElementDifference.Kind.allCases.map(\.rawValue)),
        "in a view that compares: whether the other document has no such element, only it has it, or has it otherwise")

    private static let changes = Row.removable(
        "changes", Shape.pointers.schema,
        "of one that is changed or moved: JSON Pointers to what differs, at most \(Limits.differencePointers)")

    private static let ghost = Row.fixed(
        "ghost", .boolean, "true if it is removed: shown where the other document has it, and in no edit")

    private static let edge = item(
        "EdgeItem", "An edge as a view shows it; canvas coordinates, to a thousandth.", edgeRows)
    private static let edgePatch = patch(
        "EdgeItemPatch", "What is new of an EdgeItem or a LinkItem: null removes a member.",
        edgeRows + linkRows.dropLast())

    private static let edgeRows: [Row] =
        [
            .always(
                "path", path,
                "SVG path data (absolute M, L, Q, C), or points no farther than half a screen point from the curve"),
            .always("bounds", Shape.rect.schema, "of the curve, tight"),
            .always("z", .number(), "its place in the stack"),
            .always("order", .integer(), orderDoc),
            carried,
            .removable("type", .string(), "its type as written"),
            .removable("label", label, "around its center"),
            .removable("labels", .array(of: label), "its further labels, each around its center"),
            .removable(
                "arrows", .array(of: arrow), "tips of its heads; absent: one closed head at the end of the path"),
        ] + lookRows + [
            .removable("selected", .boolean, "true if it is"),
            emphasis, itemProblems,
            difference, changes, ghost,
            texts,
            contents,
            .removable("waypoints", .array(of: Shape.point.schema), "of a selected edge: the points its path passes"),
            .removable(
                "edges", .array(of: .id),
                "of an edge that is drawn to a collapsed node, for what it conceals: all edges that are drawn between "
                    + "the same nodes in its direction, the first \(Limits.bundleEdges) of them, itself first"),
            .removable("count", .integer(), "of an edge with `edges`: how many these are"),
        ]

    private static let link = item(
        "LinkItem", "A link between two clusters, for the edges between their nodes, or an edge between two boxes.",
        linkRows + [
            .removable("selected", .boolean, "of an edge: true if the view has it selected"), emphasis,
            difference, changes,
        ])

    private static let linkRows: [Row] = [
        .always("source", .string(), "the cluster or the box where its edges start"),
        .always("target", .string(), "the cluster or the box where they end"),
        .always("count", .integer(), "how many edges"),
    ]

    /// The rows of the look of an edge's line.
    private static let lookRows: [Row] = [
        .removable("color", .string(), "of its line as CSS, as its `style` and its type have it"),
        .removable("strokeWidth", .number(), "of its line, canvas units, likewise"),
        .removable("dash", .array(of: .number()), "lengths of dashes and gaps in turn, canvas units, likewise"),
        .removable("opacity", .number(minimum: 0), "of its line and heads, 0…1, likewise; 1 if absent"),
        .removable("animated", .boolean, "true if dashes move along it, likewise"),
    ]

    /// The look of an edge that is drawn by hand, with the members that edges have of it.
    static let look = item("EdgeDraftLook", "The look of an edge that is being drawn.", lookRows)

    private static let animations = Schema.object(
        [
            member("edges", .array(of: .id), "in the order of the document", isRequired: true),
            member("rate", .number(), "canvas units a second, from source to target", isRequired: true),
            member("dash", .array(of: .number()), "lengths of dash and gap", isRequired: true),
        ], isOpen: false)
}
