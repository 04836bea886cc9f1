import Storage
import Wire

extension Delta {
    /// The delta with the combined effect of several deltas, one after the other.
    ///
    /// - Complexity: O(the elements of all).
    public init(merging deltas: some Sequence<Delta>) {
        var merging = DeltaMerging()
        for delta in deltas { merging.append(delta) }
        self = merging.whole
    }

    /// Appends the effect of `next` to this delta.
    ///
    /// - Complexity: O(the elements of both); `init(merging:)` takes many at once.
    public mutating func merge(_ next: Delta) {
        var merging = DeltaMerging()
        swap(&merging.whole, &self)
        merging.append(next)
        swap(&merging.whole, &self)
    }

    /// Adds changes of members with different names.
    ///
    /// - Complexity: O(*n* + *m*) in the earlier and the added changes.
    mutating func merge(members next: [MemberChange]) {
        var places = ChangePlaces<JSONString>()
        places.merge(next, into: &members)
    }
}

/// Deltas that become one, with the index of each element in it.
private struct DeltaMerging {
    var whole = Delta()
    private var nodes = ChangePlaces<Node.Slot>()
    private var edges = ChangePlaces<Edge.Slot>()
    private var members = ChangePlaces<JSONString>()
    private var measured = ChangePlaces<Node.ID>()

    mutating func append(_ next: Delta) {
        nodes.merge(next.nodes, into: &whole.nodes, by: \.slot) { $0 = $0.merged(with: $1) }
        edges.merge(next.edges, into: &whole.edges, by: \.slot) { $0.after = $1.after }
        whole.nodeOrder += next.nodeOrder
        whole.edgeOrder += next.edgeOrder
        measured.merge(next.measured, into: &whole.measured, by: \.id) { known, next in
            known.after = next.after
            known.isStated = known.isStated || next.isStated
        }
        members.merge(next.members, into: &whole.members)
    }
}

/// The indices of changes in a list, by their elements.
private struct ChangePlaces<Key: Hashable> {
    private var places: [Key: Int] = [:]
    /// The number of changes with known indices.
    private var count = 0

    /// Adds changes to a list: merges a change of the same element, or appends it.
    mutating func merge<Change>(
        _ next: [Change], into list: inout [Change], by key: (Change) -> Key, _ add: (inout Change, Change) -> Void
    ) {
        if next.isEmpty { return }
        if list.isEmpty {
            list = next
            return
        }
        if count == 0 { places.reserveCapacity(list.count) }
        for index in count..<list.count { places[key(list[index])] = index }
        for change in next {
            let key = key(change)
            if let index = places[key] {
                add(&list[index], change)
            } else {
                places[key] = list.count
                list.append(change)
            }
        }
        count = list.count
    }
}

extension ChangePlaces<JSONString> {
    fileprivate mutating func merge(_ next: [MemberChange], into list: inout [MemberChange]) {
        merge(next, into: &list, by: { JSONString($0.name) }) { $0.after = $1.after }
    }
}

extension NodeChange {
    fileprivate func merged(with next: NodeChange) -> NodeChange {
        var result = self
        result.after = next.after
        switch (content, next.content) {
        case (.same, .same): break
        case (.same, .changed(var old, let new)):
            old?.geometry = before
            result.content = .changed(before: old, after: new)
        case (.changed(let old, var new), .same):
            new?.geometry = next.after
            result.content = .changed(before: old, after: new)
        case (.changed(let old, _), .changed(_, let new)):
            result.content = .changed(before: old, after: new)
        }
        return result
    }
}
