import Geometry

/// Frames that lie on the canvas, and the places among them where another node still fits.
///
/// A node is too near a frame when both gaps, across and down, are smaller than the wished ones.
struct FreePlaces {
    /// The frames, in the order in which they were put there.
    private(set) var frames: [Rect] = []
    /// The bounds of all frames.
    private(set) var bounds = Rect.empty
    /// The gaps that are kept.
    let gap: Size
    private var index = SpatialIndex<Rect>()
    private var search = FreePlaceSearch()

    init(gap: Size) { self.gap = gap }

    /// Puts a frame there. Returns its number.
    @discardableResult mutating func insert(_ frame: Rect) -> Int {
        index.set(.init(index: frames.count), frame)
        frames.append(frame)
        bounds = bounds.union(frame)
        return frames.count - 1
    }

    /// Puts a frame elsewhere.
    mutating func move(_ number: Int, to frame: Rect) {
        index.set(.init(index: number), frame)
        frames[number] = frame
        bounds = bounds.union(frame)
        search.end()
    }

    /// The corners at which a node would be too near a frame, without their border.
    func forbidden(by frame: Int, for size: Size) -> Rect {
        let frame = frames[frame]
        return Rect(
            minX: frame.minX - gap.width - size.width, minY: frame.minY - gap.height - size.height,
            maxX: frame.maxX + gap.width, maxY: frame.maxY + gap.height)
    }

    /// A frame that a node with its top-left corner at a place would be too near.
    func obstacle(at place: Point, for size: Size) -> Int? {
        index.first(touching: surroundings(of: place, size)) { isTooNear($0.index, place, size) }?.index
    }

    /// All these frames, in the order of their numbers.
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

    /// The free place nearest to a wished one, by top-left corners; nil when it is not found in a number of steps, which
    /// counts down.
    ///
    /// The nearest place lies where it is wished, or on a border of what a frame forbids: nearest to the wish, or where
    /// another frame ends. So borders are followed, the nearest place first, of every frame that was in the way. A search
    /// for the same wish and size goes on where the last one ended.
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

    /// The same among places that are allowed, in a search of its own.
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
