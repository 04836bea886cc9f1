import Graph
import Interaction
import Wire

extension Presence: FrameObject {
    /// The state of another view in frames.
    static let schema = Schema.named(
        "Presence", "What a view shows of itself to the others of its document.",
        .object(members, isOpen: false))

    static func rows(_ rows: inout some FrameRows<Presence>) {
        rows.optional("name", .string(), "of its user", { $0.name }) { $2.string($0) }
        rows.optional("color", .string(), "of its pointer, for CSS", { $0.color }) { $2.string($0) }
        rows.optional(
            "pointer", Shape.point.schema, "in canvas units; absent where it is not over the view", { $0.pointer }
        ) { Shape.point.write($0, &$2) }
        rows.always("selection", PresentSelection.schema, "what is selected there") {
            PresentSelection(nodes: $0.nodes, edges: $0.edges).write(into: &$1)
        }
        rows.optional(
            "drag", Drag.schema, "what is dragged there; absent where nothing is, or nowhere yet", { $0.drag }
        ) {
            $0.write(into: &$2)
        }
    }
}

/// The selection of another view.
private struct PresentSelection: FrameObject {
    let nodes: [Node.ID]
    let edges: [Edge.ID]

    static func rows(_ rows: inout some FrameRows<PresentSelection>) {
        rows.always(
            "nodes", .array(of: Shape.identifier.schema),
            "ids of nodes, not more than the limit `presenceElements`"
        ) { $1.names($0.nodes.lazy.map(\.string)) }
        rows.always("edges", .array(of: Shape.identifier.schema), "ids of edges, likewise") {
            $1.names($0.edges.lazy.map(\.string))
        }
    }
}

extension Presence.Drag: FrameObject {
    static func rows(_ rows: inout some FrameRows<Presence.Drag>) {
        rows.always(
            "nodes", .array(of: Shape.identifier.schema),
            "ids of the outermost nodes, not more than the limit `presenceElements`"
        ) { $1.names($0.nodes.lazy.map(\.string)) }
        rows.always("by", Shape.point.schema, "how far they have come, in canvas units") {
            Shape.point.write($0.offset, &$1)
        }
    }
}
