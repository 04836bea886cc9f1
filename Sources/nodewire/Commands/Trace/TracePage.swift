import Host
import Recordings
import Wire

/// Writes one page to go through a conversation in a browser.
func writePage(
    _ trace: Trace, _ limits: TraceLimits, _ arguments: Arguments, _ recording: Recording
) throws(CommandError) {
    var trace = trace
    var page = TracePage(messages: min(recording.messageCount, limits.until))
    while let step = trace.next(until: limits.until) { page.add(step, isShown: step.number >= limits.from, of: trace) }
    var output = try CommandOutput(arguments)
    try output.write { $0.append(TracePage.head) }
    try output.write { writer in
        var data = JSONWriter()
        page.write(of: arguments.operands[0], into: &data)
        data.withBytes { TracePage.append($0, to: &writer) }
    }
    try output.write { $0.append(TracePage.tail) }
    try output.end()
}

/// The data of a page: columns of rows, and the texts, gestures and pictures that they refer to.
struct TracePage {
    private struct Row {
        var number = 0
        var method = 0
        var at: Double?
        var id = -1
        var input = -1
        var output = -1
        var gesture = -1
        var microseconds = 0
        var document = -1
        var marks = 0
    }

    /// The bits of `marks`.
    private static let isRefused = 1, isEvent = 2

    private var rows: [Row] = []
    private var methods = Names()
    private var documents = Names()
    private var texts: TraceTexts
    private var pictures = TracePictures()
    private var summary = TraceSummary()
    private var active = TracedDocument()
    private var open: [String] = []
    /// About the most bytes of all texts, and of all lines of pictures.
    private static let textBytes = 11_000_000, pictureBytes = 4_000_000

    /// - Parameter messages: the number of messages, which decides after how many bytes a text is shortened.
    init(messages: Int) {
        texts = TraceTexts(longest: min(max(20_000_000 / max(messages, 1), 200), 20_000), bytes: TracePage.textBytes)
    }

    /// Adds a step; one that is not shown is followed only.
    mutating func add(_ step: Trace.Step, isShown: Bool, of trace: Trace) {
        let gesturesBefore = summary.gestures.count
        let view = step.input.first.flatMap { $0.string($0.find("view", in: $0.params)) }
        let underWay = view.map { summary.tracker.openGesture(ofView: $0) } ?? summary.tracker.lastOpenGesture
        summary.add(step, isCounted: isShown)
        active.follow(step)
        guard isShown, !step.isSilent else { return }
        let begun = summary.gestures.count > gesturesBefore ? summary.gestures.count - 1 : nil
        rows.append(row(of: step, gesture: underWay ?? begun))
        for document in changed(step) {
            pictures.note(document, row: rows.count - 1) { trace.picture(ofDocument: document) }
        }
    }

    private mutating func row(of step: Trace.Step, gesture: Int?) -> Row {
        var row = Row(
            number: step.number, method: methods.index(of: step.name),
            at: step.elapsed.map { ($0 * 10).rounded() / 10 }, gesture: gesture ?? -1)
        row.microseconds = Int(min(max(step.duration * 1000, 0), 1e12))
        row.document = active.name.map { documents.index(of: $0) } ?? -1
        if !step.event.isMessage { row.marks |= TracePage.isEvent }
        if let id = step.input.first?.id { row.id = texts.add(step.input[0].bytes[id].prefix(60)) }
        if step.input.count == 1 {
            let message = step.input[0]
            if let value = message.params ?? message.result ?? message.error {
                row.input = texts.add(message.bytes[value])
            }
        } else if step.event.isMessage {
            row.input = texts.add(
                step.input.isEmpty ? JSON.string(String(decoding: step.body, as: UTF8.self)).text.bytes : step.body)
        }
        var output: [UInt8] = []
        for message in step.output where output.count <= texts.longest {
            if !output.isEmpty { output.append(UInt8(ascii: "\n")) }
            if let method = message.methodName {
                output += Array("\(method) ".utf8) + (message.params.map { message.bytes[$0] } ?? [])
            } else {
                output += Array((message.error == nil ? "result " : "error ").utf8)
                output += (message.error ?? message.result).map { message.bytes[$0] } ?? []
            }
        }
        if !output.isEmpty { row.output = texts.add(output) }
        if step.output.contains(where: TracePage.refuses) { row.marks |= TracePage.isRefused }
        return row
    }

    private static func refuses(_ message: TracedMessage) -> Bool {
        message.error != nil || message.find("refused", in: message.result) != nil
            || message.string(message.find("event", in: message.params)) == "refused"
    }

    /// The documents that look otherwise after a step.
    private mutating func changed(_ step: Trace.Step) -> [String] {
        var changed: [String] = []
        if step.documents != open {
            let known = Set(open)
            changed = step.documents.filter { !known.contains($0) }
            open = step.documents
        }
        for message in step.output {
            guard let method = message.methodName, method == "document/changed" || method == "document/reset",
                let name = message.string(message.find("document", in: message.params))
            else { continue }
            if !changed.contains(name) { changed.append(name) }
        }
        return changed
    }

    // MARK: Writing

    /// Writes everything as one JSON object.
    func write(of file: String, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("file")
        writer.string(file)
        writer.name("methods")
        TracePage.write(methods.all, into: &writer)
        writer.name("documents")
        TracePage.write(documents.all, into: &writer)
        writer.name("templates")
        TracePage.write(texts.templates, into: &writer)
        writer.name("texts")
        TracePage.write(texts.texts, into: &writer)
        writer.name("rows")
        writer.beginObject()
        column("number", \.number, &writer)
        column("method", \.method, &writer)
        column("id", \.id, &writer)
        column("input", \.input, &writer)
        column("output", \.output, &writer)
        column("gesture", \.gesture, &writer)
        column("microseconds", \.microseconds, &writer)
        column("document", \.document, &writer)
        column("marks", \.marks, &writer)
        writer.name("at")
        writer.beginArray()
        for row in rows { if let at = row.at { writer.number(at) } else { writer.null() } }
        writer.endArray()
        writer.endObject()
        writeGestures(into: &writer)
        let missing = writePictures(into: &writer)
        writer.name("notes")
        TracePage.write(notes(missing), into: &writer)
        writer.name("findings")
        TracePage.write(summary.findings.prefix(1000).map { "message \($0.number): \($0.text)" }, into: &writer)
        writer.endObject()
    }

    /// Sentences that state the limits of the page.
    private func notes(_ missing: Int) -> [String] {
        var notes = ["\(pictures.kept.count - missing) pictures for \(pictures.moments) changes of documents"]
        if texts.shortened > 0 { notes.append("\(texts.shortened) texts are shortened to \(texts.longest) bytes") }
        if texts.leftOut > 0 { notes.append("\(texts.leftOut) texts are left out") }
        notes.append("times in us are those of the replay that made this page")
        return notes
    }

    private func column(_ name: StaticString, _ value: (Row) -> Int, _ writer: inout JSONWriter) {
        writer.name(name)
        writer.beginArray()
        for row in rows { writer.integer(value(row)) }
        writer.endArray()
    }

    private func writeGestures(into writer: inout JSONWriter) {
        writer.name("gestures")
        writer.beginArray()
        for gesture in summary.gestures {
            writer.beginObject()
            writer.name("kind")
            writer.string(gesture.kind)
            writer.name("first")
            writer.integer(gesture.first)
            writer.name("last")
            writer.integer(gesture.last)
            writer.name("text")
            writer.string(TraceText.line(of: gesture))
            writer.name("outcome")
            writer.string(TracePage.name(of: gesture.outcome))
            writer.name("paths")
            writer.beginArray()
            for path in gesture.paths {
                writer.beginArray()
                for place in path.places {
                    writer.integer(place.number)
                    writer.number((place.canvas.x * 10).rounded() / 10)
                    writer.number((place.canvas.y * 10).rounded() / 10)
                }
                writer.endArray()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
    }

    private static func name(of outcome: TracedGesture.Outcome) -> String {
        switch outcome {
        case .open: "open"
        case .committed: "committed"
        case .refused: "refused"
        case .cancelled, .closed: "cancelled"
        case .became, .ended: "ended"
        }
    }

    /// Writes the pictures as lines, each line once; returns how many did not fit.
    private func writePictures(into writer: inout JSONWriter) -> Int {
        var lines = Names()
        var bytes = 0
        var missing = 0
        writer.name("pictures")
        writer.beginArray()
        for picture in pictures.kept {
            if bytes > TracePage.pictureBytes {
                missing += 1
                continue
            }
            writer.beginObject()
            writer.name("row")
            writer.integer(picture.row)
            writer.name("document")
            writer.integer(documents.all.firstIndex(of: picture.document) ?? -1)
            writer.name("lines")
            writer.beginArray()
            for line in picture.svg.split(separator: UInt8(ascii: "\n")) {
                let count = lines.all.count
                writer.integer(lines.index(of: String(decoding: line, as: UTF8.self)))
                if lines.all.count > count { bytes += line.count }
                bytes += 4
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.name("lines")
        TracePage.write(lines.all, into: &writer)
        return missing
    }

    private static func write(_ list: [String], into writer: inout JSONWriter) {
        writer.beginArray()
        for text in list { writer.string(text) }
        writer.endArray()
    }

    /// Appends JSON for a script element: `<` occurs only in strings, and is written there as an escape.
    static func append(_ json: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter) {
        var rest = json[...]
        while let place = rest.firstIndex(of: UInt8(ascii: "<")) {
            writer.append(UnsafeBufferPointer(rebasing: rest[..<place]))
            writer.append("\\u003c")
            rest = rest[(place + 1)...]
        }
        writer.append(UnsafeBufferPointer(rebasing: rest))
    }

    /// Texts by number, each once.
    private struct Names {
        private(set) var all: [String] = []
        private var indexes: [String: Int] = [:]

        mutating func index(of name: String) -> Int {
            if let known = indexes[name] { return known }
            indexes[name] = all.count
            all.append(name)
            return all.count - 1
        }
    }
}
