import Geometry

/// The edges of a component as level and upright legs. Their ends lie along the sides of nodes. An edge has an upright
/// column in each layer that it passes, and at most one level leg in each gap between two layers.
struct LegRoutes {
    /// One edge of the document.
    struct LegRoute {
        /// Its number among the edges of the component, and among the members of that edge.
        let edge: Int
        let member: Int
        /// Its position across the flow in each of its layers, from its upper end to its lower end.
        var columns: [Double]
        /// The upper layer.
        let layer: Int
    }

    private let levels: Levels
    private let graph: FlowGraph
    private let mergesEdges: Bool
    private(set) var paths: [LegRoute] = []
    /// The tracks of level legs in each gap, and their numbers.
    private var tracks: [[LevelLeg]] = []
    private var counts: [Int] = []
    /// The distances from each layer to the legs below it and above it; loops and lanes around its nodes lie nearer.
    private var below: [Double] = []
    private var above: [Double] = []

    private static let trackSpacing = 8.0
    private static let clearance = 14.0
    private static let mostSpace = 600.0
    /// The greatest length of a jog that is straightened, and the least distance of an end from the corner of its node.
    private static let shortestJog = 10.0
    private static let leastInset = 6.0

    /// - Parameters:
    ///   - middles: the middles of the items, across the flow.
    ///   - layout: its `mergesEdges` says if free ends on one side of a node share a point, and their level legs a bus.
    init(_ component: FlowComponent, _ levels: Levels, _ layout: LayeredLayout, middles: [Double]) {
        self.levels = levels
        mergesEdges = layout.mergesEdges
        graph = component.graph
        for (edge, members) in component.members.enumerated() {
            let chain = levels.chain(of: edge, graph)
            for member in members.indices {
                let step = min(10, 200 / Double(members.count))
                let shift = (Double(member) - Double(members.count - 1) / 2) * step
                var columns = chain.map { middles[$0] + shift }
                columns[0] = middles[chain[0]] + component.upperEnds[edge].offset
                columns[chain.count - 1] = middles[chain[chain.count - 1]] + component.lowerEnds[edge].offset
                paths.append(LegRoute(edge: edge, member: member, columns: columns, layer: levels.layer[chain[0]]))
            }
        }
        placeEnds(component, middles)
        // The pieces of a wrapped drawing and the frames of groups need the columns that rows keep free.
        if !mergesEdges && !layout.isWrapped && levels.nesting == nil { straighten(component, middles) }
        placeLegs(component)
        findClearances(component)
    }

    // MARK: Ends

    /// Spreads the free ends along the sides of their nodes, each as near as possible to the next column of its edge.
    private mutating func placeEnds(_ component: FlowComponent, _ middles: [Double]) {
        let uppers = Adjacency(count: graph.count, ends: paths.map { graph.uppers[$0.edge] })
        let lowers = Adjacency(count: graph.count, ends: paths.map { graph.lowers[$0.edge] })
        let sides = [(uppers, component.upperEnds, true), (lowers, component.lowerEnds, false)]
        let orders = sides.map { incident, ends, isUpper in
            (0..<graph.count).map { node in
                incident[node].filter { ends[paths[$0].edge].isFree }.sorted {
                    (paths[$0].second(isUpper), $0) < (paths[$1].second(isUpper), $1)
                }
            }
        }
        for _ in 0..<3 {
            for (order, isUpper) in zip(orders, [true, false]) {
                for node in 0..<graph.count where !order[node].isEmpty {
                    let half = mergesEdges ? 0 : graph.halves[node] - min(10, graph.halves[node] / 2)
                    let wanted = order[node].map { paths[$0].second(isUpper) }
                    let places = SpreadEnds.places(wanted, around: middles[node], half: half)
                    for (route, place) in zip(order[node], places) { paths[route].setEnd(isUpper, place) }
                }
            }
        }
    }

    /// Straightens jogs that are shorter than their corners, and moves other single ends to the middle of their side.
    /// Columns do not move past another edge.
    private mutating func straighten(_ component: FlowComponent, _ middles: [Double]) {
        var spans: [[ClosedRange<Double>]] = Array(repeating: [], count: levels.layerCount)
        for node in 0..<graph.count where middles[node].isFinite && graph.halves[node] >= 0 {
            spans[levels.layer[node]].append(middles[node] - graph.halves[node]...middles[node] + graph.halves[node])
        }
        var rows = ColumnRows(spans, paths)
        let counts = [graph.uppers, graph.lowers].map { ends in
            paths.reduce(into: Array(repeating: 0, count: graph.count)) { $0[ends[$1.edge]] += 1 }
        }
        for number in paths.indices {
            let route = paths[number]
            let frees = (component.upperEnds[route.edge].isFree, component.lowerEnds[route.edge].isFree)
            let last = route.columns.count - 1
            let nodes = (graph.uppers[route.edge], graph.lowers[route.edge])
            /// Moves the columns of a part of the route if nothing lies in between.
            func move(_ part: ClosedRange<Int>, to place: Double) -> Bool {
                for (end, node, isFree) in [(0, nodes.0, frees.0), (last, nodes.1, frees.1)]
                where part.contains(end) && paths[number].columns[end] != place {
                    let reach = graph.halves[node] - min(Self.leastInset, graph.halves[node] / 2)
                    if !isFree || abs(place - middles[node]) > reach { return false }
                }
                if !part.allSatisfy({ rows.isFree(paths[number], $0, to: place) }) { return false }
                for at in part {
                    rows.move(paths[number], at, to: place)
                    paths[number].columns[at] = place
                }
                return true
            }
            for at in route.columns.indices.dropFirst() {
                let (above, below) = (paths[number].columns[at - 1], paths[number].columns[at])
                if above == below || abs(above - below) > Self.shortestJog { continue }
                var (first, end) = (at - 1, at)
                while first > 0, paths[number].columns[first - 1] == above { first -= 1 }
                while end < last, paths[number].columns[end + 1] == below { end += 1 }
                if !move(at...end, to: above) { _ = move(first...(at - 1), to: below) }
            }
            let isLabelled = component.labels[route.edge] != nil
            for (isUpper, isFree) in [(true, frees.0), (false, frees.1)] where isFree {
                let node = isUpper ? nodes.0 : nodes.1
                let columns = paths[number].columns
                if counts[isUpper ? 0 : 1][node] > 1 { continue }
                // The straight part before the end moves with it, unless it is the whole edge.
                var (first, end) = isUpper ? (0, 0) : (last, last)
                while isUpper, end < last, columns[end + 1] == columns[0] { end += 1 }
                while !isUpper, first > 0, columns[first - 1] == columns[last] { first -= 1 }
                if first == 0 && end == last || isLabelled && first < end { continue }
                _ = move(first...end, to: middles[node])
            }
        }
    }

    /// Moves legs away from layers, beyond loops and the lanes around nodes.
    private mutating func findClearances(_ component: FlowComponent) {
        below = Array(repeating: Self.clearance, count: levels.layerCount)
        above = below
        func pass(_ points: [Point], _ node: Int) {
            let (layer, half) = (levels.layer[node], graph.heights[node] / 2)
            for point in points where abs(point.y) > half {
                let needed = abs(point.y) - half + Self.trackSpacing
                if point.y > 0 {
                    below[layer] = max(below[layer], needed)
                } else {
                    above[layer] = max(above[layer], needed)
                }
            }
        }
        for edge in component.upperEnds.indices {
            pass(component.upperEnds[edge].points, graph.uppers[edge])
            pass(component.lowerEnds[edge].points, graph.lowers[edge])
        }
        for (loop, points) in zip(component.loops, component.loopPoints) { pass(points, loop.node) }
    }

    // MARK: Level legs

    private mutating func placeLegs(_ component: FlowComponent) {
        tracks = Array(repeating: [], count: max(0, levels.layerCount - 1))
        for (number, route) in paths.enumerated() {
            for at in 1..<route.columns.count {
                let (from, to) = (paths[number].columns[at - 1], route.columns[at])
                let isInner = at < route.columns.count - 1
                if abs(from - to) < 0.5, isInner || from == to || component.lowerEnds[route.edge].isFree {
                    paths[number].columns[at] = from
                    continue
                }
                tracks[route.layer + at - 1].append(LevelLeg(route: number, from: from, to: to))
            }
        }
        if mergesEdges { tracks = tracks.map { buses($0) } }
        counts = tracks.indices.map { LevelLeg.assignTracks(&tracks[$0]) }
    }

    /// Joins the legs of a gap that begin at the same place, and then of the others those that end at the same place.
    ///
    /// A leg that shares its start does not share its end, so that readers see which edges a bus holds.
    private func buses(_ legs: [LevelLeg]) -> [LevelLeg] {
        joined(joined(legs) { $0.riders.count > 1 ? nil : $0.riders[0].from }) {
            $0.riders.count > 1 ? nil : $0.riders[0].to
        }
    }

    /// Joins legs with equal keys at the place of the first; a leg without a key stays alone.
    private func joined(_ legs: [LevelLeg], by key: (LevelLeg) -> Double?) -> [LevelLeg] {
        var places: [Double: Int] = [:]
        var result: [LevelLeg] = []
        for leg in legs {
            if let column = key(leg), let place = places[column] {
                result[place].join(leg)
            } else {
                if let column = key(leg) { places[column] = result.count }
                result.append(leg)
            }
        }
        return result
    }

    /// The space that the legs in each gap need.
    var space: [Double] {
        counts.enumerated().map { gap, count in
            let tracks = below[gap] + Double(count - 1) * LegRoutes.trackSpacing + above[gap + 1]
            return count == 0 ? 0 : min(LegRoutes.mostSpace, tracks)
        }
    }

    /// The lines of all edges from their upper to their lower ends, ends included, for nodes in these bands.
    func ways(_ component: FlowComponent, _ routes: Routes) -> [[Point]] {
        var legs = paths.map { route in
            let lead = routes.points(component.upperEnds[route.edge], at: graph.uppers[route.edge])
            let isFree = component.upperEnds[route.edge].isFree
            return isFree ? [Point(x: route.columns[0], y: lead[0].y)] : lead
        }
        for (gap, between) in tracks.enumerated() {
            let (top, bottom) = (routes.bands.bottoms[gap] + below[gap], routes.bands.tops[gap + 1] - above[gap + 1])
            let count = Double(counts[gap])
            let free = max(0, bottom - top)
            let step = min(2 * LegRoutes.trackSpacing, free / max(count - 1, 1))
            for leg in between {
                let y = (top + bottom) / 2 + (Double(leg.track) - (count - 1) / 2) * step
                for rider in leg.riders { legs[rider.route] += [Point(x: rider.from, y: y), Point(x: rider.to, y: y)] }
            }
        }
        for (number, route) in paths.enumerated() {
            let last = route.columns[route.columns.count - 1]
            let hasFreeEnd = component.upperEnds[route.edge].isFree || component.lowerEnds[route.edge].isFree
            if hasFreeEnd, legs[number].count == 1 {
                // A point on the straight line, so that it keeps its place.
                legs[number].append(Point(x: last, y: routes.bands.gap(below: route.layer, 0.5)))
            }
            let tail = routes.points(component.lowerEnds[route.edge], at: graph.lowers[route.edge])
            let isFree = component.lowerEnds[route.edge].isFree
            legs[number] += isFree ? [Point(x: last, y: tail[0].y)] : tail.reversed()
        }
        return legs
    }
}

extension LegRoutes.LegRoute {
    /// The position in the layer next to its upper or its lower end.
    fileprivate func second(_ isUpper: Bool) -> Double { isUpper ? columns[1] : columns[columns.count - 2] }

    fileprivate mutating func setEnd(_ isUpper: Bool, _ place: Double) {
        columns[isUpper ? 0 : columns.count - 1] = place
    }
}

extension EdgeEnd {
    /// Is true without a handle: the end may lie anywhere on its side.
    var isFree: Bool { points == [.zero] && !isExact }
}

/// Places in their order with gaps between them, as near as possible to the wanted ones.
enum SpreadEnds {
    private static let most = 16.0

    /// - Parameters:
    ///   - middle: the middle of the available places.
    ///   - half: the distance of the last place from the middle.
    static func places(_ wanted: [Double], around middle: Double, half: Double) -> [Double] {
        let gap = wanted.count > 1 ? min(most, 2 * half / Double(wanted.count - 1)) : 0
        let span = gap * Double(wanted.count - 1)
        // Least squares in order: neighbors that are too close are moved together (pool adjacent violators).
        var pools: [(sum: Double, count: Double)] = []
        for (index, place) in wanted.enumerated() {
            pools.append((place - gap * Double(index), 1))
            while pools.count > 1, let last = pools.last {
                let before = pools[pools.count - 2]
                if before.sum / before.count <= last.sum / last.count { break }
                pools.removeLast()
                pools[pools.count - 1] = (before.sum + last.sum, before.count + last.count)
            }
        }
        var places: [Double] = []
        for pool in pools {
            let place = min(max(pool.sum / pool.count, middle - half), middle + half - span)
            for _ in 0..<Int(pool.count) { places.append(place + gap * Double(places.count)) }
        }
        return places
    }
}
