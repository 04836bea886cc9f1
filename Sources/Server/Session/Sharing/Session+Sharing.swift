import Editing
import Graph
import Interaction

// What of the documents each client has, where several share a session.

extension Session {
    // MARK: Documents

    /// Notes that the current client has opened a document that is open.
    mutating func join(_ key: DocumentKey) {
        documents.with(key) { $0.users += 1 }
        documents.opened?[key, default: 0] += 1
    }

    /// Notes that the current client has closed a document that others, or it itself, still have open.
    mutating func release(_ key: DocumentKey, times: Int) {
        documents.with(key) { $0.users -= times }
        guard let count = documents.opened?[key] else { return }
        if count > times {
            documents.opened?[key] = count - times
            return
        }
        documents.opened?[key] = nil
        for view in documents.views.views(of: client) where documents.views.place(of: view)?.document == key {
            close(view)
        }
        noteWatched(key, values: false, diagnostics: false)
        stopWatching(key)
    }

    private mutating func close(_ view: Identifier) {
        var close = ViewClose()
        close.view = view
        // A view that is closed already needs no more.
        _ = try? close.perform(in: &self)
    }

    // MARK: Watched parts

    /// Notes what the current client watches from now on; nil leaves a part as it is.
    mutating func noteWatched(_ key: DocumentKey, values: Bool?, diagnostics: Bool?) {
        var parts = client.watched[key] ?? []
        if let values { if values { parts.insert(.values) } else { parts.remove(.values) } }
        if let diagnostics { if diagnostics { parts.insert(.diagnostics) } else { parts.remove(.diagnostics) } }
        client.watched[key] = parts.isEmpty ? nil : parts
    }

    func partsWatchedByOthers(of key: DocumentKey) -> WatchedNames {
        peers.reduce(into: []) { $0.formUnion($1.client.watched[key] ?? []) }
    }

    /// Stops to find out what no client watches any more.
    private mutating func stopWatching(_ key: DocumentKey) {
        let others = partsWatchedByOthers(of: key)
        documents.with(key) { open in
            if !others.contains(.values) && open.watch.values != .off {
                open.watch.values = .off
                open.workspace.content.keepValueChanges(false)
            }
            if !others.contains(.diagnostics) && open.watch.diagnostics != .off {
                open.watch.diagnostics = .off
                open.workspace.content.watchDiagnostics(false)
            }
        }
    }

    // MARK: Groups of edits

    /// - Throws: `noGroup` if the innermost group of a document is not the current client's.
    mutating func refuseGroupOfOthers(_ key: DocumentKey) throws(Failure) {
        if let owner = documents.with(key, \.groups.last) ?? nil, owner != client.number {
            throw Failure(.noGroup, "the innermost group of edits is another client's")
        }
    }

    mutating func noteGroupBegun(_ key: DocumentKey) {
        if isShared { documents.with(key) { [client] in $0.groups.append(client.number) } }
    }

    mutating func noteGroupEnded(_ key: DocumentKey) {
        documents.with(key) { _ = $0.groups.popLast() }
        endGroupsOfGone(key)
    }

    /// Ends the groups that the current client has begun, as soon as no group of another client is open in them; what was done
    /// in them stays.
    private mutating func endGroups() {
        let number = client.number
        documents.forEach { open in open.groups = open.groups.map { $0 == number ? Client.none : $0 } }
        for key in documents.all.map(\.key) { endGroupsOfGone(key) }
    }

    private mutating func endGroupsOfGone(_ key: DocumentKey) {
        while documents.with(key, \.groups.last) == Client.none {
            documents.with(key) { _ = $0.groups.popLast() }
            _ = try? endGroup(of: key)
        }
    }

    // MARK: The end of a conversation

    /// Gives up all that the current client has: its requests, questions, groups, views, what it watches, and its documents
    /// where no other client has them and nothing is unsaved.
    mutating func giveUpAll(into outbox: inout Outbox) {
        performWaitingMove(into: &outbox)
        let number = client.number
        for job in documents.jobs.cancelAll(where: { $0.request.client == number }) {
            refuse(job, .cancelled("the client is gone"), into: &outbox)
        }
        cancelAllWaiting(into: &outbox)
        giveUpQuestions(into: &outbox)
        endGroups()
        for view in documents.views.views(of: client) { close(view) }
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
