import Wire

/// A traced conversation in counts and lists.
public struct TraceSummary {
    /// Requests or inputs that were refused for one reason.
    public struct Refusal {
        /// The method that was refused.
        public let method: String
        /// The code of the error; nil for an input that did nothing.
        public let code: Int?
        /// The name of the reason.
        public let reason: String
        /// The first one in words.
        public let message: String
        /// The number of the first message.
        public let first: Int
        /// The number of refusals.
        public internal(set) var count = 0
    }

    /// A document that was opened.
    public struct OpenedDocument {
        /// The name by which requests call it.
        public let name: String
        /// The file, if it has one.
        public let path: String?
        /// The number of the message that opened it.
        public let number: Int
        /// The number of changes.
        public internal(set) var changes = 0
        /// The message that closed it; nil while it is open.
        public internal(set) var closed: Int?
    }

    /// A view that was opened.
    public struct OpenedView {
        /// The name by which requests call it.
        public let name: String
        /// The document that it shows.
        public let document: String
        /// The size in screen points, as it was opened.
        public let width, height: Double
        /// The number of the message that opened it.
        public let number: Int
    }

    /// The method of a request without a reply, and the number of its message.
    public typealias Unanswered = (number: Int, method: String)

    /// The messages by method, with responses as `response` and messages that are not JSON-RPC as `invalid`.
    public private(set) var methods: [String: Int] = [:]
    /// The notifications and requests that the server sent, by method.
    public private(set) var sent: [String: Int] = [:]
    /// The messages that no message of the client caused, but time or a job, by the name of the event and the method.
    public private(set) var uncaused: [String: Int] = [:]
    /// The numbers of requests, notifications and other messages.
    public private(set) var requests = 0, notifications = 0, others = 0
    /// The refusals, by their first message.
    public private(set) var refusals: [Refusal] = []
    /// The documents, in the order of opening.
    public private(set) var documents: [OpenedDocument] = []
    /// The views, in the order of opening.
    public private(set) var views: [OpenedView] = []
    /// The first and the last time, in milliseconds; nil if none is stated.
    public private(set) var times: ClosedRange<Double>?
    /// The number of bytes that came in and went out.
    public private(set) var bytesIn = 0, bytesOut = 0
    /// The number of the first message whose output differs from the recorded one; nil if there is none.
    public private(set) var firstDifference: Int?
    /// The pointers and gestures.
    public private(set) var tracker = TraceTracker()
    /// The slowest messages, the slowest first.
    public private(set) var slowest: [(duration: Double, number: Int, method: String)] = []

    private var pending: [String: TracedMessage] = [:]
    private var numbers: [String: Int] = [:]
    private var refused: [String: Int] = [:]
    private var openSteps: [String: Int] = [:]
    private var asked: [String: Unanswered] = [:]
    /// The indexes of the open documents, by their names.
    private var openDocuments: [String: Int] = [:]
    private var repeated: [TraceTracker.Finding] = []
    private static let slowestCount = 10

    /// A summary of nothing.
    public init() {}

    /// The gestures, in the order in which they opened.
    public var gestures: [TracedGesture] { tracker.gestures }

    /// The things that linger, or were found in the input: pointers without an up, requests without a reply, groups of edits without
    /// an end; by their messages.
    public var findings: [TraceTracker.Finding] {
        var all = tracker.findings + tracker.lingering + repeated
        for (id, number) in numbers {
            let method = pending[id]?.methodName ?? ""
            all.append(.init(number: number, text: "\(method) was not answered (id \(id))"))
        }
        for (id, request) in asked {
            all.append(
                .init(number: request.number, text: "the client did not answer \(request.method) (id \(id))"))
        }
        for (document, number) in openSteps {
            all.append(.init(number: number, text: "history/begin in \(document) has no end"))
        }
        for gesture in gestures where gesture.outcome == .open {
            all.append(
                .init(
                    number: gesture.first,
                    text: "the gesture \(gesture.kind) in view \(gesture.view) is still under way"))
        }
        return all.sorted { ($0.number, $0.text) < ($1.number, $1.text) }
    }

    /// Adds a step.
    ///
    /// - Parameter isCounted: whether it is counted; else only open documents and views are followed.
    public mutating func add(_ step: Trace.Step, isCounted: Bool = true) {
        tracker.follow(step)
        if isCounted { count(step) }
        for message in step.input { open(message, step.number) }
        if step.event.isMessage && step.input.isEmpty && isCounted { Self.note("invalid", in: &methods) }
        let cause = step.input.first?.methodName
        for message in step.output { take(message, step, cause, isCounted) }
    }

    private mutating func count(_ step: Trace.Step) {
        bytesIn += step.body.count
        bytesOut += step.outputBytes
        if step.isAsRecorded == false, firstDifference == nil { firstDifference = step.number }
        if let at = step.elapsed {
            times = times.map { min($0.lowerBound, at)...max($0.upperBound, at) } ?? at...at
        }
        guard step.event.isMessage else { return }
        if step.duration > slowest.last?.duration ?? 0 || slowest.count < TraceSummary.slowestCount {
            let place = slowest.firstIndex { $0.duration < step.duration } ?? slowest.count
            slowest.insert((step.duration, step.number, step.input.first?.methodName ?? "invalid"), at: place)
            if slowest.count > TraceSummary.slowestCount { slowest.removeLast() }
        }
        for message in step.input {
            if message.method == nil {
                others += 1
            } else if message.id == nil {
                notifications += 1
            } else {
                requests += 1
            }
            Self.note(message.methodName ?? "response", in: &methods)
        }
        if step.input.isEmpty { others += 1 }
    }

    private static func note(_ name: String, in counts: inout [String: Int]) { counts[name, default: 0] += 1 }

    private mutating func open(_ message: TracedMessage, _ number: Int) {
        let document = message.string(message.find("document", in: message.params)) ?? ""
        switch message.methodName {
        case "history/begin": openSteps[document] = number
        case "history/end", "history/cancel": openSteps[document] = nil
        default: break
        }
        guard let id = message.id.map(message.text) else { return }
        if message.method == nil {
            asked[id] = nil
        } else {
            if let before = numbers[id] {
                repeated.append(
                    .init(number: number, text: "the id \(id) is used again before message \(before) is answered"))
            }
            pending[id] = message
            numbers[id] = number
        }
    }

    private mutating func take(_ message: TracedMessage, _ step: Trace.Step, _ cause: String?, _ isCounted: Bool) {
        if let method = message.methodName {
            if let id = message.id.map(message.text) { asked[id] = (step.number, method) }
            follow(method, message, step, cause, isCounted)
            guard isCounted else { return }
            let event = method == "view/event" ? message.string(message.find("event", in: message.params)) : nil
            Self.note(event.map { "\(method) \($0)" } ?? method, in: &sent)
            if !step.event.isMessage { Self.note("\(step.name): \(method)", in: &uncaused) }
            return
        }
        if !step.event.isMessage && isCounted { Self.note("\(step.name): reply", in: &uncaused) }
        let id = message.id.map(message.text) ?? "null"
        let request = pending.removeValue(forKey: id)
        let number = numbers.removeValue(forKey: id) ?? step.number
        if let error = message.error {
            if request?.methodName == "history/begin", let request {
                openSteps[request.string(request.find("document", in: request.params)) ?? ""] = nil
            }
            guard isCounted else { return }
            refuse(
                request?.methodName ?? "invalid",
                message.number(message.find("code", in: error)).flatMap { Int(exactly: $0) },
                message.string(message.find("data", "reason", in: error)) ?? "",
                message.string(message.find("message", in: error)) ?? "", number)
        } else if let request {
            opened(request, message, number)
        }
    }

    /// Follows the server's messages about documents and inputs.
    private mutating func follow(
        _ method: String, _ message: TracedMessage, _ step: Trace.Step, _ cause: String?, _ isCounted: Bool
    ) {
        let params = message.params
        if method == "document/changed", let name = message.string(message.find("document", in: params)),
            let index = openDocuments[name]
        {
            documents[index].changes += 1
        }
        if method == "view/event", isCounted, message.string(message.find("event", in: params)) == "refused" {
            refuse(
                cause ?? step.name, nil, message.string(message.find("reason", in: params)) ?? "",
                message.string(message.find("message", in: params)) ?? "", step.number)
        }
    }

    private mutating func opened(_ request: TracedMessage, _ reply: TracedMessage, _ number: Int) {
        let params = request.params
        let document = request.string(request.find("document", in: params))
        switch request.methodName {
        case "document/open", "document/create", "document/recover":
            guard let name = reply.string(reply.find("document", in: reply.result)) ?? document else { return }
            if openDocuments[name] != nil { return }
            openDocuments[name] = documents.count
            documents.append(
                OpenedDocument(name: name, path: request.string(request.find("path", in: params)), number: number))
        case "document/close":
            if let index = document.flatMap({ openDocuments.removeValue(forKey: $0) }) {
                documents[index].closed = number
            }
        case "view/open":
            views.append(
                OpenedView(
                    name: reply.string(reply.find("view", in: reply.result)) ?? "", document: document ?? "",
                    width: request.number(request.find("width", in: params)) ?? 0,
                    height: request.number(request.find("height", in: params)) ?? 0, number: number))
        default: break
        }
    }

    private mutating func refuse(_ method: String, _ code: Int?, _ reason: String, _ message: String, _ number: Int) {
        let key = "\(method) \(code ?? 0) \(reason)"
        if refused[key] == nil {
            refused[key] = refusals.count
            refusals.append(Refusal(method: method, code: code, reason: reason, message: message, first: number))
        }
        if let place = refused[key] { refusals[place].count += 1 }
    }
}

extension Trace.Step {
    /// The name of the event, or the methods of the message.
    public var name: String {
        switch event {
        case .message, .body:
            input.isEmpty ? "invalid" : input.map { $0.methodName ?? "response" }.joined(separator: ", ")
        case .framingFailed: "framingFailed"
        case .left: "left"
        case .jobReached: "jobReached"
        case .fileChanged: "fileChanged"
        case .timePassed, .caughtUp, .settled, .jobBegan, .jobEnded, .jobsCancelled, .inputEnded: "\(event)"
        }
    }
}
