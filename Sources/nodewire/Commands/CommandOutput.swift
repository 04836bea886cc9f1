import Host
import Wire

/// The place where a command writes what may be long: standard output, or a file.
struct CommandOutput {
    /// The bytes that are not written yet.
    private var writer = JSONWriter()
    /// The descriptor of the file; nil is standard output.
    private let file: Int32?
    private let path: String
    private static let chunkBytes = 1 << 20

    /// - Parameter path: of a file that is written over; nil is standard output.
    init(_ path: String?) throws(CommandError) {
        self.path = path ?? "standard output"
        file = try path.map { (path) throws(CommandError) in try Platform.beginFile(path) }
    }

    /// Adds a text and a line end.
    mutating func line(_ text: String) throws(CommandError) {
        var text = text
        try write { writer in
            text.withUTF8 { writer.append($0) }
            writer.append("\n")
        }
    }

    /// Adds what a function writes.
    mutating func write(_ body: (inout JSONWriter) -> Void) throws(CommandError) {
        body(&writer)
        if writer.count >= CommandOutput.chunkBytes { try flush() }
    }

    /// Writes what is left, and closes the file.
    mutating func end() throws(CommandError) {
        try flush()
        if let file, !Platform.endFile(file) { throw CommandError("cannot write \(path)") }
    }

    private mutating func flush() throws(CommandError) {
        let isWritten = writer.withBytes { bytes in
            guard let file else {
                Platform.printOut(String(decoding: bytes, as: UTF8.self))
                return true
            }
            return Platform.writeAll(UnsafeRawBufferPointer(bytes), to: file)
        }
        writer.removeAll(keepingAtMost: CommandOutput.chunkBytes)
        if !isWritten { throw CommandError("cannot write \(path)") }
    }
}
