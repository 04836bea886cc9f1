import Wire

/// The history in a journal, found from the lines alone: the lines of each step.
struct JournalOutline {
    struct Step {
        var line: StepLine
        /// The numbers of the lines, in the order of the changes.
        var lines: [Int] = []
    }

    private(set) var steps: [Step] = []
    /// The number of steps that are done; the rest are undone.
    private(set) var position = 0
    /// The content of the open groups, the outermost first.
    private(set) var groups: [Step] = []
    /// The history below the steps.
    private(set) var split: SplitHistory?

    /// Adds the next line; false if it cannot follow those before it.
    mutating func take(_ event: JournalEvent, _ line: Int) -> Bool {
        switch event {
        case .state, .stamps: break
        case .change(let change): add(change, line)
        case .walk(.undo, let count, _):
            guard count > 0, count <= position, groups.isEmpty else { return false }
            position -= count
        case .walk(.redo, let count, _):
            guard count > 0, count <= steps.count - position, groups.isEmpty else { return false }
            position += count
        case .begin(let label, let origin): groups.append(Step(line: StepLine(label: label, origin)))
        case .end: return endGroup()
        case .cancel: return groups.popLast() != nil
        case .drop:
            guard position > 0, position == steps.count, groups.isEmpty else { return false }
            steps.removeLast()
            position -= 1
        case .open: while !groups.isEmpty { _ = endGroup() }
        // The history before it is not known without the document.
        case .content, .select, .confirm: self = JournalOutline()
        case .split(let split):
            guard steps.isEmpty, groups.isEmpty else { return false }
            self.split = split
        }
        return true
    }

    private mutating func add(_ change: JournalEvent.Change, _ line: Int) {
        steps.removeSubrange(position...)
        if !groups.isEmpty {
            let isFirst = groups.allSatisfy { $0.lines.isEmpty }
            groups[0].line.origin = groups[0].line.origin.joined(by: change.line.origin, isFirst: isFirst)
            groups[groups.count - 1].lines.append(line)
        } else if change.line.isJoining, position > 0 {
            steps[position - 1].lines.append(line)
        } else {
            steps.append(Step(line: change.line, lines: [line]))
            position += 1
        }
    }

    private mutating func endGroup() -> Bool {
        guard let group = groups.popLast() else { return false }
        if group.lines.isEmpty { return true }
        if groups.isEmpty {
            steps.append(group)
            position += 1
        } else {
            groups[groups.count - 1].lines += group.lines
        }
        return true
    }
}
