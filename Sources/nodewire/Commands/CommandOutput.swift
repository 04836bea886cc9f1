import Host
import Wire

/// The destination of a command's long output: standard output, or a file.
struct CommandOutput {
    /// The bytes that are not written yet; all of them, for a file.
    private var writer = JSONWriter()
    /// The file; nil is standard output.
    private let file: OutputFile?
    private static let chunkBytes = 1 << 20

    /// - Parameter arguments: of the command; they may name the file.
    init(_ arguments: Arguments) throws(CommandError) {
        file = try arguments.out.map { (path) throws(CommandError) in try OutputFile(path, arguments) }
    }

    /// Adds a text and a line end.
    mutating func line(_ text: String) throws(CommandError) {
        var text = text
        try write { writer in
            text.withUTF8 { writer.append($0) }
            writer.append("\n")
        }
    }

    /// Adds the output of a function.
    mutating func write(_ body: (inout JSONWriter) -> Void) throws(CommandError) {
        body(&writer)
        if file == nil && writer.count >= CommandOutput.chunkBytes { print() }
    }

    /// Writes the rest.
    mutating func end() throws(CommandError) {
        guard let file else { return print() }
        try writer.withBytes { (bytes) throws(CommandError) in try file.write([UnsafeRawBufferPointer(bytes)]) }
    }

    private mutating func print() {
        writer.withBytes { Platform.printOut(String(decoding: $0, as: UTF8.self)) }
        writer.removeAll(keepingAtMost: CommandOutput.chunkBytes)
    }
}
