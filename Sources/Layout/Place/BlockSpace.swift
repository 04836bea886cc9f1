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
        var free = FreePlaces(gap: Size(width: gap, height: gap))
        for frame in frames where frame.isFinite { free.insert(frame) }
        var steps = Self.steps.least + Self.steps.each * frames.count
        return free.nearest(to: block.origin, for: block.size, &steps)
            ?? Point(x: block.minX, y: free.bounds.maxY + gap)
    }

    /// Returns where a block goes, and where the frames go to make space for it; nil when stopped.
    ///
    /// Frames that begin behind the block as it was, along an axis, all move on by as much as the nearest one needs that it
    /// would cover, so that they lie to one another as before; then those that it covers still are pushed aside
    /// (`OverlapRemoval`).
    /// The block itself keeps clear of fixed frames.
    ///
    /// - Parameter former: the block as it was.
    /// - Complexity: O(*n* log *n*).
    public func opened(
        for block: Rect, from former: Rect, _ watch: LayoutWatch
    ) -> (block: Point, frames: [Point])? {
        let corner = place(of: block, among: frames.indices.filter { isFixed[$0] }.map { frames[$0] })
        let block = Rect(origin: corner, size: block.size)
        var corners = frames.map(\.origin)
        let wanted = block.grown(by: gap)
        if !frames.contains(where: { $0.covers(block) }) { return (corner, corners) }
        let movable = frames.indices.filter { !isFixed[$0] && frames[$0].isFinite }
        let beside = movable.filter { frames[$0].minX >= former.maxX }
        if let nearest = beside.filter({ frames[$0].covers(block) }).map({ frames[$0].minX }).min() {
            for index in beside { corners[index].x += wanted.maxX - nearest }
        }
        let below = movable.filter { frames[$0].minY >= former.maxY }
        let covered = below.filter { Rect(origin: corners[$0], size: frames[$0].size).covers(block) }
        if let nearest = covered.map({ frames[$0].minY }).min() {
            for index in below { corners[index].y += wanted.maxY - nearest }
        }
        var removal = OverlapRemoval()
        removal.movesClearNodes = false
        let moved = removal.places(
            from: corners + [wanted.origin], sizes: frames.map(\.size) + [wanted.size],
            isFixed: frames.indices.map { isFixed[$0] || !frames[$0].isFinite } + [true], watch: watch)
        return moved.map { (corner, Array($0.dropLast())) }
    }
}

extension Rect {
    fileprivate var isFinite: Bool { origin.isFinite && maxX.isFinite && maxY.isFinite }
}
