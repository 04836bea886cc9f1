/// A constraint: one variable is at least a gap beyond another.
struct Separation {
    var left: Int32
    var right: Int32
    var gap: Double
}

/// Places variables on a line as near as possible to their wanted positions, with given distances (least squares).
///
/// Variables at their least distance form blocks, which are merged from left to right: Dwyer, Marriott, Stuckey 2005,
/// with the correction of 2006. Fixed variables stay at their wanted positions; a distance between two of them is
/// dropped if it cannot be kept.
///
/// - Complexity: O((*n* + *m*) log *n*) for *n* variables and *m* distances.
struct SeparationSolver {
    private let desired: [Double]
    private let weight: [Double]
    private let isFixed: [Bool]
    private let separations: [Separation]

    // Of variables: their block, their offset from the block's place, and the next member of the block.
    private var blockOf: [Int32]
    private var offset: [Double]
    private var next: [Int32]

    // Of blocks; a block has the number of one of its members.
    private var last: [Int32]
    private var size: [Int32]
    private var place: [Double]
    private var total: [Double]
    private var sum: [Double]
    private var holds: [Bool]
    private var heaps: SeparationHeaps

    init(desired: [Double], weight: [Double], isFixed: [Bool], separations: [Separation]) {
        let count = desired.count
        self.desired = desired
        self.weight = weight
        self.isFixed = isFixed
        self.separations = separations
        blockOf = (0..<count).map { Int32(truncatingIfNeeded: $0) }
        offset = Array(repeating: 0, count: count)
        next = Array(repeating: -1, count: count)
        last = blockOf
        size = Array(repeating: 1, count: count)
        place = desired
        total = weight
        sum = (0..<count).map { desired[$0] * weight[$0] }
        holds = isFixed
        heaps = SeparationHeaps(blocks: count, separations: separations.count)
    }

    /// Finds the positions of the variables; each distance must point from an earlier to a later one of `order`.
    /// Returns false when stopped.
    @discardableResult mutating func solve(order: [Int32], _ isOn: () -> Bool = { true }) -> Bool {
        let (starts, incoming) = separationsByRight()
        for (number, variable) in order.enumerated() {
            if number % 4096 == 0, !isOn() { return false }
            let v = Int(variable)
            for k in starts[v]..<starts[v + 1] {
                let c = Int(incoming[k])
                heaps.insert(c, key: key(c), into: v)
            }
            mergeLeft(v)
        }
        return true
    }

    /// The positions of the variables.
    var positions: [Double] { desired.indices.map { isFixed[$0] ? desired[$0] : position($0) } }

    private func separationsByRight() -> (starts: [Int], incoming: [Int32]) {
        var starts = Array(repeating: 0, count: desired.count + 1)
        for separation in separations { starts[Int(separation.right) + 1] += 1 }
        for v in desired.indices { starts[v + 1] += starts[v] }
        var at = starts
        var incoming = Array(repeating: Int32(0), count: separations.count)
        for (number, separation) in separations.enumerated() {
            let right = Int(separation.right)
            incoming[at[right]] = Int32(truncatingIfNeeded: number)
            at[right] += 1
        }
        return (starts, incoming)
    }

    private func position(_ v: Int) -> Double { place[Int(blockOf[v])] + offset[v] }

    /// Returns the violation of a distance plus the place of the block of its right end.
    private func key(_ c: Int) -> Double {
        let separation = separations[c]
        return position(Int(separation.left)) + separation.gap - offset[Int(separation.right)]
    }

    /// Merges the block of a variable with the blocks that it is too close to, the worst first.
    ///
    /// Blocks on the left only move further left meanwhile, so stored keys are upper bounds.
    private mutating func mergeLeft(_ v: Int) {
        var block = Int(blockOf[v])
        while let (c, stored) = heaps.top(of: block) {
            let left = Int(separations[c].left)
            let other = Int(blockOf[left])
            if other == block {
                heaps.removeTop(of: block)
                continue
            }
            let now = key(c)
            let tolerance = 1e-10 * (1 + abs(now))
            if now - place[block] <= tolerance && stored - place[block] <= tolerance { return }
            heaps.removeTop(of: block)
            if stored - now > tolerance {
                heaps.insert(c, key: now, into: block)
            } else if !(holds[block] && holds[other]) {
                block = merge(other, block, by: c)
            }
        }
    }

    /// Merges two blocks; the smaller one is added to the larger one.
    private mutating func merge(_ left: Int, _ right: Int, by c: Int) -> Int {
        let separation = separations[c]
        let distance = offset[Int(separation.left)] + separation.gap - offset[Int(separation.right)]
        let (kept, taken, shift) = size[left] >= size[right] ? (left, right, distance) : (right, left, -distance)
        if !holds[kept] && holds[taken] { place[kept] = place[taken] - shift }
        var member = Int32(truncatingIfNeeded: taken)
        while member >= 0 {
            let v = Int(member)
            blockOf[v] = Int32(truncatingIfNeeded: kept)
            offset[v] += shift
            member = next[v]
        }
        next[Int(last[kept])] = Int32(truncatingIfNeeded: taken)
        last[kept] = last[taken]
        size[kept] += size[taken]
        sum[kept] += sum[taken] - shift * total[taken]
        total[kept] += total[taken]
        holds[kept] = holds[kept] || holds[taken]
        if !holds[kept] { place[kept] = sum[kept] / total[kept] }
        heaps.meld(taken, into: kept, shift: -shift)
        return kept
    }
}
