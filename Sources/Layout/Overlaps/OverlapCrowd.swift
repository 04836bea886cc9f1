/// A measure of how crowded nodes are, and the stages of spreading them before they are separated.
struct OverlapCrowd {
    private let boxes: BoxColumns
    private let isFixed: [Bool]

    init(boxes: BoxColumns, isFixed: [Bool]) {
        self.boxes = boxes
        self.isFixed = isFixed
    }

    /// The factor by which boxes grow at each stage.
    ///
    /// Twice the factor costs up to three times the movement; half the factor saves nothing.
    private static let growth = 1.2

    /// The shares of their size to which boxes grow, in rising order; empty if no two centers are near.
    ///
    /// At the first share few boxes overlap. Many boxes grow in fewer stages.
    var stages: [Double] {
        let heaped = meanHeap
        guard heaped > 1 else { return [] }
        let first = 0.35 / heaped.squareRoot()
        let most = max(4, 1_000_000 / boxes.count)
        var growth = OverlapCrowd.growth
        var stages = OverlapCrowd.stages(from: first, growth)
        while stages.count > most {
            growth *= growth
            stages = OverlapCrowd.stages(from: first, growth)
        }
        return stages
    }

    private static func stages(from first: Double, _ growth: Double) -> [Double] {
        var stages: [Double] = []
        var factor = 1 / growth
        while factor > first {
            stages.append(factor)
            factor /= growth
        }
        return stages.reversed()
    }

    /// The mean number of centers in the cell of a center, in a grid of median cell size.
    private var meanHeap: Double {
        guard boxes.count > 1 else { return 1 }
        let guide = unpiled
        let width = OverlapCrowd.median(boxes.halfAlong) * 2
        let height = OverlapCrowd.median(boxes.halfAcross) * 2
        guard width > 0, height > 0 else { return 1 }
        let left = guide.along.min() ?? 0
        let top = guide.across.min() ?? 0
        var cells = (0..<boxes.count).map { box in
            let column = UInt64(min((guide.along[box] - left) / width, 1e9))
            return column << 32 | UInt64(min((guide.across[box] - top) / height, 1e9))
        }
        cells.sort()
        var squares = 0.0
        var run = 0.0
        for place in cells.indices {
            run = place > 0 && cells[place] == cells[place - 1] ? run + 1 : 1
            squares += 2 * run - 1
        }
        return squares / Double(boxes.count)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// The boxes; larger piles with one common center are spread side by side around it.
    var unpiled: BoxColumns {
        var result = boxes
        let order = boxes.along.indices.filter { !isFixed[$0] }.sorted { a, b in
            if boxes.along[a] != boxes.along[b] { return boxes.along[a] < boxes.along[b] }
            return boxes.across[a] != boxes.across[b] ? boxes.across[a] < boxes.across[b] : a < b
        }
        var at = 0
        while at < order.count {
            var end = at + 1
            let first = order[at]
            while end < order.count, boxes.along[order[end]] == boxes.along[first],
                boxes.across[order[end]] == boxes.across[first]
            { end += 1 }
            if end - at > 3 { spread(order[at..<end], &result) }
            at = end
        }
        return result
    }

    /// Spreads a pile into rows around its center, about as high as wide.
    private func spread(_ pile: ArraySlice<Int>, _ result: inout BoxColumns) {
        var width = 0.0
        var height = 0.0
        for box in pile {
            width = max(width, boxes.halfAlong[box] * 2)
            height = max(height, boxes.halfAcross[box] * 2)
        }
        let count = Double(pile.count)
        let wanted = width > 0 ? (count * (height / width)).squareRoot().rounded(.up) : 1
        let columns = Int(min(max(wanted, 1), count))
        let rows = (pile.count + columns - 1) / columns
        for (number, box) in pile.enumerated() {
            result.along[box] += (Double(number % columns) - Double(columns - 1) / 2) * width
            result.across[box] += (Double(number / columns) - Double(rows - 1) / 2) * height
        }
    }
}

extension BoxColumns {
    /// Returns the total distance of all centers from those of other boxes.
    func movement(from start: BoxColumns) -> Double {
        var sum = 0.0
        for box in 0..<count {
            let x = abs(along[box] - start.along[box])
            let y = abs(across[box] - start.across[box])
            sum += x + y < 1e150 ? (x * x + y * y).squareRoot() : x + y
        }
        return sum
    }
}
