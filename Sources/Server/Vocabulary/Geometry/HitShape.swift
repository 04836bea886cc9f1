import Editing
import Interaction
import Geometry
import Graph
import Wire

/// A hit on the wire.
enum HitShape {
    static let schema = Schema.named(
        "Hit", "One thing under a point; its kind decides which members it has.",
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
                    doc: "of a waypoint, or of a label in `labels`: its place among those of its edge, from 0"),
                Schema.Member(
                    name: "edges", schema: .array(of: .string()), isRequired: false,
                    doc:
                        "of an edge or a label that stands for the edges between the same nodes, one of them collapsed: "
                        + "the first \(Limits.bundleEdges) of these, in the order of the document"),
                Schema.Member(
                    name: "count", schema: .integer(minimum: 1), isRequired: false,
                    doc: "how many edges these are in all"),
                Schema.Member(name: "distance", schema: .number(), isRequired: true, doc: "screen points"),
            ], isOpen: false))

    static func write(_ hit: Hit, _ document: Document, into writer: inout JSONWriter) {
        switch hit.target {
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
        case .canvas: writer.open(#"{"kind":"canvas""#)
        }
        if let bundle = hit.bundle { writer.bundle(bundle, document) }
        writer.append(#","distance":"#)
        writer.number(hit.distance)
        writer.endObject()
    }
}
