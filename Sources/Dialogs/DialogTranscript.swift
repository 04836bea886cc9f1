import Graph

/// The texts said in a run; the oldest go when there are too many.
struct DialogTranscript: Sendable {
    /// A text that a node has said.
    struct Entry: Sendable {
        let node: Node.ID
        let text: String

        var bytes: Int { node.string.utf8.count + text.utf8.count }
    }

    private var kept: [Entry] = []
    /// The number of texts dropped from the beginning of `kept`.
    private var gone = 0
    private var bytes = 0
    /// The number of texts, including dropped ones.
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

    /// Removes the texts after a number of first ones; dropped ones stay dropped.
    mutating func cut(to count: Int) {
        while self.count > count {
            self.count -= 1
            if kept.count > gone { bytes -= kept.removeLast().bytes }
        }
    }
}
