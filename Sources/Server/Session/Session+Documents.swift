import Editing
import Graph
import Interaction
import Storage

// The way from the names in a message to documents and views.

extension Session {
    /// Calls `body` with the workspace of a document. Its errors become failures.
    mutating func withWorkspace<R>(
        _ name: String, _ body: (inout Workspace) throws(EditError) -> R
    ) throws(Failure) -> R {
        try withWorkspace(try documents.key(of: name), body)
    }

    /// Calls `body` with the workspace of a document. Its errors become failures.
    mutating func withWorkspace<R>(
        _ key: DocumentKey, _ body: (inout Workspace) throws(EditError) -> R
    ) throws(Failure) -> R {
        touch(key)
        return try documents.edit(key) { (open) throws(EditError) in try body(&open.workspace) }
    }

    /// Calls `body` with the workspace of a view and the index of the view in it. Its errors become failures.
    mutating func withView<R>(
        _ view: Identifier, _ body: (inout Workspace, View.Slot) throws(EditError) -> R
    ) throws(Failure) -> R {
        let place = try viewPlace(view)
        return try withWorkspace(place.document) { (workspace) throws(EditError) in try body(&workspace, place.view) }
    }

    /// Performs `withView` with the session's time, for methods that set a view in motion.
    mutating func withMotion<R>(
        of view: Identifier, _ body: (inout Workspace, View.Slot, _ now: Double) throws(EditError) -> R
    ) throws(Failure) -> R {
        let now = clock.now
        return try withView(view) { (workspace, index) throws(EditError) in try body(&workspace, index, now) }
    }

    /// Performs `withView` for questions: they change nothing that a notification would report.
    mutating func withQuestion<R>(to view: Identifier, _ body: (inout Workspace, View.Slot) -> R) throws(Failure) -> R {
        let place = try viewPlace(view)
        return try documents.lend(place.document) { (open) throws(Failure) in body(&open.workspace, place.view) }
    }

    /// The index of a view among those of a document.
    ///
    /// - Throws: `noSuchView`, also for a view of another document.
    mutating func view(_ view: Identifier, of document: DocumentKey) throws(Failure) -> View.Slot {
        let place = try viewPlace(view)
        guard place.document == document else {
            throw Failure(.noSuchView, "view \"\(view)\" does not look at \"\(try documents.document(document).name)\"")
        }
        return place.view
    }

    /// Returns the place of a view.
    ///
    /// - Throws: `noSuchView`.
    mutating func viewPlace(_ view: Identifier) throws(Failure) -> ViewDirectory.Place {
        guard let place = ownPlace(of: view) else {
            throw Failure(.noSuchView, "there is no view \"\(view)\"")
        }
        return place
    }

    /// The place of a view; nil if the current client has none of this name.
    @inline(__always)
    mutating func ownPlace(of view: Identifier) -> ViewDirectory.Place? {
        guard let place = documents.views.place(of: view) else { return nil }
        if isShared && documents.views.owner(of: view) != client.number { return nil }
        return place
    }

    // MARK: Opening and closing

    /// Opens a document that was made, with what the session and the current client give it.
    mutating func add(_ document: OpenDocument) -> DocumentKey {
        var document = document
        document.autosave = client.autosave
        document.mayBeHidden = client.hiddenFiles
        document.workspace.questions.topics = client.topics
        document.workspace.commandKeys = client.commandKeys
        limit(&document.workspace)
        log.note(.info, "\(document.name) is opened\(document.path.map { ": \($0)" } ?? "")")
        return documents.add(document)
    }

    /// Gives a document the limits of the session, before anything is asked of it.
    func limit(_ workspace: inout Workspace) {
        workspace.limits = limits.editor
        // With the client's clock everything is in step at once.
        if clock.source == .server { workspace.content.setRouting(linesAtOnce: Limits.linesAtOnce) }
    }

    /// Closes a document, which no client has any more; what waits for it is refused with the next announcement.
    mutating func close(_ key: DocumentKey) {
        if let name = documents.with(key, \.name) { log.note(.info, "\(name) is closed") }
        documents.leaveJournal(of: key, keepsHistory: keepsHistory)
        documents.close(key)
        client.watched[key] = nil
        for place in peers.indices {
            peers[place].client.opened?[key] = nil
            peers[place].client.watched[key] = nil
        }
    }
}
