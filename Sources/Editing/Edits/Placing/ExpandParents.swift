import Geometry
import Graph
import Storage

extension Transaction {
    /// Lets the parents of nodes grow so that they hold them, and so on outwards while the parents expand theirs.
    ///
    /// Locked parents, and those without a position, do not change, and hidden nodes need no space; other contents
    /// keep their positions.
    ///
    /// - Throws: `invalidValue` (a parent would leave the range of doubles).
    /// - Complexity: O(the nodes and the children of parents that grow).
    public mutating func expandParents(of slots: [Node.Slot]) throws(EditError) {
        var inner = slots
        var origins = ContainerOrigins()
        while !inner.isEmpty {
            var parents: [Node.Slot] = []
            var bounds: [Node.Slot: Rect] = [:]
            for slot in inner {
                let flags = document.nodes.flags(slot)
                guard let parent = document.nodes.parent(slot), flags.contains(.expandsParent),
                    flags.isDisjoint(with: [.hidden, .unplaced])
                else { continue }
                if bounds[parent] == nil { parents.append(parent) }
                let geometry = document.nodes.geometry(slot)
                let frame = Rect(
                    origin: origins.origin(of: slot, in: document) + geometry.position,
                    size: Size(width: geometry.width, height: geometry.height))
                bounds[parent] = frame.union(bounds[parent] ?? .empty)
            }
            for parent in parents {
                guard let held = bounds[parent], document.isPlaced(parent) else { continue }
                let origin = origins.origin(of: parent, in: document)
                let frame = document.openFrame(parent, from: origin)
                if frame.contains(held) || document.nodes.flags(parent).contains(.locked) { continue }
                let grown = frame.union(held)
                try setOpenFrame(
                    parent, width: grown.width, height: grown.height, position: grown.origin, from: origin)
                origins.noteMoved(parent, to: grown.origin)
            }
            inner = parents
        }
    }
}
