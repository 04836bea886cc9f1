import Geometry
import Layout
import Seeding
import Testing

/// The promises of a removal of overlaps, for any input.
@Suite struct OverlapRemovalTests {
    static let node = Size(width: 150, height: 60)

    @Test func `two nodes share the way along the axis they overlap less`() throws {
        let places = try OverlapDrawing(places: [.zero, Point(x: 100, y: 50)]).removed()
        #expect(places == [Point(x: 0, y: -5), Point(x: 100, y: 55)])
    }

    @Test func `the spacing is kept`() throws {
        var removal = OverlapRemoval()
        removal.nodeSpacing = 20
        let places = try OverlapDrawing(places: [.zero, Point(x: 160, y: 0)]).removed(removal)
        #expect(places == [Point(x: -5, y: 0), Point(x: 165, y: 0)])
    }

    @Test func `nodes that touch stay`() throws {
        let drawing = OverlapDrawing(places: [.zero, Point(x: 150, y: 0), Point(x: 0, y: 60)])
        #expect(try drawing.removed() == drawing.places)
    }

    @Test func `a fixed node stays and the other goes all the way`() throws {
        var drawing = OverlapDrawing(places: [.zero, Point(x: 0, y: 50)])
        drawing.isFixed[0] = true
        #expect(try drawing.removed() == [.zero, Point(x: 0, y: 60)])
        drawing.isFixed = [false, true]
        #expect(try drawing.removed() == [Point(x: 0, y: -10), Point(x: 0, y: 50)])
    }

    @Test func `a node without a gap between fixed ones goes out`() throws {
        var drawing = OverlapDrawing(places: [.zero, Point(x: 0, y: 100), Point(x: 0, y: 50)])
        drawing.isFixed = [true, true, false]
        let places = try drawing.removed()
        #expect(drawing.fault(in: places) == nil)
        #expect(places[2].distance(to: drawing.places[2]) <= 150)
    }

    @Test func `nothing, and one node, are no work`() throws {
        #expect(try OverlapDrawing(places: []).removed().isEmpty)
        #expect(try OverlapDrawing(places: [Point(x: 3, y: 4)]).removed() == [Point(x: 3, y: 4)])
    }

    @Test(arguments: 1...40)
    func `generated drawings lose their overlaps`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let drawing = seeded.heap(of: 1 + seeded.below(120))
        for keepsOrder in [false, true] {
            for movesClearNodes in [false, true] {
                var removal = OverlapRemoval()
                removal.keepsOrder = keepsOrder
                removal.movesClearNodes = movesClearNodes
                removal.nodeSpacing = Double(seeded.below(2)) * 13
                let places = try drawing.removed(removal)
                let fault = drawing.fault(in: places, spacing: removal.nodeSpacing)
                #expect(fault == nil, "seed \(seed)")
                #expect(try drawing.removed(removal) == places, "seed \(seed)")
            }
        }
    }

    @Test(arguments: 1...20)
    func `clear nodes stay among overlapping ones`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let drawing = seeded.heap(of: 1 + seeded.below(80))
        var removal = OverlapRemoval()
        removal.movesClearNodes = false
        let places = try drawing.removed(removal)
        for node in places.indices where drawing.isClear(node) { #expect(places[node] == drawing.places[node]) }
        let again = try OverlapDrawing(places: places, sizes: drawing.sizes, isFixed: drawing.isFixed).removed()
        #expect(zip(again, places).allSatisfy { $0.distance(to: $1) < 1e-5 }, "seed \(seed)")
    }

    @Test(arguments: 1...20)
    func `the whole order is kept where that is asked for`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var drawing = seeded.heap(of: 2 + seeded.below(60))
        drawing.isFixed = drawing.isFixed.map { _ in false }
        var removal = OverlapRemoval()
        removal.keepsOrder = true
        let centers = drawing.centers(drawing.places)
        let moved = drawing.centers(try drawing.removed(removal))
        for a in centers.indices {
            for b in centers.indices {
                for axis in Axis.allCases where centers[a][axis] < centers[b][axis] {
                    #expect(moved[a][axis] <= moved[b][axis] + 1e-6, "seed \(seed)")
                }
            }
        }
    }

    @Test func `many nodes in one place become a block`() throws {
        let drawing = OverlapDrawing(places: Array(repeating: Point(x: 7, y: 7), count: 2000))
        let places = try drawing.removed()
        let bounds = places.reduce(Rect.empty) { $0.union(Rect(origin: $1, size: OverlapRemovalTests.node)) }
        #expect(bounds.width * bounds.height < 1.1 * 2000 * 150 * 60)
        #expect(bounds.width < 2 * bounds.height && bounds.height < 2 * bounds.width)
    }

    @Test func `many nodes under a large fixed one come out`() throws {
        var drawing = OverlapDrawing(places: (0..<400).map { Point(x: Double($0 % 20) * 40, y: Double($0 / 20) * 40) })
        drawing.places.append(Point(x: -100, y: -100))
        drawing.sizes.append(Size(width: 2000, height: 2000))
        drawing.isFixed.append(true)
        #expect(drawing.fault(in: try drawing.removed()) == nil)
    }

    @Test func `sizes may be nothing or immense and places may be anything`() throws {
        let sizes = [0, 1, 150, 1e9, 1e150, 1e300, .greatestFiniteMagnitude].flatMap { width in
            [0, 60, 1e300].map { Size(width: width, height: $0) }
        }
        let values = [0, 1, -1e9, 1e300, -.greatestFiniteMagnitude, .infinity, .nan]
        let places = sizes.indices.map { Point(x: values[$0 % 7], y: values[$0 * 3 % 7]) }
        for isFixed in [false, true] {
            let drawing = OverlapDrawing(
                places: places, sizes: sizes,
                isFixed: sizes.indices.map { isFixed && $0 % 4 == 0 && places[$0].isFinite })
            for place in try drawing.removed() { #expect(place.isFinite) }
        }
    }

    @Test func `a watch stops it`() {
        let removal = OverlapRemoval()
        let places = [Point.zero, Point(x: 10, y: 10)]
        let sizes = [OverlapRemovalTests.node, OverlapRemovalTests.node]
        #expect(removal.places(from: places, sizes: sizes, isFixed: [false, false]) { _ in false } == nil)
    }

    @Test func `many nodes take no long step without a look at the watch`() {
        let count = 10_000
        let places = (0..<count).map { Point(x: Double($0 % 100) * 200, y: Double($0 / 100) * 100) }
        var looks = 0
        _ = OverlapRemoval().places(
            from: places, sizes: Array(repeating: OverlapRemovalTests.node, count: count),
            isFixed: Array(repeating: false, count: count)
        ) { _ in
            looks += 1
            return true
        }
        #expect(looks > 20)
    }

    @Test func `edges become straight and nodes without a place begin at the origin`() throws {
        let graph = LayoutGraph(
            sizes: [OverlapRemovalTests.node, OverlapRemovalTests.node], edges: [LayoutEdge(source: 0, target: 1)])
        let drawing = try #require(OverlapRemoval().drawing(of: graph) { _ in true })
        #expect(drawing.places == [Point(x: 0, y: -30), Point(x: 0, y: 30)])
        #expect(drawing.bends == [[]])
    }
}
