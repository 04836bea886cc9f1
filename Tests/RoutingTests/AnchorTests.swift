import Geometry
import Graph
import Routing
import Testing

@Suite struct AnchorTests {
    static let frame = Rect(x: 10, y: 20, width: 150, height: 60)

    @Test(arguments: [
        (Side.top, nil as Double?, point(85, 20)), (.bottom, nil, point(85, 80)), (.left, nil, point(10, 50)),
        (.right, nil, point(160, 50)), (.center, nil, point(85, 50)), (.top, 0, point(10, 20)),
        (.bottom, 1, point(160, 80)), (.left, 0.25, point(10, 35)), (.right, 0.5, point(160, 50)),
        (.center, 0.1, point(85, 50)), (.top, -3, point(10, 20)), (.right, 7, point(160, 80)),
    ])
    func handlesStandOnTheirSides(_ side: Side, _ offset: Double?, _ expected: Point) {
        let anchor = Anchor.on(frame: AnchorTests.frame, side: side, offset: offset)
        #expect(anchor.point == expected)
        #expect(anchor.side == side)
    }

    @Test(arguments: [
        (point(100, 10), Side.left), (point(-100, 10), .right), (point(10, 100), .top), (point(10, -100), .bottom),
        (point(50, 50), .top), (point(50, -50), .bottom), (point(0, 0), .bottom),
    ])
    func aDraftEndsWithTheSideThatFacesItsStart(_ end: Point, _ side: Side) {
        #expect(Side.facing(point(0, 0), from: end) == side)
    }

    @Test(arguments: [
        ("default", EdgeType.bezier as EdgeType?), ("bezier", .bezier), ("smoothstep", .smoothStep),
        ("smoothStep", .smoothStep), ("simplebezier", .simpleBezier), ("simpleBezier", .simpleBezier),
        ("step", .step), ("straight", .straight), ("horizontalBezier", .horizontalBezier),
        ("orthogonal", .orthogonal), ("", nil), ("Bezier", nil), ("animated", nil),
    ])
    func bothSpellingsOfTypesAreRead(_ name: String, _ type: EdgeType?) {
        #expect(EdgeType(name: name) == type)
    }

    @Test func anArrowHeadStandsOnTheTangent() {
        let path = Path.line(Segment(start: point(0, 0), end: point(100, 0)))
        let end = ArrowHead.atEnd(of: path, length: 10, width: 8)
        #expect(end.tip == point(100, 0) && end.left == point(90, -4) && end.right == point(90, 4))
        #expect(end.angle == 0)
        let start = ArrowHead.atStart(of: path, length: 10, width: 8)
        #expect(start.tip == point(0, 0) && start.left == point(10, 4) && start.right == point(10, -4))
        #expect(abs(start.angle) == .pi)
    }

    @Test func anArrowHeadOfAPathThatIsAPointIsAPoint() {
        let path = Path.line(Segment(start: point(3, 3), end: point(3, 3)))
        let head = ArrowHead.atEnd(of: path, length: 10, width: 8)
        #expect(head.left == head.tip && head.right == head.tip)
    }
}
