/// A level leg in the gap between two layers: of one edge, or of several that share it as a bus.
struct LevelLeg {
    /// An edge on the leg: from the column above it to the column below it.
    struct Rider {
        let route: Int
        let from: Double
        let to: Double
    }

    private(set) var riders: [Rider]
    /// The number of its track, from the top.
    var track = 0
    private var low: Double
    private var high: Double

    /// The distance within which two upright legs count as overlapping.
    private static let near = 4.0
    /// The greatest number of legs that are compared with each other; a longer list is ordered by its ends only.
    private static let most = 600

    init(route: Int, from: Double, to: Double) {
        riders = [Rider(route: route, from: from, to: to)]
        (low, high) = (min(from, to), max(from, to))
    }

    /// Adds the riders of another leg.
    mutating func join(_ other: LevelLeg) {
        riders += other.riders
        (low, high) = (min(low, other.low), max(high, other.high))
    }

    /// Assigns tracks to the legs of a gap, so that few cross and none overlap; returns the number of tracks.
    static func assignTracks(_ legs: inout [LevelLeg]) -> Int {
        // Rightward legs from the last to the first, leftward legs from the first on: legs in the same direction do not
        // cross.
        func key(_ leg: LevelLeg) -> (Double, Int) {
            let first = leg.riders[0]
            return (first.from < first.to ? -first.from : first.from, first.route)
        }
        legs.sort { key($0) < key($1) }
        if legs.count > 1, legs.count <= most { return pack(&legs) }
        var count = 0
        for index in legs.indices {
            var track = 0
            for other in 0..<index where legs[other].isBeside(legs[index]) {
                track = max(track, legs[other].track + 1)
            }
            legs[index].track = track
            count = max(count, track + 1)
        }
        return count
    }

    /// Gives each leg, in an order of low cost, the first track without a leg beside it, and below earlier legs whose
    /// order matters. Returns the number of tracks.
    private static func pack(_ legs: inout [LevelLeg]) -> Int {
        let (order, wishes) = ordered(legs)
        var tracks: [Int?] = Array(repeating: nil, count: legs.count)
        var count = 0
        for leg in order {
            var least = 0
            var isTaken = Array(repeating: false, count: count + 1)
            for wish in wishes[leg] {
                guard let track = tracks[wish.other] else { continue }
                isTaken[track] = true
                if wish.gain < 0 { least = max(least, track + 1) }
            }
            var track = least
            while track < count, isTaken[track] { track += 1 }
            tracks[leg] = track
            count = max(count, track + 1)
        }
        for leg in order { legs[leg].track = tracks[leg] ?? 0 }
        return count
    }

    private func isBeside(_ other: LevelLeg) -> Bool {
        low - LevelLeg.near < other.high && other.low - LevelLeg.near < high
    }

    /// Returns the cost of a leg above another: crossings, and upright legs that overlap.
    private func cost(above other: LevelLeg) -> Int {
        var cost = 0
        for rider in other.riders where low < rider.from && rider.from < high { cost += 1 }
        for rider in riders where other.low < rider.to && rider.to < other.high { cost += 1 }
        if riders.contains(where: { other.comesNear($0.to) }) { cost += 16 }
        return cost
    }

    private func comesNear(_ column: Double) -> Bool {
        riders.contains { abs($0.from - column) < LevelLeg.near }
    }

    /// Returns the legs in an order of low cost: those that should be above all others first, those below all last, and
    /// else the leg with the greatest gain (Eades, Lin and Smyth 1993).
    ///
    /// Each leg comes with the others beside it, and the gain if it is above them.
    private static func ordered(_ legs: [LevelLeg]) -> (order: [Int], wishes: [[(other: Int, gain: Int)]]) {
        var wishes: [[(other: Int, gain: Int)]] = legs.map { _ in [] }
        var above = Array(repeating: 0, count: legs.count)
        var below = above
        for a in legs.indices {
            for b in legs.indices[(a + 1)...]
            where legs[a].isBeside(legs[b]) {
                // The gain if a is above b.
                let gain = legs[b].cost(above: legs[a]) - legs[a].cost(above: legs[b])
                wishes[a].append((b, gain))
                wishes[b].append((a, -gain))
                if gain > 0 {
                    above[a] += gain
                    below[b] += gain
                } else if gain < 0 {
                    above[b] -= gain
                    below[a] -= gain
                }
            }
        }
        var isPlaced = Array(repeating: false, count: legs.count)
        var (first, last) = ([Int](), [Int]())
        func place(_ leg: Int) {
            isPlaced[leg] = true
            for (other, gain) in wishes[leg] {
                if gain > 0 { below[other] -= gain } else { above[other] += gain }
            }
        }
        while first.count + last.count < legs.count {
            var best: Int?
            var lowest: Int?
            for leg in legs.indices where !isPlaced[leg] {
                if above[leg] == 0, below[leg] > 0 { lowest = leg }
                if let known = best, above[known] - below[known] >= above[leg] - below[leg] { continue }
                best = leg
            }
            if let best, below[best] == 0 || lowest == nil {
                first.append(best)
                place(best)
            } else if let lowest {
                last.append(lowest)
                place(lowest)
            }
        }
        return (first + last.reversed(), wishes)
    }
}
