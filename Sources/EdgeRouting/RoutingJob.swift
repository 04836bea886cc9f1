import Geometry
import Graph
import Storage

/// The search for the detours of waiting edges, on a copy: any thread may run it.
public struct RoutingJob: Sendable {
    private let document: Document
    private var routes: EdgeRoutes

    /// - Parameters:
    ///   - routes: routes with waiting edges.
    ///   - document: the document of the routes, in the same state.
    public init(_ routes: EdgeRoutes, _ document: Document) {
        self.document = document
        self.routes = routes
        self.routes.linesAtOnce = .max
    }

    /// Finds the detours, and returns the routes with them. If it is stopped, some edges still wait.
    public consuming func run(isStopped: () -> Bool) -> EdgeRoutes {
        routes.catchUp(document, isStopped)
        return routes
    }
}

/// The changes since a routing job began; the latest one of each element.
struct RoutingChanges: Sendable {
    /// The frames of nodes; nil for a node that is not visible.
    var nodes: [Node.Slot: Rect?] = [:]
    /// A flag for each changed edge: true if it is drawn.
    var edges: [Edge.Slot: Bool] = [:]
}

extension EdgeRoutes {
    /// Is true if edges wait and no job is running.
    public var wantsJob: Bool { isBehind && contents.value.changes == nil }

    /// Begins a job for the waiting edges; nil if none is needed.
    public mutating func beginJob(_ document: Document) -> RoutingJob? {
        if !wantsJob { return nil }
        let job = RoutingJob(self, document)
        contents.value.changes = RoutingChanges()
        return job
    }

    /// Takes over the routes of a job, applies the changes since it began, and returns the edges whose drawing may have
    /// changed.
    ///
    /// - Complexity: O(*n*) for *n* edges that detour around nodes, plus the changes since the job began.
    public mutating func finishJob(_ found: EdgeRoutes, _ document: Document) -> [Edge.Slot] {
        // All routes were restarted meanwhile, so the result is outdated.
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
