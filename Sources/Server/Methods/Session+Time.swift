import Editing
import Graph
import Interaction

// What waits in views for its time.

extension Session {
    /// The next time at which `advance` must be called, in milliseconds of the same clock; nil while nothing runs, and
    /// with the client's clock, whose messages carry the time.
    public var nextDeadline: Double? { clock.source == .server ? clock.deadline : nil }

    /// The session's time, in milliseconds; −∞ before the first.
    public var now: Double { clock.now }

    /// Is true if the time of the process, and the reading speed of the client, have an effect: with the client's
    /// clock neither does.
    public var keepsClock: Bool { clock.source == .server }

    /// The session's time of a stamped message, in milliseconds; it never goes back.
    ///
    /// With the client's clock a stamp is the time, and effects that are due before it happen first. With the server's
    /// clock the stamp only gives the delay of the message.
    @discardableResult
    mutating func sessionTime(ofStamp stamp: Double?, into outbox: inout Outbox) -> Double {
        if clock.source == .server { return client.stamps.time(ofStamp: stamp, at: clock.now) }
        if let stamp { pass(to: stamp, into: &outbox) }
        return clock.now
    }

    /// Moves the time on: before messages are received, and when a deadline has passed.
    ///
    /// - Parameter time: in milliseconds since any origin. It has no effect with the client's clock.
    public mutating func advance(to time: Double, into outbox: inout Outbox) {
        if clock.source == .client { return }
        pass(to: time, into: &outbox)
        if !documents.touched.isEmpty { announce(into: &outbox) }
        log.send(upTo: client.logLevel, &outbox, &peers)
    }

    /// Performs due work in views, then decides questions that the client has not answered in time.
    private mutating func pass(to time: Double, into outbox: inout Outbox) {
        guard clock.advance(to: time) else { return }
        let now = clock.now
        for key in documents.autosaveDue(at: now) { autosave(key, into: &outbox) }
        var due: [DocumentKey] = []
        documents.forEach { open in
            guard open.workspace.nextDeadline(after: now) != nil else { return }
            open.workspace.content.setTime(now)
            open.workspace.advance(to: now, cause: InputTick.name)
            due.append(open.key)
        }
        for key in due { touch(key) }
        clock.clearDeadline()
        for key in documents.allKeys {
            if let due = documents.deadline(of: key, after: now) { clock.wake(at: due) }
        }
        expireJob(into: &outbox)
        while let question = documents.questions.takeDue(at: now) { resolve(question, .missing, into: &outbox) }
        if let next = documents.questions.deadline { clock.wake(at: next) }
    }
}

extension Documents {
    /// Frees the views of a document that nothing holds any more; returns when the document has something due.
    ///
    /// A deadline that was noted before stays, even if nothing waits for it any more; `pass` then finds nothing to do.
    mutating func deadline(of key: DocumentKey, after now: Double) -> Double? {
        with(key) { open in
            open.workspace.letGoOfViews(at: now)
            let next = open.workspace.nextDeadline(after: now)
            guard open.autosave.isOn, let save = open.noteUnsaved(at: now) else { return next }
            return min(next ?? save, save)
        } ?? nil
    }
}
