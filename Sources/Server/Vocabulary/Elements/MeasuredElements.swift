import Geometry
import Graph
import Interaction

/// The elements whose bounds are asked for.
enum MeasuredElements {
    /// All nodes and edges that are shown.
    case all
    case some(nodes: [Node.Slot], edges: [Edge.Slot])

    /// The elements of these ids; everything where neither list is given.
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
    /// The bounds of the elements as far as they are shown; nil if none is.
    func bounds(in workspace: inout Workspace) -> Rect? {
        switch self {
        case .all: workspace.content.shownBounds()
        case .some(let nodes, let edges): workspace.content.shownBounds(nodes: nodes, edges: edges)
        }
    }
}
