import Geometry
import Graph

extension Document {
    /// The point where an edge meets a handle of its own node, without regard to the outline; nil without such a
    /// handle.
    public func handleAnchor(of edge: Edge.Slot, _ kind: Handle.Kind) -> Anchor? {
        let ends = edges.ends(edge)
        let node = kind == .source ? ends.source : ends.target
        let symbol = kind == .source ? ends.sourceHandle : ends.targetHandle
        if let center = settings.edgeGeometry.centerAnchor(symbol: symbol, on: frame(node)) { return center }
        guard let handle = resolvedHandle(of: edge, kind: kind) else { return nil }
        return anchor(of: handle, on: node)
    }
}

extension Side {
    /// Returns the direction of a straight edge at one coordinate of an axis that leaves by this side and arrives by
    /// another.
    ///
    /// Nil if it cannot be straight; 0 if both directions are possible.
    public func straightWay(to there: Side, across axis: Axis) -> Double? {
        let ahead = outward[axis.other]
        let back = there.outward[axis.other]
        if self != .center && ahead == 0 || there != .center && back == 0 { return nil }
        if ahead != 0 && ahead == back { return nil }
        return ahead != 0 ? ahead : -back
    }
}
