import Editing
import Interaction
import Geometry
import Graph
import Wire

/// A hit on the wire.
enum HitShape {
    static let schema = Schema.named(
        "Hit", "One thing under a point.",
        .oneOf([
            kind("scaler", [member("corner", .choice(Corner.allCases.map(\.rawValue)), "which")]),
            kind("resizer", [node, member("corner", .choice(Corner.allCases.map(\.rawValue)), "which")]),
            kind("edgeEnd", [id, member("end", ends, "which")]),
            kind(
                "waypoint",
                [
                    member("edge", .id, "of which edge"),
                    member("index", .integer(), "its place among those of its edge, from 0"),
                ]),
            kind("handle", [node, member("handle", .id, "which"), member("type", ends, "of the handle")]),
            kind("node", [id, ghost]), kind("label", [id, fraction, labelIndex] + bundle),
            kind("edge", [id, fraction, ghost] + bundle),
            kind("canvas", []),
        ]))

    private static func kind(_ name: String, _ members: [Schema.Member]) -> Schema {
        let kind = member("kind", .choice([name]), "what it is")
        let distance = member("distance", .number(), "screen points")
        return .named(
            name.prefix(1).uppercased() + name.dropFirst() + "Hit", "A hit of kind `\(name)`.",
            .object([kind] + members + [distance], isOpen: false))
    }

    private static func member(_ name: String, _ schema: Schema, _ doc: String, isRequired: Bool = true)
        -> Schema.Member
    {
        Schema.Member(name: name, schema: schema, isRequired: isRequired, doc: doc)
    }

    private static let id = member("id", .id, "of the node or the edge")
    private static let node = member("node", .id, "on which node")
    private static let ends = Schema.choice(["source", "target"])
    private static let fraction = member("t", .number(), "how far along the edge, 0…1 of its length")
    private static let labelIndex = member(
        "index", .integer(), "its place in the `labels` of the edge; absent for its `label`", isRequired: false)
    private static let ghost = member(
        "ghost", .boolean, "true if only the document has it with which the view compares", isRequired: false)
    private static let bundle = [
        member(
            "edges", .array(of: .id),
            "of one that stands for the edges between the same nodes, one of them collapsed: the first "
                + "\(Limits.bundleEdges) of these, in the order of the document", isRequired: false),
        member("count", .integer(minimum: 1), "how many edges these are in all", isRequired: false),
    ]

    static func write(_ hit: Hit, _ document: Document, into writer: inout JSONWriter) {
        switch hit.target {
        case .scaler(let corner):
            writer.open(#"{"kind":"scaler","corner":"#)
            writer.string(corner.rawValue)
        case .resizer(let node, let corner):
            writer.open(#"{"kind":"resizer","node":"#)
            document.writeNodeID(node, into: &writer)
            writer.name("corner")
            writer.string(corner.rawValue)
        case .edgeEnd(let edge, let end):
            writer.open(#"{"kind":"edgeEnd","id":"#)
            document.writeEdgeID(edge, into: &writer)
            writer.name("end")
            writer.string(end.rawValue)
        case .waypoint(let edge, let index):
            writer.open(#"{"kind":"waypoint","edge":"#)
            document.writeEdgeID(edge, into: &writer)
            writer.name("index")
            writer.integer(index)
        case .handle(let node, let index):
            let site = document.handleSite(list: document.handleList(node), place: index)
            writer.open(#"{"kind":"handle","node":"#)
            document.writeNodeID(node, into: &writer)
            writer.name("handle")
            document.writeSymbol(site.symbol, into: &writer)
            writer.name("type")
            writer.string(site.kind.rawValue)
        case .node(let slot):
            writer.open(#"{"kind":"node","id":"#)
            document.writeNodeID(slot, into: &writer)
        case .label(let edge, let fraction):
            writer.open(#"{"kind":"label","id":"#)
            document.writeEdgeID(edge, into: &writer)
            if let label = hit.label {
                writer.name("index")
                writer.integer(label)
            }
            writer.name("t")
            writer.number(fraction)
        case .edge(let edge, let fraction):
            writer.open(#"{"kind":"edge","id":"#)
            document.writeEdgeID(edge, into: &writer)
            writer.name("t")
            writer.number(fraction)
        case .canvas:
            if let ghost = hit.ghost { write(ghost, into: &writer) } else { writer.open(#"{"kind":"canvas""#) }
        }
        if let bundle = hit.bundle { writer.bundle(bundle, document) }
        writer.append(#","distance":"#)
        writer.number(hit.distance)
        writer.endObject()
    }

    private static func write(_ ghost: Ghost, into writer: inout JSONWriter) {
        switch ghost.element {
        case .node(let id):
            writer.open(#"{"kind":"node","id":"#)
            writer.string(id.string)
        case .edge(let id):
            writer.open(#"{"kind":"edge","id":"#)
            writer.string(id.string)
            writer.name("t")
            writer.number(ghost.fraction)
        }
        writer.name("ghost")
        writer.boolean(true)
    }
}
