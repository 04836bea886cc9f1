import Graph

// A step is taken from between others: what each element is follows from the steps that are left (`Lives`).

extension History {
    /// What was taken back or performed again: which steps, by place, and the label of the last one.
    typealias Taken = (steps: [Int], label: String?)

    /// Whether a step of an owner can be taken, wherever it stands.
    func canSelect(_ direction: HistoryDirection, of owner: StepOwner) -> Bool {
        (direction == .undo ? lastDone(of: owner) : lastUndone(of: owner)) != nil
    }

    /// Takes back the last steps of an owner, wherever they stand, or performs those again that were undone last, where they
    /// were. The steps have to be split.
    mutating func select(_ direction: HistoryDirection, _ count: Int, of owner: StepOwner) -> Taken {
        var taken: [Int] = []
        while taken.count < count, let index = direction == .undo ? lastDone(of: owner) : lastUndone(of: owner) {
            mark(direction, index)
            taken.append(index)
        }
        return (taken, taken.last.map { steps[$0].label })
    }

    /// Takes these steps back, or performs them again; false, and nothing is done, if one of them cannot be taken. The steps
    /// have to be split.
    mutating func select(_ direction: HistoryDirection, _ taken: [Int]) -> Bool {
        let canTake = taken.allSatisfy { index in
            steps.indices.contains(index) && steps[index].origin != .remote
                && (steps[index].undone == nil) == (direction == .undo)
        }
        if !canTake || Set(taken).count < taken.count { return false }
        for index in taken { mark(direction, index) }
        return true
    }

    private mutating func mark(_ direction: HistoryDirection, _ index: Int) {
        if direction == .undo { markUndone(index) } else { markDone(index) }
    }

    /// What a document is to show after some steps were taken.
    func projection(
        _ taken: [Int], in document: Document, without transients: TransientElements
    ) -> SelectiveProjection {
        SelectiveProjection(taken.flatMap { steps[$0].targets }, lives, in: document, without: transients)
    }

    /// Notes what a document will not show when it becomes what a projection says, before it does.
    mutating func suppress(
        _ projection: SelectiveProjection, in document: Document, without transients: TransientElements
    ) {
        lives.suppress(projection.suppressed, in: document, without: transients)
    }

    /// Notes what a document does not show now because of a limit.
    mutating func noteMissing(_ projection: SelectiveProjection, in document: Document) {
        let missing = projection.missing(in: document)
        if !missing.isEmpty { lives.setSuppressed(projection.suppressed + missing) }
    }

    /// Keeps what a document shows after the last step as what follows from the steps.
    ///
    /// The step was made while something was left out. Where it would let that be shown, or make something else be left out,
    /// the step says itself that it is not there: so it stays out as long as the step is done.
    mutating func keepShown(_ document: Document, without transients: TransientElements) {
        if lives.suppressed.isEmpty || isGroupOpen { return }
        split(document, without: transients)
        guard let last = steps.indices.last, let number = steps[last].number else { return }
        let projection = SelectiveProjection(steps[last].targets, lives, in: document, without: transients)
        if projection.isShown(in: document) { return }
        let isRemote = steps[last].origin == .remote
        steps[last].targets += lives.stayOut(of: document, by: number, isRemote: isRemote)
    }
}
