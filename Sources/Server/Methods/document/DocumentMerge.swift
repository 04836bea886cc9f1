import Editing
import Graph
import Interaction
import Wire

/// Takes in what other replicas wrote.
struct DocumentMerge: ReturningMethod {
    var document = ""
    var other = Other()
    var base: Base?
    var rules = RulePolicy.report
    var conflicts = ConflictPolicy.list

    /// The place where conflicts are listed.
    enum ConflictPolicy: String, CaseIterable, Sendable {
        /// The result.
        case list
        /// The result and notes in the document.
        case note
    }

    /// The place of the other content, or the changes.
    struct Other: Sendable {
        var path: String?
        var text: String?
        var changes: JSON?
    }

    /// The place of the content that both come from.
    struct Base: Sendable {
        var path: String?
        var text: String?
    }

    struct Result: Sendable {
        var revision = 0
        var changed = ElementList()
        var repaired: [Diagnostic] = []
        var conflicts: [MergeConflict]?
        var losses: [Loss]?
    }

    static let name = "document/merge"
    static let summary = "Takes in what other replicas wrote, field by field: the later one wins. It is no undo step."
    static let failures: [Failure.Kind] = [
        .noSuchDocument, .invalidValue, .groupOpen, .path, .format, .connectionRefused, .limits,
    ]
    static let params = Shape.object(
        "", "", initial: DocumentMerge(),
        members: [
            .required("document", \.document, .string, "which"),
            .required("with", \.other, with, "the other content, or changes of it"),
            .optional(
                "base", \.base, baseShape,
                "the content that both come from: what only one has changed is taken, of what both have the later, else that of the document"
            ),
            .rules(\.rules, default: "report"),
            .defaulted(
                "conflicts", \.conflicts, .choice(of: ConflictPolicy.self),
                "with `base`: list them in the result, or also note each in the member `conflicts` of the document",
                default: "list"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document, after it"),
            .required("changed", \.changed, ElementList.shape, "the elements that are different now"),
            .required(
                "repaired", \.repaired, .array(of: .diagnostic), "what is left out from now on, until it can be there"),
            .optional("conflicts", \.conflicts, .array(of: MergeConflict.shape), "with `base`: what both have changed"),
            .optional(
                "losses", \.losses, .array(of: Loss.shape),
                "with `rules: \"skip\"`: edges that the rules refuse; absent if there are none"),
        ])

    private static let with = Shape<Other>.object(
        "", "", initial: Other(),
        members: [
            .optional("path", \.path, .string, "of the file, from the server's folder"),
            .optional("text", \.text, .string, "the content itself, in place of a path"),
            .optional("changes", \.changes, .json, "those of `document/changesSince`, in place of both"),
        ])

    private static let baseShape = Shape<Base>.object(
        "", "", initial: Base(),
        members: [
            .optional("path", \.path, .string, "of the file, from the server's folder"),
            .optional("text", \.text, .string, "the content itself, in place of a path"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        // No copy of the document is held while it changes.
        let (changes, conflicts) = try changes(in: session)
        return try session.withWorkspace(document) { (workspace) throws(EditError) in
            let merge: DocumentEditor.Merge
            do throws(EditError) {
                merge = try workspace.merge(changes, rules: rules, cause: DocumentMerge.name)
            } catch {
                var error = error
                error.path = error.path.first == "change" ? ["with", "changes"] + error.path.dropFirst() : error.path
                throw error
            }
            return Result(
                revision: workspace.revision, changed: ElementList(merge.nodes, merge.edges), repaired: merge.repaired,
                conflicts: conflicts, losses: merge.losses.isEmpty ? nil : merge.losses)
        }
    }

    private func changes(in session: Session) throws(Failure) -> (StampedChanges, conflicts: [MergeConflict]?) {
        let editor = try session.documents.document(document).workspace.editor
        let own = editor.document
        if conflicts == .note && base == nil {
            throw .invalidParams(
                "conflicts are noted where it is known what both sides come from: add `base`, or leave out `conflicts`",
                path: "/base")
        }
        if let changes = other.changes {
            if other.path != nil || other.text != nil || base != nil {
                throw .invalidParams("either `changes` or content", path: "/with")
            }
            do throws(EditError) {
                return (try StampedChanges(changes), nil)
            } catch {
                var error = error
                error.path = ["with", "changes"] + error.path
                throw Failure(error)
            }
        }
        let content = try session.contents.document(path: other.path, text: other.text, of: "with")
        guard let base else { return (StampedChanges(of: content, for: own), nil) }
        let origin = try session.contents.document(path: base.path, text: base.text, of: "base")
        do throws(EditError) {
            let merge = try ThreeWayMerge(
                from: origin, ours: own, theirs: content, at: editor.time, keepsNotes: conflicts == .note)
            return (merge.changes, merge.conflicts)
        } catch {
            throw Failure(error)
        }
    }
}

extension MergeConflict {
    static let shape = Shape.object(
        "MergeConflict", "What two sides have changed since their base.", initial: MergeConflict(),
        members: [
            .optional("node", \.node, .identifier, "a node"),
            .optional("edge", \.edge, .identifier, "or an edge; neither is the document"),
            .required(
                "member", \.member, .string,
                "which of its members; `@stands` where one side removed it, `@place` in the order, `@id` where both inserted it, each with another content"
            ),
            .required("taken", \.isTheirs, .boolean, "whether the value of the other content was taken"),
            .optional(
                "renamed", \.renamed, .identifier,
                "with `@id`: the id that the element of the document got, if `taken`, else that of the other content"),
        ])
}
