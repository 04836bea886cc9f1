import Geometry
import Graph
import Storage

extension Transaction {
    /// Moves nodes by the same offset, and with them everything inside their groups.
    ///
    /// With `snap` the first node's top-left corner snaps to the grid and all move by its offset. A node inside
    /// another listed one moves once. Waypoints of edges between two moved nodes move along; other waypoints stay.
    ///
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (a node has no position, or would leave the range of doubles).
    /// - Complexity: O(*n*) for *n* moved nodes and their edges, whatever the size of the document.
    public mutating func moveNodes(_ ids: [Node.ID], by offset: Point, snap: Bool? = nil) throws(EditError) {
        try check(offset, "by")
        let named = try unlocked(ids)
        try checkPlaced(named.slots)
        guard let first = named.slots.first else { return }
        if snap != true { return try move(named, by: offset, first: nil) }
        var origins = Origins()
        let corner = origins.corner(of: first, in: document)
        let target = Grid(document.settings).snapped(corner + offset)
        try move(named, by: target - corner, first: target)
    }

    /// Moves nodes so that the first one's top-left corner is at a point of the canvas.
    ///
    /// The others keep their positions relative to it. The point is snapped if the settings say so, or as `snap` says.
    /// The first node may have no position if it is the only one.
    ///
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (a node has no position, or would leave the range of doubles).
    public mutating func moveNodes(_ ids: [Node.ID], to point: Point, snap: Bool? = nil) throws(EditError) {
        try check(point, "to")
        let named = try unlocked(ids)
        guard let first = named.slots.first else { return }
        let target = snap ?? document.settings.snapToGrid ? Grid(document.settings).snapped(point) : point
        try check(target, "to")
        if named.slots.count == 1 && !document.isPlaced(first) {
            let position = target - document.parentOrigin(first)
            return try shift([NodeShift(slot: first, position: position, offset: position)])
        }
        try checkPlaced(named.slots)
        var origins = Origins()
        try move(named, by: target - origins.corner(of: first, in: document), first: target)
    }

    /// - Parameter target: the exact position of the first one, despite rounding of the sum.
    private mutating func move(_ named: NamedNodes, by offset: Point, first target: Point?) throws(EditError) {
        var shifts: [NodeShift] = []
        shifts.reserveCapacity(named.slots.count)
        for slot in named.outermost(in: document) {
            let position = document.nodes.geometry(slot).position + offset
            shifts.append(NodeShift(slot: slot, position: position, offset: offset))
        }
        if let target, !shifts.isEmpty, shifts[0].slot == named.slots[0], offset != .zero {
            shifts[0].position = target - document.parentOrigin(shifts[0].slot)
        }
        try shift(shifts)
    }

    private func check(_ point: Point, _ name: String) throws(EditError) {
        if !point.x.isFinite { throw .invalid("a point is finite", path: [name, "x"]) }
        if !point.y.isFinite { throw .invalid("a point is finite", path: [name, "y"]) }
    }
}
