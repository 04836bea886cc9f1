import Geometry
import Testing
import Seeding

struct RectTests {
    @Test("The remainder of a rectangle covers just what lies outside the other", arguments: 1...200)
    func remainder(seed: Int) {
        var seeded = Seeded(UInt64(seed))
        func below(_ bound: UInt64) -> Double { Double(seeded.next() % bound) }
        func someRect() -> Rect {
            let corner = Point(x: below(9), y: below(9))
            return Rect(origin: corner, size: Size(width: below(6), height: below(6)))
        }
        let rect = someRect()
        let other = below(8) == 0 ? Rect.empty : someRect()
        var parts: [Rect] = []
        rect.visitRemainder(outside: other) { parts.append($0) }
        #expect(parts.count <= 4)
        for part in parts { #expect(rect.contains(part)) }
        for column in 0..<60 {
            for row in 0..<60 {
                let point = Point(x: Double(column) / 4 + 0.125, y: Double(row) / 4 + 0.125)
                let isOutside = rect.contains(point) && !other.contains(point)
                #expect(parts.contains { $0.contains(point) } == isOutside)
            }
        }
    }
}
