import Editing
import Graph
import Interaction
import Wire

/// Announces a node whose content a front end has open.
struct ViewEdit: ReturningMethod {
    var view = Identifier("")
    var node: Identifier?
    var path: String?
    var selection: View.TextSelection?
    var revision: Int?
    var commands: [KeyCommand] = []

    /// The open content, as frames and `view/read` report it.
    struct Editing: Sendable {
        var node = Identifier("")
        var path: String?
        var selection: View.TextSelection?

        init(_ editing: View.Editing, _ document: Document) {
            self.init(node: document.nodeID(editing.node), path: editing.path, selection: editing.selection)
        }

        init(node: Identifier = Identifier(""), path: String? = nil, selection: View.TextSelection? = nil) {
            (self.node, self.path, self.selection) = (node, path, selection)
        }
    }

    static let name = "view/edit"
    static let summary = "Notes the node whose content is open for editing in a view; without one, that it is closed."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .invalidValue]
    static let params = Shape.object(
        "", "", initial: ViewEdit(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("node", \.node, .identifier, "whose content is open; none if left out"),
            .optional("path", \.path, .string, "a JSON Pointer to the open part of its data"),
            .optional(
                "selection", \.selection, .textSelection,
                "the selection in the text there: the view is sent the changes of others in it (`typed`)"),
            .optional(
                "revision", \.revision, .integer,
                "of the document for which `selection` is meant; if left out, the view is sent the text"),
            .defaulted(
                "commands", \.commands, .array(of: .choice(of: KeyCommand.self)),
                "those that keys give meanwhile, besides `cancel`", default: "[]"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        if path != nil && node == nil { throw .invalidParams("`path` goes with `node`") }
        if selection != nil && path == nil { throw .invalidParams("`selection` goes with `path`") }
        if revision != nil && selection == nil { throw .invalidParams("`revision` goes with `selection`") }
        return try session.withView(view) { (workspace, index) throws(EditError) in
            if let path, JSONPointer(path) == nil {
                throw .invalid("`path` is a JSON Pointer: empty, or beginning with /", path: ["path"])
            }
            let slot = try node.map { (node) throws(EditError) in try workspace.document.slot(node: node) }
            if let revision, revision < 0 || revision > workspace.revision {
                throw .invalid("the document has revision \(workspace.revision)", path: ["revision"])
            }
            let editing = slot.map { View.Editing(node: $0, path: path, selection: selection, commands: Set(commands)) }
            try workspace.edit(editing, asOf: revision, in: index)
            return Nothing()
        }
    }
}

extension Shape where Value == ViewEdit.Editing {
    static let editing = Shape.object(
        "Editing", "The part of a node's content that is open for editing.", initial: ViewEdit.Editing(),
        members: [
            .required("node", \.node, .identifier, "whose content"),
            .optional("path", \.path, .string, "a JSON Pointer into its data"),
            .optional("selection", \.selection, .textSelection, "the selection in the text there"),
        ])
}

extension Shape where Value == View.TextSelection {
    static let textSelection = Shape.object(
        "TextSelection", "A part of a text; an empty one is a caret.", initial: View.TextSelection(start: 0, end: 0),
        members: [
            .required("start", \.start, .integer, "where it begins, in Unicode scalars"),
            .required("end", \.end, .integer, "where it ends"),
        ])
}
