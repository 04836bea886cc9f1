import Geometry

/// The shortest path through gates in order from top to bottom.
///
/// A taut string: the funnel algorithm of Lee and Preparata 1984. Each stretch between gates is straight and each gate
/// belongs to one edge, so that two edges cross no more often than their orders at the gates require.
struct Corridor {
    struct Gate {
        var y: Double
        var low: Double
        var high: Double
    }

    var gates: [Gate] = []

    mutating func clear() { gates.removeAll(keepingCapacity: true) }

    /// Leaves space beside the path for adjacent edges; at most half of each gate.
    mutating func narrow(by distance: Double) {
        if distance == 0 { return }
        for at in gates.indices {
            let free = min(distance, (gates[at].high - gates[at].low) / 2)
            gates[at].low += free
            gates[at].high -= free
        }
    }

    mutating func append(_ gate: Gate) { gates.append(gate) }

    /// Sorts the gates from top to bottom, for drawings without separate layers.
    mutating func order() {
        for at in gates.indices.dropFirst() where gates[at].y < gates[at - 1].y {
            gates = gates.enumerated().sorted { ($0.element.y, $0.offset) < ($1.element.y, $1.offset) }.map(\.element)
            return
        }
    }

    /// The corners between two points; the first point is above all gates, the last below.
    func corners(from start: Point, to end: Point) -> [Point] {
        var result: [Point] = []
        var apex = start
        var from = 0
        while from < gates.count {
            // In pieces, so that a long winding corridor takes linear time.
            guard let corner = nextCorner(apex, from, end) else { break }
            if corner.point != apex { result.append(corner.point) }
            apex = corner.point
            from = corner.gate + 1
        }
        return result
    }

    /// Returns the first corner of the path; nil if it goes straight to the end.
    private func nextCorner(_ apex: Point, _ from: Int, _ end: Point) -> (point: Point, gate: Int)? {
        var low = -Double.infinity
        var high = Double.infinity
        var lowGate = from
        var highGate = from
        let last = min(gates.count, from + 4096)
        for index in from..<last {
            let gate = gates[index]
            let distance = gate.y - apex.y
            if distance <= 0 { continue }
            let newLow = (gate.low - apex.x) / distance
            let newHigh = (gate.high - apex.x) / distance
            if newLow > high { return (Point(x: gates[highGate].high, y: gates[highGate].y), highGate) }
            if newHigh < low { return (Point(x: gates[lowGate].low, y: gates[lowGate].y), lowGate) }
            if newLow >= low { (low, lowGate) = (newLow, index) }
            if newHigh <= high { (high, highGate) = (newHigh, index) }
        }
        if last < gates.count {
            let gate = gates[last - 1]
            return (Point(x: apex.x + (low / 2 + high / 2) * (gate.y - apex.y), y: gate.y), last - 1)
        }
        let slope = (end.x - apex.x) / max(end.y - apex.y, 1e-9)
        if slope > high { return (Point(x: gates[highGate].high, y: gates[highGate].y), highGate) }
        if slope < low { return (Point(x: gates[lowGate].low, y: gates[lowGate].y), lowGate) }
        return nil
    }
}
