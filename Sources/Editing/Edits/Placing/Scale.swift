import Geometry
import Graph
import Storage

extension Transaction {
    /// Scales nodes with their contents about a point: positions, sizes, and waypoints of edges among them.
    ///
    /// A size does not pass the type's `minSize` or `maxSize`, unless it already has; positions are scaled anyway.
    ///
    /// - Parameters:
    ///   - factor: above 0.
    ///   - center: the fixed point on the canvas; nil is the middle of their bounds.
    /// - Throws: `noSuchNode`, `locked` (a node that is named), `invalidValue` (the factor or the point, a node without a
    ///   position, or one that would leave the range of doubles).
    /// - Complexity: O(*n*) in the nodes, their contents, and their edges.
    public mutating func scale(_ ids: [Node.ID], by factor: Double, about center: Point? = nil) throws(EditError) {
        guard factor > 0, factor.isFinite else { throw .invalid("a factor is finite and above 0", path: ["by"]) }
        if let center, !center.isFinite {
            throw .invalid("a point is finite", path: ["about", center.x.isFinite ? "y" : "x"])
        }
        let named = try unlocked(ids)
        try checkPlaced(named.slots)
        if factor == 1 { return }
        let subgraph = Subgraph(named.slots, in: document)
        guard let center = center ?? document.middle(of: subgraph.roots) else { return }
        let edges = subgraph.innerEdges(in: document).filter { document.edges.flags($0).contains(.bent) }
        // Where positions count from, before anything moves.
        let origins = subgraph.roots.map { document.parentOrigin($0) }
        for (slot, origin) in zip(subgraph.roots, origins) { try scale(slot, by: factor, about: center - origin) }
        for slot in subgraph.preorder where document.nodes.parent(slot).map({ subgraph.contains($0) }) == true {
            try scale(slot, by: factor, about: .zero)
        }
        for slot in edges {
            var edge = document.edge(at: slot)
            try edge.mapWaypoints { center + ($0 - center) * factor }
            try replace(edge: slot, with: edge)
        }
    }

    /// - Parameter center: the point that stays, as positions of the node are counted.
    private mutating func scale(_ slot: Node.Slot, by factor: Double, about center: Point) throws(EditError) {
        var geometry = document.storedGeometry(slot)
        let size = document.scaledSize(slot, by: factor)
        geometry.width = size.width
        geometry.height = size.height
        if !geometry.x.isNaN {
            geometry.x = center.x + (geometry.x - center.x) * factor + 0
            geometry.y = center.y + (geometry.y - center.y) * factor + 0
        }
        do throws(EditError) {
            try setGeometry(slot, geometry)
        } catch {
            // The path is one in the node, which the parameters do not have.
            throw .invalid(error.message, path: ["by"])
        }
    }
}

extension Document {
    /// The size that a node has when it is scaled.
    public func scaledSize(_ slot: Node.Slot, by factor: Double) -> Size {
        let size = nodes.geometry(slot)
        let least = minSize(slot) ?? Size(width: 0, height: 0)
        let most = maxSize(slot) ?? .boundless
        func scaled(_ length: Double, _ least: Double, _ most: Double) -> Double {
            max(min(length * factor, max(most, length)), min(least, length))
        }
        return Size(
            width: scaled(size.width, least.width, most.width),
            height: scaled(size.height, least.height, most.height))
    }

    /// The middle of the bounds of some nodes; nil without any.
    fileprivate func middle(of slots: [Node.Slot]) -> Point? {
        let bounds = measured(slots).reduce(Rect.empty) { $0.union(frame($1)) }
        return bounds.isEmpty ? nil : bounds.center
    }
}
