import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Returns what elements take up of the canvas.
struct DocumentBounds: ReturningMethod {
    var document = ""
    var nodes: [Identifier]?
    var edges: [Identifier]?

    struct Result: Sendable {
        var bounds: Rect?
    }

    static let name = "document/bounds"
    static let summary =
        "Returns the bounds of elements as far as they are shown; without ids those of all nodes that are shown."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchNode, .noSuchEdge]
    static let params = Shape.object(
        "", "", initial: DocumentBounds(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional("nodes", \.nodes, .array(of: .identifier), "these nodes"),
            .optional("edges", \.edges, .array(of: .identifier), "these edges, with their labels"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("bounds", \.bounds, Shape<Rect>.rect.optional, "in canvas units; null if none of them is shown")
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withWorkspace(document) { (workspace) throws(EditError) in
            let elements = try MeasuredElements.named(nodes, edges, in: workspace.document)
            return Result(bounds: elements.bounds(in: &workspace))
        }
    }
}
