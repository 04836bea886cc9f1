import EdgeRouting
import Geometry
import Graph
import Layout

// The treatment of an edge in a layout whose options do not state it.

extension Document {
    /// Returns true if an edge becomes a straight line with waypoints by default: it is one already, or it states no
    /// other path, or it is a curve between middles of nodes.
    ///
    /// An edge with a described type keeps the type, for its look.
    func isLine(edge slot: Edge.Slot) -> Bool {
        if isRouted(slot) { return false }
        let type = pathType(ofEdge: slot)
        if type == .straight { return true }
        let flags = edges.flags(slot)
        if flags.contains(.described) { return false }
        if flags.namedTypeNumber == 0 && settings.defaultEdgeType == Settings().defaultEdgeType { return true }
        let ends = edges.ends(slot)
        return type.isCurve && side(ends.sourceHandle, of: ends.source, .source) == .center
            && side(ends.targetHandle, of: ends.target, .target) == .center
    }

    private func side(_ symbol: Symbol?, of node: Node.Slot, _ kind: Handle.Kind) -> Side {
        if symbol == nil && settings.edgeGeometry == .swiftFlow { return .center }
        return handleSite(of: node, symbol: symbol, kind: kind)?.side ?? .center
    }

    /// The direction in which more than half of some edges leave their sources; nil without one, or if it is downwards.
    ///
    /// An edge counts for the `sourcePosition` of its source, which is the author's wish. Without one it counts for the
    /// side of its handle.
    func facing(of edges: [Edge.Slot]) -> Direction? {
        var counts: [Side: Int] = [:]
        for slot in edges {
            let ends = self.edges.ends(slot)
            let handle = nodes.flags(ends.source).contains(.hasSides) ? nil : ends.sourceHandle
            guard let site = handleSite(of: ends.source, symbol: handle, kind: .source) else { continue }
            counts[site.side, default: 0] += 1
        }
        let sides: [(Side, Direction)] = [(.right, .right), (.left, .left), (.top, .up)]
        return sides.first { counts[$0.0, default: 0] * 2 > edges.count }?.1
    }
}

extension EdgeType {
    fileprivate var isCurve: Bool {
        switch self {
        case .bezier, .simpleBezier, .horizontalBezier: true
        case .straight, .step, .smoothStep, .orthogonal: false
        }
    }
}
