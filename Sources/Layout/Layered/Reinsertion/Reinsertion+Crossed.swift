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
        let count = segmentPlaces.count
        mark(Array(0..<count), 1, &isCrossed)
        mark(Array((0..<count).reversed()), -1, &isCrossed)
    }

    private func mark(_ order: [Int], _ sign: Int, _ isCrossed: inout [Bool]) {
        // The farthest other end of those at the places before, and with those at this place.
        var (before, most) = (Int.min, Int.min)
        var place = -1
        for segment in order {
            if segmentPlaces[segment] != place { (place, before) = (segmentPlaces[segment], most) }
            let other = sign * segmentOthers[segment]
            if before > other {
                isCrossed[levels.uppers[segmentEdges[segment]]] = true
                isCrossed[levels.lowers[segmentEdges[segment]]] = true
            }
            most = max(most, other)
        }
    }
}
