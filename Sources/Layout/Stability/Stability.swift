import Geometry

/// Lays a graph out again with the least change: well-placed nodes stay, and only the others get new places.
///
/// All layouts use it first, and start from scratch only if it returns nil. It infers the user's changes since the last
/// layout from the places: a new node has no place, or it lies on another node, against the direction, or off its
/// layer.
public struct Stability: Sendable {
    /// The direction of edges; nil for layouts without a direction, in which only overlaps count.
    public var direction: Direction?
    /// The distance between neighbors on a layer, in canvas units.
    public var nodeSpacing = 50.0
    /// The distance between layers, in canvas units.
    public var layerSpacing = 80.0
    /// The alignment of nodes in their layer.
    public var align = LayoutAlignment.center
    /// Is true if nodes share layers.
    public var sharesLayers = true
    /// Is true if nodes with one edge must lie on the layer next to their neighbor's: in all trees, but not in layered
    /// drawings.
    public var keepsLeavesNear = false
    /// The share of the nodes that may be pushed apart.
    public var pushedShare = 0.05
    /// The order of children in a tree; nil for other graphs, in which all edges except those of cycles count.
    public var treeOrder: TreeLayout.Order?

    /// Makes the stability of a layout, with or without a direction.
    public init(direction: Direction? = nil) { self.direction = direction }

    /// Makes the stability of a tree layout with its options.
    public init(_ tree: TreeLayout) {
        direction = tree.direction
        nodeSpacing = tree.nodeSpacing
        layerSpacing = tree.levelSpacing
        align = tree.align
        sharesLayers = tree.levels == .shared
        keepsLeavesNear = sharesLayers || align == .start
        treeOrder = tree.order
    }

    /// The current drawing with new places for the badly placed nodes. Nil if these are more than a quarter, if no node
    /// has a place, or when stopped.
    ///
    /// Fixed nodes stay, and so do all well-placed nodes, except neighbors on a layer that are pushed a little: at most
    /// one of twenty, and none past another. The drawing has no bends; edges between nodes that stay keep their own.
    ///
    /// - Complexity: O((*n* + *m*) log *n*).
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        let flow = StableFlow(of: graph, self)
        let isDisplaced = StableNodes(graph, flow, self).displaced()
        let count = isDisplaced.reduce(0) { $0 + ($1 ? 1 : 0) }
        guard count < graph.count || graph.count == 0, count <= max(1, graph.count / 4), watch(0.3) else { return nil }
        var places = graph.places.map { $0 ?? .zero }
        if count > 0 {
            var work = PlaceWork(graph, isDisplaced, gap: gap)
            if let direction {
                var layers = StableLayers(graph, flow, self, direction, work)
                guard let placed = layers.place(watch) else { return nil }
                work = placed
            }
            guard work.placeNearNeighbors(watch), work.placeRestBelow({ watch(0) }) else { return nil }
            places = work.places
        }
        return LayoutDrawing(places: places, bends: Array(repeating: [], count: graph.edges.count))
    }

    /// The gaps around new places: layers may be closer together than nodes on one layer.
    private var gap: Size {
        let across = nodeSpacing > 0 ? min(nodeSpacing, 1e300) : 0
        guard let direction else { return Size(width: across, height: across) }
        let along = layerSpacing > 0 ? min(across, layerSpacing / 2) : 0
        return direction.isHorizontal ? Size(width: along, height: across) : Size(width: across, height: along)
    }
}
