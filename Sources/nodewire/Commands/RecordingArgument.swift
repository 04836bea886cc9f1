import Graph
import Host
import Recordings

extension Recording {
    /// Reads a recording from a file that the command line names, or for - from standard input.
    ///
    /// - Throws: if it cannot be read or is not a recording.
    init(path: String) throws(CommandError) {
        let bytes = try Platform.readFile(path == "-" ? "/dev/stdin" : path, limit: Limits.fileBytes)
        do throws(RecordingError) {
            try self.init(bytes)
        } catch {
            throw CommandError("\(path):\(error.line): \(error.message)")
        }
    }
}

extension Platform {
    /// Writes the parts of a recording to a file that the command line names; nil is standard output.
    static func writeRecording(_ parts: [UnsafeRawBufferPointer], to file: OutputFile?) throws(CommandError) {
        if let file { return try file.write(parts) }
        for part in parts where !writeAll(part, to: 1) { throw CommandError("standard output cannot be written") }
    }
}
