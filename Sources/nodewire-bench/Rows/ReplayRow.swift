import Host
import Recordings
import Wire

// The row about replaying a recorded conversation in this process.

extension BenchRun {
    /// Replays pointers over a thousand nodes that hover, drag, pan and draw connections; all outputs are compared.
    func measureReplay() throws(CommandError) -> [Figure] {
        let count = turns(100_000)
        let recording = try read(pointerText(count))
        let compared = try read(recording.rewritten().text)
        var times: [Double] = []
        var bytes = 0
        for _ in 0..<batches {
            var replay = Replay(compared)
            let start = workTime()
            let (summary, difference) = replay.run()
            let time = workTime() - start
            if let difference { throw CommandError("message \(difference.number) gave something else") }
            times.append(time)
            bytes = summary.bytes
        }
        let least = times.least
        let rate = Int((Double(count) / least * 1000).rounded())
        return [
            Figure(
                "replay", least, goal: Double(count) / 175, .milliseconds, against: "nothing",
                shown: "\(count) messages, \(rate) a second, \(bytes / count) bytes each, all compared")
        ]
    }

    private func read(_ text: JSONWriter) throws(CommandError) -> Recording {
        do throws(RecordingError) {
            return try Recording(text.bytes)
        } catch {
            throw CommandError("line \(error.line): \(error.message)")
        }
    }

    /// A recording without known outputs.
    private func pointerText(_ count: Int) -> JSONWriter {
        let sample = sample(.clustered, 1000)
        let content = String(decoding: sample.text().bytes, as: UTF8.self)
        let corner = sample.corners[sample.count / 2]
        var lines = [
            #"{"recording":1,"server":"bench","framing":"headers","clock":"client"}"#,
            #"{"message":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clock":"client"}}}"#,
            #"{"message":{"jsonrpc":"2.0","id":2,"method":"document/create","params":{"document":"d","content":\#(content)}}}"#,
            #"{"message":{"jsonrpc":"2.0","id":3,"method":"view/open","params":{"document":"d","view":"v","width":1920,"height":1080,"viewport":{"x":\#(900 - corner.x),"y":\#(500 - corner.y),"zoom":1}}}}"#,
        ]
        var walk = PointerWalk(seed: 11)
        for turn in 0..<count {
            let at = walk.next()
            let phase = turn % 50 == 20 ? "down" : turn % 50 == 45 ? "up" : "move"
            lines.append(
                #"{"message":{"jsonrpc":"2.0","id":\#(turn + 4),"method":"input/pointer","params":{"view":"v","phase":"\#(phase)","id":1,"kind":"mouse","at":{"x":\#(at.x),"y":\#(at.y)},"time":\#(turn * 8)}}}"#
            )
        }
        var writer = JSONWriter()
        for line in lines {
            var line = line
            line.withUTF8 { writer.append($0) }
            writer.append("\n")
        }
        return writer
    }
}
