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

    /// Replies to the request of a job that was handed out, or sends what follows from upkeep.
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
        }
        if isEnding { autosaveAll(into: &outbox) }
        sendLog(into: &outbox)
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

    /// The time at which the job that is worked on has taken too long; nil if none is, or no time counts.
    private var jobDeadline: Double? {
        guard case .working = documents.jobs.worker, clock.source == .server else { return nil }
        return documents.jobs.start + Double(limits.jobSeconds) * 1000
    }

    /// Refuses the request whose job has taken too long, whose result is discarded; or lets the session be woken then.
    mutating func expireJob(into outbox: inout Outbox) {
        guard let end = jobDeadline else { return }
        if clock.now < end { return clock.wake(at: end) }
        guard let entry = documents.jobs.stop() else { return }
        let failure = Failure("jobSeconds", "the work took longer than \(limits.jobSeconds) seconds")
        refuse((entry, hadBegun: true), failure, into: &outbox)
    }

    /// Cancels all jobs, because the process ends.
    public mutating func cancelJobs(into outbox: inout Outbox) {
        cancelJobs(.cancelled("the server ended before the work"), into: &outbox)
    }

    /// Cancels requests whose jobs wait or run.
    mutating func cancelJobs(
        _ failure: Failure, into outbox: inout Outbox, where isMeant: (KeptRequest) -> Bool = { _ in true }
    ) {
        for job in documents.jobs.cancelAll(where: { isMeant($0.request) }) { refuse(job, failure, into: &outbox) }
    }

    mutating func refuse(
        _ job: JobQueue.Cancelled, _ failure: Failure, into outbox: inout Outbox
    ) {
        with(job.entry.request.client, &outbox) { session, outbox in
            session.catchUp(into: &outbox)
            if job.hadBegun, let work = job.entry.followed { outbox.send { Progress.end(work, into: &$0) } }
            // The batch that cancels the request has a reply of its own.
            let batch = outbox.batch.take()
            job.entry.request.withRequest { $0.fail(failure, into: &outbox) }
            outbox.batch = batch
        }
    }

    /// Performs a question that may take long, at once or as a job.
    ///
    /// It is performed at once if it is short, with the client's clock, where the order of everything is fixed, and in
    /// a batch, which has one reply.
    ///
    /// - Parameters:
    ///   - document: the one that the question is about, with which the job ends; nil for none.
    ///   - work: reads only what it has captured; it may end early when it is stopped, with any error.
    /// - Throws: the errors of `work` if it is performed at once; `limits` if too many jobs are unanswered.
    mutating func answer<Value>(
        _ request: Request, on document: DocumentKey?, as shape: Shape<Value>, followed: FollowedWork?, isLong: Bool,
        into outbox: inout Outbox, _ work: @escaping @Sendable (WorkWatch) throws(Failure) -> Value
    ) throws(Failure) {
        if isJob(isLong, outbox) {
            return try add(request, with: document, nil, followed) { watch in
                do throws(Failure) {
                    let value = try work(watch)
                    var writer = JSONWriter()
                    shape.write(value, &writer)
                    return JobResult(content: .reply(.success(writer)))
                } catch {
                    return JobResult(content: .reply(.failure(error)))
                }
            }
        }
        let value = try follow(followed, into: &outbox, work)
        request.reply(into: &outbox) { shape.write(value, &$0) }
    }

    /// Finds out what is to be done, at once or as a job, and then does it in the session.
    ///
    /// - Parameters:
    ///   - document: the one that is to be changed, with which the job ends; nil for none.
    ///   - premise: what the work takes to be so in the document.
    ///   - work: reads only what it has captured; it may end early when it is stopped, with any error.
    ///   - perform: writes the reply; the session may have changed since.
    /// - Throws: the errors of both if it is performed at once; `limits` if too many jobs are unanswered.
    mutating func answer<Found: Sendable>(
        _ request: Request, on document: DocumentKey?, _ premise: JobQueue.Premise? = nil, followed: FollowedWork?,
        isLong: Bool, into outbox: inout Outbox, _ work: @escaping @Sendable (WorkWatch) throws(Failure) -> Found,
        then perform: @escaping @Sendable (Found, inout Session, Request, inout Outbox) throws(Failure) -> Void
    ) throws(Failure) {
        if isJob(isLong, outbox) {
            return try add(request, with: document, premise, followed) { watch in
                do throws(Failure) {
                    let found = try work(watch)
                    return JobResult(
                        content: .continuation { (session, request, outbox) throws(Failure) in
                            try perform(found, &session, request, &outbox)
                        })
                } catch {
                    return JobResult(content: .reply(.failure(error)))
                }
            }
        }
        try perform(try follow(followed, into: &outbox, work), &self, request, &outbox)
    }

    private mutating func add(
        _ request: Request, with document: DocumentKey?, _ premise: JobQueue.Premise?, _ followed: FollowedWork?,
        _ work: @escaping @Sendable (WorkWatch) -> JobResult
    ) throws(Failure) {
        try documents.jobs.add(
            KeptRequest(request, of: client), with: document, premise, followed, atMost: limits.jobs, work)
    }

    private func isJob(_ isLong: Bool, _ outbox: Outbox) -> Bool {
        isLong && clock.source == .server && outbox.batch == nil
    }

    /// Performs the work at once, and reports its progress as for a job.
    private func follow<Value>(
        _ followed: FollowedWork?, into outbox: inout Outbox, _ work: (WorkWatch) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let followed else { return try work { _ in true } }
        outbox.send { Progress.begin(followed, into: &$0) }
        defer { outbox.send { Progress.end(followed, into: &$0) } }
        var steps = PercentSteps()
        return try work { done in
            if followed.isMeasured, let percent = steps.step(to: done) {
                outbox.send { Progress.report(percent, of: followed, into: &$0) }
            }
            return true
        }
    }
}
