/// Positions across the flow that keep the order of all layers and the constraints, with short edges.
///
/// Each round moves items to their neighbors, and then as little as possible until all distances are kept
/// (IPSep-CoLa; Dwyer, Koren and Marriott 2006). Aligned items share a variable; each border between lanes is one.
struct ConstrainedPlaces {
    private let levels: Levels
    /// The variable of each item.
    private var variables: [Int] = []
    private var offsets: [Double] = []
    private var separations: [Separation] = []
    private var order: [Int32] = []
    private var count = 0

    /// Returns the middles of items, near the given ones.
    ///
    /// - Parameter models: for the item of each label, the node whose lane it lies in.
    static func middles(
        _ constraints: FlowConstraints, _ levels: Levels, _ spacing: Spacing, labels models: [Int: Int],
        near middles: [Double]
    ) -> [Double] {
        var places = ConstrainedPlaces(constraints, levels, spacing, models)
        places.sort()
        var best = places.kept(middles)
        var least = places.length(best)
        var now = best
        for _ in 0..<12 {
            now = places.kept(places.wishes(now))
            let length = places.length(now)
            if length < least { (best, least) = (now, length) }
        }
        return best
    }

    private init(_ constraints: FlowConstraints, _ levels: Levels, _ spacing: Spacing, _ models: [Int: Int]) {
        self.levels = levels
        var numbers: [Int: Int] = [:]
        for item in 0..<levels.itemCount {
            let (root, offset) = item < levels.nodeCount ? constraints.alignedAcross.find(item) : (item, 0)
            let variable = numbers[root] ?? count
            numbers[root] = variable
            if variable == count { count += 1 }
            variables.append(variable)
            offsets.append(offset)
        }
        for row in levels.rows {
            for (left, right) in zip(row, row.dropFirst()) { keep(left, right, spacing.between(left, right)) }
        }
        for (less, greater, gap) in constraints.gapsAcross {
            keep(less, greater, spacing.rights[less] + spacing.lefts[greater] + (gap ?? spacing.nodes))
        }
        let margin = spacing.nodes / 2
        let labels = ConstrainedPlaces.labels(constraints, levels, models)
        for lanes in constraints.lanes {
            for (at, list) in lanes.enumerated() {
                let isLast = at + 1 == lanes.count
                for node in list + list.flatMap({ labels[$0] ?? [] }) {
                    let (left, right) = (spacing.lefts[node] + margin, spacing.rights[node] + margin)
                    if at > 0 { append(count - 1, variables[node], left - offsets[node]) }
                    if !isLast { append(variables[node], count, right + offsets[node]) }
                }
                if isLast { continue }
                if at > 0 { append(count - 1, count, 0) }
                count += 1
            }
        }
    }

    /// The labels in the lane of each node, in layers that are sorted by rank.
    private static func labels(
        _ constraints: FlowConstraints, _ levels: Levels, _ models: [Int: Int]
    ) -> [Int: [Int]] {
        var labels: [Int: [Int]] = [:]
        for row in levels.rows {
            let ranked = row.compactMap { item in
                (item < levels.nodeCount ? item : models[item]).flatMap { node in
                    constraints.isRanked[node] ? (item: item, node: node, rank: constraints.ranks.values[node]) : nil
                }
            }
            if zip(ranked, ranked.dropFirst()).contains(where: { $0.rank > $1.rank }) { continue }
            for (item, node, _) in ranked where item != node { labels[node, default: []].append(item) }
        }
        return labels
    }

    private mutating func keep(_ left: Int, _ right: Int, _ distance: Double) {
        append(variables[left], variables[right], distance + offsets[left] - offsets[right])
    }

    private mutating func append(_ left: Int, _ right: Int, _ gap: Double) {
        if left == right { return }
        separations.append(
            Separation(
                left: Int32(truncatingIfNeeded: left), right: Int32(truncatingIfNeeded: right), gap: gap))
    }

    /// Sorts the variables so that each distance leads from an earlier to a later one.
    private mutating func sort() {
        let outgoing = Adjacency(count: count, ends: separations.map { Int($0.left) })
        var waiting = Array(repeating: 0, count: count)
        for separation in separations { waiting[Int(separation.right)] += 1 }
        order = (0..<count).filter { waiting[$0] == 0 }.map { Int32(truncatingIfNeeded: $0) }
        var at = 0
        while at < order.count {
            for edge in outgoing[Int(order[at])] {
                let right = Int(separations[edge].right)
                waiting[right] -= 1
                if waiting[right] == 0 { order.append(separations[edge].right) }
            }
            at += 1
        }
        // Ranks leave no cycle.
        for variable in 0..<count where waiting[variable] > 0 { order.append(Int32(truncatingIfNeeded: variable)) }
    }

    /// Returns the positions nearest to the given ones that keep all distances.
    private func kept(_ middles: [Double]) -> [Double] {
        var (sums, counts) = (Array(repeating: 0.0, count: count), Array(repeating: 0.0, count: count))
        for item in variables.indices {
            sums[variables[item]] += middles[item] - offsets[item]
            counts[variables[item]] += 1
        }
        for separation in separations where counts[Int(separation.right)] == 0 {
            // A border has no wish of its own: it follows its left neighbor.
            sums[Int(separation.right)] = max(sums[Int(separation.right)], sums[Int(separation.left)])
        }
        var solver = SeparationSolver(
            desired: zip(sums, counts).map { $1 == 0 ? $0 : $0 / $1 }, weight: counts.map { $0 == 0 ? 1e-3 : $0 },
            isFixed: Array(repeating: false, count: count), separations: separations)
        solver.solve(order: order)
        let places = solver.positions
        return variables.indices.map { places[variables[$0]] + offsets[$0] }
    }

    private func weight(_ a: Int, _ b: Int) -> Double {
        levels.isBend(a) ? (levels.isBend(b) ? 8 : 2) : (levels.isBend(b) ? 2 : 1)
    }

    /// Returns the position of each variable that brings its items nearest to their neighbors.
    private func wishes(_ middles: [Double]) -> [Double] {
        var (sums, weights) = (Array(repeating: 0.0, count: count), Array(repeating: 0.0, count: count))
        for item in variables.indices {
            for segments in [levels.up, levels.down] {
                for segment in segments.range(item) {
                    let neighbor = segments.items[segment]
                    let share = weight(item, neighbor) * Double(segments.weights[segment])
                    let place = middles[neighbor] + segments.offsets[segment] - segments.ownOffsets[segment]
                    sums[variables[item]] += share * (place - offsets[item])
                    weights[variables[item]] += share
                }
            }
        }
        return variables.indices.map { item in
            let (sum, weight) = (sums[variables[item]], weights[variables[item]])
            return weight == 0 ? middles[item] : sum / weight + offsets[item]
        }
    }

    /// The total length of edges across the flow.
    private func length(_ middles: [Double]) -> Double {
        var sum = 0.0
        for item in variables.indices {
            for segment in levels.down.range(item) {
                let neighbor = levels.down.items[segment]
                let distance =
                    middles[neighbor] + levels.down.offsets[segment] - middles[item] - levels.down.ownOffsets[segment]
                sum += abs(distance) * weight(item, neighbor) * Double(levels.down.weights[segment])
            }
        }
        return sum
    }
}
