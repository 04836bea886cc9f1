import Host
import Recordings
import Wire

/// The outputs of a recording from another nodewire that performs it at the same time: those of its `replay
/// --outputs`.
final class OtherOutputs {
    /// The longest line that is read, in bytes.
    private static let longestLine = 1 << 30

    private let program: String
    private let child: ChildProcess
    private var buffer: [UInt8] = []
    /// The first unread byte of the buffer, and the first one not yet searched for the end of a line.
    private var (start, seen) = (0, 0)
    private var isAtEnd = false
    /// The line that was read last and belongs to a later entry.
    private var next: ReplayedOutput?
    private var messages: Int?

    /// Starts the other program.
    ///
    /// - Throws: if it cannot be started, or does not know how to print outputs.
    init(_ program: String, _ file: String) throws(CommandError) {
        guard let path = Platform.find(program) else { throw CommandError("\(program) is no program") }
        self.program = program
        child = try ChildProcess(path, ["replay", "--outputs", "--", file], isQuiet: true)
        guard case .header(let version)? = try? readLine() else {
            end()
            throw CommandError(
                "\(program) prints no outputs: it is no nodewire, is older than replay --outputs, or cannot read the file"
            )
        }
        if version != ReplayedOutput.version {
            end()
            throw CommandError("\(program) prints outputs in version \(version), which is not known")
        }
    }

    /// Ends the program at once.
    func end() {
        // A program that writes on finds no reader, which ends it.
        if !isAtEnd { _ = child.finish(within: 1000) } else { child.finish() }
        isAtEnd = true
    }

    /// Returns the other program's output for the entry of this line; the lines must come in order.
    func output(ofLine line: Int) throws(CommandError) -> [UInt8] {
        while messages == nil, next?.line ?? -1 < line {
            switch try readLine() {
            case .output(let output): next = output
            case .end(let count): messages = count
            case .header, nil: throw CommandError("\(program) ended before line \(line) of the recording was performed")
            }
        }
        return next?.line == line ? next?.bytes ?? [] : []
    }

    /// Throws if the program performed other messages, or did not reach the end.
    func checkEnd(messages: Int) throws(CommandError) {
        _ = try output(ofLine: .max)
        guard self.messages == messages else {
            throw CommandError("\(program) performed \(self.messages ?? 0) messages, this build \(messages)")
        }
    }

    private func readLine() throws(CommandError) -> ReplayedOutput.Line? {
        while true {
            if let end = buffer[seen...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(buffer[start..<end])
                (start, seen) = (end + 1, end + 1)
                do throws(ShapeError) {
                    return try ReplayedOutput.read(line)
                } catch {
                    throw CommandError("\(program): \(error.message)")
                }
            }
            seen = buffer.count
            if isAtEnd { return nil }
            if buffer.count - start > Self.longestLine { throw CommandError("\(program) prints a line without end") }
            readMore()
        }
    }

    private func readMore() {
        buffer.removeFirst(start)
        (start, seen) = (0, buffer.count)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        switch bytes.withUnsafeMutableBytes({ child.read(into: $0) }) {
        case .bytes(let count) where count > 0: buffer += bytes[..<count]
        case .bytes, .failed: isAtEnd = true
        case .wouldBlock, .interrupted: break
        }
    }
}
