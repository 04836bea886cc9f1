import Geometry
import Storage
import Testing

@Suite struct GeometryExamples {
    @Test func spatialIndex() {
        var index = SpatialIndex<String>()
        index.set(Slot(0), Rect(x: 0, y: 0, width: 50, height: 20))
        index.set(Slot(1), Rect(x: 100, y: 0, width: 50, height: 20))
        assert(index.slots(near: Point(x: 95, y: 10), within: 8) == [Slot(1)])
    }

    @Test func path() {
        let path = Path.line(Segment(start: Point(x: 0, y: 0), end: Point(x: 100, y: 0)))
        assert(path.closest(to: Point(x: 25, y: 3)).distance == 3)
        assert(path.point(atFraction: 0.25) == Point(x: 25, y: 0))
    }

    @Test func readme() {
        let names = ["left", "middle", "right"]
        var index = SpatialIndex<String>()
        for number in names.indices {
            index.set(Slot(index: number), Rect(x: 100 * Double(number), y: 0, width: 50, height: 20))
        }
        var touched: [String] = []
        index.visit(touching: Rect(minX: 120, minY: 5, maxX: 210, maxY: 8)) { touched.append(names[$0.index]) }
        assert(touched.sorted() == ["middle", "right"])

        let start = Point(x: 0, y: 0)
        let end = Point(x: 100, y: 100)
        let curve = CubicCurve(start: start, control1: Point(x: 50, y: 0), control2: Point(x: 50, y: 100), end: end)
        let nearest = Path.cubic(curve).closest(to: Point(x: 50, y: 50))
        assert(nearest.distance < 1e-6 && abs(nearest.fraction - 0.5) < 1e-6)
    }
}
