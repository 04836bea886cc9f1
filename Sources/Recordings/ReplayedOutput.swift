import Wire

/// The bytes caused by one entry of a recording, as a line of JSON: one process prints them, and another compares
/// them.
///
/// `protocol-spec/recordings.md` describes the lines. The first one names the format, the last one has the number of
/// performed messages; entries without output have none.
public struct ReplayedOutput: Equatable {
    /// The version of the lines.
    public static let version = 1

    /// A line of the text.
    public enum Line: Equatable {
        case header(version: Int)
        case output(ReplayedOutput)
        case end(messages: Int)
    }

    /// The number of the entry's line in its recording, from one.
    public let line: Int
    /// The bytes, framing included.
    public let bytes: [UInt8]

    /// The output of the entry in a line of its recording.
    public init(line: Int, bytes: [UInt8]) {
        self.line = line
        self.bytes = bytes
    }

    /// Reads a line, with or without its line feed.
    ///
    /// - Throws: for anything that `write` does not write.
    public static func read(_ line: [UInt8]) throws(ShapeError) -> Line {
        let members = try RecordingLine(line, line.indices)
        if let version = try members.integer("outputs") { return .header(version: version) }
        if let messages = try members.integer("messages") { return .end(messages: messages) }
        guard let number = try members.integer("line"), let bytes = try members.payload() else {
            throw ShapeError("no line of outputs")
        }
        return .output(ReplayedOutput(line: number, bytes: bytes))
    }

    /// Writes a line.
    public static func write(_ line: Line, into writer: inout JSONWriter) {
        writer.beginObject()
        switch line {
        case .header(let version):
            writer.name("outputs")
            writer.integer(version)
        case .output(let output):
            writer.name("line")
            writer.integer(output.line)
            output.bytes.withUnsafeBufferPointer { Recorder.write(payload: $0, into: &writer) }
        case .end(let messages):
            writer.name("messages")
            writer.integer(messages)
        }
        writer.endObject()
        writer.append("\n")
    }
}
