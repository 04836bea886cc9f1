import Editing
import Graph
import Interaction
import Schemas
import Wire

/// Checks the data of a node by the schema of its type.
struct NodeCheck: ReturningMethod {
    var document = ""
    var id = Identifier("")
    var patch: ElementText?

    struct Result: Sendable {
        var problems: [DataProblem] = []
    }

    static let name = "node/check"
    static let summary =
        "Lists the problems of a node's data with the schema of its type, now or after an update. It changes nothing."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchNode, .locked, .parentCycle, .invalidValue]
    static let params = Shape.object(
        "", "", initial: NodeCheck(),
        members: [
            .required("document", \.document, .string, "which"),
            .required("id", \.id, .identifier, "of the node"),
            .optional("patch", \.patch, .nodePatch, "as if `node/update` had made these changes before"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [.required("problems", \.problems, .array(of: .dataProblem), "in the order of the data")])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withWorkspace(document) { (workspace) throws(EditError) in
            guard let patch else {
                let document = workspace.document
                return Result(problems: document.dataProblems(try document.slot(node: id)))
            }
            return try workspace.dryRun { (transaction) throws(EditError) in
                transaction.passesInvalidData = true
                try transaction.updateNode(id, patch: patch.object)
                return Result(problems: transaction.document.dataProblems(try transaction.document.slot(node: id)))
            }
        }
    }
}
