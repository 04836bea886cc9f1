import Editing
import Graph
import Interaction
import Wire

/// Makes the other side of a view that compares as the document is.
struct DocumentAccept: ReturningMethod {
    var document = ""
    var view = Identifier("")
    var elements: ElementList?
    var rules: RulePolicy?

    struct Result: Sendable {
        var changed: String?
        var revision: Int?
        var losses: [Loss]?
    }

    static let name = "document/accept"
    static let label = "Accept"
    static let summary =
        "Takes the document's state of elements, or of everything, over into the compared content: they differ no longer. An open "
        + "document with which the view compares is edited; else only the view's own copy of the other content is."
    static let failures: [Failure.Kind] = [
        .noSuchDocument, .noSuchView, .nothingThere, .noSuchNode, .noSuchEdge, .parentCycle, .connectionRefused,
        .limits,
    ]
    static let params = Shape.object(
        "", "", initial: DocumentAccept(),
        members: [
            .required("document", \.document, .string, "which"),
            .required("view", \.view, .identifier, "the view of it that compares"),
            .optional(
                "elements", \.elements, ElementList.shape,
                "the elements, with those that they need; if left out everything, also the order, settings and types"),
            .rules(\.rules),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .optional("changed", \.changed, .string, "the open document that was edited, as one undo step there"),
            .optional("revision", \.revision, .integer, "its revision after that"),
            .optional(
                "losses", \.losses, .array(of: Loss.shape), "edges that the rules refuse; absent if there are none"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        let comparison = try session.documents.comparison(of: view, in: document)
        guard let followed = comparison.followed else {
            let elements = elements.map { ($0.nodes ?? [], $0.edges ?? []) }
            return try session.withView(view) { (workspace, index) throws(EditError) in
                let losses = try workspace.accept(elements, rules: rules ?? .report, in: index)
                return Result(losses: losses.isEmpty ? nil : losses)
            }
        }
        var edit = DocumentRestore()
        (edit.elements, edit.rules) = (elements, rules)
        edit.content = try session.documents.document(document).workspace.document
        let changed = try session.documents.document(DocumentKey(number: followed)).name
        let key = try session.documents.key(of: changed)
        return try session.withWorkspace(key) { [edit] (workspace) throws(EditError) in
            let options = DocumentEditor.Options(cause: DocumentAccept.name, label: DocumentAccept.label)
            let done = try workspace.perform(options) { (transaction) throws(EditError) in
                try edit.perform(in: &transaction)
            }
            return Result(changed: changed, revision: done.revision, losses: done.result.losses)
        }
    }
}
