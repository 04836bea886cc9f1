import Editing
import Graph
import Interaction
import Storage

// The open documents and their views, by name.

extension Session {
    /// Calls `body` with the workspace of a document. Its errors become failures.
    mutating func withWorkspace<R>(
        _ name: String, _ body: (inout Workspace) throws(EditError) -> R
    ) throws(Failure) -> R {
        let index = try documents.index(of: name)
        touch(index)
        do throws(EditError) {
            return try body(&documents[index].workspace)
        } catch {
            throw Failure(error)
        }
    }

    /// Calls `body` with the workspace of a view and the index of the view in it. Its errors become failures.
    mutating func withView<R>(
        _ view: Identifier, _ body: (inout Workspace, View.Slot) throws(EditError) -> R
    ) throws(Failure) -> R {
        let place = try viewPlace(view)
        touch(place.document)
        do throws(EditError) {
            return try body(&documents[place.document].workspace, place.view)
        } catch {
            throw Failure(error)
        }
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
        return body(&documents[place.document].workspace, place.view)
    }

    /// The index of a view among those of a document.
    ///
    /// - Throws: `noSuchView`, also for a view of another document, and `noSuchDocument`.
    mutating func view(_ view: Identifier, of document: String) throws(Failure) -> View.Slot {
        let place = try viewPlace(view)
        guard place.document == (try documents.index(of: document)) else {
            throw Failure(.noSuchView, "view \"\(view)\" does not look at \"\(document)\"")
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
        guard let place = views.place(of: view) else { return nil }
        if isShared && views.owner(of: view) != client.number { return nil }
        return place
    }

    mutating func add(_ document: OpenDocument) -> Int {
        let index = documents.add(document)
        documents.opened?[Identifier(document.name)] = 1
        documents[index].autosave = client.autosave
        documents[index].workspace.questions.topics = topics
        documents[index].workspace.commandKeys = commandKeys
        limit(&documents[index].workspace)
        note(.info, "\(document.name) is opened\(document.path.map { ": \($0)" } ?? "")")
        return index
    }

    /// Gives a document the limits of the session, before anything is asked of it.
    func limit(_ workspace: inout Workspace) {
        workspace.limits = limits.editor
        // With the client's clock everything is in step at once.
        if clock.source == .server { workspace.content.setRouting(linesAtOnce: Limits.linesAtOnce) }
    }

    mutating func removeDocument(_ index: Int) {
        inquiries.forget(document: documents[index].name)
        let name = documents[index].name
        note(.info, "\(name) is closed")
        if compared.contains(name) {
            for other in 0..<documents.count { documents[other].workspace.stopFollowing(name) }
        }
        if isShared { forgetInAll(name) }
        let lock = documents.remove(at: index).lock
        release(lock)
        forget(document: index)
        indexViews()
    }

    /// Brings the directory of views up to date, after a view or a document was opened or closed.
    mutating func indexViews() {
        views.replace(with: documents.lazy.map { $0.workspace.windows.map { Identifier($0.view.id) } })
        compared = Set(documents.lazy.flatMap { $0.workspace.windows.compactMap { $0.compared?.followed } })
    }

    /// A name that no open document has: `d1`, `d2`, …. No name is generated twice.
    mutating func makeDocumentName() -> String {
        repeat { documentCount += 1 } while documents.firstIndex(named: "d\(documentCount)") != nil
        return "d\(documentCount)"
    }
}
