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
        let location = try documents.location(of: view)
        return try withWorkspace(location.document) { (workspace) throws(EditError) in
            try body(&workspace, location.view)
        }
    }

    // MARK: Opening and closing

    /// Opens a new document, with the properties from the session and the current client.
    mutating func add(_ document: OpenDocument) -> DocumentKey {
        var document = document
        document.autosave = client.autosave
        document.mayBeHidden = client.hiddenFiles
        document.workspace.questions.topics = client.topics
        document.workspace.commandKeys = client.commandKeys
        document.workspace.content.setIndexing(with: forkJoin)
        limits.apply(to: &document.workspace, clock.source)
        log.note(.info, "\(document.name) is opened\(document.path.map { ": \($0)" } ?? "")")
        return documents.add(document)
    }

    /// Closes a document that no client has any more; requests that wait for it are refused with the next
    /// announcement.
    mutating func close(_ key: DocumentKey) {
        if let name = documents.with(key, \.name) { log.note(.info, "\(name) is closed") }
        documents.leaveJournal(of: key, keepsHistory: client.keepsHistory)
        documents.close(key)
        client.watched[key] = nil
        for index in peers.indices {
            peers[index].client.opened?[key] = nil
            peers[index].client.watched[key] = nil
        }
    }
}
