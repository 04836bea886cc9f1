import Geometry

/// A place to try, with how it goes on along a border when something is in the way.
struct FreePlaceTrial: Comparable {
    /// The top-left corner.
    var place: Point
    /// The squared distance from the wish.
    var distance: Double
    /// The number of the place in the order of the search: of two that are as far, the lower was found first.
    var number = 0
    /// The border it lies on; nil for the wish itself.
    var border: Border?

    /// A border of what a frame forbids: where it leads, and where it ends.
    struct Border {
        var axis: Axis
        var isForward: Bool
        var end: Double
    }

    static func < (a: Self, b: Self) -> Bool {
        a.distance != b.distance ? a.distance < b.distance : a.number < b.number
    }

    static func == (a: Self, b: Self) -> Bool { a.distance == b.distance && a.number == b.number }
}

/// The places still to try for a wish, the nearest one first.
struct FreePlaceSearch {
    private var wish = Point.zero
    private var size: Size?
    private var trials = Heap<FreePlaceTrial>()
    private var count = 0
    private var met: Set<Int> = []

    /// Begins with the wish, unless the last search was for the same.
    mutating func begin(_ wish: Point, _ size: Size) {
        guard self.size != size || self.wish != wish else { return }
        (self.wish, self.size) = (wish, size)
        trials.removeAll()
        met.removeAll(keepingCapacity: true)
        count = 0
        add(wish, nil)
    }

    /// Forgets what was found.
    mutating func end() { size = nil }

    mutating func next() -> FreePlaceTrial? { trials.removeFirst() }

    mutating func insert(_ trial: FreePlaceTrial) { trials.insert(trial) }

    private mutating func add(_ place: Point, _ border: FreePlaceTrial.Border?) {
        count += 1
        let distance = (place - wish).squaredLength
        trials.insert(FreePlaceTrial(place: place, distance: distance, number: count, border: border))
    }

    /// Goes on around the frame that is in the way of a trial.
    mutating func lead(_ trial: FreePlaceTrial, around frame: Int, _ forbidden: Rect) {
        follow(trial, past: forbidden)
        addBorders(of: frame, forbidden)
    }

    /// Goes on along the border of a trial to where a frame no longer is in the way, if the border is as long.
    private mutating func follow(_ trial: FreePlaceTrial, past forbidden: Rect) {
        guard let border = trial.border else { return }
        let next = border.isForward ? forbidden.high(border.axis) : forbidden.low(border.axis)
        guard border.isForward ? next <= border.end : next >= border.end else { return }
        var place = trial.place
        place[border.axis] = next
        add(place, border)
    }

    /// Adds the borders of what a frame forbids, once: from the point nearest to the wish to both ends.
    private mutating func addBorders(of frame: Int, _ forbidden: Rect) {
        guard met.insert(frame).inserted else { return }
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
