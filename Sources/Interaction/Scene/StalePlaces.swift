import Geometry
import Graph
import Storage

/// Where nodes came, went or changed, and where edges start that did: the points around which clusters are to be counted
/// again.
typealias StalePlaces = Log<Point>

/// What has become out of date, in the order in which it did. Readers remember up to where they have read.
struct Log<Entry: Sendable>: Sendable {
    private var entries: [Entry] = []
    /// How many entries were forgotten.
    private var forgotten = 0

    /// Beyond it everything is out of date.
    static var limit: Int { 4096 }

    var end: Int { forgotten + entries.count }

    mutating func add(_ entry: Entry?) {
        guard let entry else { return }
        if entries.count >= Log.limit { forgetAll() }
        entries.append(entry)
    }

    /// Everything is out of date.
    mutating func forgetAll() {
        forgotten = end + 1
        entries = []
    }

    /// The entries that were added since; nil if some of them are forgotten.
    func since(_ mark: Int) -> ArraySlice<Entry>? {
        mark >= forgotten ? entries[(mark - forgotten)...] : nil
    }
}
