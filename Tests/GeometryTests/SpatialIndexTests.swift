import Storage
import Testing
import Seeding

@testable import Geometry

@Suite struct SpatialIndexTests {
    @Test func `an item is found where it lies and nowhere else`() {
        var index = SpatialIndex<Int>()
        index.set(Slot(7), Rect(x: 100, y: 50, width: 150, height: 60))
        #expect(index.found(touching: Rect(x: 120, y: 60, width: 0, height: 0)) == [Slot(7)])
        #expect(index.found(touching: Rect(x: 250, y: 110, width: 0, height: 0)) == [Slot(7)])
        #expect(index.found(touching: Rect(x: 251, y: 110, width: 0, height: 0)) == [])
        #expect(index.found(touching: Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)) == [Slot(7)])
        #expect(index.contains(Slot(7)))
        #expect(!index.contains(Slot(6)))
        #expect(!index.contains(Slot(.max)))
    }

    @Test func `moving and removing take the item from its old place`() {
        var index = SpatialIndex<Int>()
        index.set(Slot(0), Rect(x: 0, y: 0, width: 10, height: 10))
        index.set(Slot(0), Rect(x: 9000, y: 0, width: 10, height: 10))
        #expect(index.found(touching: Rect(x: 0, y: 0, width: 10, height: 10)) == [])
        #expect(index.found(touching: Rect(x: 9005, y: 5, width: 0, height: 0)) == [Slot(0)])
        index.remove(Slot(0))
        index.remove(Slot(0))
        #expect(index.count == 0)
        #expect(index.extent == .empty)
        #expect(index.found(touching: Rect(x: 9005, y: 5, width: 0, height: 0)) == [])
        #expect(index.checkInvariants() == nil)
    }

    @Test(arguments: [
        Rect.empty, Rect(minX: 1, minY: 0, maxX: 0, maxY: 1), Rect(minX: .nan, minY: 0, maxX: 1, maxY: 1),
        Rect(minX: 0, minY: 0, maxX: 1, maxY: .nan),
    ])
    func `bounds that are no place remove the item, and find nothing`(bounds: Rect) {
        var index = SpatialIndex<Int>()
        index.set(Slot(3), Rect(x: 0, y: 0, width: 1, height: 1))
        #expect(index.found(touching: bounds) == [])
        index.set(Slot(3), bounds)
        #expect(!index.contains(Slot(3)))
        #expect(index.checkInvariants() == nil)
        index.load(count: 2) { $0.index == 0 ? bounds : Rect(x: 0, y: 0, width: 1, height: 1) }
        #expect(index.count == 1)
        #expect(index.checkInvariants() == nil)
    }

    @Test(arguments: [
        0.1, -0.1, 1 / 3, 16_777_217, -16_777_217, 1e-50, -1e-50, 1e300, -1e300, 0, -0.0, .infinity, -.infinity,
        .greatestFiniteMagnitude, .leastNonzeroMagnitude, 123.456,
    ])
    func `rounding goes outward and not farther than one step`(value: Double) {
        let lower = SpatialIndexBox.lower(value)
        let upper = SpatialIndexBox.upper(value)
        #expect(Double(lower) <= value)
        #expect(Double(upper) >= value)
        #expect(lower == upper || lower.nextUp == upper)
    }

    @Test func `the stored box holds the bounds`() throws {
        var index = SpatialIndex<Int>()
        let bounds = Rect(x: 0.1, y: 0.2, width: 1e-3, height: 1e7 + 0.3)
        index.set(Slot(1), bounds)
        #expect(try #require(index.bounds(of: Slot(1))).contains(bounds))
        #expect(index.bounds(of: Slot(2)) == nil)
        #expect(index.extent == index.bounds(of: Slot(1)))
    }

    @Test func `a visit stops at the first item that is wanted`() {
        var index = SpatialIndex<Int>()
        for slot in 0..<100 { index.set(Slot(index: slot), Rect(x: 0, y: 0, width: 10, height: 10)) }
        var asked = 0
        let found = index.first(touching: Rect(x: 5, y: 5, width: 0, height: 0)) { _ in
            asked += 1
            return asked == 10
        }
        #expect(found != nil)
        #expect(asked == 10)
        #expect(index.first(touching: Rect(x: 5, y: 5, width: 0, height: 0)) { _ in false } == nil)
        #expect(index.first(touching: Rect(x: 50, y: 5, width: 0, height: 0)) { _ in true } == nil)
    }

    @Test func `an item near a point is found`() {
        var index = SpatialIndex<Int>()
        index.set(Slot(1), Rect(x: 100, y: 100, width: 10, height: 10))
        var found: [Slot<Int>] = []
        index.visit(near: Point(x: 95, y: 105), within: 5) { found.append($0) }
        #expect(found == [Slot(1)])
        index.visit(near: Point(x: 94, y: 105), within: 5) { found.append($0) }
        #expect(found == [Slot(1)])
    }

    @Test func `a copy keeps what it held`() {
        var index = SpatialIndex<Int>()
        index.load(count: 2000) {
            Rect(x: Double($0.index % 70) * 200, y: Double($0.index / 70) * 100, width: 150, height: 60)
        }
        let copy = index
        for slot in 0..<2000 { index.set(Slot(index: slot), Rect(x: 1e6, y: 1e6, width: 1, height: 1)) }
        #expect(copy.found(touching: Rect(x: 0, y: 0, width: 1, height: 1)) == [Slot(0)])
        #expect(copy.checkInvariants() == nil)
        #expect(index.checkInvariants() == nil)
        #expect(index.found(touching: Rect(x: 0, y: 0, width: 1, height: 1)) == [])
    }

    @Test func `equal histories visit in equal order`() {
        func order() -> [Slot<Int>] {
            var random = Seeded(5)
            var index = SpatialIndex<Int>()
            for _ in 0..<2000 { index.set(Slot(index: random.below(500)), random.rect(within: 5000, side: 400)) }
            var slots: [Slot<Int>] = []
            index.visit(touching: Rect(x: -4000, y: -4000, width: 8000, height: 8000)) { slots.append($0) }
            index.visit(touching: Rect(x: 0, y: 0, width: 800, height: 800)) { slots.append($0) }
            return slots
        }
        #expect(order() == order())
    }
}

@Suite struct SpatialIndexTableTests {
    @Test func `the table agrees with a dictionary through insertions and removals`() {
        var random = Seeded(11)
        var table = SpatialIndexTable()
        var model: [UInt64: Int] = [:]
        var mistakes = 0
        for step in 0..<6000 {
            let cell = SpatialIndexCell(level: random.below(3), column: random.below(20), row: random.below(20))
            let at = table.find(cell)
            if (at < 0 ? nil : table.chunk(at: at)) != model[cell.bits] { mistakes += 1 }
            if at >= 0 {
                table.remove(at: at)
                model[cell.bits] = nil
            } else {
                table.insert(cell, chunk: step)
                model[cell.bits] = step
            }
        }
        #expect(mistakes == 0)
        #expect(table.count == model.count)
        for (bits, chunk) in model { #expect(table.chunk(of: SpatialIndexCell(bits: bits)) == chunk) }
    }

    @Test func `a cell keeps its level, row and column`() {
        let cell = SpatialIndexCell(level: 30, column: 32767, row: 1)
        #expect([cell.level, cell.column, cell.row] == [30, 32767, 1])
        #expect(SpatialIndexCell.everywhere.level == 31)
    }

    @Test(arguments: [
        (512.0, 0.0, 0), (512.001, 0.0, 1), (2048.0, 0.0, 1), (2049.0, 0.0, 2), (1.0, 8e6, 0), (1.0, 9e6, 1),
        (1.0, 1e18, 19),
        (1e30, 0.0, 31), (1.0, 1e300, 31),
    ])
    func `the level follows from size and distance`(side: Double, x: Double, level: Int) {
        let box = SpatialIndexBox(outward: Rect(x: x, y: 0, width: side, height: 1))
        #expect(SpatialIndexCell(of: box).level == level)
    }
}

@Suite("Cells that cover a rectangle")
struct SpatialIndexGridTests {
    @Test("are few, and no smaller would do", arguments: 0..<400 as Range<UInt64>)
    func cover(seed: UInt64) {
        var random = Seeded(seed)
        let ends = [0, 1e-9, 1, 63, 64, 1000, 1e5, 0x1p52, 1e40, 1e300, Double.greatestFiniteMagnitude]
        func far() -> Double { ends[random.below(ends.count)] * (random.below(2) == 0 ? 1 : -1) }
        let rect = Rect(Point(x: far(), y: far()), Point(x: far(), y: far()))
        let least = [64, 1, 1e-300, 1e300][random.below(4)]
        let limit = 1 + random.below(5000) + 4
        let grid = SpatialIndexGrid(covering: rect, leastSide: least, atMost: limit)
        #expect(grid.columns >= 1 && grid.rows >= 1 && grid.columns * grid.rows <= limit)
        #expect(grid.side >= least && (grid.side.significand == least.significand || grid.side >= 0x1p1000))
        let isNear =
            max(abs(rect.minX), abs(rect.minY), abs(rect.maxX), abs(rect.maxY)) < min(grid.side * 0x1p40, 1e300)
        if isNear { #expect(grid.bounds.contains(rect)) }
        if grid.side > least && isNear {
            let across = (rect.maxX / grid.side * 2).rounded(.down) - (rect.minX / grid.side * 2).rounded(.down) + 1
            let down = (rect.maxY / grid.side * 2).rounded(.down) - (rect.minY / grid.side * 2).rounded(.down) + 1
            #expect(across * down > Double(limit))
        }
    }
}
