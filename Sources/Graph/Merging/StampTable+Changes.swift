import Storage
import Wire

extension StampTable {
    /// The stamps of a document without any: its elements have been in their order since the beginning.
    init(of document: Document) {
        self.init()
        nodes.number(Node.lastingSlots(in: document), end: document.nodes.slotCount)
        edges.number(Edge.lastingSlots(in: document), end: document.edges.slotCount)
    }

    /// Records the effect of a performed change on the persistent elements of the document.
    ///
    /// - Complexity: O(the change).
    mutating func note(_ delta: Delta, in document: Document, _ stamp: Stamp) {
        changes += 1
        for change in delta.nodes {
            if case .changed(let before?, let after) = change.content, after?.id != before.id {
                nodes.note(before.id, change.slot, from: before.stamped, to: nil, stamp)
                markDue(by: before.id)
            }
        }
        for change in delta.edges {
            if let before = change.before, change.after?.id != before.id {
                edges.note(before.id, change.slot, from: before.stamped, to: nil, stamp)
            }
        }
        var moved: [Identifier] = []
        for change in delta.nodes {
            switch change.content {
            case .same: note(change, document.nodeID(change.slot), stamp)
            case .changed(let before, let after?):
                let isSame = before?.id == after.id
                nodes.note(after.id, change.slot, from: isSame ? before?.stamped : nil, to: after.stamped, stamp)
                if !isSame || before?.parent != after.parent {
                    moved.append(after.id)
                    markDue(by: after.id)
                }
            case .changed: break
            }
        }
        for change in delta.edges {
            guard let after = change.after else { continue }
            let before = change.before?.id == after.id ? change.before?.stamped : nil
            edges.note(after.id, change.slot, from: before, to: after.stamped, stamp)
        }
        notePlaces(of: delta, in: document, stamp)
        for change in delta.members where !Document.uncountedMembers.contains(JSONString(change.name)) {
            let split = StampedSplit.document
            func fields(_ value: JSON?) -> FieldTable<JSON> {
                value.map { split.fields(of: [JSONString(change.name): $0]) } ?? FieldTable()
            }
            own.write(from: fields(change.before), to: fields(change.after), stamp)
        }
        for id in moved { breakCycles(at: id, in: document, stamp) }
    }

    private mutating func note(_ change: NodeChange, _ id: Identifier, _ stamp: Stamp) {
        var state = nodes[id] ?? StampedElement()
        let (before, after) = (change.before, change.after)
        if before.x != after.x || before.y != after.y {
            if !(before.x.isNaN && after.x.isNaN) {
                state.set(StampedField("position"), stamp, hasValue: !after.x.isNaN)
            }
        }
        func noteSize(_ name: JSONString, _ old: Double, _ new: Double) {
            if old == new || old.isNaN && new.isNaN { return }
            state.set(StampedField(name), stamp, hasValue: !new.isNaN)
        }
        noteSize("width", before.width, after.width)
        noteSize("height", before.height, after.height)
        nodes.set(id, state)
    }

    private mutating func notePlaces(of delta: Delta, in document: Document, _ stamp: Stamp) {
        // One that took the slot of another one in the order was not placed there.
        let movedNodes = SlotSet(delta.nodeOrder.map(\.slot) + delta.nodes.lazy.filter { $0.newID != nil }.map(\.slot))
        nodes.notePlaces(
            movedNodes.slots.filter { document.nodes.isAlive($0) && !document.isTransient($0) }, in: document, stamp)
        let movedEdges = SlotSet(delta.edgeOrder.map(\.slot) + delta.edges.lazy.filter { $0.newID != nil }.map(\.slot))
        edges.notePlaces(
            movedEdges.slots.filter { document.edges.isAlive($0) && !document.isTransient(edge: $0) }, in: document,
            stamp)
    }

    /// Marks the elements that wait for a node, to be checked again.
    private mutating func markDue(by node: Node.ID) {
        nodes.markDue(by: node)
        edges.markDue(by: node)
    }

    /// Drops suppressed parents that would close a cycle with the present parent of a node: the view of its writer
    /// counts.
    private mutating func breakCycles(at id: Identifier, in document: Document, _ stamp: Stamp) {
        while nodes.waiting.isAwaited(id) || !nodes.due.isEmpty {
            var seen: Set<Identifier> = []
            var dropped: Identifier?
            var next: Identifier? = id
            while let current = next, seen.insert(current).inserted {
                let other = StampedElement.parents.compactMap { nodes[current]?.fields[$0]?.other?.value }.first
                if other != nil, dropped == nil { dropped = current }
                let shown = document.node(current).flatMap { document.nodes.parent($0) }.map { document.nodeID($0) }
                next = other.map { $0.stringValue.map { Identifier($0) } } ?? shown
            }
            guard next == id, let dropped, var state = nodes[dropped] else { return }
            for field in StampedElement.parents where state.fields[field]?.other != nil {
                state.set(field, stamp, hasValue: false)
            }
            nodes.set(dropped, state)
        }
    }
}

extension StampedElements where Element: StampedKind {
    fileprivate mutating func number(_ slots: [Slot<Element>], end: Int) {
        numbers = ContiguousArray(repeating: -1, count: end)
        for (number, slot) in slots.enumerated() { numbers[slot.index] = Int32(truncatingIfNeeded: number) }
    }
}

extension Node {
    /// Its members as an object.
    public var stamped: JSONObject { unmeasured.json.objectValue ?? [:] }
}

extension Edge {
    /// Its members as an object.
    public var stamped: JSONObject { json.objectValue ?? [:] }
}
