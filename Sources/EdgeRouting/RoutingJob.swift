import Geometry
import Graph
import Storage

/// The search for the ways round nodes of edges that wait for theirs, on a copy: any thread may run it.
public struct RoutingJob: Sendable {
    private let document: Document
    private var routes: EdgeRoutes

    /// - Parameters:
    ///   - routes: with edges that wait.
    ///   - document: of which they are in step.
    public init(_ routes: EdgeRoutes, _ document: Document) {
        self.document = document
        self.routes = routes
        self.routes.linesAtOnce = .max
    }

    /// Finds the ways, and returns the routes with them. If it is stopped, edges still wait.
    public consuming func run(isStopped: () -> Bool) -> EdgeRoutes {
        routes.catchUp(document, isStopped)
        return routes
    }
}

/// The changes that a job for routes does not know of, by the last one of each element.
struct RoutingChanges: Sendable {
    /// The frames of nodes; nil for one that is not shown.
    var nodes: [Node.Slot: Rect?] = [:]
    /// Edges, and whether they are drawn.
    var edges: [Edge.Slot: Bool] = [:]
}

extension EdgeRoutes {
    /// Is true if edges wait and no job is under way.
    public var wantsJob: Bool { isBehind && contents.value.changes == nil }

    /// Begins a job for the edges that wait; nil if it is not wanted.
    public mutating func beginJob(_ document: Document) -> RoutingJob? {
        if !wantsJob { return nil }
        let job = RoutingJob(self, document)
        contents.value.changes = RoutingChanges()
        return job
    }

    /// Takes the routes that a job has found, brings them in step, and returns the edges that may be drawn otherwise than
    /// before.
    ///
    /// - Complexity: O(the edges that go round nodes), and what has changed since the job was begun.
    public mutating func finishJob(_ found: EdgeRoutes, _ document: Document) -> [Edge.Slot] {
        // Where all routes were begun again since, what was found is of no use.
        guard let changes = contents.value.changes else { return [] }
        let before = self
        contents = found.contents
        contents.value.version = before.version + 1
        for (node, frame) in changes.nodes.sorted(by: { $0.key.index < $1.key.index }) { set(node, frame) }
        for (edge, isDrawn) in changes.edges.sorted(by: { $0.key.index < $1.key.index }) {
            keep(edge, isDrawn: isDrawn, document)
        }
        _ = refresh(document)
        let changed = contents.value.members.slots.filter {
            contents.value.places != nil || differs($0, from: before)
        }
        return changed + placeLabels(changed, document)
    }

    private func differs(_ edge: Edge.Slot, from before: EdgeRoutes) -> Bool {
        points(ofEdge: edge) != before.points(ofEdge: edge)
    }

    fileprivate mutating func catchUp(_ document: Document, _ isStopped: () -> Bool) {
        let changed = drawnOtherwise(contents.value.net?.catchUp(unless: isStopped) ?? [], document)
        _ = placeLabels(changed, document)
    }
}
