import Geometry
import Graph
import Storage
import Wire

extension Transaction {
    /// Moves nodes, none of them inside another, with everything that belongs to them.
    ///
    /// Descendants move along because positions are relative. Waypoints of an edge move if both its ends move by one
    /// offset.
    ///
    /// - Throws: `invalidValue` (a node or waypoint would leave the range of doubles).
    /// - Complexity: O(the nodes, their contents, and their edges).
    mutating func shift(_ shifts: [NodeShift]) throws(EditError) {
        for shift in shifts { try setPosition(shift.slot, shift.position) }
        let bent = document.bentEdges(from: shifts)
        if bent.isEmpty { return }
        var offsets: [Node.Slot: Point] = [:]
        for shift in shifts { offsets[shift.slot] = shift.offset }
        for edge in bent {
            let ends = document.edges.ends(edge)
            guard let offset = offset(of: ends.source, offsets), offset == self.offset(of: ends.target, offsets) else {
                continue
            }
            try moveWaypoints(of: edge, by: offset)
        }
    }

    /// Returns the offset of a node, itself or with the nodes around it.
    private func offset(of start: Node.Slot, _ offsets: [Node.Slot: Point]) -> Point? {
        var next: Node.Slot? = start
        while let slot = next {
            if let offset = offsets[slot] { return offset }
            next = document.nodes.parent(slot)
        }
        return nil
    }

    private mutating func moveWaypoints(of slot: Edge.Slot, by offset: Point) throws(EditError) {
        var edge = document.edge(at: slot)
        try edge.mapWaypoints { $0 + offset }
        try replace(edge: slot, with: edge)
    }
}

extension Edge {
    /// Moves every waypoint; other members of a waypoint stay.
    ///
    /// - Throws: `invalidValue` (a waypoint would leave the range of doubles).
    mutating func mapWaypoints(_ place: (Point) -> Point) throws(EditError) {
        let value = members.withUnsafeBufferPointer { JSONMembers.value("waypoints", in: $0) }
        guard case .array(let waypoints)? = value else { return }
        var moved: [JSON] = []
        moved.reserveCapacity(waypoints.count)
        for var waypoint in waypoints {
            if case .object(var object) = waypoint, let x = object["x"]?.doubleValue, let y = object["y"]?.doubleValue {
                let point = place(Point(x: x, y: y))
                guard point.isFinite else { throw .invalid("a waypoint of \"\(id)\" would be out of range") }
                object["x"] = .number(point.x + 0)
                object["y"] = .number(point.y + 0)
                waypoint = .object(object)
            }
            moved.append(waypoint)
        }
        members = JSONMembers.setting([("waypoints", JSON.array(moved).text)], in: members)
    }
}

extension Document {
    /// The edges with waypoints that start on a moved node or inside one.
    fileprivate func bentEdges(from shifts: [NodeShift]) -> [Edge.Slot] {
        var bent: [Edge.Slot] = []
        for shift in shifts where shift.offset != .zero {
            addBentEdges(from: shift.slot, to: &bent)
            if nodes.firstChild(of: shift.slot) == nil { continue }
            visitDescendants(of: shift.slot) { addBentEdges(from: $0, to: &bent) }
        }
        return bent
    }

    private func addBentEdges(from slot: Node.Slot, to bent: inout [Edge.Slot]) {
        var next = nodes.firstOut(slot)
        while let edge = next {
            if edges.flags(edge).contains(.bent) { bent.append(edge) }
            next = edges.nextOut(edge)
        }
    }
}
