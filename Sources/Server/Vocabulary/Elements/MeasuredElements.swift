import Geometry
import Graph
import Interaction

/// The elements whose bounds are requested.
enum MeasuredElements {
    /// All nodes and edges that are shown.
    case all
    case some(nodes: [Node.Slot], edges: [Edge.Slot])

    /// The elements with these ids; everything without both lists.
    ///
    /// - Throws: `noSuchNode`, `noSuchEdge`.
    static func named(
        _ nodes: [Identifier]?, _ edges: [Identifier]?, in document: Document
    ) throws(EditError) -> MeasuredElements {
        if nodes == nil && edges == nil { return .all }
        return .some(
            nodes: try document.slots(nodes: nodes ?? []), edges: try document.slots(edges: edges ?? []))
    }
}

extension MeasuredElements {
    /// The bounds of the visible elements; nil if there are none.
    func bounds(in workspace: inout Workspace) -> Rect? {
        switch self {
        case .all: workspace.content.shownBounds()
        case .some(let nodes, let edges): workspace.content.shownBounds(nodes: nodes, edges: edges)
        }
    }
}
