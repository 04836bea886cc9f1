import Editing
import Geometry
import Graph
import Storage

/// Nodes of a drag that get another parent; nil is the canvas.
struct Drop {
    let parent: Node.ID?
    var nodes: [Node.ID]
}

extension Stage {
    /// The front-most node that holds a point of the canvas.
    ///
    /// - Complexity: O(the nodes at the point).
    func frontNode(at point: Point) -> Node.Slot? {
        document.frontmost(of: scene.nodes.slots(at: point), holding: point)
    }

    /// The front-most of some nodes that holds a point of the canvas.
    func frontNode(at point: Point, of members: SlotSet<Node>) -> Node.Slot? {
        var slots = scene.nodes.slots(at: point)
        slots.removeAll { !members.contains($0) }
        return document.frontmost(of: slots, holding: point)
    }

    /// The group into which a root of a drag would be dropped at its present position, perhaps its own; nil is the
    /// canvas, or no change.
    func group(under root: Node.Slot, in drag: DragGesture) -> Node.Slot? {
        guard document.nodes.holderCount > 0, document.isDroppable(root) else { return nil }
        let center = document.frame(root).center + drag.offset
        return document.frontmost(
            of: document.groups(among: scene.nodes.slots(at: center), besides: drag.carried), holding: center)
    }

    /// The edge nearest to the center of a frame, among those that the frame covers; nil if there is none.
    func nearestEdge(under frame: Rect) -> Edge.Slot? {
        var edges: [Edge.Slot] = []
        scene.edges.visit(touching: frame) { edges.append($0) }
        var nearest: Edge.Slot?
        var reach = max(frame.width, frame.height) / 2
        for edge in edges where !document.isConcealed(edge: edge) && !document.isRedirected(edge: edge) {
            guard let path = scene.routes.path(ofEdge: edge, in: document), path.touches(frame),
                let distance = path.distance(to: frame.center, within: reach)
            else { continue }
            nearest = edge
            reach = distance
        }
        return nearest
    }

    /// Returns the new parents of the roots of a drag, if they change.
    ///
    /// - Complexity: O(the roots, the groups over each, and the nodes within their bounds).
    func drops(of drag: DragGesture) -> [Drop] {
        var roots: [Node.Slot] = []
        var bounds = Rect.empty
        for root in drag.roots where document.isDroppable(root) {
            roots.append(root)
            bounds = bounds.union(document.frame(root).center + drag.offset)
        }
        if roots.isEmpty { return [] }
        // Each root is asked of the groups alone, for among all nodes thousands may lie over one another.
        var nearby: [Node.Slot] = []
        scene.nodes.visit(touching: bounds) { nearby.append($0) }
        var groups = SpatialIndex<Node>()
        for group in document.groups(among: nearby, besides: drag.carried) { groups.set(group, document.frame(group)) }
        var drops: [Drop] = []
        var indices: [Node.Slot?: Int] = [:]
        for root in roots {
            let center = document.frame(root).center + drag.offset
            let parent = groups.count == 0 ? nil : document.frontmost(of: groups.slots(at: center), holding: center)
            if parent == document.nodes.parent(root) { continue }
            if let index = indices[parent] {
                drops[index].nodes.append(document.nodeID(root))
            } else {
                indices[parent] = drops.count
                drops.append(Drop(parent: parent.map { document.nodeID($0) }, nodes: [document.nodeID(root)]))
            }
        }
        return drops
    }
}

extension SpatialIndex {
    /// The items at a point, as a list: a loop over it borrows a document, while a closure copies it.
    fileprivate func slots(at point: Point) -> [Slot<Element>] {
        var slots: [Slot<Element>] = []
        visit(near: point, within: 0) { slots.append($0) }
        return slots
    }
}

extension Document {
    /// Returns true if an edge ends on a node.
    func hasEdges(_ node: Node.Slot) -> Bool { nodes.firstOut(node) != nil || nodes.firstIn(node) != nil }

    /// The front-most of some nodes that hold a point.
    func frontmost(of slots: [Node.Slot], holding point: Point) -> Node.Slot? {
        var front: Node.Slot?
        for slot in slots where node(slot, holds: point) {
            if front.map({ isInFront(slot, of: $0) }) ?? true { front = slot }
        }
        return front
    }

    fileprivate func groups(among slots: [Node.Slot], besides others: SlotSet<Node>) -> [Node.Slot] {
        var groups: [Node.Slot] = []
        for slot in slots where takesChildren(slot) && !others.contains(slot) { groups.append(slot) }
        return groups
    }
}

extension Document {
    /// The refusal of a drop of a node into a group; nil if it takes it, or has it.
    func refusal(ofDropping root: Node.Slot, into group: Node.Slot) -> EditError? {
        let type = nodes.type(root).map { symbols[$0] }
        if nodes.parent(root) == group || accepts(type, in: group) { return nil }
        return .notAccepted([nodeID(root)], by: nodeID(group))
    }

    /// Returns true if drops put nodes into a node, and take them out of it.
    func takesChildren(_ slot: Node.Slot) -> Bool {
        nodes.flags(slot).contains(.acceptsChildren) && !nodes.flags(slot).contains(.locked)
    }

    /// Returns true if a drop may give a node another parent.
    ///
    /// Children of a node keep their parent if the node accepts none or is locked, or if their own extent keeps them
    /// inside or makes the parent grow.
    fileprivate func isDroppable(_ slot: Node.Slot) -> Bool {
        guard let parent = nodes.parent(slot) else { return true }
        return takesChildren(parent)
            && nodes.flags(slot).isDisjoint(with: [.extentParent, .extentRect, .expandsParent])
    }
}
