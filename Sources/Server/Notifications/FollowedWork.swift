/// Long work whose progress is reported to the client.
struct FollowedWork: Sendable {
    let token: ProgressToken
    /// The work that is done, for people.
    let title: String
    /// Is true if it is known how much of the work is done.
    let isMeasured: Bool

    /// - Parameter token: nil if the client does not ask; then there is nothing to follow.
    init?(_ token: ProgressToken?, _ title: String, isMeasured: Bool = false) {
        guard let token else { return nil }
        self.token = token
        self.title = title
        self.isMeasured = isMeasured
    }
}

/// Is called repeatedly during long work with the finished fraction, 0…1; false stops the work.
typealias WorkWatch = (_ done: Double) -> Bool

/// The reported percentages of some work: each at most once, and rising.
struct PercentSteps {
    private var last = 0

    /// The percentage of a share of the work, 0…1; nil if it is none to report.
    mutating func step(to done: Double) -> Int? {
        guard done > 0 else { return nil }
        let percent = done < 1 ? Int(done * 100) : 100
        guard percent > last else { return nil }
        last = percent
        return percent
    }
}

extension Outbox {
    /// Performs work at once, and reports its progress as for a job, if it is followed.
    mutating func follow<Value>(
        _ followed: FollowedWork?, _ work: (WorkWatch) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let followed else { return try work { _ in true } }
        send { Progress.begin(followed, into: &$0) }
        defer { send { Progress.end(followed, into: &$0) } }
        var steps = PercentSteps()
        return try work { done in
            if followed.isMeasured, let percent = steps.step(to: done) {
                send { Progress.report(percent, of: followed, into: &$0) }
            }
            return true
        }
    }
}
