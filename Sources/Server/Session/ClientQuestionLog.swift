import Editing
import Graph
import Interaction
import Storage
import Wire

/// The questions to the client that were sent and are not yet answered, and the requests that wait for them.
struct ClientQuestionLog: Sendable {
    /// A question, by the id of its request to the client: `s1`, `s2`, … over the whole conversation.
    struct Sent: Sendable {
        let id: Int
        /// The number of the client that is asked.
        let client: Int
        let document: DocumentKey
        /// Counts the questions about the document.
        let number: Int
        let topic: ClientRequest
        /// The time when it was asked; −∞ before the client has sent a time.
        var since: Double
        /// The time that the client has to answer it, in milliseconds.
        let allowance: Double

        var deadline: Double { since + allowance }
    }

    /// A request whose reply waits for the answer.
    struct Waiting: Sendable {
        let request: KeptRequest
        let document: DocumentKey
        let number: Int
        let view: Identifier?
        let work: Work
    }

    /// The use of the answer.
    enum Work: Sendable {
        case edit(any PostponedEdit)
        /// The end of a gesture: the reply.
        case gestureEnd
        case input(InputAnswer)
    }

    private(set) var sent: [Sent] = []
    private var waiting: [Waiting] = []
    private var count = 0

    /// Is true if nothing is asked and nothing waits.
    var isEmpty: Bool { sent.isEmpty && waiting.isEmpty }
    /// Is true if requests of a client wait.
    func hasRequests(of client: Int) -> Bool { waiting.contains { $0.request.client == client } }

    /// Notes that a question is sent, and returns the number of its request.
    mutating func send(
        _ number: Int, to client: Int, about document: DocumentKey, _ topic: ClientRequest, since: Double,
        allowance: Double
    ) -> Int {
        count += 1
        sent.append(
            Sent(
                id: count, client: client, document: document, number: number, topic: topic, since: since,
                allowance: allowance))
        return count
    }

    mutating func await(_ request: Waiting) { waiting.append(request) }

    /// Removes and returns the question of a client's response; nil if there is none with its id.
    mutating func take(_ id: JSON, from client: Client) -> Sent? {
        sent.firstIndex { $0.client == client.number && .string(JSONString("s\($0.id)")) == id }
            .map { sent.remove(at: $0) }
    }

    /// Removes and returns the first question whose time is over; nil if there is none. For questions that are older
    /// than the first time, the time begins now.
    mutating func takeDue(at now: Double) -> Sent? {
        for index in sent.indices where sent[index].since == -.infinity { sent[index].since = now }
        return sent.firstIndex { $0.deadline <= now }.map { sent.remove(at: $0) }
    }

    /// The time when the first question is over; nil if none is asked.
    var deadline: Double? { sent.lazy.map(\.deadline).min() }

    /// Removes and returns the first question to a client, to give up all of them.
    mutating func takeFirst(to client: Client) -> Sent? {
        sent.firstIndex { $0.client == client.number }.map { sent.remove(at: $0) }
    }

    /// Removes and returns the request that waits for a question of a document.
    mutating func takeWaiting(_ number: Int, _ document: DocumentKey) -> Waiting? {
        waiting.firstIndex { $0.number == number && $0.document == document }.map { waiting.remove(at: $0) }
    }

    /// Removes and returns the first request of an id that is cancelled; nil if none waits.
    mutating func cancel(_ id: JSON, of client: Client) -> Waiting? {
        waiting.firstIndex { $0.request.has(id, of: client) }.map { waiting.remove(at: $0) }
    }

    /// Removes and returns the first request of a client, to cancel all of them.
    mutating func cancelFirst(of client: Client) -> Waiting? {
        waiting.firstIndex { $0.request.client == client.number }.map { waiting.remove(at: $0) }
    }

    // MARK: What is closed

    /// Removes the questions about a document, and removes and returns the requests that wait for them.
    mutating func forget(document: DocumentKey) -> [Waiting] {
        sent.removeAll { $0.document == document }
        return removeAll { $0.document == document }
    }

    /// Removes and returns the requests that wait for a view.
    mutating func forget(view: Identifier) -> [Waiting] { removeAll { $0.view == view } }

    private mutating func removeAll(where isGone: (Waiting) -> Bool) -> [Waiting] {
        defer { waiting.removeAll(where: isGone) }
        return waiting.filter(isGone)
    }
}

/// An edit that waits for the client.
protocol PostponedEdit: Sendable {
    /// Performs it and replies to its request.
    func finish(
        in session: inout Session, on document: DocumentKey, _ request: Request, into outbox: inout Outbox
    ) throws(Failure)
}
