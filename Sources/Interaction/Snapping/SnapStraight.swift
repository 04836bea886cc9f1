import EdgeRouting
import Geometry
import Graph
import Storage

/// An edge of a moving node that is straight where its two anchors face each other on one line.
struct SnapStraight: Sendable, Equatable {
    /// The axis along which the anchors have the same place.
    let axis: Axis
    /// The anchor that moves, where it is at the start.
    let moving: Point
    let staying: Point
    /// The frame of the node that stays.
    let node: Rect
    /// The side of the moving anchor on which the other one lies along the edge: 1, −1, or 0 for either.
    let direction: Double

    /// The distance along the axis by which the movement makes the edge straight.
    var offset: Double { staying[axis] - moving[axis] }

    /// Returns true if the anchors face each other after a movement, and the node that stays is visible.
    func isFacing(after offset: Point, _ visible: Rect?) -> Bool {
        let other = axis.other
        let ahead = staying[other] - (moving[other] + offset[other])
        return (direction == 0 || ahead * direction > 0) && (visible?.touches(node) ?? true)
    }
}

extension Document {
    /// The edges of a node that moves alone, as far as they can become straight; none if there are too many.
    ///
    /// - Complexity: O(the edges of the node, but at most `Limits.snapEdges`).
    func straights(of slot: Node.Slot, carrying carried: SlotSet<Node>) -> [SnapStraight] {
        var edges: [(edge: Edge.Slot, other: Node.Slot, kind: Handle.Kind)] = []
        var next = nodes.firstOut(slot)
        while let edge = next {
            if edges.count >= Limits.snapEdges { return [] }
            edges.append((edge, self.edges.ends(edge).target, .source))
            next = self.edges.nextOut(edge)
        }
        next = nodes.firstIn(slot)
        while let edge = next {
            if edges.count >= Limits.snapEdges { return [] }
            edges.append((edge, self.edges.ends(edge).source, .target))
            next = self.edges.nextIn(edge)
        }
        var straights: [SnapStraight] = []
        for (edge, other, kind) in edges where !carried.contains(other) && isPlaced(other) {
            if isConcealed(edge: edge) || isRedirected(edge: edge) { continue }
            guard let here = anchor(of: edge, slot, kind), let there = anchor(of: edge, other, kind.opposite) else {
                continue
            }
            for axis in Axis.allCases {
                guard let direction = direction(from: here.side, to: there.side, across: axis) else { continue }
                straights.append(
                    SnapStraight(
                        axis: axis, moving: here.point, staying: there.point, node: frame(other),
                        direction: direction))
            }
        }
        return straights
    }

    private func anchor(of edge: Edge.Slot, _ node: Node.Slot, _ kind: Handle.Kind) -> Anchor? {
        let ends = edges.ends(edge)
        let symbol = kind == .source ? ends.sourceHandle : ends.targetHandle
        if let center = settings.edgeGeometry.centerAnchor(symbol: symbol, on: frame(node)) { return center }
        guard let handle = resolvedHandle(of: edge, kind: kind) else { return nil }
        return self.anchor(of: handle, on: node)
    }

    /// Returns the direction of an edge that leaves by one side, arrives by another and runs at one place of an axis.
    ///
    /// Nil if it cannot be straight so; 0 if it may lead either way.
    private func direction(from here: Side, to there: Side, across axis: Axis) -> Double? {
        let ahead = here.outward[axis.other]
        let back = there.outward[axis.other]
        if here != .center && ahead == 0 || there != .center && back == 0 { return nil }
        if ahead != 0 && ahead == back { return nil }
        return ahead != 0 ? ahead : -back
    }
}
