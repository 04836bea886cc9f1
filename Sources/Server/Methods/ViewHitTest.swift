import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Tells what is under a point of a view.
struct ViewHitTest: Method {
    var view = Identifier("")
    var at = Point.zero
    var kind = PointerKind.mouse
    var all = false

    static let name = "view/hitTest"
    static let summary = "Returns what is under a point: one hit, or all in order with the canvas last."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: ViewHitTest(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .required("at", \.at, .point, "screen point"),
            .defaulted("kind", \.kind, .choice(of: PointerKind.self), "whose reaches count", default: "mouse"),
            .defaulted("all", \.all, .boolean, "whether every hit is returned", default: "false"),
        ]
    ).withFastPath { cursor in cursor.readFastPlace().map { ViewHitTest(view: $0.view, at: $0.at) } }
    static let result = Shape.told(
        .object(
            [
                Schema.Member(
                    name: "hits", schema: .array(of: HitShape.schema), isRequired: true,
                    doc: "the nearest to the eye first"),
                Schema.Member(
                    name: "canvas", schema: Shape.point.schema, isRequired: true, doc: "the canvas point under `at`"),
            ], isOpen: false))

    /// The hottest question writes its answer straight into the outgoing bytes.
    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        try session.withQuestion(to: view) { editor, index in
            request.reply(into: &outbox) { writer in
                writer.beginObject()
                writer.name("hits")
                writer.beginArray()
                if all {
                    for hit in editor.hits(in: index, at: at, kind) {
                        HitShape.write(hit, editor.document, into: &writer)
                    }
                } else {
                    HitShape.write(editor.hit(in: index, at: at, kind), editor.document, into: &writer)
                }
                writer.endArray()
                writer.name("canvas")
                writer.point(editor.views[index].viewport.canvas(at))
                writer.endObject()
            }
        }
    }
}
