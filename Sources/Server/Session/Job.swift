import Graph
import Wire

/// Long work of one request, or a look at the diagnostics of a document: a function of captured values, which any thread may run.
///
/// A session hands it out, the process runs it and returns its result; the session continues meanwhile. A job may hold
/// a `Document`: that is one reference to paged columns. The first edit made while it is held copies the tables of
/// pages and what is not in pages, such as the names. Each edit copies the pages that it is the first to touch. So a
/// job costs each page at most one copy.
public struct Job: Sendable {
    /// Identifies the job within its conversation.
    public let number: Int
    private let work: @Sendable (_ isStopped: () -> Bool) -> JobResult

    init(number: Int, work: @escaping @Sendable (_ isStopped: () -> Bool) -> JobResult) {
        self.number = number
        self.work = work
    }

    /// Performs the work. Once `isStopped` returns true its result is discarded, so it may end early.
    public consuming func run(isStopped: () -> Bool) -> JobResult { work(isStopped) }
}

/// The result of a job.
public struct JobResult: Sendable {
    /// What is left to be done in the session, with the reply to the request.
    typealias Continuation = @Sendable (inout Session, Request, inout Outbox) throws(Failure) -> Void

    enum Content: Sendable {
        /// The result of a request as JSON, in a writer of its own, because writers that share a buffer belong to one
        /// thread.
        case reply(Swift.Result<JSONWriter, Failure>)
        case continuation(Continuation)
        /// What is wrong with a document.
        case diagnostics(DiagnosticFindings)
    }

    let content: Content
}
