import Geometry

/// Places displaced nodes on existing layers: next to the layer of their parents or, without parents, of their
/// children.
struct StableLayers {
    private let graph: LayoutGraph
    private let flow: StableFlow
    private let stability: Stability
    private let direction: Direction
    private let levels: StableLevels
    private var work: PlaceWork
    private var pushesLeft: Int
    /// The least extent of a node across the direction.
    private let leastExtent: Double
    private var queue: [Int] = []
    private var isQueued: [Bool]
    private var positions: [Int] = []

    init(_ graph: LayoutGraph, _ flow: StableFlow, _ stability: Stability, _ direction: Direction, _ work: PlaceWork) {
        self.graph = graph
        self.flow = flow
        self.stability = stability
        self.direction = direction
        self.work = work
        levels = StableLevels(graph, flow, stability, direction, isNew: work.isNew)
        pushesLeft = Int(Double(work.frameNodes.count) * stability.pushedShare)
        leastExtent = graph.sizes.reduce(.infinity) { min($0, direction.across($1.clean)) }
        isQueued = Array(repeating: false, count: graph.count)
        guard let forest = flow.forest else { return }
        positions = Array(repeating: 0, count: graph.count)
        for position in 0..<forest.count { positions[forest.node(at: position)] = position }
    }

    /// Places the nodes that flow edges connect to placed nodes. Returns nil when stopped.
    mutating func place(_ watch: LayoutWatch) -> PlaceWork? {
        for node in 0..<graph.count where work.isNew[node] && hasPlacedNeighbor(node) { enqueue(node) }
        var done = 0
        while done < queue.count {
            if done % 256 == 0, !watch(Double(done) / Double(queue.count + 1)) { return nil }
            place(queue[done])
            done += 1
        }
        return work
    }

    private func hasPlacedNeighbor(_ node: Int) -> Bool {
        flow.parents[node].contains { !work.isNew[$0] } || flow.children[node].contains { !work.isNew[$0] }
    }

    private mutating func enqueue(_ node: Int) {
        guard !isQueued[node] else { return }
        isQueued[node] = true
        queue.append(node)
    }

    private mutating func place(_ node: Int) {
        guard let along = levels.start(of: node, work) else { return }
        let line = StableLine(direction: direction, along: along, size: graph.sizes[node].clean)
        let wish = wish(for: node)
        if let near = line.nearest(to: wish.place, in: wish.range, work.free, steps: 4),
            abs(near - wish.place) <= 2 * line.step(work.free)
        {
            work.put(node, at: line.corner(near))
        } else if let push = push(line, wish) {
            for (frame, place) in push.moves { work.move(frame, to: place) }
            pushesLeft -= push.moves.count
            work.put(node, at: line.corner(push.place))
        } else if let place = place(line, wish) {
            work.put(node, at: place)
        } else if !work.put(node, nearestTo: line.corner(wish.place)) {
            return
        }
        for other in flow.children[node] where work.isNew[other] { enqueue(other) }
        for other in flow.parents[node] where work.isNew[other] { enqueue(other) }
    }

    /// The nearest free place on the layer, or the nearest one beyond the layer if that is much closer.
    private func place(_ line: StableLine, _ wish: StableWish) -> Point? {
        let far = line.nearest(to: wish.place, in: wish.range, work.free, steps: 10_000).map(line.corner)
        let corner = line.corner(wish.place)
        let least = direction.along(Rect(origin: corner, size: line.size).center)
        let near = work.free.nearest(to: corner, for: line.size, steps: 20_000) { place in
            direction.along(Rect(origin: place, size: line.size).center) >= least
                && wish.range.contains(direction.across(place))
        }
        guard let far, let near else { return far ?? near }
        return far.distance(to: corner) <= 2 * near.distance(to: corner) ? far : near
    }

    private func push(_ line: StableLine, _ wish: StableWish) -> StablePush? {
        guard pushesLeft > 0 else { return nil }
        return StablePush(line, wish, work, most: pushesLeft, leastExtent: leastExtent)
    }

    /// The wished place: beside the previous sibling or, in graphs that are not trees, in the middle of the neighbors.
    private func wish(for node: Int) -> StableWish {
        let half = direction.across(graph.sizes[node].clean) / 2
        if stability.treeOrder == .edges, let wish = wishAmongSiblings(node, half) { return wish }
        var sum = 0.0
        var count = 0.0
        for neighbors in [flow.parents[node], flow.children[node]] {
            for other in neighbors where !work.isNew[other] {
                sum += direction.across(work.frame(of: other).center) / 2
                count += 0.5
            }
        }
        return StableWish(place: sum / max(count, 0.5) - half, range: -Double.infinity...Double.infinity)
    }

    private func wishAmongSiblings(_ node: Int, _ half: Double) -> StableWish? {
        guard let forest = flow.forest, forest.parent(of: positions[node]) >= 0 else { return nil }
        let siblings = forest.children(of: forest.parent(of: positions[node]))
        let before = siblings.prefix { $0 < positions[node] }.suffix(64).last { !work.isNew[forest.node(at: $0)] }
        let behind = siblings.drop { $0 <= positions[node] }.prefix(64).first { !work.isNew[forest.node(at: $0)] }
        guard before != nil || behind != nil else { return nil }
        let low = before.map { work.frame(of: forest.node(at: $0)) }
        let high = behind.map { work.frame(of: forest.node(at: $0)) }
        // At least half a unit apart, so that the order is visible.
        let least = low.map { direction.across($0.center) - half + 0.5 } ?? -.infinity
        let most = high.map { direction.across($0.center) - half - 0.5 } ?? .infinity
        let spacing = stability.nodeSpacing
        let place =
            low.map { direction.across(Point(x: $0.maxX, y: $0.maxY)) + spacing }
            ?? high.map { direction.across($0.origin) - spacing - 2 * half } ?? 0
        guard least <= most else { return nil }
        return StableWish(place: min(max(place, least), most), range: least...most)
    }
}

/// The wished place of a node on a layer and the allowed range, by the node's least coordinate across the direction.
struct StableWish {
    var place: Double
    var range: ClosedRange<Double>
}

/// A line along a layer that is searched for a place of a node.
struct StableLine {
    let direction: Direction
    /// The coordinate along the direction where the node begins.
    let along: Double
    let size: Size

    func corner(_ across: Double) -> Point { direction.corner(across: across, along: along, of: size) }

    /// Returns the length of a layer that a node takes, with the gap.
    func step(_ free: FreePlaces) -> Double { direction.across(size) + direction.across(free.gap) }

    /// The frame that is too near to a node at a place of the line; nil without one.
    func obstacle(at across: Double, _ free: FreePlaces) -> Int? { free.obstacle(at: corner(across), for: size) }

    /// Returns the range of the line that a frame forbids.
    func forbidden(by frame: Int, _ free: FreePlaces) -> ClosedRange<Double> {
        let rect = free.forbidden(by: frame, for: size)
        return direction.isHorizontal ? rect.minY...rect.maxY : rect.minX...rect.maxX
    }

    /// The free place nearest to a wish; the search takes at most a number of steps in each direction.
    func nearest(to wish: Double, in range: ClosedRange<Double>, _ free: FreePlaces, steps: Int) -> Double? {
        let below = slide(from: wish, isForward: false, free, steps)
        let above = slide(from: wish, isForward: true, free, steps)
        return [above, below].compactMap { $0 }.filter { range.contains($0) }.min { abs($0 - wish) < abs($1 - wish) }
    }

    private func slide(from wish: Double, isForward: Bool, _ free: FreePlaces, _ steps: Int) -> Double? {
        var across = wish
        for _ in 0..<steps {
            guard let frame = obstacle(at: across, free) else { return across }
            let forbidden = forbidden(by: frame, free)
            across = isForward ? forbidden.upperBound : forbidden.lowerBound
        }
        return nil
    }
}
