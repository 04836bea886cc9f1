/// The time of a conversation, and when something in it is due next. All times are in milliseconds.
struct SessionClock: Sendable {
    /// The owner of the time.
    private(set) var source = Clock.server
    /// The current time; −∞ before the first.
    private(set) var now = -Double.infinity
    /// The earliest time for which something in a view waits; nil if nothing does.
    private(set) var deadline: Double?

    /// Begins to follow a clock. The client's has no time before its first stamp.
    mutating func follow(_ source: Clock) {
        self.source = source
        if source == .client { now = -.infinity }
    }

    /// Moves the time on; an earlier time than the current one has no effect.
    ///
    /// - Returns: whether something is due. With the client's clock any pending work counts as due: a client gets a
    ///   frame of a motion with each message, while the server sends them a sixtieth of a second apart.
    mutating func advance(to time: Double) -> Bool {
        if time <= now { return false }
        now = time
        guard let deadline else { return false }
        return deadline <= time || source == .client
    }

    /// Sets the deadline to a time, unless an earlier one is set.
    mutating func wake(at time: Double) { deadline = min(deadline ?? time, time) }

    mutating func clearDeadline() { deadline = nil }
}

/// The owner of the time: with the client's, time exists only in messages and the same messages give the same bytes.
enum Clock: String, CaseIterable, Sendable { case server, client }

/// The clock of a client's time stamps, beside the server's.
struct StampClock: Sendable {
    /// The time of the latest stamped message, with the server's clock.
    private var lastStamp = -Double.infinity
    /// The server's time less the client's: the smallest difference of arrival and stamp seen so far, nil before the
    /// first stamp.
    private var offset: Double?

    /// The time of a message that arrives now, with the server's clock; without a stamp that is now.
    ///
    /// A message arrives at its stamp plus the offset of the clocks plus its delay. The delay is never negative, so the
    /// message with the least delay so far estimates the offset. The result is never later than now and never before an
    /// earlier result.
    mutating func time(ofStamp stamp: Double?, at now: Double) -> Double {
        var time = now
        if let stamp {
            let offset = min(offset ?? .infinity, now - stamp)
            self.offset = offset
            time = stamp + offset
        }
        lastStamp = min(max(time, lastStamp), now)
        return lastStamp
    }
}
