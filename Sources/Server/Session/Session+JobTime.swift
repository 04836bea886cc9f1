import Graph

// The time that a job may take.

extension Session {
    /// Lets the session be woken when the job that is worked on has taken too long.
    mutating func noteJobDeadline() {
        guard case .working = documents.jobs.worker, clock.source == .server else { return }
        clock.wake(at: documents.jobs.start + Double(limits.jobSeconds) * 1000)
    }

    /// Refuses the request whose job has taken too long; its result is discarded.
    mutating func expireJob(into outbox: inout Outbox) {
        guard case .working = documents.jobs.worker, clock.source == .server else { return }
        if clock.now < documents.jobs.start + Double(limits.jobSeconds) * 1000 { return noteJobDeadline() }
        guard let entry = documents.jobs.stop() else { return }
        let failure = Failure("jobSeconds", "the work took longer than \(limits.jobSeconds) seconds")
        refuse((entry, hadBegun: true), failure, into: &outbox)
    }
}
