import Editing
import Graph
import Interaction
import Wire

/// Lists the differences in a view that compares.
struct ViewDifferences: ReturningMethod {
    var view = Identifier("")
    var limit = Limits.listedDifferences

    struct Result: Sendable {
        var count = 0
        var differences: [ListedDifference] = []
        var members: [JSONPointer]?
    }

    static let name = "view/differences"
    static let summary =
        "Lists the differences between the document and the one with which the view compares it, in reading order."
    static let failures: [Failure.Kind] = [.noSuchView, .nothingThere]
    static let params = Shape.object(
        "", "", initial: ViewDifferences(),
        members: [
            .required("view", \.view, .identifier, "which; it was opened with `compare`"),
            .defaulted(
                "limit", \.limit, .integer(in: 0...Limits.listedDifferences),
                "the greatest number of elements that are listed",
                default: "\(Limits.listedDifferences)"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("count", \.count, .integer, "how many elements differ"),
            .required(
                "differences", \.differences, .array(of: ListedDifference.shape),
                "by the tops of their bounds, then by their left sides; elements that are not drawn come last"),
            .optional(
                "members", \.members, .pointers, "members of the document itself that differ, its settings and types"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withView(view) { (workspace, index) throws(EditError) in
            guard let comparison = workspace.comparison(of: index)?.comparison else { throw .comparesNothing(view) }
            let found = workspace.differences(in: index, limit: limit)
            return Result(
                count: comparison.count, differences: found.map { ListedDifference($0) },
                members: comparison.members.isEmpty ? nil : comparison.members)
        }
    }
}

extension EditError {
    /// The view was opened without `compare`.
    static func comparesNothing(_ view: Identifier) -> EditError {
        EditError(.nothingThere, "view \"\(view)\" compares nothing: it was opened without `compare`")
    }
}
