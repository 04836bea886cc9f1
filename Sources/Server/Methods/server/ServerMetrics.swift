import Graph
import Wire

/// Returns counts of the server's work.
struct ServerMetrics: Method {
    struct MethodEntry: Sendable {
        var method = ""
        var count = 0
        var failures = 0
        var p50: Double?
        var p95: Double?
        var p99: Double?
        var longest: Double?
    }

    struct Result: Sendable {
        var uptime: Double?
        var clients = 0
        var documents = 0
        var views = 0
        var jobs = 0
        var messages = 0
        var failures = 0
        var receivedBytes: Int?
        var sentBytes: Int?
        var waitingBytes: Int?
        var frames = 0
        var framesHeldBack = 0
        var methods: [MethodEntry] = []
    }

    static let name = "server/metrics"
    static let summary =
        "Returns counts and times of the messages that the server has performed, for all of its clients."
    static let params = Shape.object("", "", initial: ServerMetrics(), members: [])
    static let result = Shape<Result>.object(
        "Metrics",
        "The messages that a server has performed since it began. Times are in milliseconds; with the client's clock and in a recorded conversation there are no times and no bytes.",
        initial: Result(),
        members: [
            .optional("uptime", \.uptime, .number, "the time since it began"),
            .required("clients", \.clients, .integer, "how many are connected"),
            .required("documents", \.documents, .integer, "how many are open"),
            .required("views", \.views, .integer, "how many are open"),
            .required("jobs", \.jobs, .integer, "the long requests that are not yet answered"),
            .required("messages", \.messages, .integer, "how many were performed"),
            .required("failures", \.failures, .integer, "how many of them have failed"),
            .optional("receivedBytes", \.receivedBytes, .integer, "of messages"),
            .optional("sentBytes", \.sentBytes, .integer, "of messages with their framing, those that wait included"),
            .optional("waitingBytes", \.waitingBytes, .integer, "that clients have not read"),
            .required("frames", \.frames, .integer, "the `view/frame` that were sent"),
            .required(
                "framesHeldBack", \.framesHeldBack, .integer, "how often frames waited until a client had read"),
            .required(
                "methods", \.methods,
                .array(
                    of: .object(
                        "MethodMetrics",
                        "Counts of a method. A time begins with the bytes of a message and ends when all that it caused is ready to be written; a job is not in it. Percentiles are exact to 3 %.",
                        initial: MethodEntry(),
                        members: [
                            .required("method", \.method, .string, "its name"),
                            .required("count", \.count, .integer, "how many messages were performed"),
                            .required("failures", \.failures, .integer, "how many of them have failed"),
                            .optional("p50", \.p50, .number, "half of them took no longer"),
                            .optional("p95", \.p95, .number, "95 % of them took no longer"),
                            .optional("p99", \.p99, .number, "99 % of them took no longer"),
                            .optional("longest", \.longest, .number, "the longest"),
                        ])), "those that were called, by name"),
        ])

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let isMeasured = session.metrics.uptime != nil && session.clock.source == .server
        var result = Result()
        result.clients = session.clientCount
        result.documents = session.openDocumentCount
        result.views = session.openViewCount
        result.jobs = session.documents.jobs.unanswered
        if isMeasured {
            result.uptime = session.metrics.uptime
            result.receivedBytes = session.metrics.receivedBytes
            result.sentBytes = session.peers.reduce(session.metrics.sentBytesOfGone + outbox.sentBytes) {
                $0 + $1.outbox.sentBytes
            }
            result.waitingBytes = session.peers.reduce(outbox.waiting) { $0 + $1.outbox.waiting }
        }
        result.frames = session.metrics.frames
        result.framesHeldBack = session.metrics.framesHeldBack
        for (index, counts) in session.metrics.methods.enumerated() where counts.count > 0 {
            result.messages += counts.count
            result.failures += counts.failures
            result.methods.append(MethodEntry(session.client.methods.table[index].name, counts, isMeasured))
        }
        result.methods.sort { $0.method < $1.method }
        request.reply(into: &outbox) { shape.write(result, &$0) }
    }
}

extension ServerMetrics.MethodEntry {
    fileprivate init(_ method: String, _ counts: Metrics.OfMethod, _ isMeasured: Bool) {
        (self.method, count, failures) = (method, counts.count, counts.failures)
        guard isMeasured, let latencies = counts.latencies else { return }
        func time(_ share: Double) -> Double? { latencies.quantile(share).map { Double($0) / 1e6 } }
        (p50, p95, p99, longest) = (time(0.5), time(0.95), time(0.99), time(1))
    }
}
