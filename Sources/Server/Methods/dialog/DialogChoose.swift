import Dialogs
import Graph
import Interaction
import Values
import Wire

/// Lets a run go on by an option or with an input.
struct DialogChoose: ReturningMethod {
    var view = Identifier("")
    var option: Int?
    var input: JSONText?

    static let name = "dialog/choose"
    static let summary = "Lets the run of a view go on by an option or with an input, and walks to the next choice."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue, .nothingThere, .limits]
    static let params = Shape.object(
        "", "", initial: DialogChoose(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("option", \.option, .integer, "the index of one of the `options`"),
            .optional(
                "input", \.input, .text,
                "the value that the run waits for: a text, a number, a boolean, a list, a color"),
        ])
    static let result = Shape<DialogState>.dialogState

    func perform(in session: inout Session) throws(Failure) -> DialogState {
        if (option == nil) == (input == nil) { throw .invalidParams("either `option` or `input`") }
        return try session.withView(view) { (workspace, index) throws(EditError) in
            let document = workspace.document
            try workspace[index].moveDialog(in: document) { (run, document) throws(EditError) in
                if let option { try run.choose(option, in: document) }
                if let input { try run.enter(try DialogChoose.value(input), in: document) }
            }
            return workspace[index].dialog.map { DialogState($0) } ?? DialogState()
        }
    }

    private static func value(_ input: JSONText) throws(EditError) -> Value {
        do throws(EditError) {
            return try Value(ofClient: input)
        } catch {
            throw error.at("input")
        }
    }
}
