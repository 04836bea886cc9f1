import Editing
import Graph
import Interaction
import Wire

/// Notes whose content a front end has open.
struct ViewEdit: ReturningMethod {
    var view = Identifier("")
    var node: Identifier?
    var path: String?

    /// The open content, as frames and `view/read` report it.
    struct Editing: Sendable {
        var node = Identifier("")
        var path: String?
    }

    static let name = "view/edit"
    static let summary = "Notes the node whose content is open for editing in a view; without one, that it is closed."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .invalidValue]
    static let params = Shape.object(
        "", "", initial: ViewEdit(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("node", \.node, .identifier, "whose content is open; none if left out"),
            .optional("path", \.path, .string, "a JSON Pointer into its data: what of it is open"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        if path != nil && node == nil { throw .invalidParams("`path` goes with `node`") }
        return try session.withView(view) { (workspace, index) throws(EditError) in
            if let path, JSONPointer(path) == nil {
                throw .invalid("`path` is a JSON Pointer: empty, or beginning with /", path: ["path"])
            }
            let slot = try node.map { (node) throws(EditError) in try workspace.document.slot(node: node) }
            workspace[index].edit(slot.map { View.Editing(node: $0, path: path) })
            return Nothing()
        }
    }
}

extension Shape where Value == ViewEdit.Editing {
    static let editing = Shape.object(
        "Editing", "What of a node's content is open for editing.", initial: ViewEdit.Editing(),
        members: [
            .required("node", \.node, .identifier, "whose content"),
            .optional("path", \.path, .string, "a JSON Pointer into its data"),
        ])
}
