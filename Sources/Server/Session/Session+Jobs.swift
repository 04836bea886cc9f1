import Graph
import Wire

// Long work, and the part of the process in it.

extension Session {
    /// Is true if a job waits for `nextJob`: ask after each message.
    public var hasNextJob: Bool { documents.jobs.canStart }

    /// Is true if requests are unanswered because their jobs wait or run.
    public var hasJobs: Bool { !documents.jobs.isEmpty }

    /// Is true if the result of the job that was handed out is no longer needed.
    public var isJobStopped: Bool {
        if case .stopping = documents.jobs.worker { return true }
        return false
    }

    /// Returns the next job to run; nil while one runs, or if none waits.
    public mutating func nextJob(into outbox: inout Outbox) -> Job? {
        guard let next = documents.jobs.start(at: clock.now) else { return documents.nextUpkeep() }
        if let end = jobDeadline { clock.wake(at: end) }
        if let work = next.entry.followed {
            send(to: next.entry.request.client, into: &outbox) { _, outbox in
                outbox.send { Progress.begin(work, into: &$0) }
            }
        }
        return next.job
    }

    /// Reports which percentage of a job that was handed out is done.
    public mutating func report(_ number: Int, percent: Int, into outbox: inout Outbox) {
        guard let entry = documents.jobs.current(number), let work = entry.followed, work.isMeasured else { return }
        send(to: entry.request.client, into: &outbox) { _, outbox in
            outbox.send { Progress.report(min(max(percent, 0), 100), of: work, into: &$0) }
        }
    }

    /// Replies to the request of a returned job, or sends the effects of upkeep.
    public mutating func finish(_ number: Int, _ result: JobResult, into outbox: inout Outbox) {
        switch result.content {
        case .reply(let reply):
            answer(number, into: &outbox) { (_, request, outbox) throws(Failure) in
                let writer = try reply.get()
                request.reply(into: &outbox) { reply in writer.withBytes { reply.raw($0) } }
            }
        case .continuation(let perform): answer(number, into: &outbox, perform)
        case .diagnostics(let findings, let revision):
            finishUpkeep(number, into: &outbox) { $0.finish(findings, revision, into: &$1) }
        case .routes(let found):
            finishUpkeep(number, into: &outbox) { (open, _) in open.workspace.finishRoutingJob(found) }
        case .longEdges(let found):
            finishUpkeep(number, into: &outbox) { (open, _) in open.workspace.content.finishLongEdgeJob(found) }
        }
        if client.isEnding { autosaveAll(into: &outbox) }
        log.send(upTo: client.logLevel, &outbox, &peers)
    }

    private mutating func answer(
        _ number: Int, into outbox: inout Outbox, _ perform: JobResult.Continuation
    ) {
        guard let entry = documents.jobs.finish(number) else { return }
        with(entry.request.client, &outbox) { session, outbox in
            session.catchUp(into: &outbox)
            if let work = entry.followed { outbox.send { Progress.end(work, into: &$0) } }
            entry.request.withRequest { request in
                do throws(Failure) {
                    try perform(&session, request, &outbox)
                } catch {
                    request.fail(error, into: &outbox)
                }
            }
        }
    }

    /// The time limit of the running job; nil if there is none, or no time counts.
    private var jobDeadline: Double? {
        guard case .working = documents.jobs.worker, clock.source == .server else { return nil }
        return documents.jobs.start + Double(limits.jobSeconds) * 1000
    }

    /// Refuses the request of a job beyond its time limit, and discards its result; or schedules the check.
    mutating func expireJob(into outbox: inout Outbox) {
        guard let end = jobDeadline else { return }
        if clock.now < end { return clock.wake(at: end) }
        guard let entry = documents.jobs.stop() else { return }
        let failure = Failure("jobSeconds", "the work took longer than \(limits.jobSeconds) seconds")
        refuse((entry, hadBegun: true), failure, into: &outbox)
    }

    /// Cancels all jobs, because the process ends.
    public mutating func cancelJobs(into outbox: inout Outbox) {
        let failure = Failure.cancelled("the server ended before the work")
        for job in documents.jobs.cancelAll() { refuse(job, failure, into: &outbox) }
    }

    /// Refuses the request of a cancelled job.
    mutating func refuse(_ job: JobQueue.Cancelled, _ failure: Failure, into outbox: inout Outbox) {
        with(job.entry.request.client, &outbox) { session, outbox in
            session.catchUp(into: &outbox)
            if job.hadBegun, let work = job.entry.followed { outbox.send { Progress.end(work, into: &$0) } }
            // The batch that cancels the request has a reply of its own.
            let batch = outbox.batch.take()
            job.entry.request.withRequest { $0.fail(failure, into: &outbox) }
            outbox.batch = batch
        }
    }

    /// Answers a possibly long question, at once or as a job.
    ///
    /// It is answered at once if it is short, with the client's clock, where the order of everything is fixed, and in
    /// a batch, which has one reply.
    ///
    /// - Parameters:
    ///   - document: the document of the question, with which the job ends; nil for none.
    ///   - work: reads only captured values; if it is stopped, it may end early with any error.
    /// - Throws: the errors of `work` if it is performed at once; `limits` if too many jobs are unanswered.
    mutating func answer<Value>(
        _ request: Request, on document: DocumentKey?, as shape: Shape<Value>, followed: FollowedWork?, isLong: Bool,
        into outbox: inout Outbox, _ work: @escaping @Sendable (WorkWatch) throws(Failure) -> Value
    ) throws(Failure) {
        let value = try perform(request, on: document, nil, followed, isLong, into: &outbox, work) { value in
            var writer = JSONWriter()
            shape.write(value, &writer)
            return .reply(.success(writer))
        }
        if let value { request.reply(into: &outbox) { shape.write(value, &$0) } }
    }

    /// Plans work, at once or as a job, and then performs it in the session.
    ///
    /// - Parameters:
    ///   - document: the document to change, with which the job ends; nil for none.
    ///   - premise: the assumptions of the work about the document.
    ///   - work: reads only captured values; if it is stopped, it may end early with any error.
    ///   - perform: writes the reply; the session may have changed since.
    /// - Throws: the errors of both if it is performed at once; `limits` if too many jobs are unanswered.
    mutating func answer<Found: Sendable>(
        _ request: Request, on document: DocumentKey?, _ premise: JobQueue.Premise? = nil, followed: FollowedWork?,
        isLong: Bool, into outbox: inout Outbox, _ work: @escaping @Sendable (WorkWatch) throws(Failure) -> Found,
        then perform: @escaping @Sendable (Found, inout Session, Request, inout Outbox) throws(Failure) -> Void
    ) throws(Failure) {
        let found = try self.perform(request, on: document, premise, followed, isLong, into: &outbox, work) { found in
            .continuation { (session, request, outbox) throws(Failure) in
                try perform(found, &session, request, &outbox)
            }
        }
        if let found { try perform(found, &self, request, &outbox) }
    }

    /// Performs work at once; or makes a job of it, with the result of `finish`, and returns nil.
    private mutating func perform<Value>(
        _ request: Request, on document: DocumentKey?, _ premise: JobQueue.Premise?, _ followed: FollowedWork?,
        _ isLong: Bool, into outbox: inout Outbox,
        _ work: @escaping @Sendable (WorkWatch) throws(Failure) -> Value,
        _ finish: @escaping @Sendable (Value) -> JobResult.Content
    ) throws(Failure) -> Value? {
        guard isLong && clock.source == .server && outbox.batch == nil else { return try outbox.follow(followed, work) }
        let kept = KeptRequest(request, of: client)
        try documents.jobs.add(kept, with: document, premise, followed, atMost: limits.jobs) { watch in
            do throws(Failure) {
                return JobResult(content: finish(try work(watch)))
            } catch {
                return JobResult(content: .reply(.failure(error)))
            }
        }
        return nil
    }
}
