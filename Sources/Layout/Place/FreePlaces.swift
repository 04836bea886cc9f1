import Geometry

/// Frames on the canvas, and the free places for another node among them.
///
/// A node is too near a frame if both gaps, across and down, are smaller than required.
struct FreePlaces {
    /// The frames, in the order of insertion.
    private(set) var frames: [Rect] = []
    /// The bounds of all frames.
    private(set) var bounds = Rect.empty
    /// The required gaps.
    let gap: Size
    private var index = SpatialIndex<Rect>()
    private var search = FreePlaceSearch()

    init(gap: Size) { self.gap = gap }

    /// Inserts a frame; returns its number.
    @discardableResult mutating func insert(_ frame: Rect) -> Int {
        index.set(.init(index: frames.count), frame)
        frames.append(frame)
        bounds = bounds.union(frame)
        return frames.count - 1
    }

    /// Moves a frame.
    mutating func move(_ number: Int, to frame: Rect) {
        index.set(.init(index: number), frame)
        frames[number] = frame
        bounds = bounds.union(frame)
        search.end()
    }

    /// The top-left corners at which a node would be too near a frame, without the border of this rectangle.
    func forbidden(by frame: Int, for size: Size) -> Rect {
        let frame = frames[frame]
        return Rect(
            minX: frame.minX - gap.width - size.width, minY: frame.minY - gap.height - size.height,
            maxX: frame.maxX + gap.width, maxY: frame.maxY + gap.height)
    }

    /// A frame that is too near a node at a place; nil without one.
    func obstacle(at place: Point, for size: Size) -> Int? {
        index.first(touching: surroundings(of: place, size)) { isTooNear($0.index, place, size) }?.index
    }

    /// All frames that are too near a node at a place, by number.
    func obstacles(at place: Point, for size: Size) -> [Int] {
        var found: [Int] = []
        index.visit(touching: surroundings(of: place, size)) { slot in
            if isTooNear(slot.index, place, size) { found.append(slot.index) }
        }
        return found.sorted()
    }

    private func surroundings(of place: Point, _ size: Size) -> Rect {
        Rect(
            minX: place.x - gap.width, minY: place.y - gap.height, maxX: place.x + size.width + gap.width,
            maxY: place.y + size.height + gap.height)
    }

    private func isTooNear(_ frame: Int, _ place: Point, _ size: Size) -> Bool {
        let forbidden = forbidden(by: frame, for: size)
        return place.x > forbidden.minX && place.x < forbidden.maxX && place.y > forbidden.minY
            && place.y < forbidden.maxY
    }

    /// The free place nearest to a wish, by top-left corners; nil if it is not found within a number of steps, which
    /// counts down.
    ///
    /// The nearest place is the wish itself, or lies on a border of a forbidden rectangle: at the point nearest to the
    /// wish, or where another frame ends. So the search follows the borders of all blocking frames, the nearest place
    /// first. A search with the same wish and size continues the last one.
    mutating func nearest(to wish: Point, for size: Size, _ steps: inout Int) -> Point? {
        search.begin(wish, size)
        while steps > 0, let trial = search.first {
            steps -= 1
            guard let obstacle = obstacle(at: trial.place, for: size) else { return trial.place }
            search.removeFirst()
            search.lead(trial, around: obstacle, forbidden(by: obstacle, for: size))
        }
        return nil
    }

    /// The nearest free place that is allowed, in a separate search.
    func nearest(to wish: Point, for size: Size, steps: Int, where isAllowed: (Point) -> Bool) -> Point? {
        var search = FreePlaceSearch()
        search.begin(wish, size)
        for _ in 0..<steps {
            guard let trial = search.first else { return nil }
            search.removeFirst()
            if let obstacle = obstacle(at: trial.place, for: size) {
                search.lead(trial, around: obstacle, forbidden(by: obstacle, for: size))
            } else if isAllowed(trial.place) {
                return trial.place
            }
        }
        return nil
    }
}
