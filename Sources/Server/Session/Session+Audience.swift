import Editing
import Graph
import Interaction
import Wire

// To whom messages go where several clients share a session. With one client all of them go to it.

extension Session {
    /// Is true if several clients share the session.
    var isShared: Bool { @inline(__always) get { !peers.isEmpty } }

    /// The number of clients, including the current one.
    var clientCount: Int { max(peers.count, 1) }

    /// Makes a client the current one while `body` runs, with its output; nothing happens if it is gone.
    mutating func with(
        _ number: Int, _ outbox: inout Outbox, _ body: (inout Session, inout Outbox) -> Void
    ) {
        let former = client.number
        if number == former { return body(&self, &outbox) }
        guard peers.exchange(&client, with: number, &outbox, &documents) else { return }
        body(&self, &outbox)
        _ = peers.exchange(&client, with: former, &outbox, &documents)
    }

    /// Calls `body` with the output of a client; nothing happens if it is gone.
    @inline(__always)
    mutating func send(
        to number: Int, into outbox: inout Outbox, _ body: (inout Session, inout Outbox) -> Void
    ) {
        if number == client.number { return body(&self, &outbox) }
        guard let index = peers.index(ofClient: number) else { return }
        swap(&outbox, &peers[index].outbox)
        body(&self, &outbox)
        swap(&outbox, &peers[index].outbox)
    }

    /// Calls `body` with the output of all clients that have a document open, or watch a part of it.
    ///
    /// - Parameter isChange: whether `document/reset` may replace the waiting changes of a client that does not read.
    @inline(__always)
    mutating func send(
        toAllIn document: DocumentKey, watching part: WatchedNames? = nil, isChange: Bool = false,
        into outbox: inout Outbox,
        _ body: (inout Session, inout Outbox) -> Void
    ) {
        if isShared { distribute(document, part, isChange, &outbox, body) } else { body(&self, &outbox) }
    }

    /// - Complexity: O(*n*) in the bytes for each client that is sent them and for which little waits.
    private mutating func distribute(
        _ document: DocumentKey, _ part: WatchedNames?, _ isChange: Bool, _ outbox: inout Outbox,
        _ body: (inout Session, inout Outbox) -> Void
    ) {
        var buffer = notices.take() ?? Outbox()
        buffer.style = .lines
        body(&self, &buffer)
        var slow: [Int] = []
        if buffer.waiting > 0 {
            buffer.withLast(buffer.waiting) { bytes in
                let lines = bytes.bindMemory(to: UInt8.self)
                let changed = isChange ? document : nil
                if client.isSent(document, documents.opened, part) {
                    outbox.send(lines: lines, changed, &announcements)
                }
                for index in peers.indices
                where peers[index].client.isSent(document, peers[index].client.opened, part) {
                    peers[index].outbox.send(lines: lines, changed, &announcements)
                    if peers[index].outbox.hasTooManyChanges { slow.append(index) }
                }
            }
            announcements.end()
            buffer.drain { $0.count }
        }
        notices = buffer
        for index in slow { peers.reset(index, documents) }
    }

    /// Sends the frames of the views of a document. If several clients share the session, frames for a client that
    /// does not read wait until it has read.
    mutating func announceFrames(of key: DocumentKey, into outbox: inout Outbox) {
        let source = clock.source
        if !isShared {
            let frames = documents.with(key) { open in
                let slots = open.workspace.windows.slots
                return slots.count { ViewFrame.announce(&open.workspace, $0, source, shares: true, into: &outbox) }
            }
            return metrics.frames += frames ?? 0
        }
        let due = documents.with(key) { open in
            open.workspace.windows.slots.filter { open.workspace.mayHaveFrame(of: $0) }
                .map { ($0, Identifier(open.workspace.windows[$0.index].view.id)) }
        }
        // One that waited would be sent what it shares with others after the next change.
        let shares = due?.allSatisfy { isReady(for: $0.1, outbox) } == true
        for (view, id) in due ?? [] { announceFrame(of: view, id, key, source, shares: shares, into: &outbox) }
    }

    /// Returns true if the owner of a view is sent its frames now.
    private func isReady(for view: Identifier, _ outbox: borrowing Outbox) -> Bool {
        guard let owner = documents.views.owner(of: view) else { return false }
        if owner == client.number { return !outbox.isHeldUp || client.isReplyDue }
        return peers.index(ofClient: owner).map { !peers[$0].outbox.isHeldUp } ?? false
    }

    private mutating func announceFrame(
        of view: View.Slot, _ id: Identifier, _ key: DocumentKey, _ source: Clock, shares: Bool,
        into outbox: inout Outbox
    ) {
        guard let owner = documents.views.owner(of: id) else { return }
        send(to: owner, into: &outbox) { session, outbox in
            let isCurrent = owner == session.client.number
            if outbox.isHeldUp && !(isCurrent && session.client.isReplyDue) {
                session.metrics.framesHeldBack += 1
                if isCurrent {
                    session.client.isBehind = true
                } else if let index = session.peers.index(ofClient: owner) {
                    session.peers[index].client.isBehind = true
                }
                return
            }
            let isSent = session.documents.with(key) {
                ViewFrame.announce(&$0.workspace, view, source, shares: shares, into: &outbox)
            }
            if isSent == true { session.metrics.frames += 1 }
        }
    }

    /// Sends the recognized events in the views of a document.
    mutating func announceEvents(of key: DocumentKey, into outbox: inout Outbox) {
        for event in documents.with(key, { $0.workspace.takeEvents() }) ?? [] {
            let owner = documents.views.owner(of: Identifier(event.view)) ?? client.number
            send(to: owner, into: &outbox) { session, outbox in
                session.documents.with(key) {
                    ViewEventNotification.send(event, in: $0.workspace.document, into: &outbox)
                }
            }
        }
    }

    /// Sends the frames that were held back until the current client has read.
    mutating func catchUpWithFrames(into outbox: inout Outbox) {
        client.isBehind = false
        for view in documents.views.views(of: client) {
            if let location = documents.views.location(of: view) { touch(location.document) }
        }
        announce(into: &outbox)
    }
}

extension Client {
    /// Is true if it receives announcements about a document, or a part of it.
    fileprivate func isSent(_ document: DocumentKey, _ opened: [DocumentKey: Int]?, _ part: WatchedNames?) -> Bool {
        guard opened?[document] != nil else { return false }
        return part.map { watched[document]?.contains($0) == true } ?? true
    }
}

extension Outbox {
    /// Sends messages that were written as lines, in the framing of this client: copied while little waits, else as a
    /// part shared by all clients.
    ///
    /// - Parameter document: the document of the changes; nil if they are none.
    fileprivate mutating func send(
        lines: UnsafeBufferPointer<UInt8>, _ document: DocumentKey?, _ announcements: inout SharedMessages
    ) {
        if shares(lines.count) { return add(announcements.frame(lines, as: style), changing: document) }
        var rest = lines[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = UnsafeBufferPointer(rebasing: rest[..<end])
            send { $0.raw(line) }
            rest = rest[(end + 1)...]
        }
    }
}
