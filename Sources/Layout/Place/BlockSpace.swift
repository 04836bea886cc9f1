import Geometry

/// Space for a drawing that is kept as a whole, as a block, among frames that were not laid out with it.
public struct BlockSpace {
    private let frames: [Rect]
    /// A flag for each frame: true if it stays where it is.
    private let isFixed: [Bool]
    /// The distance that is kept between the block and frames, in canvas units.
    private let gap: Double

    /// The steps of a search for a free place, for each frame and at the least.
    private static let steps = (each: 50, least: 20_000)

    /// Makes the space among some frames; those that are not finite are left out.
    public init(frames: [Rect], isFixed: [Bool], gap: Double) {
        (self.frames, self.isFixed) = (frames, isFixed)
        self.gap = gap > 0 ? min(gap, 1e9) : 0
    }

    /// Returns the top-left corner of the free place nearest to a block: its own where it covers no frame, and one
    /// below all frames where none was found.
    ///
    /// - Complexity: O(*n* log *n*); the search is bounded in steps.
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
            // Farther frames are in the way of no place that is as near; some more keep the order in which frames are met.
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

    /// Returns where a block goes, and where the frames go to make space for it; nil when stopped.
    ///
    /// The block itself keeps clear of fixed frames.
    ///
    /// - Parameter former: the block as it was.
    /// - Complexity: O(*n* log *n*).
    public func opened(
        for block: Rect, from former: Rect, _ watch: LayoutWatch
    ) -> (block: Point, frames: [Point])? {
        let corner = place(of: block, among: frames.indices.filter { isFixed[$0] }.map { frames[$0] })
        return opened(for: [Rect(origin: corner, size: block.size)], from: former, watch).map { (corner, $0) }
    }

    /// Returns where the frames go to make space for blocks, which stay; nil when stopped.
    ///
    /// Frames that begin behind all blocks as they were, along an axis, all move on by as much as those need that would be
    /// covered, and others in the way of blocks, so that they lie to one another as before; then those that are covered still
    /// are pushed aside (`OverlapRemoval`).
    ///
    /// - Parameter former: the bounds of the blocks as they were.
    /// - Complexity: O(*n* log *n*); the search for what is covered is bounded in steps.
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

    /// Returns how far the blocks reach along an axis that lie beside a frame across it, or all blocks when no steps are left.
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
