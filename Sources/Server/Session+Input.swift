import Editing
import Graph
import Interaction
import Wire

// Input, and the time in which it happens.

extension Session {
    /// Gives a view an input at its time, and answers what the view made of it.
    mutating func answer(
        _ input: some InputMethod, to request: Request, into outbox: inout Outbox
    ) throws(Failure) {
        let place = try viewPlace(input.view)
        if input.time == nil && clock == .client {
            throw .invalidParams("`time` is needed: the clock is the client's", path: "/time")
        }
        let time = tell(input.time)
        touch(place.document)
        let answer: InputAnswer
        do throws(EditError) {
            answer = try input.receive(in: &documents[place.document].workspace, place.view, at: time)
        } catch {
            throw Failure(error)
        }
        announce(into: &outbox)
        request.reply(into: &outbox) {
            InputResult.write(answer, documents[place.document].workspace.document, into: &$0)
        }
    }

    /// Lets a movement wait for the next message, so that a later one may take its place; false if it may not.
    ///
    /// Only where frames are merged too, and only in gestures that lead to the same wherever they came through.
    mutating func wait(with move: InputPointer, into outbox: inout Outbox) -> Bool {
        if let waitingMove, waitingMove.view != move.view || waitingMove.id != move.id {
            settle(into: &outbox)
        }
        guard move.phase == .move, clock == .server, outbox.batch == nil, let place = try? viewPlace(move.view),
            documents[place.document].workspace.noteMove(move.event(at: tell(move.time)), in: place.view)
        else {
            settle(into: &outbox)
            return false
        }
        waitingMove = move
        return true
    }

    public var hasWaitingMove: Bool { waitingMove != nil }

    /// Performs the movement that waits: before another message is performed, and when none is at hand.
    public mutating func settle(into outbox: inout Outbox) {
        guard let move = waitingMove.take() else { return }
        isReplyDue = false
        let request = Request(id: nil, method: InputPointer.name)
        do throws(Failure) {
            try answer(move, to: request, into: &outbox)
        } catch {
            announce(into: &outbox)
            request.fail(error, into: &outbox)
        }
    }

    /// Settles whose time it is; the client's has not begun yet.
    mutating func take(_ clock: Clock) {
        self.clock = clock
        if clock == .client { now = -.infinity }
    }

    /// Takes the stamp of a message, and answers when in the session's time it was made: never before the last.
    ///
    /// With the client's clock stamps are the time; with the server's they only tell how long before its arrival
    /// something happened.
    @discardableResult
    mutating func tell(_ stamp: Double?) -> Double {
        switch clock {
        case .client:
            if let stamp { pass(to: stamp) }
            return now
        case .server:
            let time = stamp.map { timekeeper.local($0, arrivedAt: now) } ?? now
            lastStamp = min(max(time, lastStamp), now)
            return lastStamp
        }
    }

    /// Tells the time, in milliseconds since any origin: before messages are received, and when a deadline has passed.
    ///
    /// With the client's clock only messages tell it.
    public mutating func advance(to time: Double, into outbox: inout Outbox) {
        if clock == .client { return }
        pass(to: time)
        if !touched.isEmpty { announce(into: &outbox) }
    }

    /// Lets time pass: what waits in views for a time that has come is done.
    private mutating func pass(to time: Double) {
        if time <= now { return }
        now = time
        // Frames of motions are a sixtieth of a second apart where the server tells the time; a client asks when it likes.
        guard let due = deadline, due <= time || clock == .client else { return }
        for index in documents.indices where Session.deadline(of: &documents[index].workspace, after: now) != nil {
            documents[index].workspace.advance(to: now, cause: InputTick.name)
            touch(index)
        }
        settleDeadline()
    }

    /// Finds out when time has to be told next.
    private mutating func settleDeadline() {
        deadline = nil
        for index in documents.indices { noteDeadline(ofDocument: index) }
    }

    /// Lets go of the views of a document that nothing holds any more, and takes note of when it has to be told the time.
    ///
    /// What it had to do before may be done already; that comes to light when its time has come.
    mutating func noteDeadline(ofDocument index: Int) {
        documents[index].workspace.letGoOfViews(at: now)
        guard let next = Session.deadline(of: &documents[index].workspace, after: now) else { return }
        deadline = min(deadline ?? next, next)
    }

    /// The workspace is lent, for a copy would count all its references.
    private static func deadline(of workspace: inout Workspace, after now: Double) -> Double? {
        workspace.nextDeadline(after: now)
    }
}

/// Brings the stamps of a client into the server's time.
///
/// What arrives late was stamped early: of all arrivals the quickest tells how far the two clocks are apart.
struct Timekeeper: Sendable {
    private var difference: Double?

    /// The server's time of a stamp, never after it arrived.
    mutating func local(_ stamp: Double, arrivedAt now: Double) -> Double {
        let difference = min(difference ?? .infinity, now - stamp)
        self.difference = difference
        return stamp + difference
    }
}
