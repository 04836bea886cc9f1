import Geometry
import Graph

/// Nodes of a drag that come to lie in another parent; nil is the canvas.
struct Drop {
    let parent: Node.ID?
    var nodes: [Node.ID]
}

extension Editor {
    /// The front-most node that holds a point of the canvas and is wanted.
    ///
    /// - Complexity: O(the nodes at the point).
    func frontNode(at point: Point, where isWanted: (Int32) -> Bool = { _ in true }) -> Int32? {
        var front: Int32 = -1
        scene.nodes.visit(near: point, within: 0) { slot in
            guard isWanted(slot), document.frame(slot).contains(point) else { return }
            if front < 0 || document.isInFront(slot, of: front) { front = slot }
        }
        return front < 0 ? nil : front
    }

    /// The node a root of a drag would come to lie in where it is now; nil is the canvas, or that it stays in its parent.
    func dropTarget(of root: Int32, in drag: DragGesture) -> Int32? {
        guard document.isDroppable(root) else { return nil }
        let center = document.frame(root).center + drag.offset
        return frontNode(at: center) { slot in
            document.nodes.flags(slot).contains(.acceptsChildren) && !drag.carried.contains(slot)
        }
    }

    /// Where the roots of a drag come to lie, as far as they change their parents.
    ///
    /// - Complexity: O(the roots, the groups over each, and the nodes within their bounds).
    func drops(of drag: DragGesture) -> [Drop] {
        let roots = drag.roots.filter { document.isDroppable($0) }
        if roots.isEmpty { return [] }
        let groups = groups(for: roots, of: drag)
        var drops: [Drop] = []
        var places: [Int32: Int] = [:]
        for root in roots {
            let center = document.frame(root).center + drag.offset
            var parent: Int32 = -1
            groups.visit(near: center, within: 0) { group in
                guard document.frame(group).contains(center) else { return }
                if parent < 0 || document.isInFront(group, of: parent) { parent = group }
            }
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

    /// The groups around the places where the roots are dropped.
    ///
    /// Each root is asked of these alone, for among all nodes thousands may lie over one another.
    private func groups(for roots: [Int32], of drag: DragGesture) -> SpatialIndex {
        var groups = SpatialIndex()
        let bounds = roots.reduce(Rect.empty) { $0.union(document.frame($1).center + drag.offset) }
        scene.nodes.visit(touching: bounds) { slot in
            guard document.nodes.flags(slot).contains(.acceptsChildren), !drag.carried.contains(slot) else { return }
            groups.set(slot, document.frame(slot))
        }
        return groups
    }
}

extension Document {
    /// Whether a drop may give a node another parent.
    ///
    /// Children of nodes that accept none keep their parents, and so do those that their own extent keeps inside or that
    /// make their parents grow.
    fileprivate func isDroppable(_ slot: Int32) -> Bool {
        let parent = nodes.parent(slot)
        if parent < 0 { return true }
        return nodes.flags(parent).contains(.acceptsChildren)
            && nodes.flags(slot).isDisjoint(with: [.extentParent, .extentRect, .expandsParent])
    }
}
