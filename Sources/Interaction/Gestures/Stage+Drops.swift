import Editing
import Geometry
import Graph
import Storage

/// Nodes of a drag that come to lie in another parent; nil is the canvas.
struct Drop {
    let parent: Node.ID?
    var nodes: [Node.ID]
}

extension Stage {
    /// The front-most node that holds a point of the canvas.
    ///
    /// - Complexity: O(the nodes at the point).
    func frontNode(at point: Point) -> Int32? {
        let front = document.frontmost(of: scene.nodes.slots(at: point), holding: point)
        return front < 0 ? nil : front
    }

    /// The front-most of some nodes that holds a point of the canvas.
    func frontNode(at point: Point, of members: SlotSet) -> Int32? {
        var slots = scene.nodes.slots(at: point)
        slots.removeAll { !members.contains($0) }
        let front = document.frontmost(of: slots, holding: point)
        return front < 0 ? nil : front
    }

    /// The node a root of a drag would come to lie in where it is now; nil is the canvas, or that it stays in its parent.
    func dropTarget(of root: Int32, in drag: DragGesture) -> Int32? {
        guard document.isDroppable(root) else { return nil }
        let center = document.frame(root).center + drag.offset
        let groups = document.groups(among: scene.nodes.slots(at: center), besides: drag.carried)
        let front = document.frontmost(of: groups, holding: center)
        return front < 0 ? nil : front
    }

    /// The edge nearest to the center of a frame, of those that the frame covers; −1 if there is none.
    func nearestEdge(under frame: Rect) -> Int32 {
        var edges: [Int32] = []
        scene.edges.visit(touching: frame) { edges.append($0) }
        var nearest: Int32 = -1
        var reach = max(frame.width, frame.height) / 2
        for edge in edges where !document.isConcealed(edge: edge) {
            guard let path = document.path(ofEdge: edge), path.touches(frame),
                let distance = path.distance(to: frame.center, within: reach)
            else { continue }
            nearest = edge
            reach = distance
        }
        return nearest
    }

    /// Where the roots of a drag come to lie, as far as they change their parents.
    ///
    /// - Complexity: O(the roots, the groups over each, and the nodes within their bounds).
    func drops(of drag: DragGesture) -> [Drop] {
        var roots: [Int32] = []
        var bounds = Rect.empty
        for root in drag.roots where document.isDroppable(root) {
            roots.append(root)
            bounds = bounds.union(document.frame(root).center + drag.offset)
        }
        if roots.isEmpty { return [] }
        // Each root is asked of the groups alone, for among all nodes thousands may lie over one another.
        var nearby: [Int32] = []
        scene.nodes.visit(touching: bounds) { nearby.append($0) }
        var groups = SpatialIndex()
        for group in document.groups(among: nearby, besides: drag.carried) { groups.set(group, document.frame(group)) }
        var drops: [Drop] = []
        var places: [Int32: Int] = [:]
        for root in roots {
            let center = document.frame(root).center + drag.offset
            let parent = groups.count == 0 ? -1 : document.frontmost(of: groups.slots(at: center), holding: center)
            if parent == document.nodes.parent(root) { continue }
            if let place = places[parent] {
                drops[place].nodes.append(document.nodeID(root))
            } else {
                places[parent] = drops.count
                drops.append(
                    Drop(parent: parent < 0 ? nil : document.nodeID(parent), nodes: [document.nodeID(root)]))
            }
        }
        return drops
    }
}

extension SpatialIndex {
    /// The items at a point, as a list: a loop over it borrows a document, where a closure copies it.
    fileprivate func slots(at point: Point) -> [Int32] {
        var slots: [Int32] = []
        visit(near: point, within: 0) { slots.append($0) }
        return slots
    }
}

extension Document {
    /// Whether an edge ends on a node.
    func hasEdges(_ node: Int32) -> Bool { nodes.firstOut(node) >= 0 || nodes.firstIn(node) >= 0 }

    /// The front-most of some nodes whose frame holds a point, or −1.
    func frontmost(of slots: [Int32], holding point: Point) -> Int32 {
        var front: Int32 = -1
        for slot in slots where frame(slot).contains(point) {
            if front < 0 || isInFront(slot, of: front) { front = slot }
        }
        return front
    }

    fileprivate func groups(among slots: [Int32], besides others: SlotSet) -> [Int32] {
        var groups: [Int32] = []
        for slot in slots where takesChildren(slot) && !others.contains(slot) { groups.append(slot) }
        return groups
    }
}

extension Document {
    /// Whether drops put nodes into a node, and take them out of it.
    func takesChildren(_ slot: Int32) -> Bool {
        nodes.flags(slot).contains(.acceptsChildren) && !nodes.flags(slot).contains(.locked)
    }

    /// Whether a drop may give a node another parent.
    ///
    /// Children of nodes that accept none or are locked keep their parents, and so do those that their own extent keeps inside or that
    /// make their parents grow.
    fileprivate func isDroppable(_ slot: Int32) -> Bool {
        let parent = nodes.parent(slot)
        if parent < 0 { return true }
        return takesChildren(parent)
            && nodes.flags(slot).isDisjoint(with: [.extentParent, .extentRect, .expandsParent])
    }
}
