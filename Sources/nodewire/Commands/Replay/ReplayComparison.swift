import Host
import Recordings
import Wire

/// The outputs of a replayed recording, compared with the recorded ones or with those of another program.
struct ReplayComparison {
    /// The greatest number of differences that are kept; all are counted.
    static let listed = 100

    /// An entry with different outputs, shortened to be printed.
    struct Difference {
        /// The output of one side.
        struct Side {
            /// The length, in bytes.
            let count: Int
            /// The bytes, or those around the first differing one if there are many; nil if unknown.
            let shown: String?
        }

        /// The number of the message, from one; for other events, of the message before.
        let number: Int
        /// The number of the line in the recording, from one.
        let line: Int
        let isMessage: Bool
        let input: String
        let now: Side
        /// The output that was recorded, or the other program's.
        let other: Side
        /// The first byte that differs, from zero; nil if it is not known.
        let place: Int?
    }

    private(set) var summary = Replay.Summary()
    private(set) var compared = 0
    private(set) var count = 0
    private(set) var differences: [Difference] = []
    /// The time of the replay, in milliseconds.
    private(set) var milliseconds = 0.0

    /// Performs a recording and compares each output.
    ///
    /// - Parameters:
    ///   - file: the recording's file, which the other program reads.
    ///   - program: another nodewire; nil compares with the recorded outputs.
    ///   - limit: the number of differences to keep; with one, the replay stops at the first.
    init(_ recording: Recording, of file: String, against program: String?, limit: Int) throws(CommandError) {
        let others = try program.map { (program) throws(CommandError) in try OtherOutputs(program, file) }
        defer { others?.end() }
        let start = Platform.now
        var replay = Replay(recording)
        summary = try replay.forEach { (index, number, bytes) throws(CommandError) in
            let line = recording.entries[index].line
            if let others {
                let output = try others.output(ofLine: line)
                compared += 1
                if output.elementsEqual(bytes) { return true }
                add(Self.difference(recording, index, number, Array(bytes), output), limit)
            } else if let output = recording.entries[index].output {
                compared += 1
                if output == Recording.Output(of: bytes) { return true }
                let side = Difference.Side(count: output.count, shown: nil)
                add(Self.difference(recording, index, number, Array(bytes), side), limit)
            }
            return count < limit || limit > 1
        }
        milliseconds = Platform.now - start
        try others?.checkEnd(messages: summary.messages)
    }

    private mutating func add(_ difference: @autoclosure () -> Difference, _ limit: Int) {
        count += 1
        if count <= limit { differences.append(difference()) }
    }

    private static let shownBytes = 4000

    private static func difference(
        _ recording: Recording, _ index: Int, _ number: Int, _ now: [UInt8], _ other: [UInt8]
    ) -> Difference {
        let place = zip(now, other).prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
        let side = Difference.Side(count: other.count, shown: shortened(other, around: place))
        return difference(recording, index, number, now, side, place)
    }

    private static func difference(
        _ recording: Recording, _ index: Int, _ number: Int, _ now: [UInt8], _ other: Difference.Side,
        _ place: Int? = nil
    ) -> Difference {
        let event = recording.entries[index].event
        return Difference(
            number: number, line: recording.entries[index].line, isMessage: event.isMessage,
            input: recording.withBody(of: event) { shortened(Array($0.prefix(shownBytes + 1))) } ?? "\(event)",
            now: Difference.Side(count: now.count, shown: shortened(now, around: place ?? 0)), other: other,
            place: place)
    }

    private static func shortened(_ bytes: [UInt8], around place: Int = 0) -> String {
        if bytes.count <= shownBytes { return String(decoding: bytes, as: UTF8.self) }
        let start = max(min(place - shownBytes / 4, bytes.count - shownBytes), 0)
        let text = String(decoding: bytes[start..<start + shownBytes], as: UTF8.self)
        return (start > 0 ? "… " : "") + text + (start + shownBytes < bytes.count ? " …" : "")
    }
}
