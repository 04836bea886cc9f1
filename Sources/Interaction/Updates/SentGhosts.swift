import Geometry
import Graph
import Storage

/// The items of removed elements that a view has sent: read from the other document, which has them.
struct SentGhosts: Sendable {
    private var nodes = SentItems<NodeItem>()
    private var edges = SentItems<EdgeItem>()
    /// The ids of the items; the other document no longer knows those of removed slots.
    private var nodeIDs: [Node.Slot: Node.ID] = [:]
    private var edgeIDs: [Edge.Slot: Edge.ID] = [:]
    /// The state for which items were looked up last.
    private var seen: Seen?

    private struct Seen: Equatable {
        var area: Rect
        var level: SceneLevel
        var flatness: Double
        var version: Int
        var baseVersion: Int
    }

    /// Updates the ghosts to the covered area and the differences; moves the changes into an update.
    ///
    /// They are shown if the level has items or, for nodes, boxes, unless too many nodes of the other document are
    /// covered.
    ///
    /// - Parameter compared: with the scene in step.
    /// - Complexity: O(1) if none of this has changed, else O(the covered part of the other document).
    mutating func update(
        of view: View, _ level: SceneLevel, _ compared: ViewComparison, in update: inout ViewUpdate
    ) {
        let (comparison, scene) = (compared.comparison, compared.scene)
        let now = Seen(
            area: view.covered, level: level, flatness: view.mode == .points ? view.flatness : 0,
            version: comparison.version, baseVersion: comparison.baseVersion)
        if now == seen { return }
        let before = seen
        seen = now
        if before?.level != level || before?.baseVersion != now.baseVersion || before?.flatness != now.flatness {
            leaveAll()
        }
        let limit = level == .items ? Limits.sceneItems : Limits.sceneBoxes
        let isShown = level != .clusters && scene.nodes.count(touching: now.area, upTo: limit) <= limit
        let base = compared.base
        leave { isShown && compared.isGhost($0) && base.frame($0).touches(now.area) }
        leave(edgesUnless: { isShown && level == .items && compared.isGhost($0) && $1.touches(now.area) })
        if isShown {
            scene.nodes.visit(touching: now.area) { slot in
                if compared.isGhost(slot), nodeIDs[slot] == nil { enter(slot, base, hasDetails: level == .items) }
            }
            if level == .items {
                scene.edges.visit(touching: now.area) { slot in
                    if compared.isGhost(slot), edgeIDs[slot] == nil { enter(slot, base, scene, now.area) }
                }
            }
        }
        let ghosts = ViewUpdate.Ghosts(
            document: base, nodes: nodes.takeChanges { base.nodes.order.key($0) },
            edges: edges.takeChanges { base.edges.order.key($0) })
        if !ghosts.isEmpty { update.draw { $0.ghosts = ghosts } }
    }

    // MARK: Entering

    private mutating func enter(_ slot: Node.Slot, _ base: Document, hasDetails: Bool) {
        let frame = base.frame(slot)
        var item = NodeItem(slot: slot, frame: frame, size: frame.size)
        _ = hasDetails ? item.readContent(base, []) : item.readLook(base)
        item.order = base.nodes.order.key(slot)
        item.isContainer = base.isContainer(slot)
        item.isGhost = true
        nodeIDs[slot] = base.nodeID(slot)
        nodes.enter(item)
    }

    private mutating func enter(_ slot: Edge.Slot, _ base: Document, _ scene: Scene, _ area: Rect) {
        guard let route = scene.routes.route(ofEdge: slot, in: base) else { return }
        var item = EdgeItem(slot: slot, route, base)
        if !item.touches(area) { return }
        item.jumpingPath = scene.routes.jumpingPath(ofEdge: slot, route.path)
        item.order = base.edges.order.key(slot)
        item.z = base.z(ofEdge: slot)
        _ = item.readContent(base, [])
        item.isGhost = true
        edgeIDs[slot] = base.edgeID(slot)
        edges.enter(item)
    }

    // MARK: Leaving

    private mutating func leaveAll() {
        leave { _ in false }
        leave(edgesUnless: { _, _ in false })
    }

    private mutating func leave(nodesUnless stays: (Node.Slot) -> Bool) {
        for slot in nodeIDs.keys.sorted() where !stays(slot) {
            if let id = nodeIDs.removeValue(forKey: slot) { nodes.forget(slot, id: id) }
        }
    }

    private mutating func leave(edgesUnless stays: (Edge.Slot, EdgeItem) -> Bool) {
        for slot in edgeIDs.keys.sorted() {
            if let index = edges.index(of: slot), stays(slot, edges.items[index]) { continue }
            if let id = edgeIDs.removeValue(forKey: slot) { edges.forget(slot, id: id) }
        }
    }
}

extension ViewUpdate {
    /// The items of removed elements that an update adds and removes, with the document that has them.
    public struct Ghosts: Sendable {
        /// The other document of the comparison.
        public let document: Document
        /// The nodes.
        public let nodes: ItemChanges<NodeItem>
        /// The edges.
        public let edges: ItemChanges<EdgeItem>

        var isEmpty: Bool { nodes.isEmpty && edges.isEmpty }
    }
}
