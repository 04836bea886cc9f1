import Editing
import Graph
import Interaction

// What of the documents each client has, where several share a session.

extension Session {
    /// Lets a document that the current client changes have its answers and keys.
    mutating func adopt(document index: Int) {
        if client.number == Client.none { return }
        documents[index].workspace.questions.topics = topics
        documents[index].workspace.commandKeys = commandKeys
    }

    // MARK: Documents

    /// Notes that the current client has opened a document that is open.
    mutating func join(document index: Int) {
        documents[index].users += 1
        let name = Identifier(documents[index].name)
        documents.opened?[name, default: 0] += 1
    }

    /// Notes that the current client has closed a document that others, or it itself, still have open.
    mutating func release(document index: Int, times: Int) {
        documents[index].users -= times
        let name = Identifier(documents[index].name)
        guard let count = documents.opened?[name] else { return }
        if count > times {
            documents.opened?[name] = count - times
            return
        }
        documents.opened?[name] = nil
        for view in views.views(of: client) where views.place(of: view)?.document == index { close(view) }
        noteWatched(documents[index].name, values: false, diagnostics: false)
        stopWatching(document: index)
    }

    /// Notes that a document is closed, which no client has any more.
    mutating func forgetInAll(_ document: String) {
        let name = Identifier(document)
        groups[name] = nil
        documents.opened?[name] = nil
        client.watched[name] = nil
        for place in peers.indices {
            peers[place].client.opened?[name] = nil
            peers[place].client.watched[name] = nil
        }
    }

    private mutating func close(_ view: Identifier) {
        var close = ViewClose()
        close.view = view
        // A view that is closed already needs no more.
        _ = try? close.perform(in: &self)
    }

    // MARK: Watched parts

    /// Notes what the current client watches from now on; nil leaves a part as it is.
    mutating func noteWatched(_ document: String, values: Bool?, diagnostics: Bool?) {
        let name = Identifier(document)
        var parts = client.watched[name] ?? []
        if let values { if values { parts.insert(.values) } else { parts.remove(.values) } }
        if let diagnostics { if diagnostics { parts.insert(.diagnostics) } else { parts.remove(.diagnostics) } }
        client.watched[name] = parts.isEmpty ? nil : parts
    }

    func partsWatchedByOthers(of document: String) -> WatchedNames {
        if !isShared { return [] }
        let name = Identifier(document)
        return peers.reduce(into: []) { $0.formUnion($1.client.watched[name] ?? []) }
    }

    /// Stops to find out what no client watches any more.
    private mutating func stopWatching(document index: Int) {
        let others = partsWatchedByOthers(of: documents[index].name)
        if !others.contains(.values) && documents[index].watch.values != .off {
            documents[index].watch.values = .off
            documents[index].workspace.content.keepValueChanges(false)
        }
        if !others.contains(.diagnostics) && documents[index].watch.diagnostics != .off {
            documents[index].watch.diagnostics = .off
            documents[index].workspace.content.watchDiagnostics(false)
        }
    }

    // MARK: Groups of edits

    /// - Throws: `noGroup` if the innermost group of a document is not the current client's.
    func refuseGroupOfOthers(_ document: String) throws(Failure) {
        if isShared, let owner = groups[Identifier(document)]?.last, owner != client.number {
            throw Failure(.noGroup, "the innermost group of edits is another client's")
        }
    }

    mutating func noteGroupBegun(_ document: String) {
        if isShared { groups[Identifier(document), default: []].append(client.number) }
    }

    mutating func noteGroupEnded(_ document: String) {
        if !isShared { return }
        _ = groups[Identifier(document)]?.popLast()
        endGroupsOfGone(Identifier(document))
    }

    /// Ends the groups that the current client has begun, as soon as no group of another client is open in them; what was done
    /// in them stays.
    private mutating func endGroups() {
        for document in groups.keys.sorted(by: { $0.string < $1.string }) {
            groups[document] = groups[document]?.map { $0 == client.number ? Client.none : $0 }
            endGroupsOfGone(document)
        }
    }

    private mutating func endGroupsOfGone(_ document: Identifier) {
        while groups[document]?.last == Client.none {
            _ = groups[document]?.popLast()
            // A document that is closed has no groups any more.
            _ = try? endGroup(of: document.string)
        }
    }

    // MARK: The end of a conversation

    /// Gives up all that the current client has: its requests, questions, groups, views, what it watches, and its documents
    /// where no other client has them and nothing is unsaved.
    mutating func giveUpAll(into outbox: inout Outbox) {
        performWaitingMove(into: &outbox)
        for job in jobs.cancelAll(of: client) { refuse(job, .cancelled("the client is gone"), into: &outbox) }
        cancelAllWaiting(into: &outbox)
        giveUpQuestions(into: &outbox)
        endGroups()
        for view in views.views(of: client) { close(view) }
        for (name, count) in (documents.opened ?? [:]).sorted(by: { $0.key.string < $1.key.string }) {
            guard let index = documents.firstIndex(named: name.string) else { continue }
            if documents[index].users <= count {
                autosave(document: index, into: &outbox)
                if !documents[index].workspace.isDirty {
                    announce(into: &outbox)
                    leaveJournal(ofDocument: index)
                    removeDocument(index)
                    continue
                }
            }
            // A document with unsaved changes waits for the next client.
            release(document: index, times: count)
        }
        announce(into: &outbox)
    }
}
