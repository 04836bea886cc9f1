import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Returns the elements under a point of a view.
struct ViewHitTest: FrequentMethod {
    var view = Identifier("")
    var at = Point.zero
    var kind = PointerKind.mouse
    var all = false

    static let name = "view/hitTest"
    static let summary =
        "Returns the hits under a point: the front-most one, or all from front to back with the canvas last."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: ViewHitTest(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .required("at", \.at, .point, "screen point"),
            .defaulted("kind", \.kind, .choice(of: PointerKind.self), "whose reaches count", default: "mouse"),
            .defaulted("all", \.all, .boolean, "whether every hit is returned", default: "false"),
        ])
    static let result = Shape.writtenByMethod(
        .object(
            [
                Schema.Member(
                    name: "hits", schema: .array(of: HitShape.schema), isRequired: true,
                    doc: "from front to back"),
                Schema.Member(
                    name: "canvas", schema: Shape.point.schema, isRequired: true, doc: "the canvas point under `at`"),
            ], isOpen: false))

    static func take(_ scanner: inout CompactScanner) -> ViewHitTest? {
        scanner.takePlace().map { ViewHitTest(view: $0.view, at: $0.at) }
    }

    /// Hit-tests are the most frequent questions, so the reply is written directly into the outgoing bytes.
    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        let wantsJob = try session.documents.lend(view) { workspace, index in
            let document = workspace.document
            let canvas = workspace.viewport(of: index).canvas(at)
            request.reply(into: &outbox) { writer in
                writer.open(#"{"hits":["#)
                if all {
                    for hit in workspace.hits(in: index, at: at, kind) { HitShape.write(hit, document, into: &writer) }
                } else {
                    HitShape.write(workspace.hit(in: index, at: at, kind), document, into: &writer)
                }
                writer.append(#"],"canvas":"#)
                writer.point(canvas)
                writer.endObject()
            }
            return workspace.content.wantsJob
        }
        if wantsJob { session.touch(try session.documents.location(of: view).document) }
    }
}
