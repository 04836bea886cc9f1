import Editing
import Graph
import Interaction
import Wire

/// Answers whether what is held over a view may be dropped there.
struct ViewAcceptDrop: ReturningMethod {
    var view = Identifier("")
    var accept = true

    static let name = "view/acceptDrop"
    static let summary =
        "Answers the event `dropOver` where the setting `askBeforeDrop` is on: whether what is held there may be dropped."
    static let failures: [Failure.Kind] = [.noSuchView, .nothingThere]
    static let params = Shape.object(
        "", "", initial: ViewAcceptDrop(),
        members: [
            .required("view", \.view, .identifier, "over which"),
            .defaulted("accept", \.accept, .boolean, "whether it may", default: "true"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        try session.withView(view) { (workspace, index) throws(EditError) in
            try workspace.acceptDrop(accept, in: index)
            return Nothing()
        }
    }
}
