import Editing
import Geometry
import Graph
import Interaction
import Layout
import Storage
import Wire

/// Lays a document out.
struct DocumentLayout: EditMethod {
    var algorithm = LayoutParameters.Algorithm.layered
    var options = JSONText(trusted: Array("{}".utf8))
    var ids: [Identifier]?
    var pinned: [Identifier] = []
    /// The plan to perform, once it has been computed.
    var plan: LayoutPlan?

    struct Outcome: Sendable {
        var bounds: Rect?
        var figures = LayoutFigures(of: [])
        var direction: Direction?
    }

    static let name = "document/layout"
    static let label = "Lay out"
    static let summary =
        "Gives nodes places by an algorithm, as one step of undo, and edges corners if asked; groups inside out."
    static let initial = DocumentLayout()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members: [Member<DocumentLayout>] = [
        .required("algorithm", \.algorithm, .choice(of: LayoutParameters.Algorithm.self), "which layout"),
        .defaulted("options", \.options, .layoutOptions, "some of those that the algorithm takes", default: "{}"),
        .optional(
            "ids", earlier: "nodes", \.ids, .array(of: .identifier),
            "only these nodes with what they hold, among their siblings; if left out, all"),
        .defaulted(
            "pinned", \.pinned, .array(of: .identifier), "those that stay where they are, with what they hold",
            default: "[]"),
    ]
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required(
            "bounds", \.bounds, Shape<Rect>.rect.optional, "of what was laid out, on the canvas; null if nothing was"),
        .required("figures", \.figures, .layoutFigures, "of the edges among it"),
        .optional(
            "direction", \.direction, .choice(of: Direction.self),
            "where edges lead, of algorithms that have a direction"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let found = if let plan { plan } else { try plan(in: transaction.document) { _ in true } }
        guard let plan = found else { return Outcome() }
        try transaction.perform(plan)
        return Outcome(bounds: plan.bounds, figures: plan.figures, direction: plan.direction)
    }

    /// Returns the plan for a document; nil when it was stopped.
    ///
    /// - Throws: `noSuchNode`, `locked`, `invalidValue`.
    func plan(in document: Document, _ watch: LayoutWatch) throws(EditError) -> LayoutPlan? {
        if lacksNodes {
            throw .invalid("`place` is given the nodes that are to be placed", path: ["ids"])
        }
        let options = try LayoutParameters.read(options, for: algorithm)
        var document = document
        document.updateInheritance()
        return try document.layoutPlan(options, nodes: ids, pinned: pinned, watch)
    }

    private var lacksNodes: Bool { algorithm == .place && ids == nil }

    /// Returns true if so many nodes, or so dense edges among them, are laid out that it may take long.
    ///
    /// Layers and crossings cost about the square of the edges for each node.
    func isLong(in document: Document) -> Bool {
        if lacksNodes { return false }
        var (nodeCount, edgeCount) = (document.nodes.count, document.edges.count)
        if let ids, let slots = try? document.slots(nodes: ids) {
            let subgraph = Subgraph(slots, in: document)
            (nodeCount, edgeCount) = (subgraph.nodes.count, subgraph.innerEdges(in: document).count)
        }
        return nodeCount > 0 && nodeCount + edgeCount * edgeCount / nodeCount > Limits.layoutNodes
    }
}

/// A layout on its own; one of many nodes or dense edges is a job.
struct LayoutCall: Method {
    var call = EditCall<DocumentLayout>()
    var progressToken: ProgressToken?

    typealias Result = EditCall<DocumentLayout>.Result

    static let name = DocumentLayout.name
    static let summary = DocumentLayout.summary
    static let failures = EditCall<DocumentLayout>.failures + [.limits]
    static let params = Shape<LayoutCall>.object(
        "", "", initial: LayoutCall(),
        members: EditCall<DocumentLayout>.members.map { $0.inside(\.call) } + [
            .optional("progressToken", \.progressToken, ProgressToken.shape, "for notifications of its progress")
        ])
    static let result = EditCall<DocumentLayout>.result

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let document = try session.documents.document(call.document).workspace.document
        let isLong = call.edit.isLong(in: document)
        let call = call
        let followed = FollowedWork(progressToken, DocumentLayout.label, isMeasured: true)
        try session.answer(request, followed: followed, isLong: isLong, into: &outbox) { (watch) throws(Failure) in
            do throws(EditError) {
                guard let plan = try call.edit.plan(in: document, watch) else {
                    throw EditError(.limits, "stopped")
                }
                return plan
            } catch {
                throw Failure(error)
            }
        } then: { (plan, session, request, outbox) throws(Failure) in
            let now = try session.documents.document(call.document).workspace.document
            if !plan.isCurrent(in: now) {
                throw .modified("what was being laid out has changed meanwhile: lay it out again")
            }
            var call = call
            call.edit.plan = plan
            try call.returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
    }
}

extension Shape where Value == JSONText {
    /// The options as they were written, since it depends on the algorithm which there are.
    static let layoutOptions = Shape(
        schema: LayoutParameters.shape.schema,
        read: { (cursor) throws(ShapeError) in try Shape<JSONText>.text.read(&cursor) },
        write: { text, writer in writer.raw(text) })
}

extension Shape where Value == LayoutFigures {
    fileprivate static let layoutFigures = Shape.object(
        "LayoutFigures", "What a layout is worth.", initial: LayoutFigures(of: []),
        members: [
            .optional(
                "crossings", \.crossings, .integer, "how often edges cross; absent where they are too many to count"),
            .required("edgeLength", \.edgeLength, .number, "of all edges together, in canvas units"),
            .required("bends", \.bends, .integer, "corners of edges"),
        ])
}
