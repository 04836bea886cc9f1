import Host
import Server

/// The one thread beside the main one: it works on a job while the loop performs messages.
///
/// It exists only as long as a job is worked on, so that an idle process has one thread and nothing to wake it.
struct Worker: ~Copyable {
    /// The job being worked on, and its result: what the two threads share.
    private final class JobSlot: @unchecked Sendable {
        let number: Int
        /// Taken and released by the worker before it wakes the loop: so the memory that only the job held is freed there.
        private var job: Job?
        /// Written before the worker ends and read after that.
        private(set) var result: JobResult?
        private let stop = Lock(false)

        init(_ job: Job) {
            number = job.number
            self.job = job
        }

        func work() {
            guard let job = job.take() else { return }
            result = job.run { stop.value }
        }

        func askToStop() { stop.value = true }
    }

    private var current: (slot: JobSlot, thread: Thread)?
    private var pipe: WakePipe?

    var isBusy: Bool { current != nil }

    /// A descriptor that is readable when the job has ended; negative while there is no job.
    var wakePipe: Int32 { current == nil ? -1 : pipe?.output ?? -1 }

    /// Begins to work on a job; false when the system has no thread for it.
    mutating func start(_ job: Job) -> Bool {
        precondition(current == nil, "one job at a time")
        pipe = pipe ?? WakePipe()
        guard let pipe else { return false }
        let slot = JobSlot(job)
        let thread = Thread {
            slot.work()
            pipe.wake()
        }
        current = thread.map { (slot, $0) }
        return thread != nil
    }

    /// The result of the job, after `wakePipe` became readable; nil if there is no job.
    mutating func finish() -> (number: Int, result: JobResult)? {
        guard let (slot, thread) = current else { return nil }
        current = nil
        pipe?.clear()
        thread.join()
        return slot.result.map { (slot.number, $0) }
    }

    /// Asks the job to end early, which it may ignore.
    func stop() { current?.slot.askToStop() }
}
