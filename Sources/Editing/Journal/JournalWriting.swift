import Graph
import Wire

/// A journal made from a document and its history, without the original lines.
///
/// - Complexity: O(the content of the history), and O(*n*) in the document if steps do not reach the saved state.
struct JournalWriting {
    /// The document without its transient elements; it goes through all states of the history.
    private var document: Document
    private let history: History
    /// The document as it is now.
    private let stamped: Document
    /// The lines of each step that is not split, and of each open group.
    private var steps: [[[UInt8]]]
    private var groups: [[[UInt8]]]
    /// The number of done steps, and the number of steps that lead to the content of the file; nil if none lead
    /// there.
    private let done: Int
    private let saved: Int?

    /// Is true if the file lacks stamps of the document.
    private let hasStamps: Bool
    private let holding: FileHoldings

    /// - Parameter holding: the file's content of the saved document; the journal holds the rest.
    init(
        _ document: Document, _ history: History, _ transients: TransientElements, hasStamps: Bool,
        holding: FileHoldings = .all
    ) {
        (self.document, stamped, self.hasStamps) = (document, document, hasStamps)
        (self.history, self.holding) = (history, holding)
        let split = history.splitCount
        (done, saved) = (history.top - split, holding == .all ? history.savedTop.map { $0 - split } : nil)
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

    /// Undoes a step at whose end the document is; returns its lines in order.
    private mutating func takeBack(_ step: History.Step) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for index in step.deltas.indices.reversed() {
            var writer = JSONWriter()
            writer.journalLine { writer in
                writer.event("change")
                writer.change(
                    step.deltas[index], of: document, TransientElements(),
                    StepLine(label: step.label, mergeKey: step.mergeKey, step.origin, isJoining: index > 0))
            }
            lines.append(writer.take())
            document.replay(step.deltas[index].inverse)
        }
        return lines.reversed()
    }

    // MARK: The text

    /// Writes the journal of a document whose file has a state.
    func write(_ state: FileState, into writer: inout JSONWriter) {
        let isSavedInGroup = holding == .all && history.isGroupSaved && history.groups.contains { !$0.deltas.isEmpty }
        if self.saved == nil && !isSavedInGroup { writeWhole(state, into: &writer) } else { writer.journalHeader() }
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

    /// Writes the beginning of a journal that leads from a file to the document, in one step.
    fileprivate func writeWhole(_ state: FileState, into writer: inout JSONWriter) {
        writer.journalHeader()
        writer.journalLine { $0.state(state) }
        // No step of the history leads to it from the file.
        writer.journalLine { $0.content(of: document, holding) }
    }
}

extension Journal {
    /// The text of a journal that leads from a file with other content to a document, in one step.
    public static func text(leadingTo document: Document, from state: FileState) -> [UInt8] {
        var writer = JSONWriter()
        JournalWriting(document, History(), TransientElements(), hasStamps: document.hasStamps, holding: .other)
            .writeWhole(state, into: &writer)
        if document.hasStamps { writer.journalLine { $0.stamps(of: document) } }
        return writer.take()
    }
}

extension JSONWriter {
    /// Writes the event that the document is this one, without its transient elements.
    mutating func content(of document: Document, _ holding: FileHoldings) {
        var document = document
        // To remove transient elements throws nothing.
        _ = try? document.transact { (transaction) throws(EditError) in transaction.removeTransients() }
        var content = JSONWriter()
        document.write(into: &content)
        let text = content.withBytes { bytes in
            var cursor = JSONCursor(bytes)
            return try? JSONText(copying: &cursor, checked: false)
        }
        event("content")
        name("content")
        if let text { raw(text) } else { null() }
        if holding == .other {
            name("unread")
            boolean(true)
        }
    }

    fileprivate mutating func appendLine(_ line: [UInt8]) { line.withUnsafeBufferPointer { append($0) } }

    fileprivate mutating func split(_ split: SplitHistory) {
        event("split")
        name("split")
        SplitHistory.shape.write(split, &self)
    }

    /// Writes a walk over a number of steps, at once or one by one; nothing for none.
    fileprivate mutating func walks(_ direction: HistoryDirection, _ steps: Int, isOne: Bool) {
        if steps <= 0 { return }
        if isOne { return journalLine { $0.walk(direction, steps) } }
        for _ in 0..<steps { journalLine { $0.walk(direction, 1) } }
    }
}
