import Wire

extension Recording {
    /// Its text with the outputs of this build in place of recorded ones, or with all of them if it has none.
    public func rewritten() -> (text: JSONWriter, summary: Replay.Summary) {
        var writer = JSONWriter()
        func copy(_ line: Range<Int>) {
            bytes.withUnsafeBufferPointer { writer.append(UnsafeBufferPointer(rebasing: $0[line])) }
        }
        copy(header)
        let hasOutputs = entries.contains { $0.output != nil }
        var replay = Replay(self)
        let (summary, _) = replay.run { entry, output in
            entry.lines.forEach(copy)
            if hasOutputs && entry.output == nil { return }
            if case .left = entry.event { return }
            Recorder.write(output, into: &writer)
        }
        return (writer, summary)
    }
}
