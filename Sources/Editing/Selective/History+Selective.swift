import Graph

// A step is taken from between others: what each element is follows from the steps that are left (`Lives`).

extension History {
    /// What was taken back or performed again: which steps, by place, and the label of the last one.
    typealias Taken = (steps: [Int], label: String?)

    /// Takes back the last steps of an owner, wherever they stand, or performs those again that were undone last, where they
    /// were. The steps have to be split.
    mutating func select(_ direction: HistoryDirection, _ count: Int, of owner: StepOwner) -> Taken {
        var taken: [Int] = []
        while taken.count < count, let index = direction == .undo ? lastDone(of: owner) : lastUndone(of: owner) {
            if direction == .undo { markUndone(index) } else { markDone(index) }
            taken.append(index)
        }
        return (taken, taken.last.map { steps[$0].label })
    }

    /// Makes a document show what follows from the steps, some of which were taken.
    mutating func show(_ taken: [Int], in transaction: inout Transaction, without transients: TransientElements) {
        let targets = taken.flatMap { steps[$0].targets }
        let showing = Showing(targets, &lives, in: transaction.document, without: transients)
        let failed = transaction.perform(showing)
        if !failed.isEmpty { lives.leaveOut(showing.leftOut + failed) }
    }

    /// Keeps what a document shows after the last step as what follows from the steps.
    ///
    /// The step was made while something was left out. Where it would let that be shown, or make something else be left out,
    /// the step says itself that it is not there: so it stays out as long as the step is done.
    mutating func keepShown(_ document: Document, without transients: TransientElements) {
        if lives.leftOut.isEmpty || isGroupOpen { return }
        split(document, without: transients)
        guard let last = steps.indices.last, let number = steps[last].number else { return }
        var trial = lives
        if Showing(steps[last].targets, &trial, in: document, without: transients).isShown { return }
        steps[last].targets += lives.stayOut(of: document, by: number)
    }
}
