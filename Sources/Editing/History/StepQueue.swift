/// The steps of a history, the oldest first, of which the oldest are dropped repeatedly.
///
/// Dropped steps are released at once; their slots are removed when they are as many as the remaining steps.
///
/// - Complexity: O(1) amortized to append and to drop.
struct StepQueue: RandomAccessCollection, MutableCollection, Sendable {
    private var places: [History.Step] = []
    /// The number of empty slots before the first step.
    private var dropped = 0

    var startIndex: Int { 0 }
    var endIndex: Int { places.count - dropped }

    subscript(index: Int) -> History.Step {
        _read { yield places[dropped + index] }
        _modify { yield &places[dropped + index] }
    }

    mutating func append(_ step: History.Step) { places.append(step) }

    mutating func removeLast() -> History.Step { places.removeLast() }

    /// Drops the steps from an index on, the newest ones.
    mutating func removeAll(from index: Int) { places.removeSubrange((dropped + index)...) }

    /// Drops a number of the oldest steps.
    mutating func removeFirst(_ count: Int) {
        for place in dropped..<dropped + count { places[place] = History.Step(label: "", deltas: [], bytes: 0) }
        dropped += count
        if dropped * 2 < places.count { return }
        places.removeFirst(dropped)
        dropped = 0
    }
}
