import Storage
import Wire

// How a plan keeps those of some elements that fit, condition by condition, each in one pass.

extension QueryPlan {
    /// Elements that include all fitting ones; nil if no condition narrows them.
    ///
    /// - Complexity: O(the words of the sets), for each condition.
    var bound: ElementSet? {
        var bound: ElementSet?
        for condition in conditions {
            let set: ElementSet? =
                switch condition {
                case .elements(let set): set
                case .any(let plans): QueryPlan.union(of: plans)
                default: nil
                }
            if let set { bound = bound.map { $0.intersection(set) } ?? set }
        }
        return bound
    }

    private static func union(of plans: [QueryPlan]) -> ElementSet? {
        var union = ElementSet()
        for plan in plans {
            guard let bound = plan.bound else { return nil }
            union.nodes.formUnion(bound.nodes)
            union.edges.formUnion(bound.edges)
        }
        return union
    }

    /// Returns the fitting nodes of a list, in the given order.
    ///
    /// - Complexity: O(*n*) in the nodes and the data read from them, for each condition.
    func fitting(_ slots: [Node.Slot], in document: Document) -> [Node.Slot] {
        conditions.reduce(slots) { $0.isEmpty ? $0 : fitting($0, $1, document) }
    }

    /// Returns the fitting edges of a list, in the given order.
    func fitting(_ slots: [Edge.Slot], in document: Document) -> [Edge.Slot] {
        conditions.reduce(slots) { $0.isEmpty ? $0 : fitting($0, $1, document) }
    }

    private func fitting(_ slots: [Node.Slot], _ condition: Condition, _ document: Document) -> [Node.Slot] {
        switch condition {
        case .kind(let kind): return kind == .node ? slots : []
        case .type(let test):
            guard let symbol = test.symbol else { return [] }
            return slots.filter { document.nodes.type($0) == symbol }
        case .elements(let set): return slots.filter { set.nodes.contains($0) }
        case .degree(let degree): return slots.filter { degree.fits($0, document) }
        case .orphan(let isOrphan):
            return slots.filter {
                (document.nodes.firstOut($0) == nil && document.nodes.firstIn($0) == nil) == isOrphan
            }
        case .label(let test):
            return slots.filter { document.withLabel(ofNode: $0) { test.fits($0) } }
        case .data(let pointer, let test):
            return slots.filter { document.withStrings(ofNode: $0) { test.fits(pointer, in: $0) } }
        case .not(let plan): return slots.removing(plan.fitting(slots, in: document))
        case .any(let plans):
            return slots.removing(plans.reduce(slots) { $0.removing($1.fitting($0, in: document)) })
        }
    }

    private func fitting(_ slots: [Edge.Slot], _ condition: Condition, _ document: Document) -> [Edge.Slot] {
        switch condition {
        case .kind(let kind): return kind == .edge ? slots : []
        case .type(let test):
            return slots.filter {
                guard document.edges.flags($0).namedTypeNumber == test.number else { return false }
                return test.number != 0 || document.withStrings(ofEdge: $0) { test.isType(of: $0) }
            }
        case .elements(let set): return slots.filter { set.edges.contains($0) }
        case .degree, .orphan: return []
        case .label(let test):
            return slots.filter { document.withLabel(ofEdge: $0) { test.fits($0) } }
        case .data(let pointer, let test):
            return slots.filter { document.withStrings(ofEdge: $0) { test.fits(pointer, in: $0) } }
        case .not(let plan): return slots.removing(plan.fitting(slots, in: document))
        case .any(let plans):
            return slots.removing(plans.reduce(slots) { $0.removing($1.fitting($0, in: document)) })
        }
    }
}

extension Array where Element: Equatable {
    /// The elements without some of them, which are in the same order.
    fileprivate func removing(_ others: [Element]) -> [Element] {
        var next = others.startIndex
        return filter { element in
            if next < others.endIndex, others[next] == element {
                next += 1
                return false
            }
            return true
        }
    }
}

extension QueryPlan.TypeTest {
    /// Returns true if the `type` among the members is this one.
    fileprivate func isType(of strings: ElementStrings) -> Bool {
        var isSame = false
        JSONMembers.visit(strings.members) { name, value in
            if name == "type" {
                var cursor = JSONCursor(value)
                if let text = try? cursor.readName() { isSame = self.name.withBytes { text.equals($0) } }
            }
        }
        return isSame
    }
}

extension QueryPlan.ValueTest {
    /// Returns true if the value in `data` fits; an element without one has none that fits.
    fileprivate func fits(_ pointer: JSONPointer, in strings: ElementStrings) -> Bool {
        guard let data = strings.parts().data, let cursor = data.value(at: pointer) else { return false }
        return fits(cursor)
    }
}

extension Query.Degree {
    fileprivate func fits(_ slot: Node.Slot, _ document: Document) -> Bool {
        if let incoming, !incoming.fits(document.nodes.firstIn(slot), { document.edges.nextIn($0) }) { return false }
        if let outgoing, !outgoing.fits(document.nodes.firstOut(slot), { document.edges.nextOut($0) }) { return false }
        return true
    }
}

extension Query.Count {
    /// Returns true if a chain of edges has a given length; counts no further than needed.
    @inline(__always)
    fileprivate func fits(_ first: Edge.Slot?, _ following: (Edge.Slot) -> Edge.Slot?) -> Bool {
        let least = min ?? 0
        var count = 0
        var next = first
        while let edge = next {
            count += 1
            if let max {
                if count > max { return false }
            } else if count >= least {
                return true
            }
            next = following(edge)
        }
        return count >= least
    }
}
