import Geometry
import Layout
import Seeding
import Testing

/// Boxes beside one another, and the connected parts that become boxes.
@Suite struct PackingTests {
    private static func packed(_ boxes: [Size], ratio: Double = 1.6, spacing: Double = 10) -> LaidOut {
        LaidOut(
            graph: LayoutGraph(sizes: boxes, edges: []),
            places: Packing.places(of: boxes, ratio: ratio, spacing: spacing))
    }

    private static func bounds(_ laid: LaidOut) -> Rect {
        laid.places.indices.reduce(Rect.empty) { $0.union(laid.frame($1)) }
    }

    @Test func `equal boxes lie in rows in their order`() {
        let laid = Self.packed(Array(repeating: Size(width: 90, height: 90), count: 12), ratio: 4 / 3.0)
        let expected = (0..<12).map { (box: Int) in Point(x: Double(box % 4) * 100, y: Double(box / 4) * 100) }
        #expect(laid.places == expected)
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `boxes of any sizes are packed densely near to the ratio`(_ seed: UInt64) {
        var seeded = Seeded(seed)
        let boxes = (0..<200).map { _ in
            Size(width: Double(20 + seeded.below(seed % 2 == 0 ? 100 : 900)), height: Double(20 + seeded.below(400)))
        }
        for ratio in [0.5, 1.6, 3] {
            let laid = Self.packed(boxes, ratio: ratio)
            let bounds = Self.bounds(laid)
            #expect(laid.overlaps(gap: 10) == 0)
            let area = boxes.reduce(0) { $0 + ($1.width + 10) * ($1.height + 10) }
            #expect(area / (bounds.width * bounds.height) > 0.75)
            #expect(bounds.width / bounds.height > ratio * 0.75 && bounds.width / bounds.height < ratio * 1.35)
            #expect(bounds.origin == .zero)
        }
    }

    @Test func `one large box takes small ones beside it`() {
        let boxes = [Size(width: 1000, height: 800)] + Array(repeating: Size(width: 60, height: 40), count: 50)
        let bounds = Self.bounds(Self.packed(boxes))
        #expect(bounds.height < 900 && bounds.width < 1600)
    }

    @Test func `no boxes, empty boxes and immense ones are packed`() {
        #expect(Packing.places(of: [], spacing: 5).isEmpty)
        let odd = [0, 1e300, .nan, .infinity, -3, 0].map { Size(width: $0, height: $0) }
        for ratio in [1.6, 0, .nan, .infinity] {
            for spacing in [0, 20, .nan, 1e300] {
                #expect(Packing.places(of: odd, ratio: ratio, spacing: spacing).allSatisfy { $0.isFinite })
            }
        }
        let none = Packing.places(of: Array(repeating: Size(width: 0, height: 0), count: 1000), spacing: 0)
        #expect(none.allSatisfy { $0.isFinite })
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `connected parts are numbered by their first node`(_ seed: UInt64) {
        var seeded = Seeded(seed)
        let graph = seeded.graph(nodes: 60, edges: 40)
        // The slow way: numbers spread along edges until nothing changes.
        var least = Array(0..<60)
        for _ in 0..<60 {
            for edge in graph.edges {
                let both = min(least[edge.source], least[edge.target])
                (least[edge.source], least[edge.target]) = (both, both)
            }
        }
        let parts = Components(of: graph)
        let firsts = Set(least).sorted()
        #expect(parts.count == firsts.count)
        for part in 0..<parts.count {
            #expect(Array(parts[part]) == (0..<60).filter { least[$0] == firsts[part] })
            #expect(parts[part].allSatisfy { parts.numbers[$0] == part })
        }
    }
}
