import Graph

extension History {
    /// One undo step: changes that are taken back together.
    struct Step: Sendable {
        var label: String
        /// In order; neighbors of similar size are merged, so there are few. Empty for a split step.
        var deltas: [Delta]
        var bytes: Int
        var mergeKey: String?
        var origin = StepOrigin.anyone
        /// The count of undone steps when it was undone; nil while it is done.
        var undone: Int?
        /// Is true if the file holds it.
        var isSaved = false
        /// Its number in `ElementLogs` and the elements that it did something to, if it is split.
        var number: Int?
        var keys: [ElementKey] = []
    }
}

extension History.Step {
    /// A step of several changes, in order.
    init(_ line: StepLine, deltas: [Delta]) {
        let bytes = line.label.utf8.count + (line.mergeKey?.utf8.count ?? 0)
        self.init(label: line.label, deltas: [], bytes: bytes, mergeKey: line.mergeKey, origin: line.origin)
        for delta in deltas { append(delta) }
    }

    /// The number of elements that it touches, of a split step none.
    var weight: Int { deltas.reduce(0) { $0 + $1.size } }

    /// The total change.
    var whole: Delta { Delta(merging: deltas) }

    /// Appends a change; changes of similar size are merged, so that many small ones cost n log n.
    mutating func append(_ delta: Delta) {
        deltas.append(delta)
        bytes += delta.bytes
        while deltas.count > 1, deltas[deltas.count - 2].size <= 2 * deltas[deltas.count - 1].size {
            let newer = deltas.removeLast()
            bytes -= deltas[deltas.count - 1].bytes + newer.bytes
            deltas[deltas.count - 1].merge(newer)
            bytes += deltas[deltas.count - 1].bytes
        }
    }
}

extension Delta {
    /// The number of elements that it touches.
    fileprivate var size: Int { nodes.count + edges.count + nodeOrder.count + edgeOrder.count + members.count }
}
