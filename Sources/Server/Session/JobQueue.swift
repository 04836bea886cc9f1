import Graph
import Wire

/// The unanswered requests of a conversation that have jobs, then the upkeep of documents that waits for one: at most one job
/// runs, the others wait in order.
struct JobQueue: Sendable {
    /// A request, with what its reply needs.
    struct Entry: Sendable {
        let number: Int
        let request: KeptRequest
        /// The followed work; nil if the client does not follow it.
        let followed: FollowedWork?
    }

    /// The work of the worker.
    enum Worker: Sendable {
        case idle
        case working(Entry)
        /// The request has been answered; the result of the job is discarded.
        case stopping(Int)
        /// It does upkeep, which no request waits for.
        case keeping(Int, Upkeep)
    }

    /// Long work on what follows from a document.
    enum Upkeep: Sendable, Equatable {
        case diagnostics(document: String)
        case routes(document: String)

        var document: String {
            switch self {
            case .diagnostics(let document), .routes(let document): document
            }
        }
    }

    private(set) var worker = Worker.idle
    /// The time when the worker began with the request it has, in milliseconds.
    private(set) var start = -Double.infinity
    private var waiting: [(entry: Entry, job: Job)] = []
    private var upkeep: [Upkeep] = []
    private var count = 0

    /// Is true if a job waits and the worker has nothing to do.
    var canStart: Bool {
        if waiting.isEmpty && upkeep.isEmpty { return false }
        if case .idle = worker { return true }
        return false
    }

    /// Is true if all requests are answered.
    var isEmpty: Bool { unanswered == 0 }

    /// The number of requests that are unanswered.
    var unanswered: Int {
        if case .working = worker { return waiting.count + 1 }
        return waiting.count
    }

    /// Is true if requests of a client are unanswered.
    func hasRequests(of client: Int) -> Bool {
        if case .working(let entry) = worker, entry.request.client == client { return true }
        return waiting.contains { $0.entry.request.client == client }
    }

    mutating func add(
        _ request: Request, of client: Client, _ followed: FollowedWork?, atMost limit: Int,
        _ work: @escaping @Sendable (WorkWatch) -> JobResult
    ) throws(Failure) {
        var unanswered = waiting.count { $0.entry.request.client == client.number }
        if case .working(let entry) = worker, entry.request.client == client.number { unanswered += 1 }
        if unanswered >= limit {
            throw Failure("jobs", "at most \(limit) long requests are under way: wait for one of them")
        }
        count += 1
        let entry = Entry(number: count, request: KeptRequest(request, of: client), followed: followed)
        let isReported = followed?.isMeasured == true
        waiting.append((entry, Job(number: count, isReported: isReported, work: work)))
    }

    /// Notes upkeep that waits for a job.
    mutating func add(_ work: Upkeep) {
        if !upkeep.contains(work) { upkeep.append(work) }
    }

    /// Removes and returns the next upkeep; nil while the worker has a job, or requests wait.
    mutating func takeUpkeep() -> Upkeep? {
        guard canStart, waiting.isEmpty else { return nil }
        return upkeep.removeFirst()
    }

    /// Gives the worker upkeep; returns the number of the job.
    mutating func start(_ work: Upkeep) -> Int {
        count += 1
        worker = .keeping(count, work)
        return count
    }

    /// The document of upkeep that has ended; nil if the job was none.
    mutating func finishUpkeep(_ number: Int) -> String? {
        guard case .keeping(number, let work) = worker else { return nil }
        worker = .idle
        return work.document
    }

    /// Removes and returns the next job of a request for the worker; nil while the worker has one.
    mutating func start(at time: Double) -> (entry: Entry, job: Job)? {
        guard canStart, !waiting.isEmpty else { return nil }
        let next = waiting.removeFirst()
        worker = .working(next.entry)
        start = time
        return next
    }

    /// The request with this number, if it is being worked on; nil else.
    func current(_ number: Int) -> Entry? {
        guard case .working(let entry) = worker, entry.number == number else { return nil }
        return entry
    }

    /// Removes and returns the request whose job has ended; nil if it has been answered.
    mutating func finish(_ number: Int) -> Entry? {
        switch worker {
        case .working(let entry) where entry.number == number:
            worker = .idle
            return entry
        case .stopping(number):
            worker = .idle
            return nil
        case .idle, .working, .stopping, .keeping: return nil
        }
    }

    /// Removes and returns a cancelled request and whether its job had begun; nil if no request has this id.
    mutating func cancel(_ id: JSON, of client: Client) -> (entry: Entry, hadBegun: Bool)? {
        if case .working(let entry) = worker, entry.request.has(id, of: client) {
            worker = .stopping(entry.number)
            return (entry, true)
        }
        guard let place = waiting.firstIndex(where: { $0.entry.request.has(id, of: client) }) else { return nil }
        return (waiting.remove(at: place).entry, false)
    }

    /// Removes and returns the request that is worked on; nil if none is.
    mutating func stop() -> Entry? {
        guard case .working(let entry) = worker else { return nil }
        worker = .stopping(entry.number)
        return entry
    }

    /// Removes and returns all requests in order, or those of one client, and whether their jobs had begun.
    mutating func cancelAll(of client: Client? = nil) -> [(entry: Entry, hadBegun: Bool)] {
        var cancelled: [(entry: Entry, hadBegun: Bool)] = []
        func isMeant(_ entry: Entry) -> Bool { client.map { $0.number == entry.request.client } ?? true }
        if case .working(let entry) = worker, isMeant(entry) {
            worker = .stopping(entry.number)
            cancelled.append((entry, true))
        }
        for (entry, _) in waiting where isMeant(entry) { cancelled.append((entry, false)) }
        waiting.removeAll { isMeant($0.entry) }
        return cancelled
    }
}
