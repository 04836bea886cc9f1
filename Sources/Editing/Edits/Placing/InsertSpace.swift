import Geometry
import Graph

extension Transaction {
    /// Makes space on the canvas: moves the nodes at the top that begin at or beyond a coordinate.
    ///
    /// The contents of a moved node move with it.
    /// Nodes without a position stay, and so do locked ones that are hidden.
    ///
    /// - Parameters:
    ///   - at: a coordinate of the canvas along the axis.
    ///   - distance: in canvas units; a negative one removes space.
    /// - Throws: `locked` (a node that is shown and would move), `invalidValue` (a number that is not finite, or a node that would
    ///   leave the range of doubles).
    /// - Complexity: O(the nodes of the document).
    public mutating func insertSpace(at coordinate: Double, by distance: Double, along axis: Axis) throws(EditError) {
        if !coordinate.isFinite { throw .invalid("a coordinate is finite", path: ["at"]) }
        if !distance.isFinite { throw .invalid("a distance is finite", path: ["by"]) }
        if distance == 0 { return }
        var moved = document.nodeSlots.filter { slot in
            document.nodes.parent(slot) == nil && document.isPlaced(slot)
                && document.nodes.geometry(slot).position[axis] >= coordinate
        }
        let locked = moved.filter { document.nodes.flags($0).contains(.locked) }
        let shown = locked.filter { !document.isConcealed($0) }
        if !shown.isEmpty { throw .locked(nodes: shown.map { document.nodeID($0) }) }
        if !locked.isEmpty { moved.removeAll { document.nodes.flags($0).contains(.locked) } }
        var offset = Point.zero
        offset[axis] = distance
        try shift(
            moved.map { NodeShift(slot: $0, position: document.nodes.geometry($0).position + offset, offset: offset) })
    }
}
