import Storage

/// The undone split steps of a history, by their numbers, grouped by origin in order.
///
/// So an edit finds out whether it ends a redo, and which step redo would take, without examining all steps.
struct UndoneSteps: Sendable {
    private var byOrigin: [StepOrigin: [Int]] = [:]

    /// Adds a step that was undone after all others.
    mutating func append(_ number: Int, of origin: StepOrigin) { byOrigin[origin, default: []].append(number) }

    /// Removes a step, if it is there. O(1) for the last undone one.
    mutating func remove(_ number: Int, of origin: StepOrigin) {
        guard let place = byOrigin[origin]?.lastIndex(of: number) else { return }
        byOrigin[origin]?.remove(at: place)
        if byOrigin[origin]?.isEmpty == true { byOrigin[origin] = nil }
    }

    /// Removes the steps whose redo an edit ends.
    ///
    /// - Returns: True if there was any.
    mutating func removeAll(endedBy edit: StepOrigin) -> Bool {
        let ended = byOrigin.keys.filter { edit.ends($0) }
        for origin in ended { byOrigin[origin] = nil }
        return !ended.isEmpty
    }

    /// The index of the step that was undone last.
    ///
    /// - Parameter steps: all split ones.
    func last(of owner: StepOwner, in steps: Slice<StepQueue>) -> Int? {
        let last = byOrigin.compactMap { owner.takes($0.key) ? $0.value.last : nil }
        let indices = last.map { number in steps.partitioningIndex { $0.number ?? 0 >= number } }
        return indices.max { (steps[$0].undone ?? 0) < (steps[$1].undone ?? 0) }
    }
}
