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
    /// The members that views ask for when they are opened.
    static let asked = AskedMember.all.map {
        ItemRow.fixed("\($0.name)", $0.schema, "in a view opened with `\($0.name)`, replaced as a whole")
    }
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
}
