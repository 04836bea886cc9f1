import Geometry

/// Space for a drawing that moves as one block, among frames that were not laid out with it.
public struct BlockSpace {
    private let frames: [Rect]
    /// A flag for each frame: true if it stays.
    private let isFixed: [Bool]
    /// The least distance between the block and frames, in canvas units.
    private let gap: Double

    /// The steps of a search for a free place: for each frame, and the minimum.
    private static let steps = (each: 50, least: 20_000)

    /// Makes the space among some frames; frames that are not finite are ignored.
    public init(frames: [Rect], isFixed: [Bool], gap: Double) {
        (self.frames, self.isFixed) = (frames, isFixed)
        self.gap = gap > 0 ? min(gap, 1e9) : 0
    }

    /// Returns the top-left corner of the free place nearest to a block: its own if it covers no frame, or one below
    /// all frames if none was found.
    ///
    /// - Complexity: O(*n* log *n*); the steps of the search are bounded.
    public func place(of block: Rect) -> Point { place(of: block, among: frames) }

    private func place(of block: Rect, among frames: [Rect]) -> Point {
        if !frames.contains(where: { $0.covers(block) }) { return block.origin }
        let most = Self.steps.least + Self.steps.each * frames.count
        let frames = frames.filter(\.isFinite)
        var bounds = Rect.empty
        var largest = 0.0
        for frame in frames {
            bounds = bounds.union(frame)
            largest = max(largest, frame.longerSide)
        }
        let extent = bounds.longerSide
        var reach = 4 * (block.width + block.height + gap)
        while true {
            // Farther frames cannot block a place as near; a margin keeps the order in which frames are found.
            let isPart = reach < extent
            let area = block.grown(by: reach + gap + 4 * largest)
            var free = FreePlaces(gap: Size(width: gap, height: gap))
            for frame in frames where !isPart || frame.touches(area) { free.insert(frame) }
            var steps = most
            let place = free.nearest(to: block.origin, for: block.size, &steps)
            if !isPart { return place ?? Point(x: block.minX, y: free.bounds.maxY + gap) }
            if let place, place.distance(to: block.origin) <= reach { return place }
            reach *= 4
        }
    }

    /// Returns the place of a block, and the places of the frames after they make space for it; nil when stopped.
    ///
    /// The block itself avoids fixed frames.
    ///
    /// - Parameter former: the former block.
    /// - Complexity: O(*n* log *n*).
    public func opened(
        for block: Rect, from former: Rect, _ watch: LayoutWatch
    ) -> (block: Point, frames: [Point])? {
        let corner = place(of: block, among: frames.indices.filter { isFixed[$0] }.map { frames[$0] })
        return opened(for: [Rect(origin: corner, size: block.size)], from: former, watch).map { (corner, $0) }
    }

    /// Returns the places of the frames after they make space for blocks, which stay; nil when stopped.
    ///
    /// Along each axis, all frames behind the former blocks move on by the same distance, so that none of them is
    /// covered and they keep their relative places. Frames that are still covered are then pushed aside
    /// (`OverlapRemoval`).
    ///
    /// - Parameter former: the bounds of the former blocks.
    /// - Complexity: O(*n* log *n*); the steps of the search for covered frames are bounded.
    public func opened(for blocks: [Rect], from former: Rect, _ watch: LayoutWatch) -> [Point]? {
        var corners = frames.map(\.origin)
        let movable = frames.indices.filter { !isFixed[$0] && frames[$0].isFinite }
        var cover = BlockCover(blocks, steps: Self.steps.least + Self.steps.each * (frames.count + blocks.count))
        guard movable.contains(where: { cover.covers(frames[$0]) }) else { return corners }
        for axis in [Axis.x, .y] {
            let behind = movable.filter { frames[$0].low(axis) >= former.high(axis) }
            let moved = behind.map { Rect(origin: corners[$0], size: frames[$0].size) }
            guard moved.contains(where: { cover.covers($0) }) else { continue }
            let distance = moved.reduce(0) { max($0, cover.end(across: $1, axis) + gap - $1.low(axis)) }
            for index in behind { corners[index][axis] += distance }
        }
        var removal = OverlapRemoval()
        removal.movesClearNodes = false
        let wanted = blocks.map { $0.grown(by: gap) }
        let moved = removal.places(
            from: corners + wanted.map(\.origin), sizes: frames.map(\.size) + wanted.map(\.size),
            isFixed: frames.indices.map { isFixed[$0] || !frames[$0].isFinite } + wanted.map { _ in true },
            watch: watch)
        return moved.map { Array($0.prefix(frames.count)) }
    }
}

/// The blocks that cover a frame.
private struct BlockCover {
    private let blocks: [Rect]
    private let bounds: Rect
    private var index = SpatialIndex<Rect>()
    private var steps: Int

    init(_ blocks: [Rect], steps: Int) {
        (self.blocks, self.steps) = (blocks, steps)
        bounds = blocks.reduce(Rect.empty) { $1.isFinite ? $0.union($1) : $0 }
        for (number, block) in blocks.enumerated() where block.isFinite { index.set(.init(index: number), block) }
    }

    func covers(_ frame: Rect) -> Bool { index.first(touching: frame) { blocks[$0.index].covers(frame) } != nil }

    /// Returns the greatest coordinate along an axis of the blocks beside a frame, or of all blocks if no steps are
    /// left.
    mutating func end(across frame: Rect, _ axis: Axis) -> Double {
        let strip =
            axis == .x
            ? Rect(minX: bounds.minX, minY: frame.minY, maxX: bounds.maxX, maxY: frame.maxY)
            : Rect(minX: frame.minX, minY: bounds.minY, maxX: frame.maxX, maxY: bounds.maxY)
        var (end, left) = (-Double.infinity, steps)
        _ = index.first(touching: strip) { slot in
            left -= 1
            if blocks[slot.index].covers(strip) { end = max(end, blocks[slot.index].high(axis)) }
            return left <= 0
        }
        steps = left
        return left > 0 ? end : bounds.high(axis)
    }
}

extension Rect {
    fileprivate var isFinite: Bool { origin.isFinite && maxX.isFinite && maxY.isFinite }
    fileprivate var longerSide: Double { max(width, height) }
}
