import Graph
import Wire

/// The last state of the document in the file beside a journal, with its history.
public struct JournalRecovery: Sendable {
    /// The kind of a file's journal, once it is read.
    public enum Outcome: Sendable {
        /// It has only the beginning of a first line, of this many bytes.
        case nothing(dropped: Int)
        /// It does not start from the file: it is damaged, or another file is in its place.
        case unrelated
        case recovered(JournalRecovery)
    }

    /// The document in the file, and the changes after it.
    public struct Held: Sendable {
        public let document: Document
        /// The steps that led to the file.
        public let history: History
        /// The changes that lead to the recovered document, the oldest first; nil if the single ones are not known.
        public fileprivate(set) var changes: [Delta]? = []
    }

    /// The document with all changes of the journal.
    public private(set) var document: Document
    /// Its steps; the saved position is that of the file.
    public private(set) var history = History()
    /// The part of the document that the file holds: `other` if others have overwritten the content from which its
    /// changes start.
    public private(set) var holding = FileHoldings.all
    /// The number of changes that the file lacks.
    public private(set) var count = 0
    /// The document without the changes that the file lacks; nil unless they are held back, and there are any.
    public private(set) var held: Held?
    /// The end of the whole lines, in bytes.
    public let end: Int
    /// The number of bytes after the complete lines.
    public let dropped: Int

    /// Reads the journal of a file.
    ///
    /// - Parameters:
    ///   - text: the whole journal.
    ///   - document: the document in the file.
    ///   - state: the state of the file.
    ///   - holdsBack: whether the document without the changes is wanted, too (`held`).
    /// - Complexity: O(*n*) in the lines; among those before the state of the file, only steps that the history keeps
    ///   are examined.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, _ document: Document, _ state: FileState, holdsBack: Bool = false
    ) -> Outcome {
        let journal = JournalText(text)
        let rest = text[journal.end...]
        let isBegun = journal.events.contains { if case .state = $0 { true } else { false } }
        // The first lines are written at once, and may be torn.
        if !isBegun && !rest.contains(UInt8(ascii: "\n")) && isTorn(text) { return .nothing(dropped: text.count) }
        guard
            let known = journal.events.lastIndex(where: { if case .state(state) = $0 { true } else { false } })
        else { return .unrelated }
        do throws(Mismatch) {
            var recovery = JournalRecovery(document, end: journal.end, dropped: rest.count)
            do throws(Mismatch) {
                try recovery.restoreHistory(journal.events[..<known])
            } catch {
                // Another document was saved there, from which the steps do not follow.
                if !journal.holdsAll(behind: known) { throw error }
                recovery = JournalRecovery(document, end: journal.end, dropped: rest.count)
            }
            if holdsBack { recovery.held = Held(document: recovery.document, history: recovery.history) }
            for (place, event) in journal.events.enumerated().dropFirst(known + 1) {
                let next = place + 1 < journal.events.count ? journal.events[place + 1] : nil
                // Places follow from those that elements had when stamps began.
                if event.isStamped(before: next) { recovery.document.beginStamps() }
                try recovery.perform(event, before: next)
            }
            try recovery.endGroups()
            recovery.history.seal()
            if recovery.count == 0 { recovery.held = nil }
            return .recovered(recovery)
        } catch {
            return .unrelated
        }
    }

    /// Returns true if a journal knows a state of its file, so that it leads on from there.
    public static func knows(_ state: FileState, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        JournalText(text).events.contains { if case .state(state) = $0 { true } else { false } }
    }

    /// Returns true if a journal has the whole document after a state of its file.
    public static func holdsAll(behind state: FileState, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        let journal = JournalText(text)
        return journal.events.lastIndex { if case .state(state) = $0 { true } else { false } }.map(journal.holdsAll)
            ?? false
    }

    /// A line that cannot be performed.
    private struct Mismatch: Error {}

    private init(_ document: Document, end: Int, dropped: Int) {
        self.document = document
        self.end = end
        self.dropped = dropped
    }

    /// Records that the document comes from elsewhere: the changes do not start from the held-back one.
    public mutating func forgetChanges() { held?.changes = nil }

    // MARK: What the file holds already

    /// Finds the steps that led to the file: they are undone one by one, which shows their effect on this document.
    private mutating func restoreHistory(_ events: ArraySlice<JournalEvent>) throws(Mismatch) {
        var outline = JournalOutline()
        for (line, event) in events.enumerated() where !outline.take(event, line) { throw Mismatch() }
        var taken: [Delta] = []
        var groups: [History.Step] = []
        for group in outline.groups.reversed() { groups.append(try takeBack(group, events, &taken)) }
        var done: [History.Step] = []
        let first = min(outline.position, max(0, outline.steps.count - Limits.historySteps))
        for step in outline.steps[first..<outline.position].reversed() {
            done.append(try takeBack(step, events, &taken))
        }
        if first == 0, let split = outline.split { restore(split) }
        for delta in taken.reversed() { document.replay(delta) }
        let undone = try undoneSteps(outline, events, behind: groups.flatMap(\.deltas))
        history.add(done.reversed() + undone, done: done.count, groups: groups.reversed())
        history.markSaved()
    }

    /// Gives the history its split steps, from which the document here follows; none if it does not.
    private mutating func restore(_ split: SplitHistory) {
        if let known = History(split, in: document) { history = known } else { history.markUnsaved() }
    }

    /// - Parameter taken: receives the changes that lead back to its beginning, the last one first.
    private mutating func takeBack(
        _ step: JournalOutline.Step, _ events: ArraySlice<JournalEvent>, _ taken: inout [Delta]
    ) throws(Mismatch) -> History.Step {
        let first = taken.count
        for line in step.lines.reversed() {
            guard case .change(let change) = events[line] else { throw Mismatch() }
            let delta = try apply(change.back).inverse
            document.noteMade(delta)
            taken.append(delta)
        }
        return History.Step(step.line, deltas: taken[first...].reversed())
    }

    /// Is true if a text begins like a journal, as far as it was written: otherwise it is another file, which is not
    /// overwritten.
    private static func isTorn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // The disk may have zeros in place of what was written; what was refused is blank.
        zip(text, "{\"check\":\"".utf8).allSatisfy { $0 == $1 || $0 == 0 || $0 == UInt8(ascii: " ") }
    }

    private mutating func undoneSteps(
        _ outline: JournalOutline, _ events: ArraySlice<JournalEvent>, behind groups: [Delta]
    ) throws(Mismatch) -> [History.Step] {
        // A group that is open holds nothing as long as steps are undone.
        if !groups.isEmpty { return [] }
        var undone: [History.Step] = []
        for step in outline.steps[outline.position...].prefix(Limits.historySteps) {
            var deltas: [Delta] = []
            for line in step.lines {
                guard case .change(let change) = events[line] else { throw Mismatch() }
                deltas.append(try apply(change.forward))
            }
            undone.append(History.Step(step.line, deltas: deltas))
        }
        for step in undone.reversed() {
            for delta in step.deltas.reversed() { document.replay(delta.inverse) }
        }
        return undone
    }

    private mutating func apply(_ text: JSONText) throws(Mismatch) -> Delta {
        do {
            let change = try Shape<DocumentChange>.change.value(from: text)
            let delta = try document.transact { (transaction) throws(EditError) in
                transaction.isReplay = true
                transaction.recordsEveryMove = true
                try transaction.apply(change)
            }.delta
            document.noteMade(delta)
            return delta
        } catch {
            throw Mismatch()
        }
    }

    // MARK: What the file lacks

    private mutating func perform(_ event: JournalEvent, before next: JournalEvent?) throws(Mismatch) {
        switch event {
        case .state: break
        case .change(let change): try record(change)
        case .select(let selection, let change): try select(selection, change)
        case .split(let split): restore(split)
        case .confirm(let fields): _ = history.confirm(fields, document, without: TransientElements())
        case .walk(let direction, let steps, let stamp):
            guard steps > 0, !history.isGroupOpen, let walked = history.walk(direction, steps, of: .everyone),
                walked.steps == steps
            else { throw Mismatch() }
            replay(walked.deltas, stamp)
        case .begin(let label, let origin): history.beginGroup(label, origin: origin)
        case .end:
            let isStep = try endGroup()
            if case .drop? = next { return }
            if isStep { history.keepSuppressed(document, without: TransientElements()) }
        case .cancel(let stamp):
            do throws(EditError) { replay(try history.cancelGroup(), stamp) } catch { throw Mismatch() }
        case .drop:
            guard history.lastDelta != nil, !history.isGroupOpen else { throw Mismatch() }
            history.dropLast()
        case .open: try endGroups()
        case .content(let text, let isUnread):
            try begin(with: text)
            holding = isUnread ? .other : .all
        case .stamps(let text, let isPart): try read(stamps: text, isPart: isPart)
        }
    }

    private mutating func record(_ change: JournalEvent.Change) throws(Mismatch) {
        let delta = try apply(change.forward)
        held?.changes?.append(delta)
        history.record(delta, change.line, document, without: TransientElements())
        stamp([delta], change.line.stamp)
        count += 1
    }

    /// Performs a selective undo or redo.
    /// A step that the history does not know any more becomes a step of its own.
    private mutating func select(
        _ selection: StepSelection, _ change: JournalEvent.Change
    ) throws(Mismatch) {
        if history.isGroupOpen { throw Mismatch() }
        history.split(document, without: TransientElements())
        let taken = selection.depths.map { history.steps.count - 1 - $0 }
        guard history.select(selection.direction, taken) else { return try record(change) }
        let projection = history.projection(taken, in: document, without: TransientElements())
        history.suppress(projection, in: document, without: TransientElements())
        let delta = try apply(change.forward)
        held?.changes?.append(delta)
        history.noteMissing(projection, in: document)
        stamp([delta], change.line.stamp)
        count += 1
    }

    private mutating func replay(_ deltas: [Delta], _ given: Stamp?) {
        if deltas.isEmpty { return }
        for delta in deltas { document.replay(delta) }
        held?.changes? += deltas
        count += 1
        stamp(deltas, given)
    }

    /// Stamps the effects of changes, if they were stamped originally.
    private mutating func stamp(_ deltas: [Delta], _ stamp: Stamp?) {
        guard let stamp, !deltas.isEmpty else { return }
        document.stamp(Delta(merging: deltas), with: stamp)
    }

    /// Gives the document its stamps, all or some.
    private mutating func read(stamps text: JSONText?, isPart: Bool) throws(Mismatch) {
        guard let text else { return document.setStamps(nil) }
        do { try document.readStamps(try JSON(text), isPart: isPart) } catch { throw Mismatch() }
    }

    /// Ends everything that was open when the document was closed; an empty step is not kept.
    private mutating func endGroups() throws(Mismatch) {
        if !history.isGroupOpen { return }
        var isStep = false
        while history.isGroupOpen { isStep = try endGroup() }
        if !isStep { return }
        if let delta = history.lastDelta, document.isVoid(delta) {
            history.dropLast()
        } else {
            history.keepSuppressed(document, without: TransientElements())
        }
    }

    /// - Returns: True if there is a new step.
    private mutating func endGroup() throws(Mismatch) -> Bool {
        do throws(EditError) { return try history.endGroup() } catch { throw Mismatch() }
    }

    private mutating func begin(with text: JSONText) throws(Mismatch) {
        let made = document.madeIDs
        do throws(ShapeError) {
            document = try text.bytes.withUnsafeBufferPointer { (bytes) throws(ShapeError) in
                try DocumentReader.read(bytes, isFile: true).document
            }
        } catch {
            throw Mismatch()
        }
        document.goOn(from: made)
        history = History()
        history.markUnsaved()
        held?.changes = nil
        count += 1
    }
}
