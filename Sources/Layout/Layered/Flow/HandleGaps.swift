/// The edge ends that go to the middle of a node with handles on its border, and the gap between handles through which
/// each enters.
///
/// A line to the middle crosses the edges of a handle if it passes the handle on the wrong side. At the handle itself
/// it crosses none of them.
struct HandleGaps {
    struct End {
        let edge: Int
        let node: Int
        /// Is true for the upper end of the edge, which reaches its node from below.
        let isUpper: Bool
        /// The position at which it enters: 0 left of all handles, 1 at the first, 2 between the first and the second,
        /// and so on.
        var position: Int
    }

    private(set) var list: [End] = []
    /// The offsets of handles from left to right, by twice the number of the node for its lower side; one more for its
    /// upper.
    private var handles: [Int: [Double]] = [:]

    /// The greatest number of handles on a side between which ends can enter.
    private static let mostHandles = 32

    init() {}

    init(_ graph: FlowGraph, uppers: [FlowHandle?], lowers: [FlowHandle?]) {
        for edge in uppers.indices {
            for (node, handle) in [(graph.uppers[edge], uppers[edge]), (graph.lowers[edge], lowers[edge])] {
                guard let handle, handle.side == .bottom || handle.side == .top else { continue }
                handles[2 * node + (handle.side == .top ? 1 : 0), default: []].append(handle.offset.x)
            }
        }
        if handles.isEmpty { return }
        for (key, offsets) in handles { handles[key] = Array(Set(offsets)).sorted() }
        for edge in uppers.indices {
            for isUpper in [true, false] where (isUpper ? uppers[edge] : lowers[edge]) == nil {
                let node = isUpper ? graph.uppers[edge] : graph.lowers[edge]
                guard let offsets = handles[2 * node + (isUpper ? 0 : 1)], offsets.count <= HandleGaps.mostHandles
                else { continue }
                let position = HandleGaps.middle(offsets)
                list.append(End(edge: edge, node: node, isUpper: isUpper, position: position))
            }
        }
    }

    /// The offsets of the handles on the side that an end meets.
    func offsets(of end: End) -> [Double] { handles[2 * end.node + (end.isUpper ? 0 : 1)] ?? [] }

    /// The offsets of the handles below or above a node.
    func offsets(_ node: Int, isBelow: Bool) -> [Double] { handles[2 * node + (isBelow ? 0 : 1)] ?? [] }

    mutating func put(_ number: Int, position: Int) { list[number].position = position }

    /// The position among handles that is nearest to the middle.
    private static func middle(_ offsets: [Double]) -> Int {
        2 * offsets.count { $0 < 0 } + (offsets.contains(0) ? 1 : 0)
    }

    /// Chooses the position at which each end crosses the fewest edges of handles, for a given order; true if a choice
    /// has changed.
    mutating func choose(_ levels: Levels, _ graph: FlowGraph, _ ends: (uppers: [EdgeEnd], lowers: [EdgeEnd])) -> Bool {
        if list.isEmpty { return false }
        var sites: [Int: [(offset: Double, place: Int, weight: Int)]] = [:]
        for end in list { sites[2 * end.node + (end.isUpper ? 0 : 1)] = [] }
        for edge in ends.uppers.indices {
            for isUpper in [true, false] {
                let end = isUpper ? ends.uppers[edge] : ends.lowers[edge]
                let key = 2 * (isUpper ? graph.uppers[edge] : graph.lowers[edge]) + (isUpper ? 0 : 1)
                if end.lane > 0 || end.entry != nil || sites[key] == nil { continue }
                let place = levels.place[levels.next(edge, graph, isUpper: isUpper)]
                sites[key]?.append((end.offset, place, graph.weights[edge]))
            }
        }
        var hasChanged = false
        for number in list.indices {
            let end = list[number]
            let offsets = offsets(of: end)
            let place = levels.place[levels.next(end.edge, graph, isUpper: end.isUpper)]
            var changes = Array(repeating: 0, count: 2 * offsets.count + 1)
            for (offset, other, weight) in sites[2 * end.node + (end.isUpper ? 0 : 1)] ?? [] {
                guard let handle = offsets.firstIndex(of: offset) else { continue }
                // Left of the handle it crosses edges that go farther left; right of it, those that go farther right.
                if other < place {
                    changes[0] += weight
                    changes[2 * handle + 1] -= weight
                } else if other > place {
                    changes[2 * handle + 2] += weight
                }
            }
            let middle = HandleGaps.middle(offsets)
            var (best, least, sum) = (end.position, Int.max, 0)
            for position in changes.indices {
                sum += changes[position]
                if sum < least || sum == least && abs(position - middle) < abs(best - middle) {
                    (best, least) = (position, sum)
                }
            }
            if best != end.position { hasChanged = true }
            list[number].position = best
        }
        return hasChanged
    }

    /// The range of the border through which an end enters, from the middle of the node.
    func gate(of end: End, half: Double) -> ClosedRange<Double> {
        let offsets = offsets(of: end)
        let gap = end.position / 2
        if end.position % 2 == 1 { return offsets[gap]...offsets[gap] }
        let low = gap > 0 ? offsets[gap - 1] : -half
        let high = gap < offsets.count ? offsets[gap] : half
        let margin = min(4, (high - low) / 3)
        let from = gap > 0 ? low + margin : low
        return from...max(from, gap < offsets.count ? high - margin : high)
    }
}
