import Editing
import Graph
import Interaction

// What of the documents each client has, where several share a session.

extension Session {
    /// Notes that the current client has closed a document that others, or it itself, still have open.
    mutating func release(_ key: DocumentKey, times: Int) {
        if !documents.leave(key, times: times) { return }
        closeViews { $0.document == key }
        client.watch(key, values: false, diagnostics: false)
        let others = peers.watchedParts(of: key)
        documents.with(key) { $0.stopWatching(except: others) }
    }

    /// Closes views of the current client.
    private mutating func closeViews(where isMeant: (ViewDirectory.Location) -> Bool) {
        for view in documents.views.views(of: client) where documents.views.location(of: view).map(isMeant) == true {
            if let key = try? documents.close(view, cause: ViewClose.name) { touch(key) }
        }
    }

    // MARK: The end of a conversation

    /// Gives up everything of the current client: its requests, questions, groups, views, watches, and its documents
    /// if no other client has them and nothing is unsaved.
    mutating func giveUpAll(into outbox: inout Outbox) {
        performWaitingMove(into: &outbox)
        let number = client.number
        for job in documents.jobs.cancelAll(where: { $0.request.client == number }) {
            refuse(job, .cancelled("the client is gone"), into: &outbox)
        }
        while let waiting = documents.questions.cancelFirst(of: client) { cancel(waiting, into: &outbox) }
        giveUpQuestions(into: &outbox)
        documents.forEach { open in open.groups = open.groups.map { $0 == number ? Client.none : $0 } }
        for key in documents.allKeys { if documents.endGroupsOfGone(key) { touch(key) } }
        closeViews { _ in true }
        for (key, count) in (documents.opened ?? [:]).sorted(by: { $0.key < $1.key }) {
            if documents.with(key, { $0.users <= count }) == true {
                autosave(key, into: &outbox)
                if documents.with(key, \.workspace.isDirty) == false {
                    announce(into: &outbox)
                    close(key)
                    continue
                }
            }
            // A document with unsaved changes waits for the next client.
            release(key, times: count)
        }
        announce(into: &outbox)
    }
}

extension Documents {
    /// Notes that the current client has opened a document that is open.
    mutating func join(_ key: DocumentKey) {
        with(key) { $0.users += 1 }
        opened?[key, default: 0] += 1
    }

    /// Records that the current client has closed a document; true if it no longer has it open, unless it is the only
    /// client.
    fileprivate mutating func leave(_ key: DocumentKey, times: Int) -> Bool {
        with(key) { $0.users -= times }
        guard let count = opened?[key] else { return false }
        opened?[key] = count > times ? count - times : nil
        return count <= times
    }

    /// Ends the groups of clients that are gone, as soon as no group of another client is open in them; their edits
    /// stay.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    mutating func endGroupsOfGone(_ key: DocumentKey) -> Bool {
        var isEnded = false
        while with(key, \.groups.last) == Client.none {
            with(key) { _ = $0.groups.popLast() }
            // A group that is no more is left.
            _ = try? edit(key) { (open) throws(EditError) in try open.endGroup() }
            isEnded = true
        }
        return isEnded
    }
}

extension OpenDocument {
    /// Stops computing data that no client watches any more.
    fileprivate mutating func stopWatching(except others: WatchedNames) {
        if !others.contains(.values) && watch.values != .off {
            watch.values = .off
            workspace.content.keepValueChanges(false)
        }
        if !others.contains(.diagnostics) && watch.diagnostics != .off {
            watch.diagnostics = .off
            workspace.content.watchDiagnostics(false)
        }
    }

    /// Ends the innermost group of edits; returns the revision.
    ///
    /// - Throws: `noGroup`.
    mutating func endGroup() throws(EditError) -> Int {
        try workspace.change { (editor) throws(EditError) in try editor.endGroup(cause: HistoryEnd.name) }
        if !workspace.history.isGroupOpen { owesHistory = true }
        return workspace.revision
    }

    /// - Throws: `noGroup` if the innermost group is another client's.
    func refuseGroup(ofOthersThan client: Client) throws(Failure) {
        if let owner = groups.last, owner != client.number {
            throw Failure(.noGroup, "the innermost group of edits is another client's")
        }
    }
}
