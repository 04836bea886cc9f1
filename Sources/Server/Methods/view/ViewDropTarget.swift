import Editing
import Graph
import Interaction
import Wire

/// Shows an element as the target of a client's own drag.
struct ViewDropTarget: ReturningMethod {
    var view = Identifier("")
    var ids: [Identifier]?

    static let name = "view/dropTarget"
    static let summary =
        "Shows an element as the target of a drag that the client performs itself, in frames; null shows none. It changes nothing else."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .invalidValue]
    static let params = Shape.object(
        "", "", initial: ViewDropTarget(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required(
                "ids", \.ids, Shape<[Identifier]>.array(of: .identifier).optional,
                "the id of one node, or of one edge where no node has it; null for none"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        if let ids, ids.count != 1 {
            throw Failure(.invalidValue, "one element is the target, or null for none", path: "/ids")
        }
        return try session.withView(view) { (workspace, index) throws(EditError) in
            let document = workspace.document
            workspace[index].show(
                target: try ids.map { (ids) throws(EditError) in
                    if let edge = document.edge(ids[0]), document.node(ids[0]) == nil { return .edge(edge) }
                    return .node(try document.slot(node: ids[0]))
                })
            return Nothing()
        }
    }
}
