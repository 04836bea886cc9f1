import Editing
import Geometry
import Graph
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
    ).quickly { cursor in cursor.quickPlace().map { ViewHitTest(view: $0.view, at: $0.at) } }
    static let result = Shape.told(
        .object(
            [
                Schema.Member(
                    name: "hits", schema: .array(of: HitShape.schema), isRequired: true,
                    doc: "the nearest to the eye first"),
                Schema.Member(
                    name: "canvas", schema: Shape.point.schema, isRequired: true, doc: "the canvas point under `at`"),
            ], isOpen: false))

    func perform(in session: inout Session) throws(Failure) -> Nothing { Nothing() }

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

/// A hit as it is told.
enum HitShape {
    static let schema = Schema.named(
        "Hit", "One thing under a point; the kind says which members are there.",
        .object(
            [
                Schema.Member(
                    name: "kind",
                    schema: .choice(["resizer", "edgeEnd", "waypoint", "handle", "node", "label", "edge", "canvas"]),
                    isRequired: true, doc: "what it is"),
                Schema.Member(name: "node", schema: .string(), isRequired: false, doc: "of a handle or a resizer"),
                Schema.Member(name: "handle", schema: .string(), isRequired: false, doc: "of a handle"),
                Schema.Member(
                    name: "type", schema: .choice(["source", "target"]), isRequired: false, doc: "of a handle"),
                Schema.Member(
                    name: "id", schema: .string(), isRequired: false, doc: "of a node, an edge, a label or an end"),
                Schema.Member(
                    name: "t", schema: .number(), isRequired: false, doc: "how far along the edge, 0…1 of its length"),
                Schema.Member(
                    name: "corner", schema: .choice(Corner.allCases.map(\.rawValue)), isRequired: false,
                    doc: "of a resizer"),
                Schema.Member(
                    name: "end", schema: .choice(["source", "target"]), isRequired: false, doc: "of an edge's end"),
                Schema.Member(name: "edge", schema: .string(), isRequired: false, doc: "of a waypoint"),
                Schema.Member(
                    name: "index", schema: .integer(), isRequired: false,
                    doc: "of a waypoint: its place among those of its edge, from 0"),
                Schema.Member(name: "distance", schema: .number(), isRequired: true, doc: "screen points"),
            ], isOpen: false))

    static func write(_ hit: Hit, _ document: Document, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("kind")
        switch hit.target {
        case .resizer(let node, let corner):
            writer.string("resizer")
            writer.name("node")
            document.withNodeID(node) { writer.string(utf8: $0) }
            writer.name("corner")
            writer.string(corner.rawValue)
        case .edgeEnd(let edge, let end):
            writer.string("edgeEnd")
            writer.name("id")
            document.withEdgeID(edge) { writer.string(utf8: $0) }
            writer.name("end")
            writer.string(end.rawValue)
        case .waypoint(let edge, let index):
            writer.string("waypoint")
            writer.name("edge")
            document.withEdgeID(edge) { writer.string(utf8: $0) }
            writer.name("index")
            writer.number(Double(index))
        case .handle(let node, let index):
            let handle = document.handles(node)[index]
            writer.string("handle")
            writer.name("node")
            document.withNodeID(node) { writer.string(utf8: $0) }
            writer.name("handle")
            writer.string(handle.id.string)
            writer.name("type")
            writer.string(handle.kind.rawValue)
        case .node(let slot):
            writer.string("node")
            writer.name("id")
            document.withNodeID(slot) { writer.string(utf8: $0) }
        case .label(let edge, let fraction):
            writer.string("label")
            writer.name("id")
            document.withEdgeID(edge) { writer.string(utf8: $0) }
            writer.name("t")
            writer.number(fraction)
        case .edge(let edge, let fraction):
            writer.string("edge")
            writer.name("id")
            document.withEdgeID(edge) { writer.string(utf8: $0) }
            writer.name("t")
            writer.number(fraction)
        case .canvas: writer.string("canvas")
        }
        writer.name("distance")
        writer.number(hit.distance)
        writer.endObject()
    }
}

extension JSONWriter {
    mutating func point(_ point: Point) {
        beginObject()
        name("x")
        number(point.x)
        name("y")
        number(point.y)
        endObject()
    }
}
