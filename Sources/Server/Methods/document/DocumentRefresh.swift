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
        "Brings a document in step with its file, in one undo step; what is not saved is kept, and counts where both changed the same."
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
                "repaired", \.repaired, .array(of: .diagnostic), "what was left out because it breaks the structure"),
            .optional(
                "readOnly", \.readOnly, .boolean,
                "true if another process still edits the file, or the document was opened so"),
            .optional(
                "recovered", \.recovered, RecoveredChanges.shape,
                "the changes that the process which edited the file has left in the journal"),
        ])

    fileprivate static let options = DocumentEditor.Options(cause: name, label: "Refresh")

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let index = try session.documents.index(of: document)
        guard let path = session.documents[index].path else {
            throw Failure(.path, "\"\(document)\" was not opened from a file")
        }
        try session.documents[index].refuseUnrecovered()
        let isUnlocked = session.retryLock(ofDocument: index, isTaken: takeLock)
        let found = try read(path, session.documents[index], isUnlocked, in: session)
        var result = Result()
        if let content = found.content {
            if found.version != session.documents[index].version { session.noteChangeOnDisk(ofDocument: index) }
            session.announce(into: &outbox)
            var (document, losses, format) = try content.read.get()
            if isUnlocked {
                (result.changed, result.recovered) = try session.takeOver(
                    document, path, content.state, inDocument: index, losses: &losses)
            } else {
                (result.changed, result.repaired) = try session.bringIn(document, content.state, inDocument: index)
            }
            result.repaired = losses.map(Diagnostic.init) + result.repaired
            session.documents[index].format = format
            session.documents[index].unacceptedLosses = losses.count
        }
        session.documents[index].version = found.version
        session.documents[index].changeOnDisk = .none
        session.touch(index)
        result.revision = session.documents[index].workspace.revision
        result.readOnly = session.documents[index].workspace.isReadOnly ? true : nil
        session.announce(into: &outbox)
        request.reply(into: &outbox) { shape.write(result, &$0) }
    }

    /// Reads the file.
    /// Returns no content if the file holds what was read or written last, and need not be known again.
    private func read(
        _ path: String, _ open: OpenDocument, _ isNeeded: Bool, in session: Session
    ) throws(Failure) -> (version: FileVersion, content: (read: DocumentOpen.Outcome, state: FileState)?) {
        var content: (read: DocumentOpen.Outcome, state: FileState)?
        do throws(Failure) {
            let version = try session.read(path) { [forkJoin = session.forkJoin] bytes in
                let hash = open.version?.hash
                if !isNeeded, let hash, hash == fingerprint(of: UnsafeRawBufferPointer(bytes)) { return }
                content = (DocumentOpen.read(bytes, open.statedFormat, isLossy: true, forkJoin), FileState(of: bytes))
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

extension Session {
    /// Brings what is in the file of a document into the document, as one change.
    ///
    /// - Parameter state: the state of the file.
    /// - Returns: the elements that have changed, and what was left out to restore the structure.
    /// - Throws: `limits`.
    fileprivate mutating func bringIn(
        _ theirs: Document, _ state: FileState, inDocument index: Int
    ) throws(Failure) -> (changed: ElementList, repaired: [Diagnostic]) {
        let isDirty = documents[index].workspace.isDirty
        do throws(EditError) {
            let (changed, repaired) =
                try isDirty
                ? mergeFile(theirs, inDocument: index)
                : (lead(document: index, to: theirs, DocumentRefresh.options), [])
            compare(document: index, with: theirs, state, isDirty)
            return (changed, repaired)
        } catch {
            throw Failure(error)
        }
    }

    /// Brings a document that was read-only until now to what its file holds and the journal of the process that had it
    /// leads on to; that journal is its own from now on.
    ///
    /// - Parameters:
    ///   - state: the state of the file.
    ///   - losses: gets what is in a journal that cannot be read.
    /// - Returns: the elements that have changed, and what the journal has and the file lacks.
    /// - Throws: `limits`.
    fileprivate mutating func takeOver(
        _ theirs: Document, _ path: String, _ state: FileState, inDocument index: Int, losses: inout [Loss]
    ) throws(Failure) -> (changed: ElementList, recovered: RecoveredChanges?) {
        let lock = documents[index].lock
        var found = try findJournal(of: path, state, documents[index].durability, recovery, theirs, lock)
        losses += found.losses
        let journal = found.workspace.content.withJournal { $0.take() }
        do throws(EditError) {
            // The change is written into the journal with all the rest, once, in place of what stands there.
            let changed = try lead(document: index, to: found.workspace.document, DocumentRefresh.options)
            documents[index].workspace.content.withJournal { $0 = journal?.renewed }
            compare(document: index, with: theirs, state, true)
            // They lead on from the document as it was read, whose elements lie elsewhere.
            found.waiting?.recovery.forgetChanges()
            documents[index].goOn(with: found)
            return (changed, found.waiting?.recovered ?? found.recovered)
        } catch {
            throw Failure(error)
        }
    }

    /// Notes whether a document now is what its file holds.
    private mutating func compare(document index: Int, with theirs: Document, _ state: FileState, _ mayDiffer: Bool) {
        if mayDiffer && documents[index].workspace.document.contentHash() != theirs.contentHash() {
            documents[index].fileContent = theirs
            documents[index].workspace.content.markUnsaved(state)
        } else {
            documents[index].fileContent = nil
            documents[index].workspace.content.markSaved(state, hasStamps: false)
        }
    }

    /// Performs the edits that lead to a content, as one change; returns the elements that have changed.
    mutating func lead(
        document index: Int, to target: Document, _ options: DocumentEditor.Options
    ) throws(EditError) -> ElementList {
        let edits = try DocumentDifference.edits(from: documents[index].workspace.document, to: target)
        let known = edits.map { self.methods.edit($0.method) }
        return try refresh(document: index, options) { (transaction) throws(EditError) in
            for (edit, method) in zip(edits, known) { try method?.perform(edit, in: &transaction) }
        }
    }

    /// Brings what the file has changed into a document that was changed, too, as one change: of what both have changed the
    /// later counts where stamps say it, else that of the document.
    private mutating func mergeFile(
        _ theirs: Document, inDocument index: Int
    ) throws(EditError) -> (changed: ElementList, repaired: [Diagnostic]) {
        let plan = try documents[index].plan(toMerge: theirs)
        let changed = try refresh(document: index, DocumentRefresh.options) { (transaction) throws(EditError) in
            transaction.isReplay = true
            try transaction.apply(DocumentChange(plan))
        }
        return (changed, plan.repaired)
    }

    private mutating func refresh(
        document index: Int, _ options: DocumentEditor.Options,
        _ edit: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) -> ElementList {
        let isReadOnly = documents[index].workspace.isReadOnly
        documents[index].workspace.isReadOnly = false
        defer { documents[index].workspace.isReadOnly = isReadOnly }
        _ = try documents[index].workspace.perform(options, edit)
        guard let delta = documents[index].workspace.editor.commits.last?.delta.announced else { return ElementList() }
        return ElementList(
            delta.nodes.compactMap { $0.newID ?? $0.goneID ?? documents[index].workspace.document.nodeID($0.slot) },
            delta.edges.compactMap { $0.newID ?? $0.goneID ?? documents[index].workspace.document.edgeID($0.slot) })
    }
}

extension OpenDocument {
    /// Returns the merge of the content of the file into the document.
    /// If it is not known what both were before, both have added all they hold: nothing goes.
    fileprivate func plan(toMerge theirs: Document) throws(EditError) -> MergePlan {
        let merge = try ThreeWayMerge(
            from: fileContent ?? workspace.editor.savedDocument, ours: workspace.document, theirs: theirs,
            at: workspace.editor.time)
        return MergePlan(merge.changes, in: workspace.document)
    }
}

extension AnyEdit {
    /// Performs an edit whose parameters were made here.
    fileprivate func perform(_ item: DocumentEdit.Item, in transaction: inout Transaction) throws(EditError) {
        let step: AnyEdit.Step
        do throws(ShapeError) {
            step = try item.params.withCursor(read)
        } catch {
            throw .invalid(error.description)
        }
        _ = try step(&transaction)
    }
}
