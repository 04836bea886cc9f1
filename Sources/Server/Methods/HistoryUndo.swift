import Editing
import Graph
import Wire

/// Takes back the last steps.
struct HistoryUndo: Method {
    var document = ""
    var steps = 1
    var view: Identifier?

    struct Result: Sendable {
        var revision = 0
        var label: String?
        var steps = 0
    }

    static let name = "history/undo"
    static let summary = "Takes back the last steps. Any number of steps is one change."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchView, .groupOpen]
    static let params = Shape.object(
        "", "", initial: HistoryUndo(),
        members: [
            .required("document", \.document, .string, "which"),
            .defaulted("steps", \.steps, .integer(in: 0...1_000_000_000), "how many, at most", default: "1"),
            .optional("view", \.view, .identifier, "where what came back or moved is selected"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document, after it"),
            .optional("label", \.label, .string, "of the last step"),
            .required("steps", \.steps, .integer, "how many there were"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        let place = try view.map { (id) throws(Failure) in try session.view(id, of: document) }
        return try session.withEditor(document) { (editor) throws(EditError) in
            let done = try editor.undo(steps, cause: HistoryUndo.name)
            if let place { editor.select(done.delta, in: place) }
            return Result(revision: editor.revision, label: done.label, steps: done.steps)
        }
    }
}
