import Server
import Wire

// Reading the lines of a recording.

extension Recording {
    mutating func readHeader(_ line: Range<Int>) throws(ShapeError) {
        let members: RecordingLine
        do throws(ShapeError) {
            members = try RecordingLine(bytes, line)
        } catch {
            throw ShapeError("this is no recording: \(error.description)")
        }
        guard let version = try members.integer("recording") else { throw ShapeError("this is no recording") }
        guard version == Recording.version else { throw ShapeError("version \(version) of the format is not known") }
        server = try members.string("server") ?? ""
        nonce = try members.string("nonce") ?? ""
        switch try members.string("framing") {
        case "lines": style = .lines
        case "headers", nil: style = .headers
        case let other?: throw ShapeError("there is no framing \(other)")
        }
        header = line
    }

    mutating func readLine(_ line: Range<Int>, _ number: Int) throws(ShapeError) {
        let members = try RecordingLine(bytes, line)
        if let output = try members.output() {
            guard !entries.isEmpty else { throw ShapeError("an output before the first event") }
            entries[entries.count - 1].output = output
        } else if let use = try members.fileUse() {
            guard let index = members.has("job") ? lastJob : entries.indices.last else {
                throw ShapeError("a file before the first event")
            }
            entries[index].files.append(use)
            entries[index].lines.append(line)
        } else if let event = try members.event() {
            let time = try members.double("at")
            if case .jobBegan = event { lastJob = entries.count }
            entries.append(Entry(event: event, time: time, line: number, lines: [line]))
        } else {
            throw ShapeError("nothing that a recording holds")
        }
    }
}
