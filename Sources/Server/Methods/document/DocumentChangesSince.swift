import Graph
import Interaction
import Wire

/// Returns the changes of a document since the state of another replica.
struct DocumentChangesSince: ReturningMethod {
    var document = ""
    var stamps: JSON?
    var limit: Int?

    struct Result: Sendable {
        var stamps = JSON.null
        var changes = JSON.null
        var more: Bool?
    }

    static let name = "document/changesSince"
    static let summary =
        "Returns the fields that another replica has not seen, for `document/merge`."
    static let failures: [Failure.Kind] = [.noSuchDocument, .invalidValue]
    static let params = Shape.object(
        "", "", initial: DocumentChangesSince(),
        members: [
            .required("document", \.document, .string, "which; it was opened with `replica`"),
            .optional(
                "stamps", \.stamps, .json,
                "what the other has seen of each replica, `{replica: [ms, counter]}`; if left out, nothing"),
            .optional(
                "limit", \.limit, .integer(in: 1...1_000_000_000), "the greatest number of changes, the oldest first"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("stamps", \.stamps, .json, "the `seen` of the other replica after these changes"),
            .required(
                "changes", \.changes, .json,
                "`{since, seen?, nodes?: {id: {member: [stamp, value?]}}, edges?, settings?, types?, edgeTypes?, constraints?, content?}`; a stamp is `[ms, counter, replica]`"
            ),
            .optional("more", \.more, .boolean, "true if there are more: ask again with `stamps`"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        let content = try session.documents.document(document).workspace.document
        guard content.stamps?.replica != nil else {
            throw Failure(.invalidValue, "\"\(document)\" was opened without a `replica`", path: "/document")
        }
        var seen = SeenStamps()
        if let stamps {
            do throws(EditError) {
                seen = try SeenStamps(stamps)
            } catch {
                throw Failure(error.inside("stamps"), path: "/stamps")
            }
        }
        let page = StampedChanges.written(in: content, since: seen, limit: limit)
        return Result(stamps: page.changes.seen.json, changes: page.changes.json, more: page.isCut ? true : nil)
    }
}

extension Failure {
    /// The error of an edit; one without a path gets this one.
    init(_ error: EditError, path: String) {
        self.init(error)
        if self.path == nil { self.path = path }
    }
}
