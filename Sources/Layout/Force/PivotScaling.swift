import Geometry

/// First places from the distances to pivots: pivot multidimensional scaling (Brandes, Pich 2006).
struct PivotScaling {
    private let pivots: StressPivots
    private let count: Int
    /// The number of pivots that are used.
    private let columns: Int

    init(pivots: StressPivots, count: Int) {
        self.pivots = pivots
        self.count = count
        columns = min(pivots.nodes.count, 60)
    }

    /// Places around (0, 0), correct except for their scale; nil when stopped.
    ///
    /// - Complexity: O(*n* *k*²) for *k* pivots.
    func places(random: inout StressRandom, _ isOn: () -> Bool) -> [Point]? {
        let centered = centered()
        guard let products = products(of: centered, isOn) else { return nil }
        let first = axis(of: products, against: nil, random: &random)
        let second = axis(of: products, against: first, random: &random)
        let x = scaled(centered, by: first)
        let y = scaled(centered, by: second)
        return zip(x, y).map { Point(x: $0, y: $1) }
    }

    /// The squares of the distances, double-centered: without their means by row and by column; in column order.
    private func centered() -> [Double] {
        var result = pivots.distances[0..<columns * count].map { Double($0) * Double($0) }
        var rows = Array(repeating: 0.0, count: count)
        var total = 0.0
        for column in 0..<columns {
            var mean = 0.0
            for node in 0..<count { mean += result[column * count + node] }
            mean /= Double(count)
            total += mean
            for node in 0..<count {
                rows[node] += result[column * count + node]
                result[column * count + node] -= mean
            }
        }
        for column in 0..<columns {
            for node in 0..<count {
                let centered = result[column * count + node] - rows[node] / Double(columns) + total / Double(columns)
                result[column * count + node] = -centered / 2
            }
        }
        return result
    }

    /// The scalar products of all columns with one another; nil when stopped.
    private func products(of matrix: [Double], _ isOn: () -> Bool) -> [[Double]]? {
        var result = Array(repeating: Array(repeating: 0.0, count: columns), count: columns)
        let isDone = matrix.withUnsafeBufferPointer { matrix in
            for a in 0..<columns {
                if !isOn() { return false }
                for b in 0...a {
                    var sum = 0.0
                    for node in 0..<count { sum += matrix[a * count + node] * matrix[b * count + node] }
                    result[a][b] = sum
                    result[b][a] = sum
                }
            }
            return true
        }
        return isDone ? result : nil
    }

    /// The direction of greatest spread, at right angles to a known one; by power iteration.
    private func axis(of products: [[Double]], against known: [Double]?, random: inout StressRandom) -> [Double] {
        var vector = (0..<columns).map { _ in random.offset() }
        for _ in 0..<100 {
            if let known {
                let share = zip(vector, known).reduce(0) { $0 + $1.0 * $1.1 }
                for column in vector.indices { vector[column] -= share * known[column] }
            }
            var next = products.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
            let length = next.reduce(0) { $0 + $1 * $1 }.squareRoot()
            guard length > 1e-12 else { return vector }
            var change = 0.0
            for column in next.indices {
                next[column] /= length
                change = max(change, abs(next[column] - vector[column]))
            }
            vector = next
            if change < 1e-6 { break }
        }
        return vector
    }

    /// Coordinates along an axis; their extent relative to the other axis is correct, the common scale is unknown.
    private func scaled(_ matrix: [Double], by axis: [Double]) -> [Double] {
        var result = Array(repeating: 0.0, count: count)
        for column in 0..<columns {
            for node in 0..<count { result[node] += matrix[column * count + node] * axis[column] }
        }
        let norm = result.reduce(0) { $0 + $1 * $1 }.squareRoot().squareRoot()
        return norm > 1e-9 ? result.map { $0 / norm } : result
    }
}
