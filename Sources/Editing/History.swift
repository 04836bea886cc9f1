import Graph

/// The steps that undo and redo take, bounded by number and by memory.
public struct History: Sendable {
    /// One undo step: changes that are taken back together.
    struct Step: Sendable {
        var label: String
        /// In the order in which they happened; neighbours of similar size are merged, so there are few.
        var deltas: [Delta]
        var bytes: Int
        var mergeKey: String?
    }

    private var steps = StepQueue()
    /// How many steps are done; the rest are undone.
    public private(set) var position = 0
    /// The position whose content is in the file, if it can still be reached.
    public private(set) var savedPosition: Int? = 0
    private var bytes = 0
    /// What the open groups hold so far, the outermost first; they become one step when the outermost ends.
    private var groups: [Step] = []
    /// Whether what the open groups hold was saved and nothing came after.
    private var isGroupSaved = false
    /// A save, an undo or anything else came after the last step: no `mergeKey` joins it.
    private var isSealed = true

    /// A history without steps, at its saved position.
    public init() {}

    /// What each step is called, the oldest first. O(*n*) in the steps.
    public var labels: [String] { steps.map(\.label) }
    /// Whether a step can be taken back.
    public var canUndo: Bool { position > 0 }
    /// Whether a step can be performed again.
    public var canRedo: Bool { position < steps.count }
    /// What undo would take back, or nil.
    public var undoLabel: String? { canUndo ? steps[position - 1].label : nil }
    /// What redo would perform, or nil.
    public var redoLabel: String? { canRedo ? steps[position].label : nil }
    /// Whether the content differs from what was saved last, by position in the history.
    public var isDirty: Bool {
        groups.contains { !$0.deltas.isEmpty } ? !isGroupSaved : savedPosition != position
    }
    /// Whether a group of edits is open, in which undo and redo are refused.
    public var isGroupOpen: Bool { !groups.isEmpty }
    /// How many groups are open, one inside the other.
    public var openGroups: Int { groups.count }

    /// - Returns: Whether it joined the step before.
    mutating func record(_ delta: Delta, label: String, mergeKey: String?) -> Bool {
        dropUndone()
        if !groups.isEmpty {
            isGroupSaved = false
            groups[groups.count - 1].append(delta)
            return false
        }
        let isJoining = joins(mergeKey)
        if isJoining {
            bytes -= steps[steps.count - 1].bytes
            steps[steps.count - 1].append(delta)
            bytes += steps[steps.count - 1].bytes
            // What joined a saved step is not in the file.
            if savedPosition == position { savedPosition = nil }
        } else {
            let bytes = delta.bytes + label.utf8.count + (mergeKey?.utf8.count ?? 0)
            add(Step(label: label, deltas: [delta], bytes: bytes, mergeKey: mergeKey))
        }
        isSealed = false
        trim()
        return isJoining
    }

    /// What the last step changes, if that is a single delta.
    var lastDelta: Delta? {
        guard position == steps.count, let last = steps.last, last.deltas.count == 1 else { return nil }
        return last.deltas[0]
    }

    /// Forgets the last step, which came out as nothing.
    mutating func dropLast() {
        bytes -= steps.removeLast().bytes
        position -= 1
        isSealed = true
        if let saved = savedPosition, saved > position { savedPosition = position }
    }

    private func joins(_ mergeKey: String?) -> Bool {
        guard let mergeKey, !isSealed, let last = steps.last?.mergeKey else { return false }
        return last.utf8.elementsEqual(mergeKey.utf8)
    }

    private mutating func add(_ step: Step) {
        steps.append(step)
        bytes += step.bytes
        position += 1
    }

    private mutating func dropUndone() {
        guard position < steps.count else { return }
        for step in steps[position...] { bytes -= step.bytes }
        steps.removeAll(from: position)
        if let saved = savedPosition, saved > position { savedPosition = nil }
    }

    /// Forgets the oldest steps beyond the bounds; the last one always stays.
    private mutating func trim() {
        var drop = max(0, steps.count - Limits.historySteps)
        var rest = bytes - steps[..<drop].reduce(0) { $0 + $1.bytes }
        while rest > Limits.historyBytes && drop < steps.count - 1 {
            rest -= steps[drop].bytes
            drop += 1
        }
        if drop == 0 { return }
        steps.removeFirst(drop)
        bytes = rest
        position -= drop
        savedPosition = savedPosition.flatMap { $0 >= drop ? $0 - drop : nil }
    }

    // MARK: Going back and forth

    /// The changes that take back up to so many steps, in the order in which they apply, and the label of the last.
    mutating func undo(_ count: Int) -> (deltas: [Delta], steps: Int, label: String?) {
        let taken = min(max(count, 0), position)
        guard taken > 0 else { return ([], 0, nil) }
        let range = (position - taken)..<position
        let deltas = steps[range].reversed().flatMap { $0.deltas.reversed().map(\.inverse) }
        position -= taken
        isSealed = true
        return (deltas, taken, steps[range.lowerBound].label)
    }

    mutating func redo(_ count: Int) -> (deltas: [Delta], steps: Int, label: String?) {
        let taken = min(max(count, 0), steps.count - position)
        guard taken > 0 else { return ([], 0, nil) }
        let range = position..<(position + taken)
        position += taken
        isSealed = true
        return (steps[range].flatMap(\.deltas), taken, steps[range.upperBound - 1].label)
    }

    mutating func markSaved() {
        savedPosition = groups.contains { !$0.deltas.isEmpty } ? nil : position
        isGroupSaved = true
        isSealed = true
    }

    // MARK: Groups

    mutating func beginGroup(_ label: String) {
        groups.append(Step(label: label, deltas: [], bytes: 0, mergeKey: nil))
        isSealed = true
    }

    /// Closes the innermost group; the outermost becomes a step.
    ///
    /// - Returns: Whether there is a new step.
    /// - Throws: `noGroup`.
    mutating func endGroup() throws(EditError) -> Bool {
        guard let group = groups.popLast() else { throw EditError(.noGroup, "no group is open") }
        isSealed = true
        if group.deltas.isEmpty { return false }
        if groups.isEmpty {
            add(group)
            if isGroupSaved { savedPosition = position }
            trim()
            return true
        }
        for delta in group.deltas { groups[groups.count - 1].append(delta) }
        return false
    }

    /// Closes the innermost group and gives the changes that take back what was done in it.
    ///
    /// The changes taken back are not a step: neither undo nor redo brings them.
    ///
    /// - Throws: `noGroup`.
    mutating func cancelGroup() throws(EditError) -> [Delta] {
        guard let group = groups.popLast() else { throw EditError(.noGroup, "no group is open") }
        isSealed = true
        isGroupSaved = false
        return group.deltas.reversed().map(\.inverse)
    }
}

extension History {
    /// Notes a change that is no step: what another replica wrote.
    ///
    /// Steps that touch the same are forgotten, with those that lie behind them, so that undo and redo never take away what
    /// the other wrote.
    ///
    /// - Complexity: O(the change, and what the steps hold).
    mutating func recordForeign(_ delta: Delta) {
        isSealed = true
        savedPosition = nil
        if delta.isEmpty || steps.isEmpty { return }
        let foreign = Footprint(delta)
        func meets(_ step: Step) -> Bool { step.deltas.contains { Footprint($0).meets(foreign) } }
        if let first = steps[position...].firstIndex(where: meets) {
            for step in steps[first...] { bytes -= step.bytes }
            steps.removeAll(from: first)
        }
        guard let last = steps[..<position].lastIndex(where: meets) else { return }
        for step in steps[...last] { bytes -= step.bytes }
        steps.removeFirst(last + 1)
        position -= last + 1
    }
}

extension History.Step {
    /// Adds a change behind the others; those of similar size are merged, so that many small ones cost n log n.
    fileprivate mutating func append(_ delta: Delta) {
        deltas.append(delta)
        bytes += delta.bytes
        while deltas.count > 1, deltas[deltas.count - 2].size <= 2 * deltas[deltas.count - 1].size {
            let newer = deltas.removeLast()
            bytes -= deltas[deltas.count - 1].bytes + newer.bytes
            deltas[deltas.count - 1].merge(newer)
            bytes += deltas[deltas.count - 1].bytes
        }
    }
}

extension Delta {
    /// How many elements it touches.
    fileprivate var size: Int { nodes.count + edges.count + nodeOrder.count + edgeOrder.count + members.count }
}
