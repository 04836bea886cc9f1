import Geometry
import Graph
import Storage

/// The items or clusters that a view has sent, and which elements changes have touched since.
struct SentScene: Sendable {
    var level: SceneLevel?
    /// Is true if edges were sent: as items, or as links between boxes.
    var hasEdges = false
    /// The part of the canvas whose items were sent.
    var covered = Rect.empty
    /// The part of the document that was searched for carried items.
    var searched = Rect.empty
    /// An upper bound of the number of nodes in `covered`; nil if there are too many for items.
    private var nodeBound: Int?
    var nodes = SentItems<NodeItem>()
    var edges = SentItems<EdgeItem>()
    /// The types, in a view that shows them.
    var types = SentTypes()
    /// The sets of handles, in a view that shares them.
    var handleSets = HandleSets()
    /// The node that lists its handles while a gesture resizes it.
    var nodeWithoutSet: Node.Slot?
    /// The node under the pointer at the last check of items.
    var hovered: Node.Slot?
    private var clusters = ClusterGrid()
    /// The removed elements, in a view that compares.
    var ghosts = SentGhosts()
    var displacement = Displacement()
    /// The elements that stand out; nil if none is dimmed.
    var emphasized: ElementSet?
    /// The routes of edges as the gesture would leave them.
    var preview = RoutePreview()
    /// Elements to check again.
    private(set) var touchedNodes: [Node.Slot] = []
    private(set) var touchedEdges: [Edge.Slot] = []
    /// The only part of the canvas whose drawing can affect the sent items, from a frame on.
    var heeded: Rect?
    /// Is true if every item must be checked again.
    private(set) var needsFullRefresh = false
    /// Is true if the members of nodes have changed.
    private var contentDiffers = false
    /// The document's count of parent changes at the last check of items.
    private var nestings = 0
    /// The end of the scene's stale bundles at the last check of items.
    private var bundleMark = 0
    /// The end of the scene's stale routes at the last check of items.
    private var routeMark = 0
    /// Is true if edges represent other ones since.
    private(set) var hasNewBundles = false
    /// The flatness of the paths that were sent.
    private var flatness: Double?
    /// Counts the passes.
    private var passes: UInt32 = 0

    /// The number of touched elements beyond which it is cheaper to look at every item.
    static let touchedLimit = 2048

    /// Records the elements that a change touched. Items of removed elements leave at once, before their slots are
    /// reused.
    ///
    /// - Complexity: O(elements of the delta).
    mutating func note(_ delta: Delta) {
        for index in delta.nodes.indices {
            if let id = delta.nodes[index].goneID { nodes.forget(delta.nodes[index].slot, id: id) }
        }
        for index in delta.edges.indices {
            if let id = delta.edges[index].goneID { edges.forget(delta.edges[index].slot, id: id) }
        }
        if !displacement.isNone { displacement.isStale = true }
        let hasOtherTypes = delta.members.contains { $0.name == "types" }
        if !contentDiffers {
            contentDiffers =
                hasOtherTypes || delta.nodes.contains { if case .changed = $0.content { true } else { false } }
        }
        if needsFullRefresh { return }
        let hasOtherSettings = delta.members.contains { $0.name == "settings" || $0.name == "edgeTypes" }
        let count = touchedNodes.count + touchedEdges.count + delta.nodes.count + delta.edges.count
        if count > SentScene.touchedLimit || hasOtherTypes || hasOtherSettings {
            needsFullRefresh = true
            touchedNodes = []
            touchedEdges = []
            return
        }
        for index in delta.nodes.indices { touchedNodes.append(delta.nodes[index].slot) }
        for index in delta.edges.indices { touchedEdges.append(delta.edges[index].slot) }
    }

    /// Notes the changes since it has looked last; nil if they are not known.
    mutating func note(_ changes: ArraySlice<Delta>?) {
        if let changes { return changes.forEach { note($0) } }
        if !displacement.isNone { displacement.isStale = true }
        contentDiffers = true
        needsFullRefresh = true
        (touchedNodes, touchedEdges) = ([], [])
    }

    /// Requests a complete refresh, when another document, or another state of its own, is shown.
    ///
    /// - Parameter scene: the scene of the new document.
    mutating func lookAgain(at scene: Scene) {
        needsFullRefresh = true
        hasNewBundles = true
        (touchedNodes, touchedEdges) = ([], [])
        (bundleMark, routeMark) = (scene.staleBundles.end, scene.staleRoutes.end)
    }

    /// Records the edges that began or ceased to represent others.
    mutating func touchBundles(_ scene: Scene) {
        let stale = scene.staleBundles
        if bundleMark == stale.end { return }
        hasNewBundles = true
        if let edges = stale.since(bundleMark), edges.count <= SentScene.touchedLimit {
            touchedEdges.append(contentsOf: edges)
        } else {
            needsFullRefresh = true
        }
        bundleMark = stale.end
    }

    /// Notes the edges that are drawn otherwise though neither they nor their ends have changed.
    mutating func touchRoutes(_ scene: Scene) {
        let stale = scene.staleRoutes
        if routeMark == stale.end { return }
        if let edges = stale.since(routeMark), edges.count <= SentScene.touchedLimit {
            touchedEdges.append(contentsOf: edges.lazy.filter { scene.edges.contains($0) })
        } else {
            needsFullRefresh = true
        }
        routeMark = stale.end
    }

    /// Asks for a full refresh if a touched node has children, which may have moved or changed their z with it.
    ///
    /// The contents of a collapsed node that only moved were not shown and are not.
    mutating func refreshTouchedContainers(_ document: Document) {
        for slot in touchedNodes where document.nodes.isAlive(slot) && document.nodes.firstChild(of: slot) != nil {
            let isCollapsed = document.nodes.flags(slot).contains(.collapsed)
            if !isCollapsed || contentDiffers { needsFullRefresh = true }
        }
        if needsFullRefresh { covered = .empty }
    }

    /// Records the new flatness of paths; returns whether the sent ones have another.
    mutating func setFlatness(_ value: Double) -> Bool {
        defer { flatness = value }
        return flatness != value
    }

    /// Returns true if paths were sent with another flatness.
    func differs(fromFlatness value: Double) -> Bool { flatness != value }

    /// Forgets the checked parts of the canvas, so that the next pass checks all of them.
    mutating func forgetCoverage() {
        covered = .empty
        searched = .empty
    }

    /// Replaces numbers of types and of lists of handles that were swept.
    mutating func rename(_ sweep: NameSweep) {
        nodes.rename(sweep)
        handleSets.forgetLists()
        for index in nodes.items.indices where nodes.items[index].handleSet != nil {
            nodes.withItem(at: index) { $0.handleSet = nil }
            nodes.mark(.handles, at: index)
        }
    }

    // MARK: Level

    /// The level for the covered area, which depends on the number of nodes there.
    ///
    /// - Complexity: O(nodes in the strips that became covered) while items are shown; otherwise O(`Limits.sceneBoxes`).
    mutating func nextLevel(covering rect: Rect, _ scene: Scene) -> SceneLevel {
        let isTouched = needsFullRefresh || !touchedNodes.isEmpty || !touchedEdges.isEmpty
        if let level, rect == covered && !isTouched { return level }
        if !covered.isEmpty, var bound = nodeBound {
            bound += touchedNodes.count
            rect.visitRemainder(outside: covered) {
                if bound <= Limits.sceneItems { bound += scene.nodes.count(touching: $0, upTo: Limits.sceneItems) }
            }
            nodeBound = bound
            if bound <= Limits.sceneItems { return .items }
        }
        let count = scene.nodes.count(touching: rect, upTo: Limits.sceneBoxes)
        nodeBound = count > Limits.sceneItems ? nil : count
        return count > Limits.sceneBoxes ? .clusters : count > Limits.sceneItems ? .boxes : .items
    }

    /// Starts again at another level: everything that was sent leaves.
    mutating func restart(at level: SceneLevel, _ document: Document, in update: inout ViewUpdate) {
        nodes.leaveAll(document.nodes.order) { document.nodeID($0) }
        edges.leaveAll(document.edges.order) { document.edgeID($0) }
        if self.level == .clusters {
            update.draw { $0.clusters = ClusterGrid().changes(since: clusters) }
            clusters = ClusterGrid()
        }
        update.level = level
        self.level = level
        forgetCoverage()
    }

    // MARK: Syncing

    /// Begins a pass over the items of a rectangle; returns its number.
    mutating func beginPass(covering rect: Rect) -> UInt32 {
        passes &+= 1
        covered = rect
        return passes
    }

    /// Counts the unknown clusters of a rectangle, and reports the changes.
    mutating func updateClusters(
        covering rect: Rect, zoom: Double, _ document: Document, _ scene: Scene, in update: inout ViewUpdate
    ) {
        covered = rect
        var grid = ClusterGrid(covering: rect, zoom: zoom)
        if grid.hasSameCells(as: clusters) && clusters.isCurrent(scene) { return }
        grid.fill(document, scene, reusing: clusters)
        update.draw { $0.clusters = grid.changes(since: clusters) }
        clusters = grid
    }

    /// Updates which nodes are containers.
    mutating func syncContainers(_ document: Document) {
        let hasOtherNesting = needsFullRefresh || nestings != document.nodes.nestings
        if !hasOtherNesting && !contentDiffers { return }
        nodes.syncContainers(document, hasOtherNesting ? nil : touchedNodes)
        nestings = document.nodes.nestings
    }

    /// Updates the order among items of one kind.
    mutating func syncOrder(_ document: Document) {
        nodes.syncOrder(document.nodes.order.placements) { document.nodes.order.key($0) }
        edges.syncOrder(document.edges.order.placements) { document.edges.order.key($0) }
    }

    /// Moves the changes into an update; after it nothing is pending.
    ///
    /// - Complexity: O(*n* log *n*) for *n* changed items.
    mutating func takeChanges(_ document: Document, into update: inout ViewUpdate) {
        let nodeChanges = nodes.takeChanges { document.nodes.order.key($0) }
        let edgeChanges = edges.takeChanges { document.edges.order.key($0) }
        if !nodeChanges.isEmpty || !edgeChanges.isEmpty {
            update.draw { ($0.nodes, $0.edges) = (nodeChanges, edgeChanges) }
        }
        touchedNodes.removeAll(keepingCapacity: true)
        touchedEdges.removeAll(keepingCapacity: true)
        needsFullRefresh = false
        contentDiffers = false
        hasNewBundles = false
    }
}
