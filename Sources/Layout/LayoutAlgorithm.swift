import Geometry

/// A layout with its options.
public struct LayoutAlgorithm: Sendable {
    public var isStable = false
    public init() {}
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        var x = 0.0
        let places = graph.sizes.indices.map { i in graph.isFixed[i] ? graph.places[i]! : { () -> Point in defer { x += graph.sizes[i].width + 50 }; return Point(x: x, y: 0) }() }
        return LayoutDrawing(places: places, bends: graph.edges.map { _ in [] })
    }
}
