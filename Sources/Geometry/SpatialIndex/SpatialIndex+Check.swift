extension SpatialIndex {
    /// The bounds of all stored boxes, or `Rect.empty`.
    ///
    /// - Complexity: O(*n*) / 8 at worst; after a load, only the pages at the border are read.
    public var extent: Rect {
        var extent = SpatialIndexBox.empty
        for page in chunks.pages.indices where !extent.contains(chunks.pages[page].bounds) {
            guard chunks.pages[page].chunksInUse > 0 else { continue }
            chunks.lanes.withPage(page) { lanes in
                guard let lanes else { return }
                var union = SpatialIndexLanes(repeating: extent)
                for lane in lanes { union.formUnion(lane) }
                for lane in 0..<8 { extent.formUnion(union[lane]) }
            }
        }
        return extent.rect
    }

    /// Returns the first error in the structure, or nil; for tests.
    public func checkInvariants() -> String? {
        var seen = 0
        var chunksSeen = 0
        var levelCounts = [Int32](repeating: 0, count: 32)
        for entry in table.entries where entry != SpatialIndexTable.free {
            let cell = SpatialIndexCell(bits: entry >> SpatialIndexTable.chunkBits)
            var chunk = UInt32(entry & SpatialIndexTable.chunkMask)
            guard table.chunk(of: cell) == Int(chunk) else { return "cell \(cell) cannot be found" }
            var isFirst = true
            while chunk != SpatialIndexChunks.none {
                guard Int(chunk) < chunks.count else { return "chunk \(chunk) is outside the pool" }
                let link = chunks.links[Int(chunk)]
                let used = Int(link & 15)
                guard used > 0, isFirst ? used <= 8 : used == 8 else { return "chunk \(chunk) holds \(used)" }
                for lane in 0..<8 {
                    if let fault = check(place: Int(chunk) * 8 + lane, isUsed: lane < used, in: cell) { return fault }
                }
                seen += used
                levelCounts[cell.level] += Int32(used)
                chunksSeen += 1
                isFirst = false
                chunk = link >> 4
            }
        }
        guard seen == count else { return "\(count) items counted, \(seen) found" }
        for level in 0..<32 where levels[level].count != levelCounts[level] { return "level \(level) miscounted" }
        for level in 0..<32 where (levels[level].count > 0) != (levelsInUse >> level & 1 == 1) {
            return "level \(level) has the wrong mark"
        }
        return checkFreeList(chunksInUse: chunksSeen)
    }

    private func check(place: Int, isUsed: Bool, in cell: SpatialIndexCell) -> String? {
        let slot = chunks.slots[place]
        let box = chunks.box(at: place)
        guard isUsed else {
            return slot == -1 && box.minX.isNaN && box.maxY.isNaN ? nil : "place \(place) is not vacant"
        }
        guard slot >= 0, places[Int(slot)] == Int32(place) else { return "place \(place) and item \(slot) disagree" }
        guard SpatialIndexCell(of: box) == cell else { return "item \(slot) lies in the wrong cell" }
        guard chunks.pages[place >> (3 + SpatialIndexChunks.pageShift)].bounds.contains(box) else {
            return "item \(slot) sticks out of its page"
        }
        let level = levels[cell.level]
        guard cell.level != SpatialIndexCell.lastLevel else { return nil }
        guard level.reachX * 2 >= box.maxX - box.minX, level.reachY * 2 >= box.maxY - box.minY else {
            return "item \(slot) sticks out of its level's reach"
        }
        return nil
    }

    private func checkFreeList(chunksInUse: Int) -> String? {
        var free = 0
        var chunk = chunks.firstFree
        while chunk != SpatialIndexChunks.none {
            free += 1
            guard free <= chunks.count else { return "the free list is a circle" }
            chunk = chunks.links[Int(chunk)] >> 4
        }
        guard free == chunks.freeCount else { return "\(chunks.freeCount) chunks counted free, \(free) found" }
        let inPages = chunks.pages.reduce(0) { $0 + $1.chunksInUse }
        guard inPages == chunksInUse else { return "\(chunksInUse) chunks in chains, \(inPages) in pages" }
        return free + chunksInUse == chunks.count ? nil : "\(chunks.count - free - chunksInUse) chunks are lost"
    }
}

extension SpatialIndexLanes {
    /// Lanes that are not a number change nothing.
    mutating func formUnion(_ other: Self) {
        minX.replace(with: other.minX, where: other.minX .< minX)
        minY.replace(with: other.minY, where: other.minY .< minY)
        maxX.replace(with: other.maxX, where: other.maxX .> maxX)
        maxY.replace(with: other.maxY, where: other.maxY .> maxY)
    }
}
