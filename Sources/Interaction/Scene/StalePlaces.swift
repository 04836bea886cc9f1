import Geometry
import Graph
import Storage

/// The points around which clusters must be counted again: nodes were added, removed or changed there, or edges that
/// start there.
typealias StalePlaces = Log<Point>

/// A log of outdated entries, in the order in which they became so. Readers remember the last entry that they have
/// read.
struct Log<Entry: Sendable>: Sendable {
    private var entries: [Entry] = []
    /// The number of entries that were forgotten.
    private var forgotten = 0

    /// The number of entries beyond which everything is out of date.
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
