/// The lanes beside nodes; the other edges of the nodes stay between them.
struct Fences {
    /// The space that lanes leave free below a node, or above it.
    private struct Side {
        /// The range of the border between the lanes that pass it.
        var low = -Double.infinity
        var high = Double.infinity
        /// The lanes that turn to the left and to the right, from handles on the border.
        var turns = (left: Turn(), right: Turn())
    }

    /// The lanes that turn to one side.
    private struct Turn {
        /// The greatest distance from the border at which a lane turns; 0 without any.
        var rise = 0.0
        /// The distances from the middle of the node to its outermost lane, and to the nearest handle whose lane goes
        /// up before it turns.
        var reach = 0.0
        var inner = Double.infinity
    }

    /// The sides of nodes, by twice the number of the node; one more for the side above it.
    private var sides: [Int: Side] = [:]

    /// The distance between lanes and other edges, in canvas units.
    private static let margin = 4.0

    var isEmpty: Bool { sides.isEmpty }

    /// Adds a lane.
    ///
    /// - Parameters:
    ///   - distance: its distance from the border of its node.
    ///   - rise: the distance from the border of its handle at which it turns.
    mutating func add(_ lane: LaneSides.End, _ distance: Double, rise: Double, isFlat: Bool, half: Double) {
        let passed = half + distance - min(Fences.margin, distance / 2)
        let passing = 2 * lane.node + (lane.isUpper ? 0 : 1)
        if lane.isRight {
            sides[passing, default: Side()].high = min(sides[passing]?.high ?? .infinity, passed)
        } else {
            sides[passing, default: Side()].low = max(sides[passing]?.low ?? -.infinity, -passed)
        }
        if !lane.isFree { return }
        let turning = 2 * lane.node + (lane.isUpper ? 1 : 0)
        func note(_ turn: inout Turn, handle: Double) {
            turn.rise = max(turn.rise, rise)
            turn.reach = max(turn.reach, half + distance - 1)
            if !isFlat { turn.inner = min(turn.inner, handle) }
        }
        if lane.isRight {
            note(&sides[turning, default: Side()].turns.right, handle: lane.offset)
        } else {
            note(&sides[turning, default: Side()].turns.left, handle: -lane.offset)
        }
    }

    /// The gates of an edge that meets a node straight at an offset.
    func gates(_ node: Int, isBelow: Bool, _ offset: Double) -> [(distance: Double, range: ClosedRange<Double>)] {
        guard let side = sides[2 * node + (isBelow ? 0 : 1)] else { return [] }
        var gates: [(distance: Double, range: ClosedRange<Double>)] = []
        if side.low.isFinite || side.high.isFinite { gates.append((0, side.low...side.high)) }
        // The edge passes below the corner of a flat lane. If a lane goes up first, it passes on the near side of its
        // handle.
        let (left, right) = (side.turns.left, side.turns.right)
        if right.rise > 0 {
            gates.append(
                (right.rise, -.infinity...(offset <= right.inner ? min(right.reach, right.inner) : right.reach)))
        }
        if left.rise > 0 {
            gates.append((left.rise, -(-offset <= left.inner ? min(left.reach, left.inner) : left.reach)...(.infinity)))
        }
        return gates
    }
}
