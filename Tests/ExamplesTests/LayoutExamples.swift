import Geometry
import Layout
import Testing

@Suite struct LayoutExamples {
    @Test func layoutAlgorithm() {
        let size = Size(width: 120, height: 40)
        let graph = LayoutGraph(sizes: [size, size], edges: [LayoutEdge(source: 0, target: 1)])
        let drawing = LayoutAlgorithm(.layered(LayeredLayout())).drawing(of: graph) { _ in true }
        assert(drawing?.places.count == 2)
    }

    @Test func readme() {
        let size = Size(width: 120, height: 40)
        var graph = LayoutGraph(
            sizes: [size, size, size],
            edges: [LayoutEdge(source: 0, target: 1), LayoutEdge(source: 0, target: 2)])
        var layout = LayeredLayout()
        layout.direction = .right
        let algorithm = LayoutAlgorithm(.layered(layout))
        let places = algorithm.drawing(of: graph) { _ in true }?.places ?? []
        assert(places[0].x < places[1].x && places[1].x == places[2].x)

        // Free places for new nodes: the others stay.
        graph.places = [Point(x: 0, y: 0), Point(x: 300, y: 0), nil]
        graph.isFixed = [true, true, false]
        let placed = LayoutAlgorithm(.place(PlaceLayout())).drawing(of: graph) { _ in true }
        assert(placed?.places[1] == Point(x: 300, y: 0))

        // The closure says whether to go on; a layout that is stopped has no drawing.
        assert(algorithm.drawing(of: graph) { _ in false } == nil)
    }
}
