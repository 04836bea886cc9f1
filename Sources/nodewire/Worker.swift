import Server

/// The one thread beside the main one: it works on a job while the loop performs messages.
///
/// It exists only as long as a job is worked on, so that an idle process has one thread and nothing to wake it.
struct Worker: ~Copyable {
    /// What the two threads share of the job being worked on.
    private final class Desk: @unchecked Sendable {
        let number: Int
        /// Taken by the worker, which lets go of it before it rings: so what only the job held is given back there.
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

    private var current: (desk: Desk, thread: Platform.Thread)?
    private var pipe: Platform.Pipe?

    var isBusy: Bool { current != nil }

    /// Becomes readable when the job has come to its end; negative while there is none.
    var bell: Int32 { current == nil ? -1 : pipe?.output ?? -1 }

    /// Begins to work on a job; false when the system has no thread for it.
    mutating func start(_ job: Job) -> Bool {
        precondition(current == nil, "one job at a time")
        pipe = pipe ?? Platform.Pipe()
        guard let pipe else { return false }
        let desk = Desk(job)
        let thread = Platform.startThread {
            desk.work()
            pipe.ring()
        }
        current = thread.map { (desk, $0) }
        return thread != nil
    }

    /// What came of the job, after the bell has rung.
    mutating func finish() -> (number: Int, result: JobResult)? {
        guard let (desk, thread) = current else { return nil }
        current = nil
        pipe?.silence()
        Platform.join(thread)
        return desk.result.map { (desk.number, $0) }
    }

    /// Asks the job to end early; it need not.
    func stop() { current?.desk.askToStop() }
}
