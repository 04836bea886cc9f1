import Graph
import Wire

// The lines of a journal.

extension JSONWriter {
    /// Writes the first line of a journal.
    mutating func journalHeader() {
        journalLine { writer in
            writer.name("journal")
            writer.integer(JournalText.version)
        }
    }

    /// Writes a line with these members.
    mutating func journalLine(_ members: (inout JSONWriter) -> Void) {
        let start = JournalText.beginLine(in: &self)
        members(&self)
        JournalText.endLine(from: start, in: &self)
    }

    mutating func event(_ event: StaticString) {
        name("event")
        string(event)
    }

    mutating func walk(_ direction: HistoryDirection, _ steps: Int, _ stamp: Stamp? = nil) {
        walked(direction, steps)
        write(stamp)
    }

    private mutating func walked(_ direction: HistoryDirection, _ steps: Int) {
        event(direction == .undo ? "undo" : "redo")
        name("steps")
        integer(steps)
    }

    /// Begins the line of a change.
    mutating func event(of line: StepLine) {
        guard let selection = line.selection else { return event("change") }
        walked(selection.direction, selection.depths.count)
        name("taken")
        Shape<[Int]>.array(of: .integer).write(selection.depths, &self)
    }

    mutating func write(_ stamp: Stamp?) {
        guard let stamp else { return }
        name("stamp")
        stamp.json.write(into: &self)
    }

    /// Writes the stamps of a document, all of them.
    mutating func stamps(of document: Document) {
        event("stamps")
        guard let stamps = document.stamps?.json(of: document) else { return }
        name("stamps")
        stamps.write(into: &self)
    }

    /// Writes the new knowledge in the stamps of a document.
    mutating func stamps(_ part: StampedPart, of document: Document) {
        event("stamps")
        guard let stamps = document.stamps?.json(of: part, in: document) else { return }
        name("part")
        boolean(true)
        name("stamps")
        stamps.write(into: &self)
    }

    /// Writes unchanged what other replicas have written.
    mutating func confirm(_ confirmed: ConfirmedFields) {
        event("confirm")
        name("fields")
        confirmed.json.write(into: &self)
    }

    mutating func begin(_ label: String, _ origin: StepOrigin) {
        event("begin")
        name("label")
        string(label)
        write(origin)
    }

    private mutating func write(_ origin: StepOrigin) {
        switch origin {
        case .anyone: break
        case .view(let id):
            name("view")
            string(id.string)
        case .remote, .revealed:
            name("remote")
            boolean(true)
            if origin == .remote { return }
            name("revealed")
            boolean(true)
        }
    }

    mutating func state(_ state: FileState) {
        event("state")
        name("size")
        integer(state.size)
        name("fingerprint")
        string(String(state.fingerprint, radix: 16))
    }

    /// Writes the members that every line of a change has: its display, and its effect in both directions.
    ///
    /// - Returns: the range of its effect.
    @discardableResult
    mutating func change(
        _ delta: Delta, of document: Document, _ transients: TransientElements, _ line: StepLine
    ) -> Range<Int> {
        if let cause = line.cause {
            name("cause")
            string(cause)
        }
        name("label")
        string(line.label)
        if let mergeKey = line.mergeKey {
            name("mergeKey")
            string(mergeKey)
        }
        write(line.origin)
        write(line.stamp)
        if line.isJoining {
            name("joins")
            boolean(true)
        }
        name("do")
        let start = count
        beginObject()
        DocumentChange.write(delta, document, without: transients, isJournal: true, into: &self)
        endObject()
        let end = count
        name("undo")
        beginObject()
        DocumentChange.writeInverse(of: delta, document, without: transients, into: &self)
        endObject()
        return start..<end
    }
}
