import Geometry
import Graph
import Routing
import Storage

extension Workspace {
    /// The elements that touch a rectangle on the canvas: nodes by frame, edges by curve; also what is not shown.
    ///
    /// - Complexity: O(what touches the rectangle, and the concealed elements).
    public mutating func elements(touching rect: Rect) -> ElementSet {
        refresh()
        let document = document
        var found = ElementSet()
        scene.nodes.visit(touching: rect) { slot in
            if document.frame(slot).touches(rect) { found.nodes.insert(slot) }
        }
        scene.edges.visit(touching: rect) { slot in
            guard scene.routes.path(ofEdge: slot, in: document)?.touches(rect) == true else { return }
            for edge in scene.bundles.edges(with: slot) ?? [slot] { found.edges.insert(edge) }
        }
        // Elements that are not shown are in no index, but belong to the content.
        scene.concealedNodes.forEach { slot in
            if document.isPlaced(slot) && document.frame(slot).touches(rect) { found.nodes.insert(slot) }
        }
        scene.concealedEdges.forEach { slot in
            if scene.routes.path(ofEdge: slot, in: document)?.touches(rect) == true { found.edges.insert(slot) }
        }
        return found
    }
}
