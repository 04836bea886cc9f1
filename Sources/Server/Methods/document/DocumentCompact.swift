import Graph
import Interaction
import Wire

/// Forgets the removed elements of a document.
struct DocumentCompact: ReturningMethod {
    var document = ""

    struct Result: Sendable {
        var revision = 0
        var dropped = 0
    }

    static let name = "document/compact"
    static let summary =
        "Forgets which elements were removed, once all replicas have heard of it: one that has not brings them back."
    static let failures: [Failure.Kind] = [.noSuchDocument, .unrecovered]
    static let params = Shape.object(
        "", "", initial: DocumentCompact(), members: [.required("document", \.document, .string, "which")])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document, which stays"),
            .required("dropped", \.dropped, .integer, "how many removed elements were forgotten"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.documents.document(document).refuseUnrecovered()
        return try session.withWorkspace(document) { (workspace) throws(EditError) in
            Result(revision: workspace.revision, dropped: workspace.content.compactStamps())
        }
    }
}
