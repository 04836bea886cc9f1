import Geometry

/// Lays a graph out again with the least change: nodes that lie well stay, and only the others get places.
///
/// It serves every algorithm, which asks here first, and lays out from scratch only when there is no answer.
/// The changes of the user since the last time are seen from the places: a new node has none, or lies on another node,
/// against the direction, or off its layer.
public struct Stability: Sendable {
    /// The direction in which edges lead; nil for layouts without a direction, in which only overlaps count.
    public var direction: Direction?
    /// The distance of neighbors on a layer, in canvas units.
    public var nodeSpacing = 50.0
    /// The distance of layers, in canvas units.
    public var layerSpacing = 80.0
    /// The place of nodes in their layer.
    public var align = LayoutAlignment.center
    /// Is true if nodes lie on layers that they share.
    public var sharesLayers = true
    /// Is true if nodes with one edge lie on the layer next to their neighbor's: always so in trees, not in layered
    /// drawings.
    public var keepsLeavesNear = false
    /// The share of the nodes that may be pushed apart.
    public var pushedShare = 0.05
    /// The order of children in a tree; nil for graphs that are not drawn as trees, where all edges count but those of
    /// cycles.
    public var treeOrder: TreeLayout.Order?

    /// Makes the stability of a layout with or without a direction.
    public init(direction: Direction? = nil) { self.direction = direction }

    /// Makes the stability of trees, with their options.
    public init(_ tree: TreeLayout) {
        direction = tree.direction
        nodeSpacing = tree.nodeSpacing
        layerSpacing = tree.levelSpacing
        align = tree.align
        sharesLayers = tree.levels == .shared
        keepsLeavesNear = sharesLayers || align == .start
        treeOrder = tree.order
    }

    /// The drawing as it lies, with places for the nodes that do not lie well; nil when these are more than a quarter, when
    /// no node lies anywhere, and when stopped.
    ///
    /// Fixed nodes stay, and so do all that lie well, but for neighbors on a layer that are pushed apart a little: at most
    /// one of twenty, and none past another. No edge has bends: those of edges between nodes that stay are theirs to keep.
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

    /// The gaps that new places keep: layers may lie nearer to one another than nodes on one.
    private var gap: Size {
        let across = nodeSpacing > 0 ? min(nodeSpacing, 1e300) : 0
        guard let direction else { return Size(width: across, height: across) }
        let along = layerSpacing > 0 ? min(across, layerSpacing / 2) : 0
        return direction.isHorizontal ? Size(width: along, height: across) : Size(width: across, height: along)
    }
}
