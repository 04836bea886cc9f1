/// First orders: keys by item, by which rows are sorted.
enum Starts {
    /// Orders nodes by a depth-first search down from the sources, in document order: no crossings in out-trees.
    static func depthFirst(_ levels: Levels) -> [Double] {
        var keys = Array(repeating: -1.0, count: levels.itemCount)
        var next = Array(repeating: 0, count: levels.itemCount)
        var counter = 0.0
        var path: [Int] = []
        for start in 0..<levels.itemCount where keys[start] < 0 && levels.up.degree(start) == 0 {
            keys[start] = counter
            counter += 1
            path.append(start)
            while let item = path.last {
                if next[item] == levels.down.degree(item) {
                    path.removeLast()
                    continue
                }
                let other = levels.down.items[levels.down.starts[item] + next[item]]
                next[item] += 1
                if keys[other] >= 0 { continue }
                keys[other] = counter
                counter += 1
                path.append(other)
            }
        }
        return keys
    }
}
