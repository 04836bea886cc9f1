import Storage
import Graph
import Wire

/// A line of a journal after the first: an event of the document, its history or its file.
enum JournalEvent: Sendable {
    /// The file has this state, or had it if the next save came through; its content is that of the document here.
    case state(FileState)
    /// A change was committed.
    case change(Change)
    /// Steps of the history were undone or redone.
    case walk(HistoryDirection, Int, Stamp?)
    /// The same for steps below others, with their changes.
    case select(StepSelection, Change)
    /// A group of edits was opened, closed, or closed and taken back.
    case begin(String, StepOrigin), end, cancel(Stamp?)
    /// The last step was empty and was forgotten.
    case drop
    /// The document was opened: open groups are closed, and no `mergeKey` joins earlier changes.
    case open
    /// The document has these stamps, nil is none; of a part the others are as they were.
    case stamps(JSONText?, isPart: Bool)
    /// The document has this content, and no history; the file may hold something that it has not taken in.
    case content(JSONText, isFileUnread: Bool)
    /// The history has these steps below the following ones.
    case split(SplitHistory)
    /// Another replica has written these fields as they are.
    case confirm(ConfirmedFields)

    /// A committed change as it is read.
    struct Change: Sendable {
        var line: StepLine
        /// Both in the form of `document/changed`.
        var forward: JSONText
        var back: JSONText
    }
}

extension JournalEvent {
    /// Returns true if the document has stamps at the event, which the next line may hold.
    func isStamped(before next: JournalEvent?) -> Bool {
        switch self {
        case .walk(_, _, let stamp), .cancel(let stamp): stamp != nil
        case .stamps(_, let isPart): isPart
        case .select(_, let change): change.line.stamp != nil
        case .change(let change):
            if case .stamps? = next, change.line.origin.isRemote { true } else { change.line.stamp != nil }
        default: false
        }
    }
}

/// A line in its form in the file, with all members of lines.
private struct JournalLine: Sendable {
    var journal: Int?
    var event: Kind?
    var size: Int?
    var fingerprint: String?
    var label: String?
    var mergeKey: String?
    var joins = false
    var view: Identifier?
    var isRemote = false
    var isRevealed = false
    var stamp: JSON?
    var stamps: JSONText?
    var isPart = false
    var forward: JSONText?
    var back: JSONText?
    var steps: Int?
    var taken: [Int]?
    var content: JSONText?
    var isFileUnread = false
    var split: SplitHistory?
    var fields: JSON?

    enum Kind: String, CaseIterable, Sendable {
        case state, change, undo, redo, begin, end, cancel, drop, open, content, split, stamps, confirm
    }

    static let shape = Shape.object(
        "", "", initial: JournalLine(),
        members: [
            .optional("journal", \.journal, .integer, ""),
            .optional("event", \.event, .choice(of: Kind.self), ""),
            .optional("size", \.size, .integer, ""),
            .optional("fingerprint", \.fingerprint, .string, ""),
            .optional("label", \.label, .string, ""),
            .optional("mergeKey", \.mergeKey, .string, ""),
            .defaulted("joins", \.joins, .boolean, "", default: "false"),
            .optional("view", \.view, .identifier, ""),
            .defaulted("remote", \.isRemote, .boolean, "", default: "false"),
            .defaulted("revealed", \.isRevealed, .boolean, "", default: "false"),
            .optional("stamp", \.stamp, .json, ""),
            .optional("stamps", \.stamps, .uncheckedText, ""),
            .defaulted("part", \.isPart, .boolean, "", default: "false"),
            .optional("do", \.forward, .uncheckedText, ""),
            .optional("undo", \.back, .uncheckedText, ""),
            .optional("steps", \.steps, .integer, ""),
            .optional("taken", \.taken, .array(of: .integer(in: 0...Int(Int32.max))), ""),
            .optional("content", \.content, .uncheckedText, ""),
            .defaulted("unread", \.isFileUnread, .boolean, "", default: "false"),
            .optional("split", \.split, SplitHistory.shape, ""),
            .optional("fields", \.fields, .json, ""),
        ], unknown: .ignored)

    private var givenStamp: Stamp? { stamp.flatMap { try? Stamp($0) } }

    private var origin: StepOrigin { isRevealed ? .revealed : isRemote ? .remote : StepOrigin(view) }

    /// Is true if it is the first line of a journal that can be read.
    var isKnownHeader: Bool { journal.map { JournalText.known.contains($0) } ?? false }

    var asEvent: JournalEvent? {
        switch event {
        case .state:
            guard let size, let digits = fingerprint, let value = UInt64(digits, radix: 16) else { return nil }
            return .state(FileState(size: size, fingerprint: value))
        case .change: return change.map { .change($0) }
        case .undo: return walk(.undo)
        case .redo: return walk(.redo)
        case .begin: return .begin(label ?? "", origin)
        case .end: return .end
        case .cancel: return .cancel(givenStamp)
        case .stamps: return .stamps(stamps, isPart: isPart)
        case .drop: return .drop
        case .open: return .open
        case .content: return content.map { .content($0, isFileUnread: isFileUnread) }
        case .split: return split.map { .split($0) }
        case .confirm: return fields.map { .confirm(ConfirmedFields($0)) }
        case nil: return nil
        }
    }

    private var change: JournalEvent.Change? {
        guard let forward, let back else { return nil }
        var line = StepLine(label: label ?? "", mergeKey: mergeKey, origin, isJoining: joins)
        line.stamp = givenStamp
        return .init(line: line, forward: forward, back: back)
    }

    private func walk(_ direction: HistoryDirection) -> JournalEvent? {
        guard let taken else { return steps.map { .walk(direction, $0, givenStamp) } }
        return change.map { .select(.init(direction: direction, depths: taken), $0) }
    }
}

extension Shape where Value == JSONText {
    /// A value that is read later, if ever.
    fileprivate static let uncheckedText = Shape(
        schema: .any,
        read: { (cursor) throws(ShapeError) in try JSONText(copying: &cursor, checked: false) },
        write: { value, writer in writer.raw(value) })
}

/// The text of a journal, read line by line up to the first that is not whole.
struct JournalText {
    /// The written version of the format, and the accepted ones.
    static let version = 2
    fileprivate static let known = 1...version
    /// The text before the check of a line, and after it.
    static let beforeCheck = #"{"check":""#.utf8
    static let afterCheck = #"","#.utf8
    /// The number of hexadecimal digits of the check.
    static let checkDigits = 16

    /// The events after the first line.
    private(set) var events: [JournalEvent] = []
    /// The end of the last whole line, in bytes; 0 if the text does not begin with the first line of a journal.
    private(set) var end = 0

    /// - Complexity: O(*n*) in the bytes.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while let line = JournalText.line(of: text, from: start), let content = JournalText.checked(line.bytes) {
            guard let line = JournalText.read(content), start > 0 || line.isKnownHeader else { return }
            if start > 0 {
                guard let event = line.asEvent else { return }
                events.append(event)
            }
            start += content.count + 1
            end = start
        }
    }

    /// Returns true if the whole document follows an event.
    func holdsAll(behind event: Int) -> Bool {
        if event + 1 < events.count, case .content = events[event + 1] { true } else { false }
    }

    private static func line(
        of text: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (bytes: UnsafeBufferPointer<UInt8>, end: Int)? {
        var end = start
        while end < text.count {
            if text[end] == UInt8(ascii: "\n") { return (UnsafeBufferPointer(rebasing: text[start..<end]), end) }
            end &+= 1
        }
        return nil
    }

    /// The line itself if its check agrees with the rest of the line.
    private static func checked(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        let digits = beforeCheck.count..<beforeCheck.count + checkDigits
        let start = digits.upperBound + afterCheck.count
        guard line.count > start, line.starts(with: beforeCheck),
            line[digits.upperBound..<start].elementsEqual(afterCheck)
        else { return nil }
        var check: UInt64 = 0
        for digit in line[digits] {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): check = check &<< 4 | UInt64(digit &- UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): check = check &<< 4 | UInt64(digit &- UInt8(ascii: "a") &+ 10)
            default: return nil
            }
        }
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(line)[start...])
        return fingerprint(of: rest) == check ? line : nil
    }

    private static func read(_ line: UnsafeBufferPointer<UInt8>) -> JournalLine? {
        // One with this check and another syntax was not written by a journal.
        if JSONSyntax.validate(line, depthLimit: JSONSyntax.maximumDepth) != nil { return nil }
        var cursor = JSONCursor(line)
        return try? JournalLine.shape.read(&cursor)
    }

    /// Ends a line that begins at `start` of a writer: its check is set, and a line feed follows.
    static func endLine(from start: Int, in writer: inout JSONWriter) {
        writer.endObject()
        let rest = start + beforeCheck.count + checkDigits + afterCheck.count
        writer.update { bytes in
            var check = fingerprint(of: UnsafeRawBufferPointer(rebasing: bytes[rest...]))
            var place = start + beforeCheck.count + checkDigits
            while place > start + beforeCheck.count {
                place -= 1
                let digit = UInt8(truncatingIfNeeded: check & 15)
                bytes[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                check &>>= 4
            }
            return bytes.count
        }
        writer.append("\n")
    }

    /// Begins a line, whose members follow; returns its start.
    static func beginLine(in writer: inout JSONWriter) -> Int {
        let start = writer.count
        writer.append(#"{"check":"0000000000000000","#)
        return start
    }
}
