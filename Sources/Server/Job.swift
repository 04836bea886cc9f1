import Wire

/// Long work of one request: a function of what was taken out for it, which any thread may run.
///
/// A session hands it out, its process has it run, and gives back what came of it; the session itself goes on meanwhile.
/// It may hold a `Document`: that is one reference to paged columns. The first edit made while it is held copies the tables
/// of pages and what is not in pages, like the names, each edit the pages that it touches first: once a job, and never a copy
/// of all.
public struct Job: Sendable {
    /// Tells the jobs of a conversation apart.
    public let number: Int
    private let work: @Sendable (_ isStopped: () -> Bool) -> JobResult

    init(number: Int, work: @escaping @Sendable (_ isStopped: () -> Bool) -> JobResult) {
        self.number = number
        self.work = work
    }

    /// Does the work; once `isStopped` answers true nobody asks for its result, and it may end early.
    public consuming func run(isStopped: () -> Bool) -> JobResult { work(isStopped) }
}

/// What came of a job.
public struct JobResult: Sendable {
    /// The result of the request as JSON, in a writer of its own: writers that share their room belong to one thread.
    let reply: Swift.Result<JSONWriter, Failure>
}
