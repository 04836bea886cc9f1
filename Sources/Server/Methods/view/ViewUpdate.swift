import Editing
import Graph
import Interaction
import Wire

/// Changes the state of a view that people choose.
struct ViewUpdate: ReturningMethod {
    var view = Identifier("")
    var tool: String?

    static let name = "view/update"
    static let summary = "Changes the state of a view that people choose: the tool that is held."
    static let failures: [Failure.Kind] = [.noSuchView, .limits]
    static let params = Shape.object(
        "", "", initial: ViewUpdate(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .required(
                "tool", \.tool, Shape<String>.string.optional,
                "`select`, `pan`, `marquee`, `lasso`, `connect`, or one of the client; null for that of the settings"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        if let name = tool, name.utf8.count > Limits.toolBytes {
            throw Failure(.limits, "the name of a tool has at most \(Limits.toolBytes) bytes", path: "/tool")
        }
        return try session.withView(view) { (workspace, index) throws(EditError) in
            workspace[index].take(tool.map { Tool($0) })
            return Nothing()
        }
    }
}
