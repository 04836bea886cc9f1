import Storage
import Wire

extension Delta {
    /// Makes this delta do what it did and then what `next` does.
    ///
    /// - Complexity: O(the elements of both).
    public mutating func merge(_ next: Delta) {
        mergeNodes(next.nodes)
        mergeEdges(next.edges)
        nodeOrder += next.nodeOrder
        edgeOrder += next.edgeOrder
        mergeMeasured(next.measured)
        merge(members: next.members)
    }

    /// Adds changes of members, whose names are all different.
    ///
    /// - Complexity: O(*n* + *m*) in the changes so far and those added.
    mutating func merge(members next: [MemberChange]) {
        if members.isEmpty || next.isEmpty {
            members += next
            return
        }
        var places: [JSONString: Int] = [:]
        for (index, change) in members.enumerated() { places[JSONString(change.name)] = index }
        for change in next {
            if let index = places[JSONString(change.name)] {
                members[index].after = change.after
            } else {
                members.append(change)
            }
        }
    }

    private mutating func mergeNodes(_ next: [NodeChange]) {
        if nodes.isEmpty || next.isEmpty {
            nodes += next
            return
        }
        var places: [Node.Slot: Int] = [:]
        places.reserveCapacity(nodes.count)
        for (index, change) in nodes.enumerated() { places[change.slot] = index }
        for change in next {
            guard let index = places[change.slot] else {
                nodes.append(change)
                continue
            }
            nodes[index] = nodes[index].merged(with: change)
        }
    }

    private mutating func mergeMeasured(_ next: [MeasuredChange]) {
        if measured.isEmpty || next.isEmpty {
            measured += next
            return
        }
        var places: [Node.ID: Int] = [:]
        for (index, change) in measured.enumerated() { places[change.id] = index }
        for change in next {
            guard let index = places[change.id] else {
                measured.append(change)
                continue
            }
            measured[index].after = change.after
            measured[index].isStated = measured[index].isStated || change.isStated
        }
    }

    private mutating func mergeEdges(_ next: [EdgeChange]) {
        if edges.isEmpty || next.isEmpty {
            edges += next
            return
        }
        var places: [Edge.Slot: Int] = [:]
        places.reserveCapacity(edges.count)
        for (index, change) in edges.enumerated() { places[change.slot] = index }
        for change in next {
            if let index = places[change.slot] { edges[index].after = change.after } else { edges.append(change) }
        }
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
