import Geometry
import Layout
import Seeding
import Testing

/// Work that follows from what it is given, not from the square of it.
@Suite struct WorkGrowthTests {
    /// Boxes in rows, with a gap between them.
    private static func grid(_ count: Int, step: Point, of size: Size) -> [Rect] {
        let columns = Int(Double(count).squareRoot())
        return (0..<count).map { number in
            Rect(
                origin: Point(x: Double(number % columns) * step.x, y: Double(number / columns) * step.y), size: size)
        }
    }

    @Test func `boxes are put into a grid one by one`() {
        let growth = Growth.whenDoubled(from: 60_000, runs: 3) { count in
            let boxes = Self.grid(count, step: Point(x: 200, y: 120), of: Size(width: 100, height: 50))
            return { _ = LineDetours(around: boxes) }
        }
        #expect(growth < 2.5)
    }

    @Test func `a free place is sought step by step`() {
        let growth = Growth.whenDoubled(from: 2_000, runs: 3) { count in
            // No gap is wide enough: the search comes to the border.
            let frames = Self.grid(count, step: Point(x: 110, y: 60), of: Size(width: 100, height: 50))
            let space = BlockSpace(frames: frames, isFixed: frames.map { _ in false }, gap: 20)
            let middle = frames.reduce(Rect.empty) { $0.union($1) }.center
            return { _ = space.place(of: Rect(origin: middle, size: Size(width: 300, height: 200))) }
        }
        #expect(growth < 2.5)
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `frames that are far away change no place`(_ seed: UInt64) {
        var seeded = Seeded(seed)
        let frames = (0..<400).map { _ in
            Rect(
                x: Double(seeded.below(4000)), y: Double(seeded.below(3000)), width: Double(20 + seeded.below(100)),
                height: Double(20 + seeded.below(100)))
        }
        let size = Size(width: Double(50 + seeded.below(300)), height: Double(50 + seeded.below(300)))
        let block = Rect(origin: Point(x: Double(seeded.below(4000)), y: Double(seeded.below(3000))), size: size)
        // Beside one that is larger than the whole, all frames are looked at.
        let all = frames + [Rect(x: 1e6, y: 1e6, width: 2e5, height: 10)]
        let places = [frames, all].map { frames in
            BlockSpace(frames: frames, isFixed: frames.map { _ in false }, gap: 10).place(of: block)
        }
        #expect(places[0] == places[1])
    }
}
