import Graph

/// The steps that undo and redo take, bounded by number and by memory.
///
/// While all views take the steps in turn, each is a delta that goes back and forth by slots. With the first selective
/// undo, of a step below others, all steps so far are split into write logs of elements (`ElementLogs`), undone ones
/// at their original positions. Later steps lie above them as deltas again: split, done, undone, in this order.
public struct History: Sendable {
    /// The limits of its size.
    public var limits = EditorLimits() {
        didSet { trim() }
    }
    var steps = StepQueue()
    /// The number of steps that are split.
    private(set) var splitCount = 0
    /// Is true if steps have ever been split.
    private(set) var wasSplit = false
    /// The number of steps that are split, or done.
    private(set) var top = 0
    /// The number of steps that are done; the rest are undone.
    public private(set) var position = 0
    /// The number of entries that are changes of other replicas.
    private var remote = 0
    /// The number of steps that are done and not in the file, or the other way round.
    var unsaved = 0
    /// The content of the file beyond the kept saved steps: the deltas of saved steps that others replaced. Nil if the
    /// history does not know the content of the file.
    var savedBranch: [Delta]? = []
    private var undoings = 0
    /// The number of changes that were ever recorded.
    private(set) var recordings = 0
    /// The split steps that are undone.
    var undone = UndoneSteps()
    /// The logs of the split steps.
    var logs = ElementLogs()
    private var bytes = 0
    /// The steps of the open groups so far, the outermost first; they become one step when the outermost ends.
    private(set) var groups: [Step] = []
    /// Is true if the steps of the open groups were saved and nothing came after.
    var isGroupSaved = false
    /// A save, an undo or anything else came after the last step: no `mergeKey` joins it.
    var isSealed = true

    /// A history without steps, at its saved position.
    public init() {}

    /// The split steps of an earlier history; nil if the document does not follow from them.
    ///
    /// - Complexity: O(the changes of the steps).
    init?(_ split: SplitHistory, in document: Document) {
        guard let (logs, keys) = split.logs(in: document),
            split.steps.allSatisfy({ !$0.origin.isRemote || $0.undone == nil })
        else { return nil }
        self.logs = logs
        for (number, var step) in split.steps.enumerated() {
            (step.undone, step.isSaved, step.number, step.keys) = (nil, false, number, keys[number])
            step.bytes = logs.bytes(of: number, step.keys) + step.label.utf8.count
            add(step)
        }
        let undone = split.steps.indices.filter { split.steps[$0].undone != nil }
        for index in undone.sorted(by: { (split.steps[$0].undone ?? 0, $0) < (split.steps[$1].undone ?? 0, $1) }) {
            markUndone(index)
        }
        for (index, step) in split.steps.enumerated() where step.isSaved { noteSaved(index) }
        savedBranch = split.isSavedInReach ? [] : nil
        (splitCount, wasSplit) = (top, true)
        let projection = SelectiveProjection(
            Array(keys.joined()), logs, in: document, without: TransientElements())
        if !projection.isShown(in: document) || !projection.isInPlace(in: document) { return nil }
    }

    /// Adds steps above the present ones, and open groups, the outermost first; steps beyond the limits are dropped.
    ///
    /// - Parameter done: the number of steps that are done.
    mutating func add(_ steps: [Step], done: Int, groups: [Step]) {
        let first = top
        for step in steps { add(step) }
        for index in (first + done..<top).reversed() { markUndone(index) }
        top = first + done
        self.groups = groups
        trim()
    }

    /// The label of each step, the oldest first and undone ones last. O(*n* log *n*) in the steps.
    public var labels: [String] { labels(of: .everyone).all }
    /// Returns the label of each step that an owner takes, in the same order, and how many of them are done.
    public func labels(of owner: StepOwner) -> (all: [String], done: Int) {
        let own = inTurn.filter { owner.takes(steps[$0].origin) }
        return (own.map { steps[$0].label }, own.count { steps[$0].undone == nil })
    }
    /// Is true if a step can be undone.
    public var canUndo: Bool { position > 0 }
    /// Is true if a step can be redone.
    public var canRedo: Bool { position < steps.count - remote }
    /// The label of the step that undo would take, or nil.
    public var undoLabel: String? { lastDone(of: .everyone).map { steps[$0].label } }
    /// The label of the step that redo would take, or nil.
    public var redoLabel: String? { canRedo ? lastUndone(of: .everyone).map { steps[$0].label } : nil }
    /// Is true if the content differs from the last saved one, by position in the history.
    public var isDirty: Bool {
        groups.contains { !$0.deltas.isEmpty } ? !isGroupSaved : !areStepsSaved
    }
    /// Is true if a group of edits is open, in which undo and redo are refused.
    public var isGroupOpen: Bool { !groups.isEmpty }
    /// The number of groups that are open, one inside the other.
    public var openGroups: Int { groups.count }

    /// The done steps, then the undone ones in the order of redo.
    var inTurn: [Int] {
        let own = steps.indices.filter { !steps[$0].origin.isRemote }
        let undone = own.filter { steps[$0].undone != nil }
        return own.filter { steps[$0].undone == nil }
            + undone.sorted { (steps[$0].undone ?? 0) > (steps[$1].undone ?? 0) }
    }

    // MARK: Recording

    /// Adds a performed change to the innermost group, to the last step, or as a step. One of another replica is no
    /// step, but undo leaves its values.
    ///
    /// - Parameters:
    ///   - line: its line number in the journal and whether it joins the last step, as `joins` says or said before.
    ///   - document: after the change.
    ///   - transients: its elements that the history does not know.
    mutating func record(
        _ delta: Delta, _ line: StepLine, _ document: Document, without transients: TransientElements
    ) {
        recordings += 1
        if !groups.isEmpty {
            let isFirst = groups.allSatisfy { $0.deltas.isEmpty }
            groups[0].origin = groups[0].origin.joined(by: line.origin, isFirst: isFirst)
        }
        // What belongs to the group is of the origin of the group.
        let origin = line.origin == .anyone ? line.origin : groups.first?.origin ?? line.origin
        if !origin.isRemote { dropLastUndone(by: origin) }
        // Steps that stay undone may rest on some that are dropped.
        if top < steps.count { split(document, without: transients, behind: delta) }
        if !origin.isRemote { dropUndone(by: origin) }
        if !groups.isEmpty {
            isGroupSaved = false
            groups[groups.count - 1].append(delta)
            return
        }
        if line.isJoining, top > splitCount {
            let last = steps.count - 1
            bytes -= steps[last].bytes
            steps[last].append(delta)
            bytes += steps[last].bytes
            // What joined a saved step is not in the file.
            if steps[last].isSaved { savedBranch = nil }
        } else {
            let bytes = delta.bytes + line.label.utf8.count + (line.mergeKey?.utf8.count ?? 0)
            add(Step(label: line.label, deltas: [delta], bytes: bytes, mergeKey: line.mergeKey, origin: line.origin))
        }
        isSealed = line.origin.isRemote
        trim()
        keepSuppressed(document, without: transients)
    }

    /// The change of the last step, if that is a single delta.
    var lastDelta: Delta? {
        guard top == steps.count, top > splitCount, let last = steps.last, last.deltas.count == 1 else { return nil }
        return last.deltas[0]
    }

    /// Forgets the last step, which is empty.
    mutating func dropLast() {
        let last = steps.removeLast()
        forget(last)
        top -= 1
        isSealed = true
    }

    /// Returns true if a change with this key belongs to the last step.
    func joins(_ mergeKey: String?, _ origin: StepOrigin) -> Bool {
        guard let mergeKey, groups.isEmpty, !isSealed, top > splitCount, let last = steps.last, let key = last.mergeKey
        else { return false }
        return key.utf8.elementsEqual(mergeKey.utf8) && last.origin == origin
    }

    /// Keeps later changes of other replicas unchanged, so that an undo leaves them.
    ///
    /// - Returns: True if there are steps whose undo would have reverted them.
    mutating func confirm(
        _ fields: ConfirmedFields, _ document: Document, without transients: TransientElements
    ) -> Bool {
        if steps.isEmpty { return false }
        split(document, without: transients)
        guard let step = logs.confirm(fields, document, transients) else { return false }
        add(Step(label: "", deltas: [], bytes: 0, mergeKey: nil, origin: .remote))
        split(steps.count - 1, step)
        (splitCount, isSealed) = (top, true)
        trim()
        keepSuppressed(document, without: transients)
        return true
    }

    private mutating func add(_ step: Step) {
        steps.append(step)
        bytes += step.bytes
        top += 1
        unsaved += 1
        if step.origin.isRemote { remote += 1 } else { position += 1 }
    }

    /// Updates the counts for a removed step.
    private mutating func forget(_ step: Step) {
        if let number = step.number {
            logs.forget(number, step.keys)
            undone.remove(number, of: step.origin)
        }
        bytes -= step.bytes
        if (step.undone == nil) != step.isSaved { unsaved -= 1 }
        if step.origin.isRemote { remote -= 1 } else if step.undone == nil { position -= 1 }
    }

    /// Drops the last steps that are undone and cannot be redone after an edit.
    private mutating func dropLastUndone(by origin: StepOrigin) {
        let first = steps[top...].lastIndex { !origin.ends($0.origin) }.map { $0 + 1 } ?? top
        let saved = steps[first...].filter(\.isSaved).flatMap(\.deltas)
        if !saved.isEmpty { savedBranch = savedBranch.map { saved + $0 } }
        while steps.count > first { forget(steps.removeLast()) }
    }

    /// Drops split steps that are undone and cannot be redone after an edit.
    private mutating func dropUndone(by origin: StepOrigin) {
        if !undone.removeAll(endedBy: origin) { return }
        var kept = StepQueue()
        var kinds = (splitCount: 0, top: 0)
        for index in steps.indices {
            let step = steps[index]
            if step.undone != nil && origin.ends(step.origin) {
                forget(step)
                if step.isSaved { savedBranch = nil }
                continue
            }
            if index < splitCount { kinds.splitCount += 1 }
            if index < top { kinds.top += 1 }
            kept.append(step)
        }
        steps = kept
        (splitCount, top) = kinds
    }

    /// Forgets the oldest steps beyond the bounds; the last one always stays.
    private mutating func trim() {
        var drop = max(0, steps.count - limits.historySteps)
        var rest = bytes - steps[..<drop].reduce(0) { $0 + $1.bytes }
        while rest > limits.historyBytes && drop < steps.count - 1 {
            rest -= steps[drop].bytes
            drop += 1
        }
        if drop == 0 { return }
        for step in steps[..<drop] {
            if (step.undone == nil) != step.isSaved { savedBranch = nil }
            forget(step)
        }
        steps.removeFirst(drop)
        splitCount = max(0, splitCount - drop)
        top = max(0, top - drop)
    }

    // MARK: Going back and forth

    /// The last step that is done, or nil.
    func lastDone(of owner: StepOwner) -> Int? {
        steps[..<top].lastIndex { $0.undone == nil && owner.takes($0.origin) }
    }

    /// The step that was undone last, or nil.
    func lastUndone(of owner: StepOwner) -> Int? {
        steps[top...].firstIndex { owner.takes($0.origin) } ?? undone.last(of: owner, in: steps[..<splitCount])
    }

    /// The changes of at most a number of steps, in the order of application, and the label of the last step.
    typealias Walked = (deltas: [Delta], steps: Int, label: String?)

    /// Goes through up to a number of steps.
    ///
    /// - Returns: Nil if one of them lies below steps that stay.
    mutating func walk(_ direction: HistoryDirection, _ count: Int, of owner: StepOwner) -> Walked? {
        direction == .undo ? undo(count, of: owner) : redo(count, of: owner)
    }

    private mutating func undo(_ count: Int, of owner: StepOwner) -> Walked? {
        var next = top
        while top - next < count, next > splitCount, owner.takes(steps[next - 1].origin) { next -= 1 }
        if top - next < count, steps[..<next].contains(where: { $0.undone == nil && owner.takes($0.origin) }) {
            return nil
        }
        if next == top { return ([], 0, nil) }
        let range = next..<top
        for index in range.reversed() { markUndone(index) }
        let deltas = steps[range].reversed().flatMap { $0.deltas.reversed().map(\.inverse) }
        top = next
        return (deltas, range.count, steps[next].label)
    }

    private mutating func redo(_ count: Int, of owner: StepOwner) -> Walked? {
        var next = top
        while next - top < count, next < steps.count, owner.takes(steps[next].origin) { next += 1 }
        let others = [steps[..<splitCount], steps[next...]]
        if next - top < count,
            others.contains(where: { $0.contains { $0.undone != nil && owner.takes($0.origin) } })
        {
            return nil
        }
        if next == top { return ([], 0, nil) }
        let range = top..<next
        for index in range { markDone(index) }
        top = next
        return (steps[range].flatMap(\.deltas), range.count, steps[next - 1].label)
    }

    mutating func markUndone(_ index: Int) {
        undoings += 1
        unsaved += steps[index].isSaved ? 1 : -1
        steps[index].undone = undoings
        if let number = steps[index].number {
            logs.setUndone(number, true)
            undone.append(number, of: steps[index].origin)
        }
        position -= 1
        isSealed = true
    }

    mutating func markDone(_ index: Int) {
        unsaved += steps[index].isSaved ? -1 : 1
        steps[index].undone = nil
        if let number = steps[index].number {
            logs.setUndone(number, false)
            undone.remove(number, of: steps[index].origin)
        }
        position += 1
        isSealed = true
    }

    /// Prevents that a `mergeKey` joins earlier changes.
    mutating func seal() { isSealed = true }

    // MARK: Groups

    mutating func beginGroup(_ label: String, origin: StepOrigin) {
        groups.append(Step(label: label, deltas: [], bytes: 0, mergeKey: nil, origin: origin))
        isSealed = true
    }

    /// Closes the innermost group; the outermost becomes a step, after which `keepSuppressed` belongs.
    ///
    /// - Returns: True if there is a new step.
    /// - Throws: `noGroup`.
    mutating func endGroup() throws(EditError) -> Bool {
        guard let group = groups.popLast() else { throw EditError(.noGroup, "no group is open") }
        isSealed = true
        if group.deltas.isEmpty { return false }
        if groups.isEmpty {
            add(group)
            if isGroupSaved { noteSaved() }
            trim()
            return true
        }
        for delta in group.deltas { groups[groups.count - 1].append(delta) }
        return false
    }

    /// Closes the innermost group and returns the changes that revert it.
    ///
    /// The reverted changes are not a step: neither undo nor redo brings them back.
    ///
    /// - Throws: `noGroup`.
    mutating func cancelGroup() throws(EditError) -> [Delta] {
        guard let group = groups.popLast() else { throw EditError(.noGroup, "no group is open") }
        isSealed = true
        isGroupSaved = false
        return group.deltas.reversed().map(\.inverse)
    }

    // MARK: Settling

    /// Splits the steps into the logs of elements, so that each can be undone selectively.
    ///
    /// - Parameters:
    ///   - document: as it is now.
    ///   - transients: its elements that the history does not know.
    ///   - change: a change that the document already has and the history does not.
    /// - Complexity: O(the steps that are not split).
    mutating func split(_ document: Document, without transients: TransientElements, behind change: Delta? = nil) {
        // Steps that are split may come back with other slots: what lay behind them fits no more.
        if !isSavedInReach { savedBranch = nil }
        if splitCount == steps.count { return }
        let first = splitCount
        let added = logs.add(
            steps[first...].map { ($0.whole, ElementLog.Revival($0.origin)) }, done: top - first, behind: change,
            document,
            transients)
        for (index, step) in added.enumerated() { split(first + index, step) }
        for index in (top..<steps.count).reversed() {
            steps[index].number.map { undone.append($0, of: steps[index].origin) }
        }
        (splitCount, wasSplit) = (steps.count, true)
        top = steps.count
        isSealed = true
        trim()
    }

    private mutating func split(_ index: Int, _ step: ElementLogs.Step) {
        bytes -= steps[index].bytes
        (steps[index].number, steps[index].keys, steps[index].deltas) = (step.number, step.keys, [])
        steps[index].bytes = step.bytes + steps[index].label.utf8.count
        bytes += steps[index].bytes
    }
}
