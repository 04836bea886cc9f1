import Geometry
import Layout
import Seeding
import Testing

/// Ways of lines around rectangles.
@Suite struct LineDetoursTests {
    private static let wall = Rect(x: 100, y: -100, width: 50, height: 300)

    @Test func `a line around a wall passes beside its corners`() throws {
        var detours = LineDetours(around: [Self.wall])
        let (start, end) = (Point(x: 0, y: 0), Point(x: 300, y: 0))
        let isFree = detours.isFree([start, end]) { _ in false }
        let isOpen = detours.isFree([start, end]) { _ in true }
        #expect(!isFree && isOpen)
        let way = try #require(detours.way([start, end]) { _ in false })
        #expect(way == [start, Point(x: 92, y: -108), Point(x: 158, y: -108), end])
        let isWayFree = detours.isFree(way) { _ in false }
        #expect(isWayFree)
    }

    @Test func `the next line around the same wall lies farther out`() throws {
        var detours = LineDetours(around: [Self.wall])
        let ends = [Point(x: 0, y: 0), Point(x: 300, y: 0)]
        let first = try #require(detours.way(ends) { _ in false })
        let second = try #require(detours.way(ends) { _ in false })
        #expect(second[1].y < first[1].y && second[2].y < first[2].y)
    }

    @Test func `corners in a box are left out, others stay`() throws {
        var detours = LineDetours(around: [Self.wall])
        let stops = [Point(x: 0, y: 0), Point(x: 120, y: 0), Point(x: 300, y: 300)]
        let without = try #require(detours.way(stops) { _ in false })
        #expect(!without.contains(stops[1]))
        let free = [Point(x: 0, y: 0), Point(x: 125, y: 300), Point(x: 300, y: 0)]
        let same = detours.way(free) { _ in false }
        #expect(same == free)
    }

    @Test func `where there is no way there is none`() {
        let around = (0..<4).map { side in
            side < 2
                ? Rect(x: side == 0 ? -60 : 50, y: -60, width: 10, height: 120)
                : Rect(x: -60, y: side == 2 ? -60 : 50, width: 120, height: 10)
        }
        var detours = LineDetours(around: around)
        let way = detours.way([.zero, Point(x: 300, y: 0)]) { _ in false }
        #expect(way == nil)
    }

    @Test(arguments: [41, LayoutWork.detourNodes, LayoutWork.detourNodes + 1])
    func `a line is led around as many boxes as are stated`(_ count: Int) {
        let boxes = (0..<count).map { Rect(x: Double($0) * 100, y: Double($0 % 3) * 10 - 30, width: 50, height: 60) }
        var detours = LineDetours(around: boxes)
        let ends = [Point(x: -50, y: 0), Point(x: Double(count) * 100, y: 0)]
        let way = detours.way(ends) { _ in false }
        #expect((way != nil) == (count <= LayoutWork.detourNodes))
        let isFree = detours.isFree(way ?? ends) { _ in false }
        #expect(isFree == (way != nil))
    }

    @Test func `boxes that are not finite are nowhere`() {
        let nowhere = Rect(x: .nan, y: 0, width: 10, height: .infinity)
        var detours = LineDetours(around: [nowhere, Rect(x: -1e300, y: 0, width: 2e300, height: 5)])
        let isFree = detours.isFree([.zero, Point(x: 0, y: -10)]) { _ in false }
        var none = LineDetours(around: [])
        let isAlwaysFree = none.isFree([.zero, Point(x: 1, y: 1)]) { _ in false }
        #expect(isFree && isAlwaysFree)
        _ = detours.way([Point(x: 0, y: -10), Point(x: .infinity, y: 10)]) { _ in false }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `ways among many boxes enter none, in the same way every time`(_ seed: UInt64) {
        var seeded = Seeded(seed)
        let boxes = (0..<400).map { cell in
            let shift = Point(x: Double(seeded.below(40)), y: Double(seeded.below(30)))
            let frame = Rect(x: Double(cell % 20) * 200, y: Double(cell / 20) * 100, width: 150, height: 60)
            return frame.offset(by: shift)
        }
        var (one, other) = (LineDetours(around: boxes), LineDetours(around: boxes))
        for _ in 0..<100 {
            let (a, b) = (seeded.below(400), seeded.below(400))
            let ends = [boxes[a].center, boxes[b].center]
            let way = one.way(ends) { $0 == a || $0 == b }
            let isFree = one.isFree(way ?? ends) { $0 == a || $0 == b }
            let again = other.way(ends) { $0 == a || $0 == b }
            #expect(way != nil && isFree && way == again)
        }
    }
}
