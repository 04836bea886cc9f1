import Graph
import Storage
import Wire

/// The journal of an open document: every change is in it before it is announced.
///
/// It has one line for each event of the document, its history or its file (`JournalEvent`), and is written in step
/// with the history: reading it leads to the same document and the same steps. Its file is made with the first line.
/// Lines that must outlive a loss of power wait for `sync`, so that one covers all that came together.
public struct Journal: Sendable {
    /// The text to write before the next line.
    private enum Start {
        /// The line with the version of the text and the state of the file.
        case whole
        /// The line that separates it from the content before the document was opened.
        case reopened
        case nothing
    }

    private let file: any JournalFile
    /// Is true if lines must be on the disk before their changes are announced.
    let isLasting: Bool
    /// The state of the document's file.
    private var state: FileState
    /// The number of bytes of the file that count.
    private(set) var end: Int
    /// The number of them that are known to be on the disk.
    private var synced: Int
    /// Is true if the lines from before the document was opened may be lost with the power.
    private var isFoundUnsynced: Bool
    /// The number of times that appended lines came to be on the disk.
    private(set) var syncs = 0
    private var start: Start
    /// Is true if the file cannot be continued, and has to be written again from the history.
    private(set) var isBroken = false
    /// Is true if others took the file away, and it was not written again since.
    private(set) var isGone = false
    /// The number of valid bytes when the file was last found in its place.
    private var found: Int
    /// The number of bytes from which on the journal is compacted, at the least and now.
    private let limit: Int
    private var largest: Int
    /// The line that is written; its memory is used for the next one again.
    private var writer = JSONWriter(capacity: 1024)
    /// The memory that is kept for the next line, in bytes.
    private static let keptBytes = 1 << 20

    /// A journal of a document that was just opened.
    ///
    /// - Parameters:
    ///   - isLasting: whether lines must be on the disk before their changes are announced.
    ///   - state: the state of the document's file.
    ///   - end: the valid bytes of an earlier journal, from which the history was recovered; 0 without one.
    ///   - limit: from how many bytes on it is compacted.
    public init(
        _ file: any JournalFile, isLasting: Bool, state: FileState, end: Int = 0, limit: Int = Limits.journalBytes
    ) {
        self.file = file
        self.isLasting = isLasting
        self.state = state
        self.end = end
        (synced, found, isFoundUnsynced) = (end, end, end > 0)
        self.limit = limit
        largest = limit
        start = end == 0 ? .whole : .reopened
    }

    /// The same journal of another history: it has to be written again before the next line.
    public var renewed: Journal {
        var journal = self
        journal.isBroken = true
        return journal
    }

    /// Is true if it has to be written again before the next line.
    var isDue: Bool { isBroken || end > largest }

    /// Is true if lines wait to be on the disk.
    var isUnsynced: Bool { isLasting && (end > synced || isFoundUnsynced) }

    /// Is true if lines were appended since the file was last found in its place.
    var isUnfound: Bool { end != found }

    /// Is true if it is unfound or unsynced. The journal is borrowed, because a copy would retain all it holds.
    var isToCheck: Bool { mutating get { isUnfound || isUnsynced } }

    /// Checks that the file is in its place; if it is gone, the journal must be written again.
    mutating func find(byName: Bool) -> JournalPresence {
        found = end
        let presence = file.find(byName: byName)
        if presence == .gone { (isBroken, isGone) = (true, true) }
        return presence
    }

    // MARK: Lines

    /// Appends the line of a change, or throws `journal`.
    ///
    /// - Returns: the text of the change as the journal has it, if clients are sent the same.
    mutating func append(
        _ delta: Delta, of document: Document, _ transients: TransientElements, _ line: StepLine, revision: Int
    ) throws(EditError) -> JSONText? {
        var place = 0..<0
        try append { writer in
            writer.event(of: line)
            writer.name("revision")
            writer.integer(revision)
            place = writer.change(delta, of: document, transients, line)
        }
        guard transients.isEmpty && DocumentChange.isSameForClients(delta, document) else { return nil }
        return writer.withBytes { JSONText(trusted: Array($0[place])) }
    }

    /// Appends the line of a number of undone or redone steps.
    mutating func appendWalk(_ direction: HistoryDirection, _ steps: Int, _ stamp: Stamp?) throws(EditError) {
        try append { $0.walk(direction, steps, stamp) }
    }

    mutating func appendBegin(_ label: String, _ origin: StepOrigin) throws(EditError) {
        try append { $0.begin(label, origin) }
    }

    mutating func appendEnd() throws(EditError) { try append { $0.event("end") } }

    mutating func appendCancel(_ stamp: Stamp?) throws(EditError) {
        try append { writer in
            writer.event("cancel")
            writer.write(stamp)
        }
    }

    /// Appends all stamps of a document, after something that is no change of its own. If that fails, the journal has to be
    /// written again.
    mutating func appendStamps(of document: Document) {
        do throws(EditError) {
            try append { $0.stamps(of: document) }
        } catch {
            isBroken = true
        }
    }

    /// Appends the new knowledge in the stamps of a document. If that fails, the journal must be written again.
    mutating func append(_ part: StampedPart, of document: Document) {
        do throws(EditError) {
            try append { $0.stamps(part, of: document) }
        } catch {
            isBroken = true
        }
    }

    /// Appends unchanged what other replicas have written. If that fails, the journal must be written again.
    mutating func append(_ confirmed: ConfirmedFields) {
        do throws(EditError) {
            try append { $0.confirm(confirmed) }
        } catch {
            isBroken = true
        }
    }

    mutating func appendDrop() throws(EditError) { try append { $0.event("drop") } }

    /// Records the state of the file after the present save, if it succeeds. If that fails, the journal must be
    /// written again after the save.
    ///
    /// - Parameter holding: the future file content of the document.
    mutating func noteSaving(_ state: FileState, of document: Document, holding: FileHoldings) {
        // Without a line there is nothing that would have to be found again.
        if end == 0 { return }
        do throws(EditError) {
            try append { $0.state(state) }
            if holding != .all { try append { $0.content(of: document, holding) } }
            if isLasting { try sync() }
        } catch {
            isBroken = true
        }
    }

    private mutating func append(_ members: (inout JSONWriter) -> Void) throws(EditError) {
        writer.removeAll(keepingAtMost: Journal.keptBytes)
        switch start {
        case .nothing: break
        case .reopened: writer.journalLine { $0.event("open") }
        case .whole:
            writer.journalHeader()
            writer.journalLine { $0.state(state) }
        }
        writer.journalLine(members)
        do throws(JournalError) {
            try writer.withBytes { (bytes) throws(JournalError) in
                try file.write(bytes, at: end)
            }
        } catch {
            throw EditError(.journal, error.message)
        }
        end += writer.count
        start = .nothing
    }

    // MARK: The disk

    /// Waits until all lines are on the disk.
    ///
    /// - Throws: `journal`; then the journal has to be written again.
    mutating func sync() throws(EditError) {
        do throws(JournalError) {
            try file.sync()
        } catch {
            // What a disk has refused to keep may be lost although a later attempt succeeds.
            isBroken = true
            throw EditError(.journal, error.message)
        }
        noteSynced()
    }

    /// Notes that nothing has to be waited for any more: it is on the disk, or in the file.
    mutating func noteSynced() {
        (synced, isFoundUnsynced) = (end, false)
        syncs += 1
    }

    /// Takes the lines away that are not on the disk, so that none is found after a crash; the journal has to be written again.
    mutating func cutUnsynced() {
        // Where this fails, they stand there until then.
        try? file.cut(at: synced)
        (end, isFoundUnsynced, isBroken) = (synced, false, true)
    }

    // MARK: The whole

    /// Writes the journal again, with only the history.
    ///
    /// - Parameters:
    ///   - saved: the state of the file, if that was just saved.
    ///   - hasStamps: whether the file lacks stamps of the document.
    ///   - holding: the file's content of the saved document.
    /// - Returns: the new path of something else that was in its place.
    /// - Throws: `journal`; then the journal is unchanged, or it is the new one, whose name may not outlive a loss of
    ///   power.
    @discardableResult
    mutating func rewrite(
        _ document: Document, _ history: History, _ transients: TransientElements, saved: FileState? = nil,
        hasStamps: Bool, holding: FileHoldings
    ) throws(EditError) -> String? {
        let state = saved ?? self.state
        var text = JSONWriter()
        JournalWriting(document, history, transients, hasStamps: hasStamps, holding: holding).write(state, into: &text)
        let aside: String?
        do throws(JournalError) {
            aside = try text.withBytes { (bytes) throws(JournalError) in
                try file.replace(with: bytes, isLasting: isLasting)
            }
        } catch {
            if !isBroken { largest = max(largest, 2 * end) }
            throw EditError(.journal, error.message)
        }
        self.state = state
        (end, start, isBroken, isGone) = (text.count, .nothing, false, false)
        found = end
        noteSynced()
        largest = max(limit, 2 * end)
        // Until then a loss of power leads back to the former journal.
        if isLasting { try sync() }
        return aside
    }

    /// The file was written: the journal keeps only the history, or nothing without steps.
    ///
    /// - Parameters:
    ///   - hasStamps: whether the file lacks stamps of the document.
    ///   - holding: the file's content of the document.
    mutating func compact(
        _ document: Document, _ history: History, _ transients: TransientElements, saved: FileState, hasStamps: Bool,
        holding: FileHoldings
    ) {
        if holding != .part {
            do throws(EditError) {
                try reduce(document, history, transients, saved: saved, hasStamps: hasStamps, holding: holding)
            } catch {
                // The line of a save leads from the old journal to the new file. Where another document has written that, there is
                // no way but a new journal.
                if history.savedPlace == nil { isBroken = true }
            }
        } else {
            // The lines lead to the document, which the next one of a change has before it.
            isBroken = true
        }
        state = saved
    }

    /// Nothing in it starts from the file any more: it is written again completely before the next line.
    mutating func begin(from state: FileState) {
        // One that stays does not lead on from the file.
        try? discard(isSaved: true)
        (end, found, start, isBroken, isGone) = (0, 0, .whole, true, false)
        self.state = state
        noteSynced()
    }

    /// Leaves only the history in the journal, or nothing without steps.
    ///
    /// - Parameters:
    ///   - saved: the state of the file, if that was just saved.
    ///   - hasStamps: whether the file lacks stamps of the document.
    ///   - holding: the file's content of the saved document.
    /// - Throws: `journal`.
    mutating func reduce(
        _ document: Document, _ history: History, _ transients: TransientElements, saved: FileState? = nil,
        hasStamps: Bool, holding: FileHoldings
    ) throws(EditError) {
        if history.canUndo || history.canRedo || history.isGroupOpen || history.isDirty || hasStamps {
            try rewrite(
                document, history, transients, saved: saved, hasStamps: hasStamps, holding: holding)
            return
        }
        if end > 0 || isBroken { try discard(isSaved: saved != nil) }
        (end, found, start, isBroken, isGone) = (0, 0, .whole, false, false)
        noteSynced()
    }

    /// Removes the journal, whose content is no longer needed.
    ///
    /// - Parameter isSaved: true if the file was just saved.
    /// - Throws: `journal`.
    public mutating func discard(isSaved: Bool = false) throws(EditError) {
        do throws(JournalError) {
            try file.remove(isSaved: isSaved)
        } catch {
            throw EditError(.journal, error.message)
        }
    }
}
