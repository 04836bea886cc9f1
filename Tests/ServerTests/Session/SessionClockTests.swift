import Testing

@testable import Server

@Suite struct SessionClockTests {
    /// A clock of the process that shows a time.
    private func clock(at time: Double) -> SessionClock {
        var clock = SessionClock()
        _ = clock.advance(to: time)
        return clock
    }

    private func advance(
        _ clock: inout SessionClock, to time: Double, isDue: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let result = clock.advance(to: time)
        #expect(result == isDue, sourceLocation: sourceLocation)
    }

    private func stamp(
        _ stamps: inout StampClock, _ stamp: Double?, at clock: SessionClock, meaning time: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let result = stamps.time(ofStamp: stamp, at: clock.now)
        #expect(result == time, sourceLocation: sourceLocation)
    }

    @Test func `time never goes back`() {
        var clock = clock(at: 100)
        advance(&clock, to: 90, isDue: false)
        #expect(clock.now == 100)
        advance(&clock, to: 110, isDue: false)
        #expect(clock.now == 110)
    }

    @Test func `a message without a stamp is made when it arrives`() {
        let clock = clock(at: 100)
        var stamps = StampClock()
        stamp(&stamps, nil, at: clock, meaning: 100)
    }

    @Test func `the message with the least delay gives the offset of the clocks`() {
        var clock = clock(at: 1000)
        var stamps = StampClock()
        // Nothing is known about the delay of the first message.
        stamp(&stamps, 7_000_040, at: clock, meaning: 1000)
        advance(&clock, to: 1020, isDue: false)
        // It was made 10 ms later and took 20 ms: a delay of 10 ms above that of the first.
        stamp(&stamps, 7_000_050, at: clock, meaning: 1010)
        advance(&clock, to: 1030, isDue: false)
        // It was faster than the first by 10 ms, so the offset is less from now on.
        stamp(&stamps, 7_000_080, at: clock, meaning: 1030)
        advance(&clock, to: 1050, isDue: false)
        stamp(&stamps, 7_000_090, at: clock, meaning: 1040)
    }

    @Test func `the times of messages never go back and are never later than now`() {
        var clock = clock(at: 1000)
        var stamps = StampClock()
        stamp(&stamps, 50, at: clock, meaning: 1000)
        stamp(&stamps, 40, at: clock, meaning: 1000)
        advance(&clock, to: 1001, isDue: false)
        stamp(&stamps, 100, at: clock, meaning: 1001)
        stamp(&stamps, 1e300, at: clock, meaning: 1001)
        stamp(&stamps, -1e300, at: clock, meaning: 1001)
    }

    @Test func `a deadline is the earliest time that waits`() {
        var clock = clock(at: 0)
        clock.wake(at: 50)
        clock.wake(at: 70)
        #expect(clock.deadline == 50)
        advance(&clock, to: 49, isDue: false)
        advance(&clock, to: 50, isDue: true)
        clock.clearDeadline()
        #expect(clock.deadline == nil)
        advance(&clock, to: 1000, isDue: false)
    }

    @Test func `with the client's clock whatever waits is due at each time`() {
        var clock = clock(at: 100)
        clock.follow(.client)
        #expect(clock.now == -.infinity)
        advance(&clock, to: 3, isDue: false)
        clock.wake(at: 50)
        advance(&clock, to: 4, isDue: true)
        advance(&clock, to: 4, isDue: false)
    }
}
