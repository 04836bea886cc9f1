import Geometry
import Testing

@testable import Routing

@Suite struct RouteMoveTests {
    private func box(_ x: Double, _ y: Double) -> RouteBox {
        RouteBox(Rect(x: x, y: y, width: 10, height: 10), grownBy: 0)
    }

    /// The place of a box among others in a square.
    private func place(_ number: Int, of count: Int) -> (x: Double, y: Double) {
        let columns = Int(Double(count).squareRoot())
        return (Double(number % columns) * 20, Double(number / columns) * 20)
    }

    private func moves(_ count: Int) -> [RouteMove] {
        (0..<count).map { number in
            let (x, y) = place(number, of: count)
            return RouteMove(number: number, old: box(x, y), new: box(x, y + 5))
        }
    }

    /// Pairs of boxes and moves, and how often it was asked about a box.
    private func visited(_ count: Int, isKnown: Bool = false) -> (pairs: Set<[Int]>, asked: Int) {
        let boxes = (0..<count).map { number in
            let (x, y) = place(number, of: count)
            return number % 3 == 0 ? .none : box(x + 5, y + 3)
        }
        var (pairs, asked): (Set<[Int]>, Int) = ([], 0)
        moves(count).visit(
            boxes,
            unless: { _ in
                asked += 1
                return isKnown
            }
        ) { pairs.insert([$0, $1.number]) }
        return (pairs, asked)
    }

    @Test(arguments: [3, 16, 17, 400]) func `each box is visited with the moves that touch it`(_ count: Int) {
        let expected = (0..<count).filter { $0 % 3 != 0 }.map { [$0, $0] }
        #expect(visited(count).pairs == Set(expected))
        #expect(visited(count, isKnown: true).pairs.isEmpty)
    }

    @Test func `what many moves ask grows with the boxes, not with both`() {
        #expect(visited(2000, isKnown: true).asked <= 2000)
        // The grid gets its lines in steps.
        #expect(visited(16_000).asked < 24 * visited(2000).asked)
    }
}
