extension Reinsertion {
    /// The nodes with crossed edges, in their order; crossings of edges at a common node are ignored.
    mutating func crossedNodes() -> [Int] {
        var isCrossed = Array(repeating: false, count: levels.nodeCount)
        for layer in 1..<max(1, levels.layerCount) {
            gather(layer, isAbove: true)
            markCrossed(&isCrossed)
        }
        return isCrossed.indices.filter { isCrossed[$0] && !levels.isRanked[$0] }
    }

    /// Marks crossed segments: a segment is crossed by one that begins before it and ends behind it, or the reverse.
    private func markCrossed(_ isCrossed: inout [Bool]) {
        mark(segments, 1, &isCrossed)
        mark(segments.reversed(), -1, &isCrossed)
    }

    private func mark(_ segments: some Sequence<Segment>, _ sign: Int, _ isCrossed: inout [Bool]) {
        // The farthest other end of segments at earlier places, and of those up to this place.
        var (before, most) = (Int.min, Int.min)
        var place = -1
        for segment in segments {
            if segment.place != place { (place, before) = (segment.place, most) }
            let other = sign * segment.other
            if before > other {
                isCrossed[levels.uppers[segment.edge]] = true
                isCrossed[levels.lowers[segment.edge]] = true
            }
            most = max(most, other)
        }
    }
}
