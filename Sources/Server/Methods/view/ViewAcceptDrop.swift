import Editing
import Graph
import Interaction
import Wire

/// Decides whether an object held over a view may be dropped there.
struct ViewAcceptDrop: ReturningMethod {
    var view = Identifier("")
    var accept = true

    static let name = "view/acceptDrop"
    static let summary =
        "Replies to the event `dropOver`, which is sent with the setting `askBeforeDrop`: whether the drop is allowed."
    static let failures: [Failure.Kind] = [.noSuchView, .nothingThere]
    static let params = Shape.object(
        "", "", initial: ViewAcceptDrop(),
        members: [
            .required("view", \.view, .identifier, "over which"),
            .defaulted("accept", \.accept, .boolean, "whether it is allowed", default: "true"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        try session.withView(view) { (workspace, index) throws(EditError) in
            try workspace.acceptDrop(accept, in: index)
            return Nothing()
        }
    }
}
