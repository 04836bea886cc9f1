import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Returns how to draw a map of the whole document, and handles a press on it.
struct ViewMinimap: Method {
    var view = Identifier("")
    var width = 200.0
    var height = 150.0
    var at: Point?

    static let name = "view/minimap"
    static let summary =
        "Returns how to draw a map of the document; with `at` the view is first centered on that place."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue]
    static let params = Shape.object(
        "", "", initial: ViewMinimap(),
        members: [
            .required("view", \.view, .identifier, "whose viewport and selection it shows"),
            .defaulted("width", \.width, side, "of the map", default: "200"),
            .defaulted("height", \.height, side, "of the map", default: "150"),
            .optional("at", \.at, .point, "where a pointer presses or drags on the map, in map points"),
        ])

    private static let side = Shape<Double>.number(in: 1...100_000)

    static let result = Shape.writtenByMethod(
        .object(
            [
                Schema.Member(
                    name: "world", schema: Shape.rect.schema, isRequired: true,
                    doc: "the area of the map, canvas units: shown nodes and edges, and 50 around them"),
                Schema.Member(
                    name: "scale", schema: .number(), isRequired: true, doc: "map points for each canvas unit"),
                Schema.Member(
                    name: "origin", schema: Shape.point.schema, isRequired: true,
                    doc: "where the world's corner lies in the map"),
                Schema.Member(
                    name: "nodes", schema: .array(of: mark), isRequired: true,
                    doc: "in the order of painting, map points; at most 4096"),
                Schema.Member(
                    name: "clustered", schema: .boolean, isRequired: false,
                    doc: "true if there are so many nodes that each rectangle is a cell with some of them"),
                Schema.Member(
                    name: "viewport", schema: Shape.rect.schema, isRequired: true,
                    doc: "the area of the view, map points; not clipped"),
            ], isOpen: false))

    private static let mark = Schema.named(
        "MapNode", "A node in a map, or a cell in which nodes lie.",
        .object(
            ["x", "y", "width", "height"].map {
                Schema.Member(name: $0, schema: .number(), isRequired: true, doc: "map points")
            } + [
                Schema.Member(
                    name: "selected", schema: .boolean, isRequired: false, doc: "true if it is, or some in it are"),
                Schema.Member(
                    name: "container", schema: .boolean, isRequired: false,
                    doc: "true for a node that holds nodes or accepts them"),
                Schema.Member(
                    name: "collapsed", schema: .boolean, isRequired: false,
                    doc: "true for a node whose contents are concealed"),
                Schema.Member(
                    name: "type", schema: .string(), isRequired: false,
                    doc: "the node's type; of a cell the one most of its nodes have"),
                Schema.Member(
                    name: "color", schema: .string(), isRequired: false,
                    doc: "the node's background as CSS, from its `style`"),
            ], isOpen: false))

    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        let size = Size(width: width, height: height)
        if let at {
            let now = session.clock.now
            try session.withView(view) { (workspace, index) throws(EditError) in
                let content = workspace.content.shownBounds()
                let settings = workspace.document.settings.interaction
                workspace[index].center(onMapPoint: at, content: content, size: size, settings, at: now)
            }
            session.announce(into: &outbox)
        }
        let (map, document) = try session.documents.lend(view) { workspace, index in
            (workspace.minimap(of: index, size: size), workspace.document)
        }
        request.reply(into: &outbox) { ViewMinimap.write(map, document, into: &$0) }
    }

    private static func write(_ map: Minimap, _ document: Document, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("world")
        writer.beginObject()
        writer.name("x")
        writer.coordinate(map.world.minX)
        writer.name("y")
        writer.coordinate(map.world.minY)
        writer.name("width")
        writer.coordinate(map.world.width)
        writer.name("height")
        writer.coordinate(map.world.height)
        writer.endObject()
        writer.name("scale")
        writer.coordinate(map.scale)
        writer.name("origin")
        writer.beginObject()
        writer.name("x")
        writer.coordinate(map.origin.x)
        writer.name("y")
        writer.coordinate(map.origin.y)
        writer.endObject()
        writer.name("nodes")
        writer.beginArray()
        for mark in map.marks {
            writer.beginObject()
            writer.mapFrame(mark.frame)
            if mark.isSelected {
                writer.name("selected")
                writer.boolean(true)
            }
            if mark.isContainer {
                writer.name("container")
                writer.boolean(true)
            }
            if mark.isCollapsed {
                writer.name("collapsed")
                writer.boolean(true)
            }
            if let type = mark.type {
                writer.name("type")
                writer.string(document.symbols[type].string)
            }
            if let color = mark.color {
                writer.name("color")
                writer.string(color.text)
            }
            writer.endObject()
        }
        writer.endArray()
        if map.isClustered {
            writer.name("clustered")
            writer.boolean(true)
        }
        writer.name("viewport")
        writer.beginObject()
        writer.mapFrame(map.viewport)
        writer.endObject()
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func mapFrame(_ frame: Rect) {
        name("x")
        thousandths(frame.minX)
        name("y")
        thousandths(frame.minY)
        name("width")
        thousandths(frame.width)
        name("height")
        thousandths(frame.height)
    }
}
