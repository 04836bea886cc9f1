import Storage
import Wire

/// The stamps of a document: the last writer of each field, removed elements, and elements that are left out until
/// they are possible.
///
/// The document shows the possible part of this table: replicas that have received the same changes have the same
/// table, and the same table shows the same document. It is separate from the content, and not in the hash.
public struct StampTable: Sendable {
    /// The replica's name for the stamps of this document's changes; nil gives them the stamp `unwritten`.
    public internal(set) var replica: String?
    /// The changes of all replicas that were seen without a gap.
    public internal(set) var seen = SeenStamps()
    /// The latest moment that was seen of any replica.
    var last = Moment()
    /// Grows with each change of it; a table that was just read has 0.
    public internal(set) var changes = 0
    var nodes = StampedElements<Node>()
    var edges = StampedElements<Edge>()
    /// The stamps of settings, types and the other members of the document.
    var own = StampedElement()

    /// The stamps of a document without any: its elements have been in their order since the beginning.
    init(of document: Document) {
        nodes.number(Node.lastingSlots(in: document), end: document.nodes.slotCount)
        edges.number(Edge.lastingSlots(in: document), end: document.edges.slotCount)
    }

    /// The stamp that the next change gets; `unwritten` without the name of a replica.
    ///
    /// - Parameter time: the clock's milliseconds.
    func upcoming(at time: Double) -> Stamp {
        guard let replica else { return .unwritten }
        let clock = time > 0 ? Int(min(time, Double(Stamp.greatest))) : 0
        var next = Moment(milliseconds: last.milliseconds, counter: last.counter + 1)
        // Who sends the greatest of counters makes no stamps that no reader takes.
        if next.counter > Stamp.greatest {
            next = Moment(milliseconds: min(last.milliseconds + 1, Stamp.greatest), counter: 0)
        }
        if clock > last.milliseconds { next = Moment(milliseconds: clock, counter: 0) }
        return Stamp(milliseconds: next.milliseconds, counter: next.counter, replica: replica)
    }

    /// Notes that a stamp was given.
    mutating func saw(_ stamp: Stamp) {
        last = max(last, stamp.moment)
        seen.insert(stamp)
    }

    /// Is true if a suppressed element, or one that it waits for, has changed: it must be checked again.
    public var isDue: Bool { !nodes.due.isEmpty || !edges.due.isEmpty }

    // MARK: Writing

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

    // MARK: Compaction

    /// Forgets the elements that were removed; returns how many.
    mutating func compact() -> Int {
        let dropped = nodes.compact() + edges.compact()
        changes += dropped
        return dropped
    }
}

extension Document {
    /// The stamps, if the document belongs to a replica, or was merged with one that had stamps.
    public var stamps: StampTable? { storage.value.stamps }

    /// Is true if it has stamps. O(1).
    public var hasStamps: Bool { storage.value.stamps != nil }

    /// Grows with each change of the stamps; 0 without stamps, and while they are those of the file. O(1).
    public var stampChanges: Int { storage.value.stamps?.changes ?? 0 }

    /// Lets the changes from now on be stamped with the name of a replica.
    ///
    /// - Complexity: O(*n*) in the elements, if the document has no stamps.
    public mutating func beginStamps(replica: String? = nil) {
        if storage.value.stamps == nil { storage.value.stamps = StampTable(of: self) }
        if let replica { storage.value.stamps?.replica = replica }
    }

    /// The stamp of the next change; nil without stamps.
    ///
    /// - Parameter time: the clock's milliseconds.
    public func nextStamp(at time: Double) -> Stamp? { hasStamps ? storage.value.stamps?.upcoming(at: time) : nil }

    /// Notes the stamp of a change that has been made to the persistent elements; stamps begin with it, if there were
    /// none.
    ///
    /// - Parameter edges: the edges that should exist before or after the change, and are not shown.
    /// - Complexity: O(the change); O(*n*) in the elements when stamps begin.
    public mutating func stamp(_ delta: Delta, leavingOut edges: [LeftOutEdge] = [], with stamp: Stamp) {
        withStamps { table, document in
            table.saw(stamp)
            table.note(delta, leavingOut: edges, in: document, stamp)
        }
    }

    /// Replaces the table by that of a file; nil is none.
    public mutating func setStamps(_ table: StampTable?) { storage.value.stamps = table }

    /// Reads stamps that the file lacks: all of them, or those of a part.
    ///
    /// - Throws: `invalidValue`.
    public mutating func readStamps(_ json: JSON, isPart: Bool) throws(EditError) {
        var table = storage.value.stamps.take() ?? StampTable(of: self)
        if isPart {
            try table.read(part: json, of: self)
        } else {
            table = try StampTable(json, of: self)
            table.changes = 1
        }
        storage.value.stamps = table
    }

    /// Calls `body` with the table in place; creates it if there was none.
    mutating func withStamps<R>(_ body: (inout StampTable, Document) -> R) -> R {
        var table = storage.value.stamps.take() ?? StampTable(of: self)
        let result = body(&table, self)
        storage.value.stamps = table
        return result
    }

    /// Restores the document's former stamps; stamps made since then are not made again.
    public mutating func bringBack(_ former: StampTable?) {
        guard let last = storage.value.stamps?.last else { return }
        storage.value.stamps = former
        storage.value.stamps?.last = last
    }

    /// Forgets which elements were removed; returns how many they were.
    ///
    /// - Complexity: O(*n*) in the elements with stamps.
    public mutating func compactStamps() -> Int { storage.value.stamps?.compact() ?? 0 }
}

extension StampedElements {
    fileprivate mutating func number(_ slots: [Slot<Element>], end: Int) {
        numbers = ContiguousArray(repeating: -1, count: end)
        for (number, slot) in slots.enumerated() { numbers[slot.index] = Int32(truncatingIfNeeded: number) }
    }

    fileprivate mutating func compact() -> Int {
        let gone = states.filter { $0.value.content != nil && !$0.value.isPresent }.map(\.key)
        for id in gone { forget(id) }
        return gone.count
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
