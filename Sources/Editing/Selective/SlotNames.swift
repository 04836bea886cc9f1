import Graph
import Storage

/// What the elements in the slots of a document were called at some point of its history.
struct SlotNames: Sendable {
    /// Where that is not what they are called now; nil is a slot that was empty.
    private var nodes: [Node.Slot: Identifier?] = [:]
    private var edges: [Edge.Slot: Identifier?] = [:]

    /// The names as they are now.
    init() {}

    func node(_ slot: Node.Slot, in document: Document) -> Identifier? {
        if let known = nodes[slot] { return known }
        return document.nodes.isAlive(slot) ? document.nodeID(slot) : nil
    }

    func edge(_ slot: Edge.Slot, in document: Document) -> Identifier? {
        if let known = edges[slot] { return known }
        return document.edges.isAlive(slot) ? document.edgeID(slot) : nil
    }

    /// Goes to the point before a change.
    mutating func goBack(over delta: Delta) {
        for change in delta.nodes {
            if case .changed(let before, _) = change.content { nodes.updateValue(before?.id, forKey: change.slot) }
        }
        for change in delta.edges { edges.updateValue(change.before?.id, forKey: change.slot) }
    }

    /// Goes to the point after a change.
    mutating func goForth(over delta: Delta) {
        for change in delta.nodes {
            if case .changed(_, let after) = change.content { nodes.updateValue(after?.id, forKey: change.slot) }
        }
        for change in delta.edges { edges.updateValue(change.after?.id, forKey: change.slot) }
    }

    /// The names that a change itself gives.
    func inside(_ delta: Delta) -> ChangedNames {
        var names = ChangedNames()
        for change in delta.nodes {
            if case .changed(let before, let after) = change.content {
                names.nodes[change.slot] = (before?.id, after?.id)
            }
        }
        for change in delta.edges { names.edges[change.slot] = (change.before?.id, change.after?.id) }
        return names
    }
}

/// What elements are called before and after a change that makes or removes them.
struct ChangedNames {
    var nodes: [Node.Slot: (before: Identifier?, after: Identifier?)] = [:]
    var edges: [Edge.Slot: (before: Identifier?, after: Identifier?)] = [:]

    typealias Move = (id: Identifier, from: StepWrites.Value, to: StepWrites.Value)

    /// Which node a step in the order moves, from where and to where.
    func move(_ step: Placement<Node>, _ name: (Node.Slot) -> Identifier?) -> Move? {
        ChangedNames.move(step, nodes, name)
    }

    /// The same for edges.
    func move(_ step: Placement<Edge>, _ name: (Edge.Slot) -> Identifier?) -> Move? {
        ChangedNames.move(step, edges, name)
    }

    private static func move<Element>(
        _ step: Placement<Element>, _ known: [Slot<Element>: (before: Identifier?, after: Identifier?)],
        _ name: (Slot<Element>) -> Identifier?
    ) -> Move? {
        func before(_ slot: Slot<Element>) -> Identifier? {
            guard let own = known[slot] else { return name(slot) }
            return own.before ?? own.after
        }
        func after(_ slot: Slot<Element>) -> Identifier? {
            guard let own = known[slot] else { return name(slot) }
            return own.after ?? own.before
        }
        func value(_ site: Placement<Element>.Site, _ name: (Slot<Element>) -> Identifier?) -> StepWrites.Value {
            switch site {
            case .absent: .absent
            case .end: .site(before: nil)
            case .before(let slot): .site(before: name(slot))
            }
        }
        guard let id = step.to == .absent ? before(step.slot) : after(step.slot) else { return nil }
        return (id, value(step.from, before), value(step.to, after))
    }
}
