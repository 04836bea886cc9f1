import Editing
import Formats
import Graph
import Interaction
import Storage
import Wire

/// Brings a document in step with its file, which others have changed.
struct DocumentRefresh: Method {
    var document = ""
    var takeLock = false

    struct Result: Sendable {
        var revision = 0
        var changed = ElementList()
        var repaired: [Diagnostic] = []
        var readOnly: Bool?
        var recovered: RecoveredChanges?
    }

    static let name = "document/refresh"
    static let summary =
        "Brings a document in step with its file, in one undo step; unsaved changes are kept, and win where both changed the same."
    static let failures: [Failure.Kind] = [.noSuchDocument, .path, .unrecovered, .format, .limits]
    static let params = Shape.object(
        "", "", initial: DocumentRefresh(),
        members: [
            .required("document", \.document, .string, "which"),
            .defaulted(
                "takeLock", \.takeLock, .boolean,
                "whether the lock of a read-only document is taken from the process that has it, which then cannot edit: ask the user first",
                default: "false"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document, after it"),
            .required("changed", \.changed, ElementList.shape, "the elements that were inserted, changed or removed"),
            .required(
                "repaired", \.repaired, .array(of: .diagnostic),
                "the parts that were left out because they break the structure"),
            .optional(
                "readOnly", \.readOnly, .boolean,
                "true if another process still edits the file, or the document was opened so"),
            .optional(
                "recovered", \.recovered, RecoveredChanges.shape,
                "the changes that the former editor of the file has left in the journal"),
        ])

    fileprivate static let options = DocumentEditor.Options(cause: name, label: "Refresh")

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        let files = session.documents.files
        let isForReading = try session.documents.document(key).isForReading
        let (path, isUnlocked) = try session.documents.lend(key) { (open) throws(Failure) in
            guard let path = open.path else {
                throw Failure(.path, "\"\(document)\" was not opened from a file")
            }
            try open.refuseUnrecovered()
            return (path, open.retryLock(isTaken: takeLock, with: files))
        }
        do throws(Failure) {
            let result = try bringInStep(key, with: path, isUnlocked, in: &session, into: &outbox)
            request.reply(into: &outbox) { shape.write(result, &$0) }
        } catch {
            if isUnlocked { session.documents.giveBackLock(of: key, isForReading: isForReading) }
            throw error
        }
    }

    /// Reads the file, and adopts its news, and those in its journal if the document has just got the lock.
    private func bringInStep(
        _ key: DocumentKey, with path: String, _ isUnlocked: Bool, in session: inout Session,
        into outbox: inout Outbox
    ) throws(Failure) -> Result {
        let open = try session.documents.document(key)
        let found = try read(path, open, isUnlocked, in: session)
        var result = Result()
        if let content = found.content {
            if found.version != open.version {
                session.documents.with(key) { $0.noteChangeOnDisk() }
                session.touch(key)
            }
            session.announce(into: &outbox)
            var (theirs, losses, format, isUnplaced) = try content.read.get()
            let methods = session.client.methods
            if isUnlocked {
                var journal = try session.documents.findJournal(
                    of: path, content.state, open.durability, session.client.recovery, theirs, open.lock,
                    session.clock.source)
                losses += journal.losses
                let recovered = try session.documents.edit(key) { (open) throws(EditError) in
                    // The journal of the process that took the lock leads on from what this document held then.
                    let leadsOn = journal.recovered != nil || journal.waiting != nil
                    (result.changed, result.repaired) = try open.bringIn(
                        journal.inStep(with: theirs), keepsUnsaved: !leadsOn, by: methods)
                    return open.takeOver(&journal, theirs, content.state)
                }
                result.recovered = recovered
            } else {
                (result.changed, result.repaired) = try session.documents.edit(key) { (open) throws(EditError) in
                    let isDirty = open.workspace.isDirty
                    let found = try open.bringIn(theirs, keepsUnsaved: true, by: methods)
                    open.compare(with: theirs, content.state, mayDiffer: isDirty)
                    return found
                }
            }
            result.repaired = losses.map(Diagnostic.init) + result.repaired
            session.documents.with(key) {
                ($0.format, $0.isUnplaced, $0.unacceptedLosses) = (format, isUnplaced, losses.count)
                if !losses.isEmpty { $0.acceptedLosses = nil }
            }
        }
        session.touch(key)
        try session.documents.lend(key) { (open) throws(Failure) in
            (open.version, open.changeOnDisk) = (found.version, .none)
            if isUnlocked { open.becameEditable = true }
            result.revision = open.workspace.revision
            result.readOnly = open.workspace.isReadOnly ? true : nil
        }
        session.announce(into: &outbox)
        return result
    }

    /// Reads the file. Returns no content if the file has the last known content.
    private func read(
        _ path: String, _ open: OpenDocument, _ isNeeded: Bool, in session: Session
    ) throws(Failure) -> (version: FileVersion, content: (read: DocumentOpen.Outcome, state: FileState)?) {
        var content: (read: DocumentOpen.Outcome, state: FileState)?
        do throws(Failure) {
            let version = try session.contents.read(path) { [forkJoin = session.forkJoin] bytes, fence in
                let hash = open.version?.contentHash
                if !isNeeded, let hash, hash == fingerprint(of: UnsafeRawBufferPointer(bytes)) { return }
                let line = fence?.firstLine ?? 1
                let format = fence?.format ?? open.statedFormat
                content = (
                    DocumentOpen.read(bytes, format, isLossy: true, at: path, line: line, forkJoin),
                    FileState(of: bytes)
                )
            }
            return (version, version == open.version && !isNeeded ? nil : content)
        } catch {
            // The client has named no path.
            var error = error
            error.path = nil
            throw error
        }
    }
}

extension OpenDocument {
    /// Merges the changes of others, as one change.
    ///
    /// - Parameter keepsUnsaved: whether unsaved changes stay; else the others' changes include them.
    /// - Returns: the changed elements, and the parts omitted to restore the structure.
    /// - Throws: `limits`.
    fileprivate mutating func bringIn(
        _ theirs: Document, keepsUnsaved: Bool, by methods: UsedMethods
    ) throws(EditError) -> (changed: ElementList, repaired: [Diagnostic]) {
        try keepsUnsaved && workspace.isDirty
            ? mergeFile(theirs) : (lead(to: theirs, DocumentRefresh.options, by: methods), [])
    }

    /// Takes over the journal of the process that had its file; the document already has the result of that journal.
    ///
    /// The change is written into the journal with everything else, once, in place of the present content.
    ///
    /// - Parameters:
    ///   - found: the journal, with its resulting document.
    ///   - state: the state of the file.
    /// - Returns: the changes of the journal that the file lacks.
    fileprivate mutating func takeOver(
        _ found: inout JournaledDocument, _ theirs: Document, _ state: FileState
    ) -> RecoveredChanges? {
        let journal = found.workspace.content.withJournal { $0.take() }
        workspace.content.withJournal { $0 = journal?.renewed }
        compare(with: theirs, state, mayDiffer: true)
        // They lead on from the document as it was read, whose elements lie elsewhere.
        found.waiting?.recovery.forgetChanges()
        goOn(with: found)
        if let aside = found.setAside { journalNews = .takenUp(setAside: aside) }
        return found.waiting?.recovered ?? found.recovered
    }

    /// Records whether it now equals the content of its file.
    fileprivate mutating func compare(with theirs: Document, _ state: FileState, mayDiffer: Bool) {
        self.state = state
        if mayDiffer && workspace.document.contentHash() != theirs.contentHash() {
            fileContent = theirs
            workspace.content.markUnsaved(state)
        } else {
            fileContent = nil
            workspace.content.markSaved(state, hasStamps: false)
        }
    }

    /// Performs edits that lead to a content, as one change; returns the changed elements.
    mutating func lead(
        to target: Document, _ options: DocumentEditor.Options, by methods: UsedMethods
    ) throws(EditError) -> ElementList {
        var methods = methods
        let edits = try DocumentDifference.edits(from: workspace.document, to: target)
        let known = edits.map { methods.edit($0.method) }
        return try refresh(options) { (transaction) throws(EditError) in
            for (edit, method) in zip(edits, known) { try method?.perform(edit, in: &transaction) }
        }
    }

    /// Merges the changes of its file, as one change: if both changed a value, the later one wins by its stamp, else
    /// the document's.
    private mutating func mergeFile(
        _ theirs: Document
    ) throws(EditError) -> (changed: ElementList, repaired: [Diagnostic]) {
        let plan = try plan(toMerge: theirs)
        let changed = try refresh(DocumentRefresh.options) { (transaction) throws(EditError) in
            transaction.isReplay = true
            try transaction.apply(DocumentChange(plan))
        }
        return (changed, plan.repaired)
    }

    private mutating func refresh(
        _ options: DocumentEditor.Options, _ edit: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) -> ElementList {
        let isReadOnly = workspace.isReadOnly
        workspace.isReadOnly = false
        defer { workspace.isReadOnly = isReadOnly }
        _ = try workspace.perform(options, edit)
        guard let delta = workspace.editor.commits.last?.delta.announced else { return ElementList() }
        return ElementList(
            delta.nodes.compactMap { $0.newID ?? $0.goneID ?? workspace.document.nodeID($0.slot) },
            delta.edges.compactMap { $0.newID ?? $0.goneID ?? workspace.document.edgeID($0.slot) })
    }

    /// Returns the merge of the file's content into the document. If the common ancestor is unknown, all content
    /// counts as added: nothing is removed.
    private func plan(toMerge theirs: Document) throws(EditError) -> MergePlan {
        let merge = try ThreeWayMerge(
            from: fileContent ?? workspace.editor.savedDocument, ours: workspace.document, theirs: theirs,
            at: workspace.editor.time)
        return MergePlan(merge.changes, in: workspace.document)
    }
}

extension JournaledDocument {
    /// Returns the document of the journal, with others' later changes of the file. The common ancestor is unknown, so
    /// nothing is removed.
    fileprivate func inStep(with theirs: Document) throws(EditError) -> Document {
        if workspace.editor.holding != .other { return workspace.document }
        var document = workspace.document
        let merge = try ThreeWayMerge(from: nil, ours: document, theirs: theirs, at: workspace.editor.time)
        let plan = MergePlan(merge.changes, in: document)
        _ = try document.transact { (transaction) throws(EditError) in
            transaction.isReplay = true
            try transaction.apply(DocumentChange(plan))
        }
        return document
    }
}

extension AnyEdit {
    /// Performs an edit whose parameters were made here.
    fileprivate func perform(_ item: EditItem, in transaction: inout Transaction) throws(EditError) {
        let step: AnyEdit.Step
        do throws(ShapeError) {
            step = try item.params.withCursor(read)
        } catch {
            throw .invalid(error.description)
        }
        _ = try step(&transaction)
    }
}
