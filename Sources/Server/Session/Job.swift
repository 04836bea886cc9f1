import EdgeRouting
import Graph
import Interaction
import Wire

/// Long work of one request, or upkeep of a document: a function of captured values, which any thread may run.
///
/// A session hands it out, and the process runs it and returns its result; the session continues meanwhile. A job may
/// hold a `Document`: one reference to paged columns. The first edit during this time copies the tables of pages and
/// unpaged parts, such as the names. Each edit copies the pages that it is the first to touch. So a job causes at most
/// one copy of each page.
public struct Job: Sendable {
    /// Identifies the job within its conversation.
    public let number: Int
    /// Is true if it is reported how much of the work is done.
    private let isReported: Bool
    private let work: @Sendable (WorkWatch) -> JobResult

    init(number: Int, isReported: Bool, work: @escaping @Sendable (WorkWatch) -> JobResult) {
        self.number = number
        self.isReported = isReported
        self.work = work
    }

    /// Performs the work.
    ///
    /// - Parameters:
    ///   - isStopped: once it returns true the result is discarded, so the work may end early.
    ///   - report: called with the percentage of the work that is done, for `Session.report`; each is more than the last.
    public consuming func run(isStopped: () -> Bool, report: (Int) -> Void = { _ in }) -> JobResult {
        let isReported = isReported
        var steps = PercentSteps()
        return work { done in
            if isReported, let percent = steps.step(to: done) { report(percent) }
            return !isStopped()
        }
    }
}

/// The result of a job.
public struct JobResult: Sendable {
    /// The rest of the work in the session, with the reply to the request.
    typealias Continuation = @Sendable (inout Session, Request, inout Outbox) throws(Failure) -> Void

    enum Content: Sendable {
        /// The result of a request as JSON, in a writer of its own, because writers that share a buffer belong to one
        /// thread.
        case reply(Swift.Result<JSONWriter, Failure>)
        case continuation(Continuation)
        /// The diagnostics of a document at a revision.
        case diagnostics(DiagnosticFindings, Int)
        /// The ways round nodes of the edges of a document.
        case routes(EdgeRoutes)
        /// The long edges of a document, cut into parts.
        case longEdges(LongEdges)
    }

    let content: Content
}
