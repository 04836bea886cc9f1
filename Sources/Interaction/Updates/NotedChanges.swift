import Graph

/// The latest changes of a document that only draw elements otherwise, for views that have not looked at them yet.
///
/// A change is noted here once, not in each view, most of which show nothing of it.
struct NotedChanges: Sendable {
    private var deltas: [Delta] = []
    /// The number of elements that they touch.
    private var size = 0
    /// The number of changes that were noted so far.
    private(set) var end = 0

    /// Adds a change.
    ///
    /// - Parameters:
    ///   - limit: the number of touched elements from which on nothing is kept, because views look at all they show.
    ///   - keepsOthers: whether a view has yet to look at those before.
    mutating func add(_ delta: Delta, limit: Int, keepsOthers: Bool) {
        if !keepsOthers { forget() }
        end += 1
        size += delta.nodes.count + delta.edges.count
        if size > limit { forget() } else { deltas.append(delta) }
    }

    private mutating func forget() { (deltas, size) = ([], 0) }

    /// The changes since a view has looked; nil if they are not kept.
    func since(_ mark: Int) -> ArraySlice<Delta>? {
        end - mark <= deltas.count ? deltas.suffix(end - mark) : nil
    }
}

extension Delta {
    /// Is true if it only draws elements otherwise that are there after it: none is gone, and no type or setting has changed.
    var onlyRedraws: Bool {
        members.isEmpty && !nodes.contains { $0.goneID != nil } && !edges.contains { $0.goneID != nil }
    }
}
