/// A level leg in the gap between two layers: of one edge, or of several that share it as a bus.
struct LevelLeg {
    /// An edge on the leg: from the column above it to the column below it.
    struct Rider {
        let route: Int
        let from: Double
        let to: Double
    }

    private(set) var riders: [Rider]
    /// The number of its track, from above.
    var track = 0
    private var low: Double
    private var high: Double

    /// The distance up to which upright legs are taken to lie on one another.
    private static let near = 4.0
    /// The greatest number of legs that are compared with each other; more are put in an order by their ends alone.
    private static let most = 600

    init(route: Int, from: Double, to: Double) {
        riders = [Rider(route: route, from: from, to: to)]
        (low, high) = (min(from, to), max(from, to))
    }

    /// Takes up what another leg carries.
    mutating func join(_ other: LevelLeg) {
        riders += other.riders
        (low, high) = (min(low, other.low), max(high, other.high))
    }

    /// Gives the legs of a gap tracks, so that few cross and none lie on one another; returns the number of tracks.
    static func assignTracks(_ legs: inout [LevelLeg]) -> Int {
        // To the right the last one first, to the left the first one: so none of those that lead the same way cross.
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

    /// Gives each leg, in an order of little cost, the first track that no leg beside it has, below those before it beside which
    /// the order counts; returns the number of tracks.
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

    /// Returns what it costs that a leg lies above another: crossings, and upright legs that lie on one another.
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

    /// The legs in an order of little cost: those that want to be above all others first, or below them last; else the one
    /// for which most speaks (Eades, Lin and Smyth 1993).
    ///
    /// With each leg the others beside it, and what is gained if it is above them.
    private static func ordered(_ legs: [LevelLeg]) -> (order: [Int], wishes: [[(other: Int, gain: Int)]]) {
        var wishes: [[(other: Int, gain: Int)]] = legs.map { _ in [] }
        var above = Array(repeating: 0, count: legs.count)
        var below = above
        for a in legs.indices {
            for b in legs.indices[(a + 1)...]
            where legs[a].isBeside(legs[b]) {
                // What is gained if a is above b.
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
