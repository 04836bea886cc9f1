import Graph
import Wire

/// A journal made from a document and its history, without the lines that led there.
///
/// - Complexity: O(what the history holds), and O(*n*) in the document where the saved state cannot be reached by steps.
struct JournalWriting {
    /// The document without its transient elements; it goes through all states of the history.
    private var document: Document
    private let history: History
    /// The document as it is now.
    private let stamped: Document
    /// The lines of each step that is not split, and of each open group.
    private var steps: [[[UInt8]]]
    private var groups: [[[UInt8]]]
    /// The number of these steps that are done, and of those that lead to the content of the file; nil if steps do not
    /// lead there.
    private let done: Int
    private let saved: Int?

    /// Is true if the file lacks stamps of the document.
    private let hasStamps: Bool

    init(_ document: Document, _ history: History, _ transients: TransientElements, hasStamps: Bool) {
        (self.document, stamped, self.hasStamps) = (document, document, hasStamps)
        self.history = history
        let split = history.splitCount
        (done, saved) = (history.top - split, history.savedTop.map { $0 - split })
        steps = Array(repeating: [], count: history.steps.count - split)
        groups = Array(repeating: [], count: history.groups.count)
        if !transients.isEmpty {
            // To remove transient elements throws nothing.
            _ = try? self.document.transact { (transaction) throws(EditError) in transaction.removeTransients() }
        }
        takeLines()
    }

    /// Goes back from the open groups, forth to the last step and back to the first, and writes the line of each change.
    private mutating func takeLines() {
        for index in groups.indices.reversed() {
            var group = history.groups[index]
            // All that a group holds is of the origin of the outermost one.
            group.origin = history.groups[0].origin
            groups[index] = takeBack(group)
        }
        let known = history.steps[history.splitCount...]
        for step in known.dropFirst(done) { for delta in step.deltas { document.replay(delta) } }
        for (index, step) in zip(steps.indices, known).reversed() { steps[index] = takeBack(step) }
    }

    /// Takes a step back, whose end the document stands at; returns its lines in their order.
    private mutating func takeBack(_ step: History.Step) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for index in step.deltas.indices.reversed() {
            var writer = JSONWriter()
            writer.journalLine { writer in
                writer.event("change")
                writer.change(
                    step.deltas[index], of: document, TransientElements(),
                    Journal.Change(label: step.label, mergeKey: step.mergeKey, step.origin, isJoining: index > 0))
            }
            lines.append(writer.take())
            document.replay(step.deltas[index].inverse)
        }
        return lines.reversed()
    }

    // MARK: The text

    /// Writes the journal of a document whose file has a state.
    func write(_ state: FileState, into writer: inout JSONWriter) {
        let isSavedInGroup = history.isGroupSaved && history.groups.contains { !$0.deltas.isEmpty }
        writer.journalHeader()
        if self.saved == nil && !isSavedInGroup {
            writer.journalLine { $0.state(state) }
            writeContent(into: &writer)
        }
        if history.splitCount > 0 { writer.journalLine { $0.split(SplitHistory(history)) } }
        for lines in steps { for line in lines { writer.appendLine(line) } }
        let saved = self.saved ?? done
        writer.walks(.undo, steps.count - saved, isOne: true)
        if self.saved != nil { writer.journalLine { $0.state(state) } }
        writer.walks(.undo, saved - done, isOne: false)
        writer.walks(.redo, done - saved, isOne: false)
        for (index, lines) in groups.enumerated() {
            writer.journalLine { $0.begin(history.groups[index].label, history.groups[index].origin) }
            for line in lines { writer.appendLine(line) }
        }
        if isSavedInGroup { writer.journalLine { $0.state(state) } }
        if stamped.hasStamps && hasStamps { writer.journalLine { $0.stamps(of: stamped) } }
    }

    /// Writes the document before the first step, to which no step of the history leads from the file.
    private func writeContent(into writer: inout JSONWriter) {
        var content = JSONWriter()
        document.write(into: &content)
        let text = content.withBytes { bytes in
            var cursor = JSONCursor(bytes)
            return try? JSONText(copying: &cursor, checked: false)
        }
        writer.journalLine { writer in
            writer.event("content")
            writer.name("content")
            if let text { writer.raw(text) } else { writer.null() }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func appendLine(_ line: [UInt8]) { line.withUnsafeBufferPointer { append($0) } }

    fileprivate mutating func split(_ split: SplitHistory) {
        event("split")
        name("split")
        SplitHistory.shape.write(split, &self)
    }

    /// Writes a walk of so many steps, at once or one by one; nothing for none.
    fileprivate mutating func walks(_ direction: HistoryDirection, _ steps: Int, isOne: Bool) {
        if steps <= 0 { return }
        if isOne { return journalLine { $0.walk(direction, steps) } }
        for _ in 0..<steps { journalLine { $0.walk(direction, 1) } }
    }
}
