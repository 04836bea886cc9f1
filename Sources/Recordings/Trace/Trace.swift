import Server
import Wire

/// A recorded conversation that is performed again for inspection, one message after the other.
///
///     var trace = Trace(recording)
///     while let step = trace.next() { print(step.number, step.output.count) }
///
/// Each output belongs to its event. Like a replay, it writes nothing and reads no clock but the given one.
public struct Trace {
    /// A message or another event, with its effects.
    public struct Step {
        /// The number of the message, from one; of another event, that of the message before.
        public let number: Int
        /// The event.
        public let event: Recording.Event
        /// The number of its line in the recording, from one.
        public let line: Int
        /// The bytes of the message; empty for another event.
        public let body: [UInt8]
        /// The message, or those of a batch; none if the body is not JSON.
        public let input: [TracedMessage]
        /// The messages that it caused, in their order.
        public let output: [TracedMessage]
        /// The number of bytes that it caused, framing included.
        public let outputBytes: Int
        /// Its time, in milliseconds: that of the server's clock, else the one in the input; nil if there is none.
        public let at: Double?
        /// The same for people: of the server's clock, since the first time of the recording.
        public let elapsed: Double?
        /// The time that performing it took, in milliseconds of the clock that the trace was given.
        public let duration: Double
        /// Is true if its output equals the recorded one; nil if none was recorded.
        public let isAsRecorded: Bool?
        /// The views that are open after it.
        public let views: [Session.OpenView]
        /// The indexes of the views that may be other than before.
        public let changedViews: [Int]
        /// Is true if views were opened or closed, so that indexes mean other views.
        public let hasOtherViews: Bool
        /// The names of the documents that are open after it, in the order of opening.
        public let documents: [String]
    }

    private var replay: Replay
    private var index = 0
    /// The number of messages so far.
    public private(set) var number = 0
    /// The first time of the server's clock.
    private var origin: Double?
    private let now: () -> Double
    private var views: [Session.OpenView] = []
    private var viewIndexes: [String: Int] = [:]
    private var documents: [String] = []

    /// Prepares a session for a recording; it performs nothing yet.
    ///
    /// - Parameter now: the milliseconds of a clock, for the duration of each step.
    public init(_ recording: Recording, now: @escaping () -> Double = { 0 }) {
        replay = Replay(recording)
        self.now = now
    }

    /// Performs the next message or other event; nil at the end of the recording, or when the next message is beyond a limit.
    /// Messages after the end of the conversation are passed over.
    ///
    /// - Parameter limit: the number of the last message.
    public mutating func next(until limit: Int = .max) -> Step? {
        while index < replay.recording.entries.count {
            let event = replay.recording.entries[index].event
            if event.isMessage && number >= limit { return nil }
            index += 1
            if event.isMessage {
                if replay.session.exitCode != nil { continue }
                number += 1
            }
            return step(index - 1, event)
        }
        return nil
    }

    private mutating func step(_ index: Int, _ event: Recording.Event) -> Step {
        let waiting = replay.outbox.waiting
        let start = now()
        replay.perform(index)
        replay.session.syncJournals(into: &replay.outbox)
        let duration = now() - start
        let count = max(replay.outbox.waiting - waiting, 0)
        let style = replay.recording.style
        let (output, bodies) = replay.outbox.withLast(count) { bytes in
            (Recording.Output(of: bytes), Trace.bodies(in: bytes, style))
        }
        if index >= replay.lastLeft { replay.outbox.drain(\.count) }
        let body = replay.recording.withBody(of: event) { Array($0) } ?? []
        let input = TracedMessage.all(in: body)
        let stated = input.first.flatMap { $0.number($0.find("time", in: $0.params)) }
        let time = replay.recording.entries[index].time
        origin = origin ?? time
        let sent = bodies.flatMap { TracedMessage.all(in: $0, isTrusted: true) }
        let (changed, isOther) = look(input, sent)
        return Step(
            number: number, event: event, line: replay.recording.entries[index].line, body: body, input: input,
            output: sent, outputBytes: count,
            at: time ?? stated, elapsed: time.map { $0 - (origin ?? $0) } ?? stated, duration: duration,
            isAsRecorded: replay.recording.entries[index].output.map { $0 == output },
            views: views, changedViews: changed, hasOtherViews: isOther, documents: documents)
    }

    /// Checks the views after a step: all if some were opened or closed, else those named by its messages and those
    /// with an open gesture. No other one changes.
    private mutating func look(
        _ input: [TracedMessage], _ output: [TracedMessage]
    ) -> (changed: [Int], hasOtherViews: Bool) {
        let isBatch = input.count > 1
        if isBatch || replay.session.openDocumentCount != documents.count { documents = replay.session.openDocuments }
        if isBatch || replay.session.openViewCount != views.count {
            views = replay.session.openViews
            viewIndexes = [:]
            for (index, view) in views.enumerated() { viewIndexes[view.name] = index }
            return (Array(views.indices), true)
        }
        var changed = Set(views.indices.filter { views[$0].gesture != nil })
        for message in input + output {
            guard let name = message.string(message.find("view", in: message.params)), let index = viewIndexes[name]
            else { continue }
            changed.insert(index)
        }
        for index in changed {
            if let view = replay.session.openView(named: views[index].name) { views[index] = view }
        }
        return (changed.sorted(), false)
    }

    /// The present picture of a document, in SVG; nil if none with this name is open.
    public func picture(ofDocument name: String) -> [UInt8]? {
        var writer = JSONWriter()
        return replay.session.writePicture(ofDocument: name, into: &writer) ? writer.take() : nil
    }

    /// Returns the bodies in bytes that the server wrote.
    private static func bodies(in bytes: UnsafeRawBufferPointer, _ style: Framing.Style) -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            var end = start
            switch style {
            case .lines:
                while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
                bodies.append(Array(bytes[start..<end]))
                start = end + 1
            case .webSocket: return bodies  // Of such a client nothing is recorded.
            case .headers:
                // The one header that the server writes is `Content-Length`, and two line ends follow it.
                var length = 0
                while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
                    let digit = bytes[end] &- UInt8(ascii: "0")
                    if digit < 10 { length = length &* 10 &+ Int(digit) }
                    end += 1
                }
                start = min(end + 3, bytes.count)
                end = start + min(max(length, 0), bytes.count - start)
                bodies.append(Array(bytes[start..<end]))
                start = end
            }
        }
        return bodies
    }
}
