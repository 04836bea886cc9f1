import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Forwards an object from outside over a view.
struct InputDrop: InputMethod {
    var view = Identifier("")
    var phase = DropEvent.Phase.over
    var at = Point.zero
    var types: [String] = []
    var data: JSONText?
    var insert: String?
    var fragment: Fragment?
    var time: Double?

    static let name = "input/drop"
    static let summary =
        "Forwards a drag from outside over a view; the result says whether it may be dropped."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue, .limits]
    static let params = Shape.object(
        "", "", initial: InputDrop(),
        members: [
            .required("view", \.view, .identifier, "over which"),
            .required("phase", \.phase, .choice(of: DropEvent.Phase.self), "what happened"),
            .required("at", \.at, .point, "screen point"),
            .defaulted("types", \.types, .array(of: .string), "its media types", default: "[]"),
            .optional("data", \.data, .text, "the dropped thing; sent with the drop"),
            .optional(
                "insert", \.insert, .string,
                "the type of a node that the drop inserts, as from a palette: into the edge or the group there"),
            .optional(
                "fragment", \.fragment, .pastedFragment,
                "elements that the drop pastes, in place of `insert`: a result of `document/copy`, into the group there"
            ),
            .time(\.time),
        ])

    func receive(in workspace: inout Workspace, _ view: View.Slot, at time: Double) throws(EditError) -> InputAnswer {
        if insert != nil && fragment != nil { throw .invalid("either `insert` or `fragment`", path: ["fragment"]) }
        if let count = fragment?.document.elementCount, count > Limits.jobElements {
            throw EditError(.limits, "a fragment that is held has at most \(Limits.jobElements) elements")
        }
        let event = DropEvent(
            phase, at: at, types: types, data: data, insertion: insert, fragment: fragment?.document,
            losses: fragment?.losses ?? [])
        return try workspace.receive(event, in: view, cause: InputDrop.name)
    }
}
