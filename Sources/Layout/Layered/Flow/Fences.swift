/// The lanes beside nodes, within which the other edges of the node lead up and down.
struct Fences {
    /// The levels below and above each node and the range of each, by twice the node and one more above: the border, which
    /// lanes pass, and the level on which those turn that leave from handles there.
    private var levels: [Int: (border: (low: Double, high: Double), turn: (low: Double, high: Double), rise: Double)] = [:]

    /// The distance at which other edges pass lanes, in canvas units.
    private static let margin = 4.0

    var isEmpty: Bool { levels.isEmpty }

    /// Adds a lane at a distance from the border of its node, whose end turns to the side so far from its handle.
    mutating func add(_ lane: LaneSides.End, _ distance: Double, _ rise: Double, half: Double) {
        let passed = distance - min(Fences.margin, distance / 2)
        for isBelow in [true, false] {
            let key = 2 * lane.node + (isBelow ? 0 : 1)
            var level = levels[key] ?? ((-Double.infinity, Double.infinity), (-Double.infinity, Double.infinity), 0)
            if isBelow == lane.isUpper {
                if lane.isRight {
                    level.border.high = min(level.border.high, half + passed)
                } else {
                    level.border.low = max(level.border.low, -half - passed)
                }
            } else if lane.isFree {
                // The farthest out is the lowest.
                level.rise = max(level.rise, rise)
                let reach = half + distance - 1
                if lane.isRight {
                    level.turn.high = level.turn.high.isFinite ? max(level.turn.high, reach) : reach
                } else {
                    level.turn.low = level.turn.low.isFinite ? min(level.turn.low, -reach) : -reach
                }
            }
            levels[key] = level
        }
    }

    /// The gates of an edge that leads straight to a node.
    func gates(_ node: Int, isBelow: Bool) -> [(distance: Double, range: ClosedRange<Double>)] {
        guard let level = levels[2 * node + (isBelow ? 0 : 1)] else { return [] }
        var gates: [(distance: Double, range: ClosedRange<Double>)] = []
        if level.border != (-Double.infinity, Double.infinity) { gates.append((0, level.border.low...level.border.high)) }
        if level.rise > 0 { gates.append((level.rise, level.turn.low...level.turn.high)) }
        return gates
    }
}
