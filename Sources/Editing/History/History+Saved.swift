import Graph

// Which of the states that undo and redo reach is the one in the file.

extension History {
    /// The position with the file's content, if it can still be reached. O(*n* log *n*) in the steps.
    public var savedPosition: Int? {
        if !isSavedInReach { return nil }
        let turn = inTurn
        let saved = turn.prefix { steps[$0].isSaved }.count
        let all = steps.reduce(0) { $0 + ($1.isSaved && !$1.origin.isRemote ? 1 : 0) }
        let isReplicated = steps.contains { $0.origin.isRemote && !$0.isSaved }
        return saved == all && !isReplicated ? saved : nil
    }

    /// Is true if kept steps lead to the content of the file.
    var isSavedInReach: Bool { savedBranch?.isEmpty ?? false }

    /// Is true if the file holds the steps that are done, and no others.
    var areStepsSaved: Bool { unsaved == 0 && isSavedInReach }

    /// The number of steps that lead to the content of the file, or to `savedBranch`, with split ones as they were
    /// then; nil if no steps lead there.
    var savedPlace: Int? {
        let areSplitSaved = steps[..<splitCount].allSatisfy { $0.isSaved == ($0.undone == nil) }
        if savedBranch == nil || !areSplitSaved { return nil }
        let saved = splitCount + steps[splitCount...].prefix { $0.isSaved }.count
        return steps[saved...].contains { $0.isSaved } ? nil : saved
    }

    /// The same if undo and redo reach it: they leave the changes of other replicas.
    var savedTop: Int? {
        if !isSavedInReach { return nil }
        return savedPlace.flatMap { saved in steps[saved...].contains { $0.origin.isRemote } ? nil : saved }
    }

    mutating func markSaved() {
        if groups.contains(where: { !$0.deltas.isEmpty }) { savedBranch = nil } else { noteSaved() }
        isGroupSaved = true
        isSealed = true
    }

    /// Records that no reachable state is the one in the file.
    mutating func markUnsaved() {
        savedBranch = nil
        isGroupSaved = false
        isSealed = true
    }

    /// The changes from the present content to the last saved one, in the order of application; nil if the history no
    /// longer has them.
    var wayToSaved: [Delta]? {
        guard let saved = savedPlace, let savedBranch else { return nil }
        let open = groups.reversed().flatMap { $0.deltas.reversed().map(\.inverse) }
        if saved > top { return open + steps[top..<saved].flatMap(\.deltas) + savedBranch }
        return open + steps[saved..<top].reversed().flatMap { $0.deltas.reversed().map(\.inverse) } + savedBranch
    }

    /// Notes that the file holds a step.
    mutating func noteSaved(_ index: Int) {
        unsaved += steps[index].undone == nil ? -1 : 1
        steps[index].isSaved = true
    }

    /// Records that the file has the present state.
    mutating func noteSaved() {
        for index in steps.indices { steps[index].isSaved = steps[index].undone == nil }
        unsaved = 0
        savedBranch = []
    }
}
