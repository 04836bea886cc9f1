import Geometry
import Routing
import Testing

@Suite struct OrthogonalDetourTests {
    private let source = RouteEnd(
        point: Point(x: 100, y: 30), side: .right, frame: Rect(x: 0, y: 0, width: 100, height: 60), obstacle: 0)
    private let target = RouteEnd(
        point: Point(x: 400, y: 30), side: .left, frame: Rect(x: 400, y: 0, width: 100, height: 60), obstacle: 1)

    private func detour(_ obstacles: [Rect]) -> [Point] {
        Avoidance().detour(from: source, to: target, along: [source.point, target.point], around: obstacles)
    }

    @Test func `a curve that enters no node keeps its way`() {
        #expect(detour([]) == [])
        #expect(detour([Rect(x: 200, y: 31, width: 100, height: 50)]) == [])
    }

    @Test func `a curve goes round the nearer corners of a node`() {
        #expect(
            detour([Rect(x: 200, y: 0, width: 100, height: 50)]) == [Point(x: 188, y: 62), Point(x: 312, y: 62)])
    }

    @Test func `a way round one node that enters another one is looked for again`() {
        let way = detour([Rect(x: 200, y: 0, width: 100, height: 50), Rect(x: 230, y: 55, width: 20, height: 300)])
        #expect(way == [Point(x: 188, y: -12), Point(x: 312, y: -12)])
    }

    @Test func `horizontal legs jump vertical ones of other routes`() {
        let routes = [
            [Point(x: 0, y: 0), Point(x: 100, y: 0)], [Point(x: 50, y: -20), Point(x: 50, y: 20)],
            [Point(x: 3, y: -20), Point(x: 3, y: 20)],
        ]
        let jumps = Jumps(routes)
        let spans = jumps.spans(routes[0], of: 0)
        #expect(spans.map { [$0.low, $0.high] } == [[45, 55]])
        #expect(jumps.spans(routes[1], of: 1).isEmpty)
        let path = Path.line(Segment(start: Point(x: 100, y: 0), end: .zero))
        let elements = jumps.elements(of: path, spans)
        #expect(elements.count == 5)
        #expect(elements[1] == .line(Point(x: 55, y: 0)))
        #expect(elements.last == .line(.zero))
    }

    @Test func `jumps close together are one`() {
        let line = [Point(x: 0, y: 0), Point(x: 100, y: 0)]
        let jumps = Jumps([50, 57, 64].map { [Point(x: $0, y: -9), Point(x: $0, y: 9)] })
        #expect(jumps.spans(line, of: 9).map { [$0.low, $0.high] } == [[45, 69]])
    }
}
