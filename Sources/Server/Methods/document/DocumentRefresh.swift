import Editing
import Formats
import Graph
import Interaction
import Storage
import Wire

/// Brings a document in step with its file, which others have changed.
struct DocumentRefresh: Method {
    var document = ""

    struct Result: Sendable {
        var revision = 0
        var changed = ElementList()
        var repaired: [Diagnostic] = []
        var readOnly: Bool?
    }

    static let name = "document/refresh"
    static let summary =
        "Brings a document in step with its file, in one undo step; what is not saved is kept, and counts where both changed the same."
    static let failures: [Failure.Kind] = [.noSuchDocument, .path, .format, .limits]
    static let params = Shape.object(
        "", "", initial: DocumentRefresh(), members: [.required("document", \.document, .string, "which")])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document, after it"),
            .required("changed", \.changed, ElementList.shape, "the elements that were inserted, changed or removed"),
            .required(
                "repaired", \.repaired, .array(of: .diagnostic), "what was left out because it breaks the structure"),
            .optional("readOnly", \.readOnly, .boolean, "true if another process still edits the file"),
        ])

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let index = try session.documentIndex(document)
        guard let path = session.documents[index].path else {
            throw Failure(.path, "\"\(document)\" was not opened from a file")
        }
        session.retryLock(ofDocument: index)
        let found = try read(path, session.documents[index], in: session)
        var result = Result()
        if let content = found.content {
            session.noteChangeOnDisk(ofDocument: index)
            session.announce(into: &outbox)
            let (document, losses, format) = try content.get()
            (result.changed, result.repaired) = try session.takeOver(document, losses, inDocument: index)
            session.documents[index].isSavable = format.isSaved
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

    /// What is in the file; without content if that is what was read or written last.
    private func read(
        _ path: String, _ open: OpenDocument, in session: Session
    ) throws(Failure) -> (version: FileVersion, content: DocumentOpen.Outcome?) {
        var content: DocumentOpen.Outcome?
        do throws(Failure) {
            let version = try session.read(path) { [forkJoin = session.forkJoin] bytes in
                if let hash = open.version?.hash, hash == fingerprint(of: UnsafeRawBufferPointer(bytes)) { return }
                content = DocumentOpen.read(bytes, open.statedFormat, forkJoin)
            }
            return (version, version == open.version ? nil : content)
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
    /// - Returns: the elements that have changed, and what was left out to restore the structure.
    /// - Throws: `limits`.
    fileprivate mutating func takeOver(
        _ theirs: Document, _ losses: [Loss], inDocument index: Int
    ) throws(Failure) -> (changed: ElementList, repaired: [Diagnostic]) {
        let isDirty = documents[index].workspace.history.isDirty
        var (target, all) = (theirs, losses)
        do throws(EditError) {
            if isDirty {
                let workspace = documents[index].workspace
                let base = documents[index].fileContent ?? workspace.editor.savedDocument
                let merged = try ThreeWay.merge(base: base, ours: workspace.document, theirs: theirs)
                (target, all) = (merged.document, losses + merged.losses)
            }
            let changed = try lead(document: index, to: target)
            if isDirty && target.contentHash() != theirs.contentHash() {
                documents[index].fileContent = theirs
                documents[index].workspace.markUnsaved()
            } else {
                documents[index].fileContent = nil
                documents[index].workspace.markSaved()
            }
            return (changed, all.map(Diagnostic.init))
        } catch {
            throw Failure(error)
        }
    }

    /// Performs the edits that lead to a content, as one change; returns the elements that have changed.
    private mutating func lead(document index: Int, to target: Document) throws(EditError) -> ElementList {
        let edits = try DocumentDifference.edits(from: documents[index].workspace.document, to: target)
        let isReadOnly = documents[index].workspace.isReadOnly
        documents[index].workspace.isReadOnly = false
        defer { documents[index].workspace.isReadOnly = isReadOnly }
        let options = DocumentEditor.Options(cause: DocumentRefresh.name, label: "Refresh")
        let known = edits.map { self.methods.edit($0.method) }
        _ = try documents[index].workspace.perform(options) { (transaction) throws(EditError) in
            for (edit, method) in zip(edits, known) { try method?.perform(edit, in: &transaction) }
        }
        guard let delta = documents[index].workspace.editor.commits.last?.delta.announced else { return ElementList() }
        return ElementList(
            delta.nodes.compactMap { $0.newID ?? $0.goneID ?? documents[index].workspace.document.nodeID($0.slot) },
            delta.edges.compactMap { $0.newID ?? $0.goneID ?? documents[index].workspace.document.edgeID($0.slot) })
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
