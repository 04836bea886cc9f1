import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Returns the front-most element under each of many points of a view.
struct ViewHitTests: Method {
    var view = Identifier("")
    var points: [Point] = []
    var kind = PointerKind.mouse

    static let name = "view/hitTests"
    static let summary = "Returns the front-most hit under each of many points, as `view/hitTest` does under one."
    static let failures: [Failure.Kind] = [.noSuchView, .limits]
    static let params = Shape.object(
        "", "", initial: ViewHitTests(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .required("points", \.points, .array(of: .point), "screen points"),
            .defaulted("kind", \.kind, .choice(of: PointerKind.self), "whose reaches count", default: "mouse"),
        ])
    static let result = Shape.writtenByMethod(
        .object(
            [
                Schema.Member(
                    name: "hits", schema: .array(of: HitShape.schema), isRequired: true,
                    doc: "one for each point, in their order")
            ], isOpen: false))

    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        if points.count > Limits.hitTests {
            throw Failure(.limits, "at most \(Limits.hitTests) points are asked about at a time", path: "/points")
        }
        let wantsJob = try session.documents.lend(view) { workspace, index in
            request.reply(into: &outbox) { writer in
                writer.open(#"{"hits":["#)
                for point in points {
                    HitShape.write(workspace.hit(in: index, at: point, kind), workspace.document, into: &writer)
                }
                writer.endArray()
                writer.endObject()
            }
            return workspace.content.wantsJob
        }
        if wantsJob { session.touch(try session.documents.location(of: view).document) }
    }
}
