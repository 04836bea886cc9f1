import Editing
import Geometry
import Graph
import Interaction
import Wire

extension ViewFrame {
    static func member(_ name: String, _ schema: Schema, _ doc: String, isRequired: Bool = false)
        -> Schema.Member
    {
        Schema.Member(name: name, schema: schema, isRequired: isRequired, doc: doc)
    }

    /// The members of a frame, and of the answer of `view/scene`.
    static let schema = Schema.named(
        "Frame", "The changes in a view.", .object(members, isOpen: false))

    private static let members =
        [
            member("view", .id, "which", isRequired: true),
            member("frame", .integer(), "its number in the view, from 1", isRequired: true),
            member("revision", .integer(), "of the document", isRequired: true),
            member("viewport", Shape.viewport.schema, "the new one"),
            member(
                "labelScale", .number(),
                "1 / zoom, when the zoom is new: the factor that keeps the size of text on the screen"),
            member(
                "level", .choice(SceneLevel.allCases.map(\.rawValue)),
                "the new detail: boxes are frames with the colors of their nodes, clusters nodes shown together"),
            member(
                "handleSets", .dictionary(of: .array(of: handle)),
                "new sets of handles by name, with places relative to the left top of their nodes, in a view opened with "
                    + "`handles: \"shared\"`; each is sent once"),
            member(
                "types", .dictionary(of: orNull(typeLook)),
                "the looks of types, by name: of each that a node here is the first to have, and of each that changed; null "
                    + "for one that is gone; in a view opened with `types`"),
            member("leave", left, "the items that are no longer visible; applied first"),
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
                "changes by others, and by other edits of the view, in the text that is open with a `selection`"),
            member("running", orNull(Shape.running.schema), "where the dialog of the view has come to; null for none"),
            member(
                "problems", orNull(problems),
                "of the whole document, in a view opened with `problems`; null for none"),
            member("tool", orNull(.string()), "the tool of the view; null for that of the settings"),
            member(
                "dropTarget", orNull(Shape.elementReference.schema),
                "the element that takes a drop from outside, while that is held over the view; null for none"),
            member(
                "dropFrame", orNull(Shape.rect.schema),
                "the frame that the node would have which a drop inserts; null for none"),
            member("gesture", orNull(GestureMembers.drawn), "the open gesture; null when it is over"),
            member("guides", orNull(Shape.guides.schema), "the lines to which the gesture aligns; null for none"),
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
                "news of other views, by id, in a view opened with `presence`; null for one that is closed"),
        ]

    static func orNull(_ schema: Schema) -> Schema { .oneOf([schema, .null]) }

    private static let typeLook = Schema.named(
        "TypeLook", "The look of a type, as the document has it.",
        .object(ElementSchema.shownOfTypes.map { member($0, .string(), "its `\($0)`") }, isOpen: false))

    private static let transition = Schema.object(
        Transition.members.map(\.schema) + [
            member(
                "except", ids, "items that change at once: the ones that the pointer holds, and edges that end there")
        ],
        isOpen: false)

    private static let selection = Schema.object(
        [
            member("nodes", .integer(), "how many", isRequired: true),
            member("edges", .integer(), "how many", isRequired: true),
            member(
                "removed", ids,
                "the elements that left the selection, in a view opened with `selectionIds`; applied first"),
            member("added", ids, "the elements that entered it, in a view opened with `selectionIds`"),
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

    private static func item(_ name: String, _ doc: String, _ rows: [ItemRow]) -> Schema {
        .named(name, doc, .object(rows.map(\.whole), isOpen: false))
    }

    private static func patch(_ name: String, _ doc: String, _ rows: [ItemRow]) -> Schema {
        .named(name, doc, .object(rows.map(\.changed), isOpen: false))
    }

    private static let node = item(
        "NodeItem", "A node as a view shows it, or a cluster of nodes; canvas coordinates.", ItemRow.nodes)
    private static let nodePatch = patch(
        "NodeItemPatch", "The changed members of a NodeItem: null removes a member.", ItemRow.nodes)

    static let path = Schema.oneOf([.string(), .array(of: Shape.point.schema)])

    static let problems = Schema.named(
        "Problems", "How many diagnostics are errors, and how many warnings.",
        .object(
            [
                member("error", .integer(minimum: 0), "errors", isRequired: true),
                member("warning", .integer(minimum: 0), "warnings", isRequired: true),
            ], isOpen: false))

    private static let edge = item(
        "EdgeItem", "An edge as a view shows it; canvas coordinates, to a thousandth.", ItemRow.edges)
    private static let edgePatch = patch(
        "EdgeItemPatch", "The changed members of an EdgeItem or a LinkItem: null removes a member.",
        ItemRow.edges + ItemRow.linkEnds)

    private static let link = item(
        "LinkItem", "A link between two clusters, for the edges between their nodes, or an edge between two boxes.",
        ItemRow.links)

    /// The look of an edge that is drawn by hand, with the members that edges have of it.
    static let look = item("EdgeDraftLook", "The look of an edge that is being drawn.", ItemRow.edgeLooks)

    private static let animations = Schema.object(
        [
            member("edges", .array(of: .id), "in the order of the document", isRequired: true),
            member("rate", .number(), "canvas units a second, from source to target", isRequired: true),
            member("dash", .array(of: .number()), "lengths of dash and gap", isRequired: true),
        ], isOpen: false)
}
