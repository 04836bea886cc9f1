import Editing
import Graph
import Interaction
import Wire

/// Steps through the history, for undo and redo.
struct HistoryWalk: Sendable {
    var document = ""
    var steps = 1
    var view: Identifier?
    var select = true
    var animate: Transition?
    /// The steps as performed on a copy of the document; nil if that was not done.
    fileprivate var prepared: PreparedWalk?
    /// The scene after that.
    fileprivate var scene: PreparedScene?

    static let members: [Member<HistoryWalk>] = [
        .required("document", \.document, .string, "which"),
        .defaulted("steps", \.steps, .integer(in: 0...1_000_000_000), "how many, at most", default: "1"),
        .optional(
            "view", \.view, .identifier,
            "takes steps of this view or of none, never of another one; elements that came back or moved are selected there"
        ),
        .defaulted(
            "select", \.select, .boolean,
            "whether elements that came back or moved are selected in the `view`; else its selection stays",
            default: "true"),
        .animate(\.animate),
    ]

    /// The result of undo and redo.
    struct Result: Sendable {
        var revision = 0
        var label: String?
        var steps = 0
    }

    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document, after it"),
            .optional("label", \.label, .string, "of the last step"),
            .required("steps", \.steps, .integer, "how many there were"),
        ])
}

/// A method that undoes or redoes steps; many changes are a job.
protocol HistoryMethod: ReturningMethod where Result == HistoryWalk.Result {
    static var direction: HistoryDirection { get }
    var walk: HistoryWalk { get set }
}

extension HistoryMethod {
    static var failures: [Failure.Kind] { [.noSuchDocument, .noSuchView, .invalidValue, .groupOpen, .limits] }
    static var result: Shape<HistoryWalk.Result> { HistoryWalk.result }

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: walk.document)
        let slot = try walk.view.map { (id) throws(Failure) in try session.documents.view(id, of: key) }
        let begun =
            session.clock.source == .server
            ? try session.documents.lend(key) { (open) throws(Failure) in
                let owner = slot.map { open.workspace.owner($0) } ?? .everyone
                let job = open.workspace.editor.walkJob(Self.direction, walk.steps, of: owner)
                return job.map { ($0, open.workspace.scene) }
            } : nil
        guard let (job, scene) = begun else {
            return try returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
        try session.answer(request, on: key, followed: nil, isLong: true, into: &outbox) { (_) throws(Failure) in
            var call = self
            call.walk.prepared = job.run()
            call.walk.scene = call.walk.prepared.flatMap { PreparedScene(scene, after: $0.delta, $0.document) }
            return call
        } then: { (call, session, request, outbox) throws(Failure) in
            if !job.isCurrent(in: try session.documents.document(key).workspace.history) {
                throw .modified("other steps came meanwhile: what would be taken is not what was meant")
            }
            try call.returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
    }

    func perform(in session: inout Session) throws(Failure) -> Result {
        let walk = walk
        let key = try session.documents.key(of: walk.document)
        let slot = try walk.view.map { (id) throws(Failure) in try session.documents.view(id, of: key) }
        return try session.withWorkspace(key) { (workspace) throws(EditError) in
            let owner = slot.map { workspace.owner($0) } ?? .everyone
            workspace.content.prepared = walk.scene
            defer { workspace.content.prepared = nil }
            let done = try workspace.walk(Self.direction, walk.steps, of: owner, cause: Self.name, walk.prepared)
            if let slot, walk.select { workspace[slot].select(done.delta) }
            workspace.animateChanges(walk.animate)
            return Result(revision: workspace.revision, label: done.label, steps: done.steps)
        }
    }
}
