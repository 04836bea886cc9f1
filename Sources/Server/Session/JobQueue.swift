import Graph
import Wire

/// The unanswered requests of a conversation that have jobs: at most one runs, the others wait in order.
struct JobQueue: Sendable {
    /// A request, with what its reply needs.
    struct Entry: Sendable {
        let number: Int
        let request: KeptRequest
        let progress: ProgressToken?
    }

    /// What the worker does.
    enum Worker: Sendable {
        case idle
        case working(Entry)
        /// The request has been answered; the result of the job is discarded.
        case stopping(Int)
    }

    private(set) var worker = Worker.idle
    private var waiting: [(entry: Entry, job: Job)] = []
    private var count = 0

    /// Whether a job waits and the worker has nothing to do.
    var canStart: Bool {
        if waiting.isEmpty { return false }
        if case .idle = worker { return true }
        return false
    }

    /// Whether a request is not yet answered.
    var isEmpty: Bool {
        if !waiting.isEmpty { return false }
        if case .working = worker { return false }
        return true
    }

    mutating func add(
        _ request: Request, _ progress: ProgressToken?,
        _ work: @escaping @Sendable (_ isStopped: () -> Bool) -> JobResult
    ) throws(Failure) {
        var unanswered = waiting.count
        if case .working = worker { unanswered += 1 }
        if unanswered >= Limits.jobs {
            throw Failure(.limits, "at most \(Limits.jobs) long requests are under way: wait for one of them")
        }
        count += 1
        let entry = Entry(number: count, request: KeptRequest(request), progress: progress)
        waiting.append((entry, Job(number: count, work: work)))
    }

    /// Removes and returns the next job for the worker; nil while the worker has one.
    mutating func start() -> (entry: Entry, job: Job)? {
        guard canStart else { return nil }
        let next = waiting.removeFirst()
        worker = .working(next.entry)
        return next
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
        case .idle, .working, .stopping: return nil
        }
    }

    /// Removes and returns a cancelled request and whether its job had begun; nil if no request has this id.
    mutating func cancel(_ id: JSON) -> (entry: Entry, hadBegun: Bool)? {
        if case .working(let entry) = worker, entry.request.has(id) {
            worker = .stopping(entry.number)
            return (entry, true)
        }
        guard let place = waiting.firstIndex(where: { $0.entry.request.has(id) }) else { return nil }
        return (waiting.remove(at: place).entry, false)
    }

    /// Removes and returns all requests in order, and whether their jobs had begun.
    mutating func cancelAll() -> [(entry: Entry, hadBegun: Bool)] {
        var cancelled: [(entry: Entry, hadBegun: Bool)] = []
        if case .working(let entry) = worker {
            worker = .stopping(entry.number)
            cancelled.append((entry, true))
        }
        cancelled += waiting.map { ($0.entry, false) }
        waiting = []
        return cancelled
    }
}
