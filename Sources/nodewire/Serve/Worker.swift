import Host
import Server

/// The only thread beside the main one: it works on a job while the loop performs messages.
///
/// It exists only as long as a job is worked on, so that an idle process has one thread and nothing to wake it.
struct Worker: ~Copyable {
    /// A report of a job.
    enum Event {
        /// The percentage that is done.
        case reached(Int, percent: Int)
        case ended(Int, JobResult)
    }

    /// The present job and its result: the part that the two threads share.
    private final class JobSlot: @unchecked Sendable {
        struct State {
            var isStopped = false
            var percent = 0
            var hasEnded = false
            /// Is true if the loop has been woken and has not yet checked: it is woken once for all results that it
            /// then finds.
            var isWoken = false
        }

        let number: Int
        /// The worker acquires and releases it before it wakes the loop: so memory that only the job held is freed
        /// there.
        private var job: Job?
        /// Written before the worker ends and read after that.
        private(set) var result: JobResult?
        private let state = Lock(State())
        private let pipe: WakePipe

        init(_ job: Job, _ pipe: WakePipe) {
            number = job.number
            self.job = job
            self.pipe = pipe
        }

        func work() {
            guard let job = job.take() else { return }
            result = job.run {
                state.value.isStopped
            } report: { percent in
                note { $0.percent = percent }
            }
            note { $0.hasEnded = true }
        }

        func askToStop() { state.change { $0.isStopped = true } }

        /// Returns the present report, after the pipe became readable.
        func look() -> State {
            pipe.clear()
            return state.change {
                $0.isWoken = false
                return $0
            }
        }

        private func note(_ change: (inout State) -> Void) {
            let wasWoken = state.change { state in
                defer { state.isWoken = true }
                change(&state)
                return state.isWoken
            }
            if !wasWoken { pipe.wake() }
        }
    }

    private var current: (slot: JobSlot, thread: Thread)?
    private var pipe: WakePipe?

    var isBusy: Bool { current != nil }

    /// A descriptor that is readable when the job has something to report; negative while there is no job.
    var wakePipe: Int32 { current == nil ? -1 : pipe?.output ?? -1 }

    /// Begins to work on a job; false when the system has no thread for it.
    private mutating func start(_ job: Job) -> Bool {
        precondition(current == nil, "one job at a time")
        pipe = pipe ?? WakePipe()
        guard let pipe else { return false }
        let slot = JobSlot(job, pipe)
        let thread = Thread { slot.work() }
        current = thread.map { (slot, $0) }
        return thread != nil
    }

    /// Begins to work on a job; without a thread for it, it is performed here, and its result returned.
    mutating func perform(_ job: Job) -> JobResult? {
        start(job) ? nil : job.run { isStopRequested }
    }

    /// Returns the report of the job, after `wakePipe` became readable; nil if there is no job.
    mutating func next() -> Event? {
        guard let (slot, thread) = current else { return nil }
        let state = slot.look()
        if !state.hasEnded { return .reached(slot.number, percent: state.percent) }
        current = nil
        thread.join()
        return slot.result.map { .ended(slot.number, $0) }
    }

    /// Asks the job to end early, which it may ignore.
    func stop() { current?.slot.askToStop() }
}
