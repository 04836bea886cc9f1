import Graph

/// What was said in a run, of which the oldest texts go beyond the limits.
struct DialogTranscript: Sendable {
    /// What a node has said.
    struct Entry: Sendable {
        let node: Node.ID
        let text: String

        var bytes: Int { node.string.utf8.count + text.utf8.count }
    }

    private var kept: [Entry] = []
    /// How many of the first of `kept` are gone.
    private var gone = 0
    private var bytes = 0
    /// How many texts were said, those that are gone included.
    private(set) var count = 0

    var entries: ArraySlice<Entry> { kept[gone...] }

    mutating func append(_ entry: Entry) {
        kept.append(entry)
        bytes += entry.bytes
        count += 1
        while gone < kept.count && (bytes > Limits.dialogTextBytes || kept.count - gone > Limits.dialogEntries) {
            bytes -= kept[gone].bytes
            gone += 1
        }
        if gone > 256 && gone > kept.count / 2 {
            kept.removeFirst(gone)
            gone = 0
        }
    }

    /// Takes back the texts behind the first so many; what is gone stays gone.
    mutating func cut(to count: Int) {
        while self.count > count {
            self.count -= 1
            if kept.count > gone { bytes -= kept.removeLast().bytes }
        }
    }
}
