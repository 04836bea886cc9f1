extension Reinsertion {
    /// The nodes at whose edges something crosses, in their order; what crosses only at a common node is not seen.
    mutating func crossedNodes() -> [Int] {
        var isCrossed = Array(repeating: false, count: levels.nodeCount)
        for layer in 1..<max(1, levels.layerCount) {
            gather(layer, isAbove: true)
            markCrossed(&isCrossed)
        }
        return isCrossed.indices.filter { isCrossed[$0] && !levels.isRanked[$0] }
    }

    /// A segment is crossed by one that begins before it and ends behind it, or the other way round.
    private func markCrossed(_ isCrossed: inout [Bool]) {
        mark(segments, 1, &isCrossed)
        mark(segments.reversed(), -1, &isCrossed)
    }

    private func mark(_ segments: some Sequence<Segment>, _ sign: Int, _ isCrossed: inout [Bool]) {
        // The farthest other end of those at the places before, and with those at this place.
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
