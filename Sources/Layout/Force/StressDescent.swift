import Geometry

/// Finds places of low stress from start places.
struct StressDescent {
    private let terms: [StressTerm]
    private let count: Int
    // The index at which the distances of each node begin in the arrays below.
    private var starts: [Int32] = []
    private var others: [Int32] = []
    private var distances: [Float] = []
    private var weights: [Float] = []

    init(terms: [StressTerm], count: Int) {
        self.terms = terms
        self.count = count
    }

    /// Corrects one distance after another in random order, with smaller and smaller steps (Zheng, Pawar, Goodman
    /// 2018).
    /// Returns nil if the watch stopped it.
    ///
    /// - Complexity: O(*t*) for *t* distances, each round.
    func descended(_ places: [Point], rounds: Int, boldness: Double, _ watch: LayoutWatch) -> [Point]? {
        var least = Float.infinity
        var most: Float = 0
        for term in terms {
            for weight in [term.firstWeight, term.secondWeight] where weight > 0 {
                least = min(least, weight)
                most = max(most, weight)
            }
        }
        guard most > 0, rounds > 0 else { return places }
        var step = max(boldness / Double(least), 1 / Double(most))
        let last = 0.05 / Double(most)
        let factor = ((last / step).naturalLogarithm / Double(max(rounds - 1, 1))).exponential
        var result = places
        for round in 0..<rounds {
            guard watch(Double(round) / Double(rounds)) else { return nil }
            result.withUnsafeMutableBufferPointer { correct($0, step: step) }
            step *= factor
        }
        return result
    }

    private func correct(_ places: UnsafeMutableBufferPointer<Point>, step: Double) {
        terms.withUnsafeBufferPointer { terms in
            for term in terms {
                let a = Int(term.first)
                let b = Int(term.second)
                let x = places[a].x - places[b].x
                let y = places[a].y - places[b].y
                let length = (x * x + y * y).squareRoot()
                guard length > 1e-9 else {
                    if term.firstWeight > 0 { places[a].x += 1e-4 * Double(1 + a % 7) }
                    if term.secondWeight > 0 { places[b].y += 1e-4 * Double(1 + b % 5) }
                    continue
                }
                let share = (length - Double(term.distance)) / (2 * length)
                let first = share * min(1, step * Double(term.firstWeight))
                let second = share * min(1, step * Double(term.secondWeight))
                places[a].x -= x * first
                places[a].y -= y * first
                places[b].x += x * second
                places[b].y += y * second
            }
        }
    }

    /// Moves each node in turn to the weighted mean of where its distances want it, until no node moves more than a
    /// share of an edge: majorization by node (Gansner, Koren, North 2004).
    ///
    /// - Complexity: O(*t*) for *t* distances, each round.
    mutating func relaxed(_ places: [Point], rounds: Int, until share: Double, _ watch: LayoutWatch) -> [Point]? {
        guard rounds > 0, !terms.isEmpty else { return places }
        gather()
        var result = places
        for round in 0..<rounds {
            guard watch(Double(round) / Double(rounds)) else { return nil }
            let moved = result.withUnsafeMutableBufferPointer { relax($0) }
            if moved < share { break }
        }
        return result
    }

    /// Gathers the terms by node.
    private mutating func gather() {
        guard starts.isEmpty else { return }
        starts = Array(repeating: 0, count: count + 1)
        for term in terms {
            if term.firstWeight > 0 { starts[Int(term.first) + 1] += 1 }
            if term.secondWeight > 0 { starts[Int(term.second) + 1] += 1 }
        }
        for node in 0..<count { starts[node + 1] += starts[node] }
        var at = starts
        others = Array(repeating: 0, count: Int(starts[count]))
        distances = Array(repeating: 0, count: others.count)
        weights = distances
        for term in terms {
            for (node, other, weight) in [
                (term.first, term.second, term.firstWeight), (term.second, term.first, term.secondWeight),
            ] where weight > 0 {
                let place = Int(at[Int(node)])
                at[Int(node)] += 1
                others[place] = other
                distances[place] = term.distance
                weights[place] = weight
            }
        }
    }

    /// Does one round; returns the greatest move of a node.
    private func relax(_ places: UnsafeMutableBufferPointer<Point>) -> Double {
        var farthest = 0.0
        for node in 0..<count {
            let range = Int(starts[node])..<Int(starts[node + 1])
            guard !range.isEmpty else { continue }
            let here = places[node]
            var x = 0.0
            var y = 0.0
            var total = 0.0
            for place in range {
                let other = places[Int(others[place])]
                let weight = Double(weights[place])
                let dx = here.x - other.x
                let dy = here.y - other.y
                let length = (dx * dx + dy * dy).squareRoot()
                let scale = length > 1e-9 ? Double(distances[place]) / length : 0
                x += weight * (other.x + dx * scale)
                y += weight * (other.y + dy * scale)
                total += weight
            }
            let next = Point(x: x / total, y: y / total)
            farthest = max(farthest, abs(next.x - here.x), abs(next.y - here.y))
            places[node] = next
        }
        return farthest
    }
}
