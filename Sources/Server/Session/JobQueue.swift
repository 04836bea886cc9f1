import Editing
import Graph
import Wire

/// The unanswered requests of a conversation with jobs, followed by the pending upkeep of documents: at most one job
/// runs, the others wait in order.
struct JobQueue: Sendable {
    /// A request with the data for its reply.
    struct QueuedRequest: Sendable {
        let number: Int
        let request: KeptRequest
        /// The document that it works with; nil for none.
        let document: DocumentKey?
        /// The state of that document on which the answer rests; nil for any.
        let premise: Premise?
        /// The followed work; nil if the client does not follow it.
        let followed: FollowedWork?
    }

    /// The state of its document on which the answer of a job rests. Once a change breaks it, the answer is certain: the job ends.
    struct Premise: Sendable {
        /// Returns true if it still holds for the document after a change.
        typealias Test = @Sendable (Delta, Document) -> Bool

        /// The answer once it is broken.
        let failure: Failure
        /// Makes the test, when the document is changed for the first time.
        let test: @Sendable () -> Test
    }

    /// The work of the worker.
    enum Worker: Sendable {
        case idle
        indirect case working(QueuedRequest)
        /// The request has been answered; the result of the job is discarded.
        case stopping(Int)
        /// It does upkeep, which no request waits for.
        case keeping(Int, Upkeep)
    }

    /// Long work on the derived data of a document.
    enum Upkeep: Sendable, Equatable {
        case diagnostics(DocumentKey)
        case routes(DocumentKey)
        case longEdges(DocumentKey)

        var document: DocumentKey {
            switch self {
            case .diagnostics(let key), .routes(let key), .longEdges(let key): key
            }
        }
    }

    private(set) var worker = Worker.idle
    /// The time when the worker began with the request it has, in milliseconds.
    private(set) var start = -Double.infinity
    private var waiting: [(entry: QueuedRequest, job: Job)] = []
    private var upkeep: [Upkeep] = []
    private var count = 0
    /// The tests of premises that were made, by the numbers of the jobs.
    private var tests: [Int: Premise.Test] = [:]

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

    /// The unanswered requests, in order.
    private var entries: [QueuedRequest] {
        if case .working(let entry) = worker { return [entry] + waiting.map(\.entry) }
        return waiting.map(\.entry)
    }

    /// Is true if requests of a client are unanswered.
    func hasRequests(of client: Int) -> Bool { entries.contains { $0.request.client == client } }

    mutating func add(
        _ request: KeptRequest, with document: DocumentKey?, _ premise: Premise?, _ followed: FollowedWork?,
        atMost limit: Int,
        _ work: @escaping @Sendable (WorkWatch) -> JobResult
    ) throws(Failure) {
        let unanswered = entries.count { $0.request.client == request.client }
        if unanswered >= limit {
            throw Failure("jobs", "at most \(limit) long requests are under way: wait for one of them")
        }
        count += 1
        let entry = QueuedRequest(
            number: count, request: request, document: document, premise: premise, followed: followed)
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
    mutating func finishUpkeep(_ number: Int) -> DocumentKey? {
        guard case .keeping(number, let work) = worker else { return nil }
        worker = .idle
        return work.document
    }

    /// Removes and returns the next job of a request for the worker; nil while the worker has one.
    mutating func start(at time: Double) -> (entry: QueuedRequest, job: Job)? {
        guard canStart, !waiting.isEmpty else { return nil }
        let next = waiting.removeFirst()
        worker = .working(next.entry)
        start = time
        return next
    }

    /// The request with this number, if it is being worked on; nil else.
    func current(_ number: Int) -> QueuedRequest? {
        guard case .working(let entry) = worker, entry.number == number else { return nil }
        return entry
    }

    /// Removes and returns the request of an ended job; nil if it has been answered.
    mutating func finish(_ number: Int) -> QueuedRequest? {
        switch worker {
        case .working(let entry) where entry.number == number:
            worker = .idle
            tests[number] = nil
            return entry
        case .stopping(number):
            worker = .idle
            return nil
        case .idle, .working, .stopping, .keeping: return nil
        }
    }

    /// Removes and returns the request that is worked on; nil if none is.
    mutating func stop() -> QueuedRequest? {
        guard case .working(let entry) = worker else { return nil }
        worker = .stopping(entry.number)
        tests[entry.number] = nil
        return entry
    }

    /// Removes and returns the requests whose answer is certain after changes of a document, with that answer.
    ///
    /// - Parameter now: the document after all of them.
    /// - Complexity: O(*n*) in the changes for each job, plus the cost of making its test; O(1) without jobs.
    mutating func takeDecided(
        _ document: DocumentKey, after changes: [DocumentEditor.Commit], _ now: Document
    ) -> [(Cancelled, Failure)] {
        var decided: [(Cancelled, Failure)] = []
        for entry in entries where entry.document == document {
            guard let premise = entry.premise else { continue }
            let test = tests[entry.number] ?? premise.test()
            tests[entry.number] = test
            if changes.allSatisfy({ test($0.delta, now) }) { continue }
            decided += cancelAll { $0.number == entry.number }.map { ($0, premise.failure) }
        }
        return decided
    }

    /// A request that was removed, and whether its job had begun.
    typealias Cancelled = (entry: QueuedRequest, hadBegun: Bool)

    /// Removes and returns the requests that `isMeant` accepts, in order. The job of one that had begun is stopped, and its result
    /// is discarded.
    mutating func cancelAll(where isMeant: (QueuedRequest) -> Bool = { _ in true }) -> [Cancelled] {
        var cancelled: [Cancelled] = []
        if case .working(let entry) = worker, isMeant(entry), let begun = stop() { cancelled.append((begun, true)) }
        for (entry, _) in waiting where isMeant(entry) { cancelled.append((entry, false)) }
        waiting.removeAll { isMeant($0.entry) }
        for (entry, _) in cancelled { tests[entry.number] = nil }
        return cancelled
    }
}
