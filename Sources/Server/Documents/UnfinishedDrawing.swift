import EdgeRouting
import Geometry
import Graph
import Interaction

/// A document and the drawing of its edges, some of whose ways round nodes are still to be found: for a job that answers
/// when all are.
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

extension Session {
    /// Returns the drawing of some edges if ways round nodes are still to be found; nil if none is.
    ///
    /// - Throws: `noSuchDocument`, `noSuchEdge`.
    mutating func unfinishedDrawing(
        of name: String, _ edges: [Identifier]
    ) throws(Failure) -> (drawing: UnfinishedDrawing, edges: [Edge.Slot])? {
        try withWorkspace(name) { (workspace) throws(EditError) in
            let slots = try workspace.document.slots(edges: edges)
            workspace.content.refreshRoutes(of: slots)
            return workspace.content.isRouting ? (UnfinishedDrawing(workspace.content), slots) : nil
        }
    }
}
