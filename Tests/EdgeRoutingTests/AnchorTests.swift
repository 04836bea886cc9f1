import EdgeRouting
import Geometry
import Graph
import Testing

@Suite struct AnchorTests {
    static let frame = Rect(x: 10, y: 20, width: 150, height: 60)

    @Test(arguments: [
        (Side.top, SideOffset.middle, point(85, 20)), (.bottom, .middle, point(85, 80)),
        (.left, .middle, point(10, 50)),
        (.right, .middle, point(160, 50)), (.center, .middle, point(85, 50)), (.top, .fraction(0), point(10, 20)),
        (.bottom, .fraction(1), point(160, 80)), (.left, .fraction(0.25), point(10, 35)),
        (.right, .fraction(0.5), point(160, 50)), (.center, .fraction(0.1), point(85, 50)),
        (.top, .fraction(-3), point(10, 20)), (.right, .fraction(7), point(160, 80)),
        (.top, .distance(0), point(10, 20)), (.bottom, .distance(40), point(50, 80)),
        (.left, .distance(-10), point(10, 70)), (.right, .distance(1000), point(160, 80)),
        (.right, .distance(-1000), point(160, 20)), (.center, .distance(5), point(85, 50)),
    ])
    func handlesStandOnTheirSides(_ side: Side, _ offset: SideOffset, _ expected: Point) {
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
