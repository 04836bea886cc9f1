import EdgeRouting
import Geometry
import Graph
import Storage

/// An edge of a moving node that is straight when its two anchors face each other on one line.
struct SnapStraight: Sendable, Equatable {
    /// The axis along which the anchors have equal coordinates.
    let axis: Axis
    /// The initial position of the moving anchor.
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
    /// The edges of a single moving node that can become straight; none if there are too many.
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
            guard let here = handleAnchor(of: edge, kind), let there = handleAnchor(of: edge, kind.opposite) else {
                continue
            }
            for axis in Axis.allCases {
                guard let direction = here.side.straightWay(to: there.side, across: axis) else { continue }
                straights.append(
                    SnapStraight(
                        axis: axis, moving: here.point, staying: there.point, node: frame(other),
                        direction: direction))
            }
        }
        return straights
    }
}
