import Editing
import Graph
import Interaction
import Wire

/// Says how the other views of the document show this one.
struct ViewPresence: ReturningMethod {
    var view = Identifier("")
    var name: String?
    var color: String?

    static let name = "view/presence"
    static let summary =
        "Says how the other views of the document show this one: they are sent it with its pointer and its selection."
    static let failures: [Failure.Kind] = [.noSuchView, .limits]
    static let params = Shape.object(
        "", "", initial: ViewPresence(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .optional("name", \.name, .string, "of its user; none if left out"),
            .optional("color", \.color, .string, "of its pointer, in any form of CSS; none if left out"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        for (member, text) in [("name", name), ("color", color)] {
            if let text, text.utf8.count > Limits.presenceBytes {
                throw Failure(.limits, "the \(member) has at most \(Limits.presenceBytes) bytes", path: "/\(member)")
            }
        }
        return try session.withView(view) { (workspace, index) throws(EditError) in
            workspace.setPresence(name: name, color: color, of: index)
            return Nothing()
        }
    }
}
