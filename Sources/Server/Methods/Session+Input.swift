import Editing
import Graph
import Interaction
import Wire

// Input of pointers, wheels and keys.

extension Session {
    /// Passes an input to a view at its time, and replies with its effects.
    mutating func answer(
        _ input: some InputMethod, to request: Request, into outbox: inout Outbox
    ) throws(Failure) {
        let location = try documents.location(of: input.view)
        if input.time == nil && clock.source == .client {
            throw .invalidParams("`time` is needed: the clock is the client's", path: "/time")
        }
        let time = sessionTime(ofStamp: input.time, into: &outbox)
        let answer = try withWorkspace(location.document) { (workspace) throws(EditError) in
            try input.receive(in: &workspace, location.view, at: time)
        }
        if let question = answer.question {
            var waiting = answer
            waiting.hit = nil
            return try postpone(
                request, .input(waiting), for: question, of: location.document, view: input.view, into: &outbox)
        }
        announce(into: &outbox)
        request.reply(into: &outbox) { writer in documents.with(location.document) { $0.write(answer, into: &writer) } }
    }

    /// Lets a movement wait for the next message, so that a later one may replace it. Returns false if it must not wait.
    ///
    /// Movements wait only if frames are coalesced too, and only in gestures whose result does not depend on the way.
    mutating func wait(with move: InputPointer, into outbox: inout Outbox) -> Bool {
        if let waiting = client.waitingMove, waiting.view != move.view || waiting.event.id != move.event.id {
            performWaitingMove(into: &outbox)
        }
        if move.event.phase == .move, clock.source == .server, outbox.batch == nil,
            let location = documents.ownLocation(of: move.view)
        {
            let event = move.event(at: sessionTime(ofStamp: move.time, into: &outbox))
            if documents.with(location.document, { $0.workspace.noteMove(event, in: location.view) }) == true {
                client.waitingMove = WaitingMove(
                    method: InputPointer.name, view: move.view, event: event, stamp: move.time)
                return true
            }
        }
        performWaitingMove(into: &outbox)
        return false
    }

    /// Is true if a movement waits for a later one; `performWaitingMove` performs it.
    public var hasWaitingMove: Bool { client.waitingMove != nil }

    /// Performs the movement that waits: before another message is performed, and when no message is at hand.
    public mutating func performWaitingMove(into outbox: inout Outbox) {
        guard let move = client.waitingMove.take() else { return }
        client.isReplyDue = false
        let request = Request(id: nil, method: move.method)
        do throws(Failure) {
            try answer(InputPointer(move), to: request, into: &outbox)
        } catch {
            announce(into: &outbox)
            request.fail(error, into: &outbox)
        }
    }
}

extension OpenDocument {
    /// Writes the effects of an input. The document is borrowed, because a copy would retain all its content.
    fileprivate mutating func write(_ answer: InputAnswer, into writer: inout JSONWriter) {
        InputResult.write(answer, workspace.document, into: &writer)
    }
}
