import Storage
import Testing
import Seeding

@testable import Geometry

/// The ways in which the rectangles of a random program are drawn.
enum ItemDrawing: String, CaseIterable, Sendable {
    case nodes, mixedSizes, onePlace, borders, far, huge, points, infinite

    func rect(_ random: inout Seeded) -> Rect {
        switch self {
        case .nodes: return random.rect(within: 6000, side: 200)
        case .mixedSizes: return random.rect(within: 20_000, side: random.power(of: 10, 0...5))
        case .onePlace: return Rect(x: 10, y: 10, width: Double(random.below(3)), height: 1)
        case .borders:
            let x = Double(random.below(9) - 4) * 512
            let y = Double(random.below(9) - 4) * 512
            return Rect(x: x, y: y, width: Double(random.below(3)) * 256, height: Double(random.below(3)) * 256)
        case .far: return random.rect(within: random.power(of: 10, 3...20), side: random.power(of: 10, 0...20))
        case .huge: return random.rect(within: 1e300, side: random.power(of: 10, 0...300))
        case .points: return random.rect(within: 3000, side: 0)
        case .infinite:
            let ends: [Double] = [-.infinity, -1e300, -5, 0, 700, 1e300, .infinity]
            return Rect(
                Point(x: ends[random.below(7)], y: ends[random.below(7)]),
                Point(x: ends[random.below(7)], y: ends[random.below(7)]))
        }
    }
}

@Suite struct SpatialIndexProgramTests {
    @Test(arguments: ItemDrawing.allCases, 0..<30)
    func `random programs agree with a linear scan`(drawing: ItemDrawing, seed: Int) {
        var random = Seeded(UInt64(seed * 8 + 1))
        var index = SpatialIndex<Int>()
        var model: [Slot<Int>: Rect] = [:]
        let slots = 1 + random.below(160)
        if seed % 3 == 0 {
            let bounds = (0..<slots).map { _ in random.below(10) == 0 ? nil : drawing.rect(&random) }
            index.load(count: slots) { bounds[$0.index] }
            for (slot, rect) in bounds.enumerated() { model[Slot(index: slot)] = rect }
        }
        for _ in 0..<300 {
            let slot = Slot<Int>(index: random.below(slots))
            switch random.below(16) {
            case 0, 1:
                index.remove(slot)
                model[slot] = nil
            case 2:
                expectAgreement(index, model, drawing.rect(&random), "\(drawing) \(seed)")
            default:
                let rect = drawing.rect(&random)
                index.set(slot, rect)
                model[slot] = rect
            }
        }
        expectAgreement(index, model, Rect(x: -1e30, y: -1e30, width: 2e30, height: 2e30), "\(drawing) \(seed)")
        let stored = model.keys.compactMap { index.bounds(of: $0) }
        #expect(stored.count == model.count && index.count == model.count)
        #expect(index.extent == stored.reduce(Rect.empty) { $0.union($1) })
        let bounds = model.values.reduce(Rect.empty) { $0.union($1) }
        #expect(index.bounds { model[$0] ?? .empty } == (bounds.isEmpty ? nil : bounds))
        #expect(index.checkInvariants() == nil)
        for slot in 0..<slots { index.remove(Slot(index: slot)) }
        #expect(index.count == 0)
        #expect(index.checkInvariants() == nil)
    }

    @Test func `endless far moves do not grow the index`() {
        var random = Seeded(3)
        var index = SpatialIndex<Int>()
        index.load(count: 600) { _ in random.rect(within: 20_000, side: 200) }
        for slot in 0..<6000 { index.set(Slot(index: slot % 600), random.rect(within: 20_000, side: 200)) }
        let bytes = index.bytes
        for slot in 0..<30_000 { index.set(Slot(index: slot % 600), random.rect(within: 20_000, side: 200)) }
        #expect(index.bytes <= bytes * 5 / 4)
        #expect(index.checkInvariants() == nil)
    }

    @Test func `a great many items in one place are moved and removed one by one`() {
        var index = SpatialIndex<Int>()
        let place = Rect(x: 3, y: 3, width: 150, height: 60)
        index.load(count: 5000) { _ in place }
        for slot in 0..<2500 { index.set(Slot(index: slot), Rect(x: 9000, y: 0, width: 1, height: 1)) }
        for slot in 4000..<5000 { index.remove(Slot(index: slot)) }
        var found = 0
        index.visit(touching: place) { _ in found += 1 }
        #expect(found == 1500)
        #expect(index.checkInvariants() == nil)
    }

    @Test func `a rectangle over everything is swept and one over little is walked`() {
        var index = SpatialIndex<Int>()
        index.load(count: 20_000) {
            Rect(x: Double($0.index % 250) * 340, y: Double($0.index / 250) * 220, width: 150, height: 60)
        }
        let all = SpatialIndexQuery(Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300))
        #expect(index.reader.prefersSweep(for: all))
        #expect(!index.reader.prefersSweep(for: SpatialIndexQuery(Rect(x: 0, y: 0, width: 1920, height: 1080))))
        #expect(index.extent == Rect(minX: 0, minY: 0, maxX: 249 * 340 + 150, maxY: 79 * 220 + 60))
        var asked = 0
        #expect(
            index.bounds {
                asked += 1; return index.bounds(of: $0) ?? .empty
            } == index.extent)
        #expect(asked < 100)
    }

    private func expectAgreement(
        _ index: SpatialIndex<Int>, _ model: [Slot<Int>: Rect], _ query: Rect, _ program: String
    ) {
        let expected = model.filter { $0.value.touches(query) }.keys.sorted()
        let found = index.found(touching: query)
        #expect(found.filter { model[$0]?.touches(query) ?? false } == expected, "\(program)")
        let strays = found.filter { slot in !(index.bounds(of: slot)?.touches(query.roundedOutward) ?? false) }
        #expect(strays == [], "\(program)")
        var inside: [Slot<Int>] = []
        var crossing: [Slot<Int>] = []
        index.visit(touching: query) {
            inside.append($0)
        } crossing: {
            crossing.append($0)
        }
        #expect((inside + crossing).sorted() == found, "\(program)")
        #expect(inside.allSatisfy { model[$0].map(query.contains) ?? false }, "\(program)")
    }
}

extension SpatialIndex {
    /// The slots of the items that touch a rectangle, in order.
    func found(touching rect: Rect) -> [Slot<Element>] {
        var slots: [Slot<Element>] = []
        visit(touching: rect) { slots.append($0) }
        return slots.sorted()
    }
}

extension Rect {
    fileprivate var roundedOutward: Rect { SpatialIndexBox(outward: self).rect }
}

extension Seeded {
    /// Returns a fraction from 0 up to 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func power(of base: Double, _ exponents: ClosedRange<Int>) -> Double {
        var power = 1.0
        for _ in 0..<(exponents.lowerBound + below(exponents.count)) { power *= base }
        return power
    }

    mutating func rect(within distance: Double, side: Double) -> Rect {
        let x = (fraction() - 0.5) * distance
        let y = (fraction() - 0.5) * distance
        return Rect(minX: x, minY: y, maxX: x + fraction() * side, maxY: y + fraction() * side)
    }
}
