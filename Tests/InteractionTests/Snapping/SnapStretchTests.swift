import Geometry
import Graph
import Seeding
import Testing

@testable import Editing
@testable import Interaction

@Suite("A resize that snaps")
struct SnapStretchTests {
    private let right = Rect(x: 0, y: 0, width: 100, height: 50)

    private func resize(
        _ frames: [Rect], by offset: Point, _ handle: ResizeHandle = .right, held: SnapHolds = SnapHolds(),
        _ change: (inout SnapResize) -> Void = { _ in }
    ) -> SnapResize.Answer {
        var resize = SnapResize(
            original: right, handle: handle, offset: offset, minimum: Size(width: 10, height: 10),
            rules: SnapRules(reach: 6, hasGaps: true, hasSizes: true), held: held)
        change(&resize)
        return resize.answer(SnapLines(ContiguousArray(frames), row: (0..<Int32(frames.count)).map { $0 }))
    }

    @Test("takes the size of a sibling, with a guide across each")
    func sizes() {
        let other = Rect(x: 13, y: 300, width: 141, height: 77)
        let answer = resize([other], by: Point(x: 44, y: 0))
        #expect(answer.frame.width == 141)
        #expect(
            answer.guides == [
                Guide(kind: .size, axis: .y, position: 25, from: 0, to: 141),
                Guide(kind: .size, axis: .y, position: 338.5, from: 13, to: 154),
            ])
        #expect(resize([other], by: Point(x: -44, y: 0), .left).frame == Rect(x: -41, y: 0, width: 141, height: 50))
        #expect(resize([other], by: Point(x: 44, y: 0)) { $0.rules.hasSizes = false }.frame.width == 144)
        // About the center each side takes half of it.
        #expect(resize([other], by: Point(x: 23, y: 0)) { $0.isCentered = true }.frame.minX == -20.5)
        // It holds, until it is pulled away.
        #expect(resize([other], by: Point(x: 49.5, y: 0), held: answer.held).frame.width == 141)
        #expect(resize([other], by: Point(x: 50.5, y: 0), held: answer.held).held.x?.kind == .align)
        #expect(resize([], by: Point(x: 44, y: 0), held: answer.held).frame.width == 144)
        // In proportion, too.
        let scaled = resize([other], by: Point(x: 44, y: 22), .bottomRight) { $0.keepsRatio = true }
        #expect(scaled.frame == Rect(x: 0, y: 0, width: 141, height: 70.5))
    }

    @Test("makes gaps equal: to that behind the next node, and to that on the other side")
    func gaps() {
        let row = [Rect(x: 203, y: 0, width: 20, height: 50), Rect(x: 260, y: 0, width: 20, height: 50)]
        // 223 to 260 is a gap of 37.
        let repeated = resize(row, by: Point(x: 64, y: 0))
        #expect(repeated.frame.maxX == 166)
        #expect(repeated.guides.map(\.kind) == [.gap, .gap] && repeated.held.x?.kind == .gap)
        #expect(resize(row, by: Point(x: 64, y: 0)) { $0.rules.hasGaps = false }.frame.maxX == 164)
        let around = [Rect(x: -61, y: 0, width: 20, height: 50), Rect(x: 203, y: 0, width: 20, height: 50)]
        let halved = resize(around, by: Point(x: 60, y: 0))
        #expect(halved.frame.maxX == 162)
        #expect(
            halved.guides == [
                Guide(kind: .gap, axis: .y, position: 25, from: -41, to: 0),
                Guide(kind: .gap, axis: .y, position: 25, from: 162, to: 203),
            ])
        #expect(resize(around, by: Point(x: 60, y: 0), held: halved.held).frame == halved.frame)
    }

    @Test("comes to the nearest of all places that there are", arguments: 0..<40 as Range<UInt64>)
    func nearest(seed: UInt64) {
        var random = Seeded(seed)
        var snapped = 0
        for _ in 0..<60 {
            let frames = (0..<1 + random.below(12)).map { _ in
                Rect(
                    x: Double(random.below(90)) * 7 - 200, y: Double(random.below(60)) * 5 - 100,
                    width: Double(random.below(50)) * 5, height: Double(random.below(30)) * 3)
            }
            let isLow = random.below(2) == 0
            let raw = Double(random.below(300) - 80) * (isLow ? -1 : 1)
            if raw == 0 { continue }
            let answer = resize(frames, by: Point(x: raw, y: 0), isLow ? .left : .right) { $0.rules.hasGaps = false }
            let side = (isLow ? 0 : 100) + raw
            let places = frames.flatMap { frame in
                SnapAnchor.allCases.map { frame.position($0, .x) } + [isLow ? 100 - frame.width : frame.width]
            }
            let near = places.map { abs($0 - side) }.min().map { $0 < 6 ? $0 : 0 } ?? 0
            let moved = isLow ? answer.frame.minX : answer.frame.maxX
            if answer.frame.width > 10 { #expect(abs(moved - side) == near, "seed \(seed)") }
            if near > 0 { snapped += 1 }
            let lengths = answer.guides.filter { $0.kind == .size }.map { $0.to - $0.from }
            #expect(lengths.allSatisfy { abs($0 - answer.frame.width) < 0.001 }, "seed \(seed)")
        }
        #expect(snapped > 5)
    }

    @Test("An axis that shift has chosen is kept around the diagonal")
    func locks() {
        var lock = AxisLock()
        let way = [(30.0, 20.0), (30, 44), (30, 46), (40, 30), (46, 30), (0, 0), (1, 2)]
        let still = way.map { lock.still(Point(x: $0.0, y: $0.1), .shift) }
        #expect(still == [.y, .y, .x, .x, .y, nil, .x])
        #expect(lock.still(Point(x: 1, y: 2), []) == nil)
        #expect(lock.still(Point(x: 3, y: 3), .shift) == .y)
    }
}
