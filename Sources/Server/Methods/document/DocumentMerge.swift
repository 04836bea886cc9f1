import Editing
import Formats
import Graph
import Interaction
import Wire

/// Merges the changes of other replicas.
struct DocumentMerge: ReturningMethod {
    var document = ""
    var other = Other()
    var base: Base?
    var rules = RulePolicy.report
    var conflicts = ConflictPolicy.list
    /// The contents after reading, and the changes after comparison.
    private var sides: MergeSides?
    private var found: Found?

    private typealias Found = (changes: StampedChanges, conflicts: [MergeConflict]?)

    /// The path of the list of conflicts.
    enum ConflictPolicy: String, CaseIterable, Sendable {
        /// The result.
        case list
        /// The result and notes in the document.
        case note
    }

    /// The location of the other content, or the changes.
    struct Other: Sendable {
        var path: String?
        var text: String?
        var changes: JSON?
    }

    /// The location of the common ancestor.
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
    static let summary =
        "Takes in the writes of other replicas, field by field: the later one wins. It is no undo step."
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
                "the common base: a field that one side changed is taken; of a field that both changed, the later value, else that of the document"
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
                "repaired", \.repaired, .array(of: .diagnostic),
                "the elements that are left out until they can be shown"),
            .optional(
                "conflicts", \.conflicts, .array(of: MergeConflict.shape),
                "with `base`: the fields that both have changed"),
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

    /// To compare large contents is a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        let sides = try sides(in: session)
        var call = self
        call.sides = sides
        let (count, time) = try session.documents.lend(key) { (open) throws(Failure) in
            (open.workspace.document.elementCount, open.workspace.editor.time)
        }
        let isLong = count + sides.elementCount > Limits.jobElements
        guard isLong, session.clock.source == .server, outbox.batch == nil else {
            return try call.returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
        let own = try session.documents.lend(key) { (open) throws(Failure) in
            open.workspace.content.documentToEdit()
        }
        let changed = Failure.modified("the document has changed meanwhile: merge again")
        let premise = JobQueue.Premise(failure: changed) { { _, _ in false } }
        try session.answer(request, on: key, premise, followed: nil, isLong: true, into: &outbox) {
            [call] (_) throws(Failure) in
            var call = call
            call.found = try sides.find(for: own, at: time, keepsNotes: conflicts == .note)
            return call
        } then: { (call, session, request, outbox) throws(Failure) in
            try call.returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
    }

    func perform(in session: inout Session) throws(Failure) -> Result {
        // No copy of the document is held while it changes.
        let found = if let found { found } else { try find(in: session) }
        return try session.withWorkspace(document) { (workspace) throws(EditError) in
            let merge: DocumentEditor.Merge
            do throws(EditError) {
                merge = try workspace.merge(found.changes, rules: rules, cause: DocumentMerge.name)
            } catch {
                var error = error
                error.path = error.path.first == "change" ? ["with", "changes"] + error.path.dropFirst() : error.path
                throw error
            }
            return Result(
                revision: workspace.revision, changed: ElementList(merge.nodes, merge.edges), repaired: merge.repaired,
                conflicts: found.conflicts, losses: merge.losses.isEmpty ? nil : merge.losses)
        }
    }

    private func find(in session: Session) throws(Failure) -> Found {
        let editor = try session.documents.document(document).workspace.editor
        let sides = if let sides { sides } else { try sides(in: session) }
        return try sides.find(
            for: editor.document, at: editor.time, keepsNotes: conflicts == .note)
    }

    private func sides(in session: Session) throws(Failure) -> MergeSides {
        if conflicts == .note && base == nil {
            throw .invalidParams(
                "conflicts are noted where it is known what both sides come from: add `base`, or leave out `conflicts`",
                path: "/base")
        }
        if let changes = other.changes {
            if other.path != nil || other.text != nil || base != nil {
                throw .invalidParams("either `changes` or content", path: "/with")
            }
            return .changes(changes)
        }
        let content = try session.contents.content(path: other.path, text: other.text, of: "with")
        let open = try session.documents.document(document)
        return .content(
            content, TextOrigin(open.format, isUnplaced: open.isUnplaced),
            base: try base.map { (base) throws(Failure) in
                try session.contents.content(path: base.path, text: base.text, of: "base")
            })
    }
}

/// The other side of a merge: changes, or content that any thread may compare with it.
private enum MergeSides: Sendable {
    case changes(JSON)
    /// The other content, and the common ancestor if it is known.
    case content(FoundContent, TextOrigin?, base: FoundContent?)

    /// The number of nodes and edges, of texts about.
    var elementCount: Int {
        switch self {
        case .changes: 0
        case .content(let content, _, let base): content.elementCount + (base?.elementCount ?? 0)
        }
    }

    /// Finds the changes for a document.
    ///
    /// - Throws: `invalidValue`, `format`, `limits`.
    func find(
        for own: Document, at time: Double, keepsNotes: Bool
    ) throws(Failure) -> (changes: StampedChanges, conflicts: [MergeConflict]?) {
        switch self {
        case .changes(let changes):
            do throws(EditError) {
                return (try StampedChanges(changes), nil)
            } catch {
                var error = error
                error.path = ["with", "changes"] + error.path
                throw Failure(error)
            }
        case .content(let content, let file, let base):
            let theirs = try content.document(.serial)
            guard let base else { return (StampedChanges(of: theirs, for: own), nil) }
            let origin = try base.document(.serial)
            do throws(EditError) {
                let sides = try file?.aligned(base: origin, ours: own, theirs: theirs) ?? (origin, own, theirs)
                let merge = try ThreeWayMerge(
                    from: sides.0, ours: sides.1, theirs: sides.2, at: time, keepsNotes: keepsNotes)
                return (merge.changes, merge.conflicts)
            } catch {
                throw Failure(error)
            }
        }
    }
}

extension MergeConflict {
    static let shape = Shape.object(
        "MergeConflict", "Values that two sides have changed since their base.", initial: MergeConflict(),
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
