import EdgeRouting
import Geometry
import Graph
import Interaction

/// A document and the drawing of its edges, some without their routes around nodes: for a job that answers when all
/// are known.
struct UnfinishedDrawing: Sendable {
    let document: Document
    let bundles: EdgeBundles
    private let work: RoutingJob

    fileprivate init(_ content: borrowing Content) {
        (document, bundles) = (content.document, content.scene.bundles)
        work = RoutingJob(content.scene.routes, content.document)
    }

    /// Finds the ways that are still to be found.
    ///
    /// - Throws: `cancelled`.
    func finishedRoutes(_ watch: WorkWatch) throws(Failure) -> EdgeRoutes {
        let routes = work.run { !watch(0) }
        if routes.isBehind { throw .cancelled("stopped") }
        return routes
    }
}

extension Workspace {
    /// Returns the drawing of some edges, or of all, if ways round nodes are still to be found; nil if none is.
    ///
    /// - Throws: `noSuchEdge`.
    mutating func unfinishedDrawing(
        of edges: [Identifier]?
    ) throws(EditError) -> (drawing: UnfinishedDrawing, edges: [Edge.Slot])? {
        let named = try edges.map { (ids) throws(EditError) in try document.slots(edges: ids) }
        if let named { content.refreshRoutes(of: named) } else { content.refreshItems() }
        return content.isRouting ? (UnfinishedDrawing(content), named ?? document.edgeSlots) : nil
    }
}
