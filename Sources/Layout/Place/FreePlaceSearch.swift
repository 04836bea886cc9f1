import Geometry

/// A place to try, and the border that the search follows if the place is blocked.
struct FreePlaceTrial {
    /// The top-left corner.
    var place: Point
    /// The border it lies on; nil for the wish itself.
    var border: Border?

    /// A border of a forbidden rectangle: its direction and its end.
    struct Border {
        var axis: Axis
        var isForward: Bool
        var end: Double
    }
}

/// The places that are still to be tried for a wish, the nearest one first.
struct FreePlaceSearch {
    /// A waiting trial: of two at the same distance from the wish, the one found first comes first.
    private struct Waiting: Comparable {
        /// The distance from the wish, squared.
        let distance: Double
        let number: Int
        /// The place of the trial in `trials`.
        let place: Int

        static func < (a: Self, b: Self) -> Bool {
            a.distance != b.distance ? a.distance < b.distance : a.number < b.number
        }
    }

    private var wish = Point.zero
    private var size: Size?
    private var trials: [FreePlaceTrial] = []
    /// Free indices in `trials`.
    private var unused: [Int] = []
    private var waiting = Heap<Waiting>()
    /// The number of trials found so far.
    private var count = 0
    /// The number of the current search, and the number of the last search that met each frame.
    private var number = 0
    private var met: [Int] = []

    /// Starts at the wish, unless the last search had the same wish and size.
    mutating func begin(_ wish: Point, _ size: Size) {
        guard self.size != size || self.wish != wish else { return }
        (self.wish, self.size) = (wish, size)
        trials.removeAll(keepingCapacity: true)
        unused.removeAll(keepingCapacity: true)
        waiting.removeAll()
        count = 0
        number += 1
        add(wish, nil)
    }

    /// Drops the results of the last search.
    mutating func end() { size = nil }

    /// The nearest place; nil when there are none left.
    var first: FreePlaceTrial? { waiting.first.map { trials[$0.place] } }

    mutating func removeFirst() {
        if let first = waiting.removeFirst() { unused.append(first.place) }
    }

    private mutating func add(_ place: Point, _ border: FreePlaceTrial.Border?) {
        count += 1
        let trial = FreePlaceTrial(place: place, border: border)
        let index = unused.popLast() ?? trials.count
        if index < trials.count { trials[index] = trial } else { trials.append(trial) }
        waiting.insert(Waiting(distance: (place - wish).squaredLength, number: count, place: index))
    }

    /// Continues around the frame that blocks a trial.
    mutating func lead(_ trial: FreePlaceTrial, around frame: Int, _ forbidden: Rect) {
        follow(trial, past: forbidden)
        addBorders(of: frame, forbidden)
    }

    /// Continues along the border of a trial to the end of a blocking frame, if the border is long enough.
    private mutating func follow(_ trial: FreePlaceTrial, past forbidden: Rect) {
        guard let border = trial.border else { return }
        let next = border.isForward ? forbidden.high(border.axis) : forbidden.low(border.axis)
        guard border.isForward ? next <= border.end : next >= border.end else { return }
        var place = trial.place
        place[border.axis] = next
        add(place, border)
    }

    /// Adds the borders of a forbidden rectangle once: from the point nearest to the wish to both ends.
    private mutating func addBorders(of frame: Int, _ forbidden: Rect) {
        if frame >= met.count { met += repeatElement(0, count: frame + 1 - met.count) }
        if met[frame] == number { return }
        met[frame] = number
        let foot = wish.clamped(to: forbidden)
        for y in [forbidden.maxY, forbidden.minY] {
            addBorder(from: Point(x: foot.x, y: y), .x, forbidden)
        }
        for x in [forbidden.maxX, forbidden.minX] {
            addBorder(from: Point(x: x, y: foot.y), .y, forbidden)
        }
    }

    private mutating func addBorder(from foot: Point, _ axis: Axis, _ forbidden: Rect) {
        add(foot, FreePlaceTrial.Border(axis: axis, isForward: true, end: forbidden.high(axis)))
        add(foot, FreePlaceTrial.Border(axis: axis, isForward: false, end: forbidden.low(axis)))
    }
}
