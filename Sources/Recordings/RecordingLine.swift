import Editing
import Server
import Wire

/// One line of a recording: a JSON object whose members are read by name.
struct RecordingLine {
    private let bytes: [UInt8]
    private var ranges: [(name: String, value: Range<Int>)] = []

    init(_ bytes: [UInt8], _ line: Range<Int>) throws(ShapeError) {
        self.bytes = bytes
        var ranges: [(name: String, value: Range<Int>)] = []
        let error = bytes.withUnsafeBufferPointer { all in
            JSONSyntax.validate(
                UnsafeBufferPointer(rebasing: all[line]), depthLimit: JSONSyntax.maximumDepth
            ) { name, value in
                let value = value.lowerBound + line.lowerBound..<value.upperBound + line.lowerBound
                ranges.append((name.description, value))
            }
        }
        if let error { throw ShapeError(error.message) }
        self.ranges = ranges
    }

    func has(_ name: String) -> Bool { ranges.contains { $0.name == name } }

    /// Returns the range of the value of a member, without the white space around it.
    private func range(_ name: String) -> Range<Int>? {
        ranges.first { $0.name == name }.map { member in
            bytes.withUnsafeBufferPointer { all in
                var cursor = JSONCursor(all, range: member.value)
                return cursor.rawValue()
            }
        }
    }

    private func read<Value>(
        _ name: String, _ body: (inout JSONCursor) throws(ShapeError) -> Value
    ) throws(ShapeError) -> Value? {
        guard let range = range(name) else { return nil }
        return try bytes.withUnsafeBufferPointer { (all) throws(ShapeError) in
            var cursor = JSONCursor(all, range: range)
            do throws(ShapeError) { return try body(&cursor) } catch { throw error.inside(.member(name)) }
        }
    }

    func integer(_ name: String) throws(ShapeError) -> Int? {
        try read(name) { (cursor) throws(ShapeError) in try cursor.readInteger() }
    }

    func double(_ name: String) throws(ShapeError) -> Double? {
        try read(name) { (cursor) throws(ShapeError) in try cursor.readDouble() }
    }

    func string(_ name: String) throws(ShapeError) -> String? {
        try read(name) { (cursor) throws(ShapeError) in try cursor.readString() }
    }

    /// The output of the event before, if the line is about that.
    func output() throws(ShapeError) -> Recording.Output? {
        guard let text = try string("out") else { return nil }
        guard text.utf8.count == 16, let hash = UInt64(text, radix: 16) else {
            throw ShapeError("`out` has 16 digits")
        }
        return Recording.Output(hash: hash, count: try integer("bytes") ?? 0)
    }

    /// The body of a message or the contents of a file: as text, or in hexadecimal digits.
    func payload() throws(ShapeError) -> [UInt8]? {
        if let text = try string("text") { return Array(text.utf8) }
        guard let digits = try string("hex") else { return nil }
        guard let bytes = [UInt8](hexadecimal: digits) else {
            throw ShapeError("`hex` holds pairs of digits")
        }
        return bytes
    }

    /// The file use that the line is about, if it is about one.
    func fileUse() throws(ShapeError) -> Recording.FileUse? {
        guard let (path, kind) = try use() else { return nil }
        if case .locked = kind { return try lock(path) }
        if let message = try string("error") {
            let mark = FileErrorKind.allCases.first { $0.mark.map(has) ?? false }
            return Recording.FileUse(path: path, kind: kind, outcome: .failed(FileError(message, mark ?? .system)))
        }
        if case .replaced = kind { return Recording.FileUse(path: path, kind: kind, outcome: .replaced) }
        if case .journalCall = kind {
            guard let name = try string("setAside") else { throw ShapeError("the outcome for \"\(path)\" is missing") }
            return Recording.FileUse(path: path, kind: kind, outcome: .setAside(name))
        }
        if case .journalFound = kind {
            guard let presence = try string("found").flatMap(JournalPresence.init) else {
                throw ShapeError("`found` is `gone` or `taken`")
            }
            return Recording.FileUse(path: path, kind: kind, outcome: .found(presence))
        }
        guard let contents = try payload() else { throw ShapeError("the contents of \"\(path)\" are missing") }
        return Recording.FileUse(
            path: path, kind: kind, outcome: .contents(contents), modified: try integer("modified"))
    }

    private func use() throws(ShapeError) -> (path: String, kind: Recording.FileUse.Kind)? {
        if let path = try string("read") { return (path, .read) }
        if let path = try string("replaced") { return (path, .replaced) }
        if let path = try string("refused") { return (path, .refused) }
        if let path = try string("locked") { return (path, .locked) }
        guard let path = try string("journal") else { return nil }
        if has("found") { return (path, .journalFound) }
        return (path, try integer("call").map { .journalCall($0) } ?? .journal)
    }

    private func lock(_ path: String) throws(ShapeError) -> Recording.FileUse {
        let owner = try integer("process").map { (process) throws(ShapeError) in
            LockOwner(process: process, host: try string("host") ?? "")
        }
        return Recording.FileUse(path: path, kind: .locked, outcome: .locked(owner))
    }

    /// The event that the line is about, if it is about one.
    func event() throws(ShapeError) -> Recording.Event? {
        if let range = range("message") { return .message(range) }
        if let text = try payload() { return .body(text) }
        if let count = try integer("left") { return .left(count) }
        if let percent = try integer("jobReached") { return .jobReached(percent) }
        if let document = try string("fileChanged") { return .fileChanged(document) }
        if let name = try string("framingFailed") {
            guard let failure = Framing.Failure.allCases.first(where: { "\($0)" == name }) else {
                throw ShapeError("there is no failure \(name)")
            }
            return .framingFailed(failure)
        }
        switch try string("event") {
        case "caughtUp": return .caughtUp
        case "settled": return .settled
        case "jobBegan": return .jobBegan
        case "jobEnded": return .jobEnded
        case "jobsCancelled": return .jobsCancelled
        case "inputEnded": return .inputEnded
        case let name?: throw ShapeError("there is no event \(name)")
        case nil: return has("at") ? .timePassed : nil
        }
    }
}

extension FileErrorKind {
    /// The member that marks an error of this kind in a recording; nil for `system`, which needs none.
    var mark: String? {
        switch self {
        case .system: nil
        case .limit: "isLimit"
        case .fences: "hasTooManyFences"
        case .changed: "isChanged"
        case .taken: "isTaken"
        case .left: "isLeft"
        case .reserved: "isReserved"
        case .hidden: "isHidden"
        case .open: "isOpen"
        case .format: "isOfOtherFormat"
        case .losses: "isLossy"
        }
    }
}

extension [UInt8] {
    /// The bytes that pairs of hexadecimal digits mean; nil for anything else.
    fileprivate init?(hexadecimal text: String) {
        let digits = Swift.Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        self = []
        reserveCapacity(digits.count / 2)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = [UInt8].value(ofDigit: digits[place]), let low = [UInt8].value(ofDigit: digits[place + 1])
            else { return nil }
            append(high << 4 | low)
        }
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
