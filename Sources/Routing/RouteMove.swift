/// An obstacle that moved, came or went.
struct RouteMove: Sendable {
    let number: Int
    let old: RouteBox
    let new: RouteBox
    /// A box around its old and its new position.
    let reach: RouteBox
    /// The parts that it no longer covers.
    let freed: [RouteBox]

    init(number: Int, old: RouteBox, new: RouteBox) {
        self.number = number
        self.old = old
        self.new = new
        reach = old.union(new)
        freed = old.rest(outside: new)
    }

    /// Returns true if it was in a box, or is.
    @inline(__always) func touches(_ box: RouteBox) -> Bool { box.touches(old) || box.touches(new) }
}

extension [RouteMove] {
    /// The number of moves up to which each is compared with all boxes.
    private static var mostCompared: Int { 16 }

    /// Calls `body` with the number of each box that a move touches, and the move; with some more than once.
    ///
    /// - Parameter isKnown: returns true for a box that is not asked about, or not any more.
    /// - Complexity: O(*n*) in the boxes for few moves; else O(*n* + *m* log *m*) in the boxes and the moves, plus the
    ///   moves near each queried box.
    @inline(__always)
    func visit(_ boxes: [RouteBox], unless isKnown: (Int) -> Bool, _ body: (Int, RouteMove) -> Void) {
        if count <= Self.mostCompared {
            for move in self {
                boxes.visit(touching: move.reach) { number in
                    if !isKnown(number) && move.touches(boxes[number]) { body(number, move) }
                }
            }
            return
        }
        let asked = boxes.indices.filter { !boxes[$0].isNone && !isKnown($0) }
        if asked.isEmpty { return }
        var places = RouteField(margin: 0)
        for place in indices { places.set(place, self[place].reach) }
        for number in asked {
            places.visit(boxes[number]) { place in
                let move = self[Int(place)]
                if !isKnown(number) && move.touches(boxes[number]) { body(number, move) }
            }
        }
    }
}
