import EdgeRouting
import Geometry
import Graph
import Storage

extension Scene {
    /// The elements that touch a rectangle on the canvas: nodes by frame, edges by curve; also what is not shown.
    ///
    /// - Complexity: O(what touches the rectangle, and the concealed elements).
    func elements(touching rect: Rect, _ document: Document) -> ElementSet {
        var found = ElementSet()
        nodes.visit(touching: rect) { slot in
            if document.frame(slot).touches(rect) { found.nodes.insert(slot) }
        }
        edges.visit(touching: rect) { slot in
            guard routes.path(ofEdge: slot, in: document)?.touches(rect) == true else { return }
            for edge in bundles.edges(with: slot) ?? [slot] { found.edges.insert(edge) }
        }
        // Elements that are not shown are in no index, but belong to the content.
        concealedNodes.forEach { slot in
            if document.isPlaced(slot) && document.frame(slot).touches(rect) { found.nodes.insert(slot) }
        }
        concealedEdges.forEach { slot in
            if routes.path(ofEdge: slot, in: document)?.touches(rect) == true { found.edges.insert(slot) }
        }
        return found
    }
}
