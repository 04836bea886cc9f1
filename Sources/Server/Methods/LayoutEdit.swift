import Editing
import Geometry
import Graph
import Interaction
import Layout
import Storage
import Wire

/// An edit that lays nodes out by a plan, which may have been made before.
protocol LayoutEdit: EditMethod where Outcome == LayoutOutcome {
    /// The numbers of nodes and of edges among them.
    typealias Extent = (nodes: Int, edges: Int)

    /// The plan to perform, once it has been computed.
    var plan: LayoutPlan? { get set }
    /// Is false if nothing is laid out.
    var laysOut: Bool { get }

    /// Returns the plan for a document; nil when it was stopped.
    ///
    /// - Throws: `noSuchNode`, `locked`, `invalidValue`.
    func plan(in document: Document, _ watch: LayoutWatch) throws(EditError) -> LayoutPlan?

    /// Returns the parts of a document that the plan reads; nil for none.
    ///
    /// - Throws: `noSuchNode`, `locked`, `invalidValue`.
    func reading(in document: Document) throws(EditError) -> LayoutReading?

    /// Returns how much is laid out; nil for nothing.
    ///
    /// - Throws: `noSuchNode`.
    func extent(in document: Document) throws(EditError) -> Extent?

    /// Performs further changes, before anything is laid out.
    func prepare(_ transaction: inout Transaction) throws(EditError)
}

/// The result of a layout.
struct LayoutOutcome: Sendable {
    var bounds: Rect?
    var figures = LayoutFigures(of: [])
    var direction: Direction?

    static let members: [Member<LayoutOutcome>] = [
        .required(
            "bounds", \.bounds, Shape<Rect>.rect.optional,
            "of the laid-out elements, on the canvas; null if there were none"),
        .required("figures", \.figures, .layoutFigures, "of the edges among it"),
        .optional(
            "direction", \.direction, .choice(of: Direction.self),
            "where edges lead, of algorithms that have a direction"),
    ]
}

extension LayoutEdit {
    static var outcome: LayoutOutcome { LayoutOutcome() }
    static var outcomeMembers: [Member<LayoutOutcome>] { LayoutOutcome.members }

    var laysOut: Bool { true }

    func prepare(_ transaction: inout Transaction) throws(EditError) {}

    func perform(in transaction: inout Transaction) throws(EditError) -> LayoutOutcome {
        var found = plan
        if found == nil && laysOut { found = try plan(in: transaction.document) { _ in true } }
        try prepare(&transaction)
        guard let plan = found else { return LayoutOutcome() }
        try transaction.perform(plan)
        return LayoutOutcome(bounds: plan.bounds, figures: plan.figures, direction: plan.direction)
    }

    func extent(of slots: [Node.Slot], in document: Document) -> Extent {
        let subgraph = Subgraph(slots, in: document)
        return (subgraph.nodes.count, subgraph.innerEdges(in: document).count)
    }

    /// Returns true if the nodes, or their edges, are so many that the layout may take long, or if very many others
    /// may be in the way.
    ///
    /// Layers and crossings cost about the square of the edges for each node.
    fileprivate func isLong(in document: Document) -> Bool {
        guard let (nodes, edges) = try? extent(in: document), nodes > 0 else { return false }
        return max(document.nodes.count, nodes + edges * edges / nodes) > Limits.layoutNodes
    }
}

/// A layout on its own; one of many nodes or dense edges is a job.
struct LayoutCall<Edit: LayoutEdit>: Method {
    var call = EditCall<Edit>()
    var progressToken: ProgressToken?

    typealias Result = EditCall<Edit>.Result

    static var name: String { Edit.name }
    static var summary: String { Edit.summary }
    static var failures: [Failure.Kind] { EditCall<Edit>.failures + [.limits] }
    static var params: Shape<LayoutCall> {
        Shape.object(
            "", "", initial: LayoutCall(),
            members: EditCall<Edit>.members.map { $0.inside(\.call) } + [
                .optional("progressToken", \.progressToken, ProgressToken.shape, "for notifications of its progress")
            ])
    }

    static var result: Shape<Result> { EditCall<Edit>.result }

    private static var changed: Failure {
        .modified("what was being laid out has changed meanwhile: lay it out again")
    }

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        if !call.edit.laysOut { return try call.returnResult(in: &session, to: request, as: shape, into: &outbox) }
        let key = try session.documents.key(of: call.document)
        let (document, scene) = try session.documents.edit(key) { (open) throws(EditError) in
            if let refusal = open.workspace.editor.editRefusal { throw refusal }
            return (open.workspace.content.documentToEdit(), open.workspace.scene)
        }
        let isLong = call.edit.isLong(in: document)
        let call = call
        let followed = FollowedWork(progressToken, Edit.label, isMeasured: true)
        let premise = JobQueue.Premise(failure: Self.changed) {
            let watch = (try? call.edit.reading(in: document))?.watch
            return { watch?.isCurrent(after: $0, in: $1) ?? true }
        }
        try session.answer(
            request, on: key, premise, followed: followed, isLong: isLong, into: &outbox
        ) { (watch) throws(Failure) in
            do throws(EditError) {
                let share = isLong ? 0.9 : 1
                guard var plan = try call.edit.plan(in: document, { watch(share * $0) }), watch(share) else {
                    throw EditError(.limits, "stopped")
                }
                if isLong { try plan.prepare(in: document) { watch(share + (1 - share) * $0) } }
                let after = plan.prepared.flatMap { PreparedScene(scene, after: $0) }
                guard watch(1) else { throw EditError(.limits, "stopped") }
                return (plan, after)
            } catch {
                throw Failure(error)
            }
        } then: { (found, session, request, outbox) throws(Failure) in
            let (plan, scene) = found
            let now = try session.documents.document(key).workspace.document
            if !plan.isCurrent(in: now) { throw Self.changed }
            var call = call
            call.edit.plan = plan
            call.prepared = scene.map { PreparedEdit(scene: $0) }
            try call.finish(in: &session, on: key, request, into: &outbox)
        }
    }
}

extension Shape where Value == LayoutFigures {
    fileprivate static let layoutFigures = Shape.object(
        "LayoutFigures", "The quality of a layout in figures.", initial: LayoutFigures(of: []),
        members: [
            .optional(
                "crossings", \.crossings, .integer, "how often edges cross; absent where they are too many to count"),
            .required("edgeLength", \.edgeLength, .number, "of all edges together, in canvas units"),
            .required("bends", \.bends, .integer, "corners of edges"),
        ])
}
