import EdgeRouting
import Editing
import Graph
import Interaction
import Wire

/// A member of items by its name: its schema in new items, and in their changes.
struct ItemRow {
    let whole: Schema.Member
    let changed: Schema.Member

    /// A member that every item has.
    static func always(_ name: String, _ schema: Schema, _ doc: String) -> ItemRow {
        ItemRow(
            whole: ViewFrame.member(name, schema, doc, isRequired: true), changed: ViewFrame.member(name, schema, doc))
    }

    /// A member that may be absent, and whose changes are never its removal.
    static func fixed(_ name: String, _ schema: Schema, _ doc: String) -> ItemRow {
        ItemRow(whole: ViewFrame.member(name, schema, doc), changed: ViewFrame.member(name, schema, doc))
    }

    /// A member that may appear and disappear.
    static func removable(_ name: String, _ schema: Schema, _ doc: String) -> ItemRow {
        ItemRow(
            whole: ViewFrame.member(name, schema, doc), changed: ViewFrame.member(name, ViewFrame.orNull(schema), doc))
    }
}

/// The rows of members that nodes and edges have alike.
extension ItemRow {
    /// The row of a member that every item of a kind has.
    var always: ItemRow {
        var whole = whole
        whole.isRequired = true
        return ItemRow(whole: whole, changed: changed)
    }

    static let z = ItemRow.fixed("z", .number(), "its place in the stack")
    static let order = ItemRow.fixed(
        "order", .integer(),
        "of two of a kind at equal z the greater is in front; the number itself says nothing and may change")
    static let selected = ItemRow.removable("selected", .boolean, "true if the view has it selected")
    static let emphasis = ItemRow.removable(
        "emphasis", .choice(Emphasis.allCases.map(\.rawValue)),
        "where some elements stand out, by `view/emphasize` or the setting `emphasizeOnHover`: whether it is one of them"
    )
    static let problems = ItemRow.removable(
        "problems", ViewFrame.problems, "of the diagnostics that name it, in a view opened with `problems`")
    static let differences = [
        ItemRow.removable(
            "difference", .choice(ElementDifference.Kind.allCases.map(\.rawValue)),
            "in a view that compares: whether the other document has no such element, only it has it, or has it otherwise"
        ),
        .removable(
            "changes", Shape.pointers.schema,
            "of one that is changed or moved: JSON Pointers to the values that differ, at most \(Limits.differencePointers)"
        ),
    ]
    static let ghost = ItemRow.fixed(
        "ghost", .boolean, "true if it is removed: shown where the other document has it, and in no edit")
    static let carried = ItemRow.removable(
        "carried", .boolean,
        "true if all of it is to be drawn moved by the gesture's `by`: only in a view that was opened with "
            + "`carried: \"offset\"`")
    static let contents = ItemRow.fixed(
        "contents", .dictionary(of: .any),
        "values by their pointers, in a view opened with `contents`; in an update those that changed, null for one that is gone"
    )
    static let texts = ItemRow.fixed(
        "texts", ViewFrame.texts, "in a view opened with `texts`, replaced as a whole")
}

extension ViewFrame {
    static let labelRun = Schema.named(
        "LabelRun", "A part of a label with letters of its own.",
        .object(
            [
                member("from", .integer(minimum: 0), "its first Unicode scalar", isRequired: true),
                member("to", .integer(minimum: 0), "the one behind its last", isRequired: true),
                member("bold", .boolean, "true if they are heavy"),
                member("italic", .boolean, "true if they are slanted"),
                member("code", .boolean, "true if they are those of programs"),
            ], isOpen: false))

    fileprivate static let row = Schema.named(
        "ItemRow", "The text of the row of a handle.",
        .object(
            [
                member("handle", .id, "the id of the handle", isRequired: true),
                member("type", .choice(Handle.Kind.allCases.map(\.rawValue)), "its end of an edge", isRequired: true),
                member("text", .string(), "`label: value`, the label alone without a value", isRequired: true),
                member("error", .string(), "why it has no value: the code of the error"),
            ], isOpen: false))

    fileprivate static let texts = Schema.named(
        "ItemTexts", "The description of an element for people who do not see it, in the words of the document.",
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
            ], isOpen: false))
}
