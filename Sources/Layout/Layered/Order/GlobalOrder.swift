/// Orders from a global placement: along its widest directions, apart from the layers.
///
/// Pivot multidimensional scaling of graph distances (Brandes and Pich 2006). The part of the distances that the layers
/// explain is subtracted; the rest is spread along a few axes. Then each item moves several times towards the mean of
/// its neighbors, which improves the order nearby (Hall 1970). O(*k* (*n* + *m*)) for *k* pivots and steps.
enum GlobalOrder {
    /// The place of each item along each axis, the widest axis first; the graph must be connected.
    static func axes(
        _ levels: Levels, pivots: Int, count: Int, smoothing: Int, _ watch: LayoutWatch
    ) -> [[Double]] {
        let items = levels.itemCount
        if items < 3 { return [Array(repeating: 0, count: items)] }
        var columns = distances(levels, pivots: min(pivots, items)) { watch(0.4 * $0) }
        center(&columns)
        takeAwayLayers(&columns, levels)
        let directions = mainDirections(columns, count: count, { watch(0.4) })
        return directions.enumerated().map { place, direction in
            var keys = Array(repeating: 0.0, count: items)
            for (column, part) in zip(columns, direction) {
                for item in 0..<items { keys[item] += column[item] * part }
            }
            smooth(&keys, levels, steps: smoothing) {
                watch(0.4 + 0.6 * (Double(place) + $0) / Double(directions.count))
            }
            return keys
        }
    }

    /// Moves each item halfway to the mean of its neighbors, a number of times.
    private static func smooth(_ keys: inout [Double], _ levels: Levels, steps: Int, _ watch: LayoutWatch) {
        let shares = (0..<levels.itemCount).map { item in
            0.5 / Double(max(1, levels.up.degree(item) + levels.down.degree(item)))
        }
        var next = keys
        for step in 0..<steps where watch(Double(step) / Double(steps)) {
            for item in keys.indices {
                var sum = 0.0
                for segment in levels.up.range(item) { sum += keys[levels.up.items[segment]] }
                for segment in levels.down.range(item) { sum += keys[levels.down.items[segment]] }
                next[item] = keys[item] / 2 + sum * shares[item]
            }
            swap(&keys, &next)
        }
    }

    /// Squared distances from pivots; each pivot is the item farthest from those before it.
    private static func distances(_ levels: Levels, pivots: Int, _ watch: LayoutWatch) -> [[Double]] {
        let count = levels.itemCount
        var nearest = Array(repeating: Int.max, count: count)
        var columns: [[Double]] = []
        var pivot = 0
        var distance = Array(repeating: -1, count: count)
        var queue: [Int] = []
        queue.reserveCapacity(count)
        for number in 0..<pivots where number == 0 || watch(Double(number) / Double(pivots)) {
            for item in 0..<count { distance[item] = -1 }
            queue.removeAll(keepingCapacity: true)
            queue.append(pivot)
            distance[pivot] = 0
            var at = 0
            while at < queue.count {
                let item = queue[at]
                at += 1
                for segment in levels.up.range(item) where distance[levels.up.items[segment]] < 0 {
                    distance[levels.up.items[segment]] = distance[item] + 1
                    queue.append(levels.up.items[segment])
                }
                for segment in levels.down.range(item) where distance[levels.down.items[segment]] < 0 {
                    distance[levels.down.items[segment]] = distance[item] + 1
                    queue.append(levels.down.items[segment])
                }
            }
            columns.append(distance.map { Double($0) * Double($0) })
            for item in 0..<count {
                nearest[item] = min(nearest[item], distance[item])
                if nearest[item] > nearest[pivot] { pivot = item }
            }
        }
        return columns
    }

    /// Subtracts the means of rows and columns.
    private static func center(_ columns: inout [[Double]]) {
        let count = columns[0].count
        var rowMeans = Array(repeating: 0.0, count: count)
        for at in columns.indices {
            var sum = 0.0
            for item in 0..<count { sum += columns[at][item] }
            let mean = sum / Double(count)
            for item in 0..<count {
                columns[at][item] -= mean
                rowMeans[item] += columns[at][item]
            }
        }
        for at in columns.indices {
            for item in 0..<count { columns[at][item] -= rowMeans[item] / Double(columns.count) }
        }
    }

    private static func takeAwayLayers(_ columns: inout [[Double]], _ levels: Levels) {
        let count = levels.itemCount
        var mean = 0.0
        for layer in levels.layer { mean += Double(layer) / Double(count) }
        let offsets = levels.layer.map { Double($0) - mean }
        var squares = 0.0
        for offset in offsets { squares += offset * offset }
        if squares == 0 { return }
        for at in columns.indices {
            var product = 0.0
            for item in 0..<count { product += offsets[item] * columns[at][item] }
            for item in 0..<count { columns[at][item] -= product / squares * offsets[item] }
        }
    }

    /// The eigenvectors with the greatest eigenvalues of the products of columns, by power iteration; each is
    /// subtracted before the next is computed.
    private static func mainDirections(_ columns: [[Double]], count: Int, _ isWanted: () -> Bool) -> [[Double]] {
        var products = products(of: columns)
        var vectors: [[Double]] = []
        for _ in 0..<min(count, columns.count) where isWanted() {
            let (vector, value) = mainVector(products)
            if value == 0 && !vectors.isEmpty { break }
            vectors.append(vector)
            for a in vector.indices {
                for b in vector.indices { products[a][b] -= value * vector[a] * vector[b] }
            }
        }
        return vectors
    }

    private static func products(of columns: [[Double]]) -> [[Double]] {
        let size = columns.count
        var products = Array(repeating: Array(repeating: 0.0, count: size), count: size)
        for a in 0..<size {
            for b in a..<size {
                var sum = 0.0
                for item in columns[a].indices { sum += columns[a][item] * columns[b][item] }
                products[a][b] = sum
                products[b][a] = sum
            }
        }
        return products
    }

    private static func mainVector(_ products: [[Double]]) -> (vector: [Double], value: Double) {
        var vector = products.indices.map { 1 + Double($0 * 7 % 11) / 11 }
        var length = 0.0
        for _ in 0..<100 {
            var next = products.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
            length = next.reduce(0) { $0 + $1 * $1 }.squareRoot()
            if length == 0 { return (vector, 0) }
            for at in next.indices { next[at] /= length }
            vector = next
        }
        return (vector, length)
    }
}
