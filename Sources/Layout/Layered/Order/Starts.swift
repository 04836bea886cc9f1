/// Orders to begin with: keys by item, by which rows are sorted.
enum Starts {
    /// As a search depth first meets them that goes down from the sources, in document order: no crossings in out-trees.
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

    /// As a search meets them that goes from neighbor to neighbor, up and down: breadth first, or depth first.
    static func spreading(_ levels: Levels, from start: Int, depthFirst: Bool) -> [Double] {
        var keys = Array(repeating: 0.0, count: levels.itemCount)
        var isSeen = Array(repeating: false, count: levels.itemCount)
        var counter = 0.0
        var list = [start]
        var at = 0
        isSeen[start] = !depthFirst
        while depthFirst ? !list.isEmpty : at < list.count {
            let item = depthFirst ? list.removeLast() : list[at]
            at += 1
            if depthFirst {
                if isSeen[item] { continue }
                isSeen[item] = true
            }
            keys[item] = counter
            counter += 1
            for segments in [levels.up, levels.down] {
                for segment in segments.range(item) where !isSeen[segments.items[segment]] {
                    if !depthFirst { isSeen[segments.items[segment]] = true }
                    list.append(segments.items[segment])
                }
            }
        }
        return keys
    }
}
