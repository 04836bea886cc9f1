import EdgeRouting
import Geometry
import Graph
import Storage

/// The paths of edges that were asked for before, so that a question with many rectangles draws few edges twice.
struct KnownPaths {
    private var paths: [Edge.Slot: Path?] = [:]
    /// The greatest number that is kept.
    private static let limit = 1 << 14

    mutating func path(ofEdge slot: Edge.Slot, _ routes: EdgeRoutes, _ document: Document) -> Path? {
        if let known = paths[slot] { return known }
        let path = routes.path(ofEdge: slot, in: document)
        if paths.count < KnownPaths.limit { paths[slot] = path }
        return path
    }
}

extension Scene {
    /// The elements that touch a rectangle on the canvas: nodes by frame, edges by curve; hidden ones too.
    ///
    /// - Complexity: O(the elements that touch the rectangle, and the concealed ones).
    func elements(touching rect: Rect, _ document: Document, _ paths: inout KnownPaths) -> ElementSet {
        var found = ElementSet()
        nodes.visit(touching: rect) {
            found.nodes.insert($0)
        } crossing: { slot in
            if document.frame(slot).touches(rect) { found.nodes.insert(slot) }
        }
        func insert(_ slot: Edge.Slot) {
            if bundles.isEmpty {
                found.edges.insert(slot)
            } else {
                for edge in bundles.edges(with: slot) ?? [slot] { found.edges.insert(edge) }
            }
        }
        edges.visit(touching: rect) {
            insert($0)
        } crossing: { slot in
            if paths.path(ofEdge: slot, routes, document)?.touches(rect) == true { insert(slot) }
        }
        // Elements that are not shown are in no index, but belong to the content.
        concealedNodes.forEach { slot in
            if document.isPlaced(slot) && document.frame(slot).touches(rect) { found.nodes.insert(slot) }
        }
        concealedEdges.forEach { slot in
            if paths.path(ofEdge: slot, routes, document)?.touches(rect) == true { found.edges.insert(slot) }
        }
        return found
    }
}
