import Storage
import Wire

extension StampedChanges {
    /// All that another document knows and this one may not: elements that are the same in both are left out.
    ///
    /// - Complexity: O(*n*) in the elements of the other document and those with stamps here.
    public init(of other: Document, for document: Document) {
        let theirs = other.stamps ?? StampTable(of: other)
        let ours = document.stamps ?? StampTable(of: document)
        self.init()
        since = SeenStamps()
        seen = theirs.seen
        addNodes(of: other, theirs, document, ours)
        addEdges(of: other, theirs, document, ours)
        own = theirs.own.record(shown: other.countedContent, .document)
    }

    private mutating func addNodes(of other: Document, _ theirs: StampTable, _ document: Document, _ ours: StampTable) {
        let stated = (
            SlotSet(theirs.nodes.states.keys.lazy.compactMap { other.node($0) }),
            SlotSet(ours.nodes.states.keys.lazy.compactMap { document.node($0) })
        )
        let isLasting = (!other.hasTransientElements, !document.hasTransientElements)
        var guess = 0
        for slot in other.nodeSlots where isLasting.0 || !other.isTransient(slot) {
            let own = other.withNodeID(slot) { document.node(utf8: $0, guess: Node.Slot(index: guess)) }
            if let own {
                guess = own.index + 1
                if !stated.0.contains(slot), !stated.1.contains(own), isLasting.1 || !document.isTransient(own),
                    theirs.nodes.number(slot) == ours.nodes.number(own), other.isSame(slot, as: own, in: document)
                {
                    continue
                }
            }
            let id = other.nodeID(slot)
            nodes.append((id, theirs.record(ofNode: id, in: other)))
        }
        for id in theirs.nodes.states.keys.sorted() where other.lastingNode(id) == nil {
            nodes.append((id, theirs.record(ofNode: id, in: other)))
        }
    }

    private mutating func addEdges(of other: Document, _ theirs: StampTable, _ document: Document, _ ours: StampTable) {
        let stated = (
            SlotSet(theirs.edges.states.keys.lazy.compactMap { other.edge($0) }),
            SlotSet(ours.edges.states.keys.lazy.compactMap { document.edge($0) })
        )
        let isLasting = (!other.hasTransientElements, !document.hasTransientElements)
        var guess = 0
        for slot in other.edgeSlots where isLasting.0 || !other.isTransient(edge: slot) {
            let own = other.withEdgeID(slot) { document.edge(utf8: $0, guess: Edge.Slot(index: guess)) }
            if let own {
                guess = own.index + 1
                if !stated.0.contains(slot), !stated.1.contains(own), isLasting.1 || !document.isTransient(edge: own),
                    theirs.edges.number(slot) == ours.edges.number(own), other.isSame(slot, as: own, in: document)
                {
                    continue
                }
            }
            let id = other.edgeID(slot)
            edges.append((id, theirs.record(ofEdge: id, in: other)))
        }
        for id in theirs.edges.states.keys.sorted() where other.lastingEdge(id) == nil {
            edges.append((id, theirs.record(ofEdge: id, in: other)))
        }
    }

    /// What was written after what the other has seen, the oldest first.
    ///
    /// - Parameters:
    ///   - since: what the other has seen.
    ///   - limit: the greatest number of changes; nil for all.
    /// - Returns: whether there are more; `seen` is what the other has seen with these.
    /// - Complexity: O(the fields with stamps).
    public static func written(
        in document: Document, since: SeenStamps, limit: Int?
    ) -> (changes: StampedChanges, isCut: Bool) {
        var changes = StampedChanges()
        changes.since = since
        guard let table = document.stamps else { return (changes, false) }
        var stamps: Set<Stamp> = []
        var nodes: [Element] = []
        var edges: [Element] = []
        for id in table.nodes.states.keys {
            nodes.append((id, table.record(ofNode: id, in: document).later(than: since)))
        }
        for id in table.edges.states.keys {
            edges.append((id, table.record(ofEdge: id, in: document).later(than: since)))
        }
        var own = table.own.record(shown: document.countedContent, .document).later(than: since)
        for element in nodes { element.record.addStamps(to: &stamps) }
        for element in edges { element.record.addStamps(to: &stamps) }
        own.addStamps(to: &stamps)
        var isCut = false
        if let limit, stamps.count > limit {
            isCut = true
            let last = stamps.sorted()[limit - 1]
            for index in nodes.indices { nodes[index].record.dropLater(than: last) }
            for index in edges.indices { edges[index].record.dropLater(than: last) }
            own.dropLater(than: last)
        }
        func sorted(_ elements: [Element]) -> [Element] {
            typealias Aged = (oldest: Stamp, element: Element)
            let aged: [Aged] = elements.filter { !$0.record.isEmpty }.map { ($0.record.oldest, $0) }
            return aged.sorted { (a: Aged, b: Aged) -> Bool in
                a.oldest == b.oldest ? a.element.id < b.element.id : a.oldest < b.oldest
            }.map(\.element)
        }
        (changes.nodes, changes.edges, changes.own) = (sorted(nodes), sorted(edges), own)
        changes.noteSeen()
        if !isCut { changes.seen.formUnion(table.seen) }
        return (changes, isCut)
    }
}

extension StampTable {
    /// All that is known of a node.
    public func record(ofNode id: Node.ID, in document: Document) -> StampedRecord {
        let slot = document.lastingNode(id)
        return nodes.record(
            id, slot, shown: slot.map { document.node(at: $0).stamped }, id: { document.nodeID($0) })
    }

    /// All that is known of an edge.
    public func record(ofEdge id: Edge.ID, in document: Document) -> StampedRecord {
        let slot = document.lastingEdge(id)
        return edges.record(
            id, slot, shown: slot.map { document.edge(at: $0).stamped }, id: { document.edgeID($0) })
    }
}

extension StampedElements {
    /// - Parameters:
    ///   - slot: of the element in the document, if it is there.
    ///   - shown: its members there.
    fileprivate func record(
        _ id: Identifier, _ slot: Slot<Element>?, shown: JSONObject?, id name: (Slot<Element>) -> Identifier
    ) -> StampedRecord {
        guard let state = self[id] ?? slot.map({ _ in StampedElement() }) else { return StampedRecord() }
        var record = state.record(shown: shown, .element)
        if record.key == nil, let slot { record.key = key(slot, name) }
        return record
    }
}

extension StampedRecord {
    fileprivate var isEmpty: Bool { stood == .unwritten && key == nil && values.isEmpty }

    /// The oldest of its stamps.
    fileprivate var oldest: Stamp {
        var stamps = values.values.map(\.stamp)
        if stood != .unwritten { stamps.append(stood) }
        if key != nil { stamps.append(placed) }
        return stamps.min() ?? .unwritten
    }

    fileprivate func addStamps(to stamps: inout Set<Stamp>) {
        if stood != .unwritten { stamps.insert(stood) }
        if key != nil { stamps.insert(placed) }
        for value in values.values { stamps.insert(value.stamp) }
    }

    /// What of it was not seen.
    fileprivate func later(than seen: SeenStamps) -> StampedRecord { keeping { !seen.contains($0) } }

    fileprivate mutating func dropLater(than last: Stamp) { self = keeping { !(last < $0) } }

    private func keeping(_ isKept: (Stamp) -> Bool) -> StampedRecord {
        var rest = self
        if stood == .unwritten || !isKept(stood) { (rest.stood, rest.isPresent) = (.unwritten, false) }
        if placed == .unwritten || !isKept(placed) { (rest.placed, rest.key) = (.unwritten, nil) }
        rest.values = values.filter { $0.value.stamp != .unwritten && isKept($0.value.stamp) }
        return rest
    }
}

extension Document {
    /// The slot of the node with this id, sooner if it is the one that is guessed.
    fileprivate func node(utf8 id: UnsafeBufferPointer<UInt8>, guess: Node.Slot) -> Node.Slot? {
        if guess.index < nodes.slotCount, nodes.isAlive(guess), withNodeID(guess, { $0.hasSameBytes(as: id) }) {
            return guess
        }
        return node(utf8: id)
    }

    /// The slot of the edge with this id, sooner if it is the one that is guessed.
    fileprivate func edge(utf8 id: UnsafeBufferPointer<UInt8>, guess: Edge.Slot) -> Edge.Slot? {
        if guess.index < edges.slotCount, edges.isAlive(guess), withEdgeID(guess, { $0.hasSameBytes(as: id) }) {
            return guess
        }
        return edge(utf8: id)
    }

    /// Whether a node is spelled as one of another document.
    fileprivate func isSame(_ slot: Node.Slot, as own: Node.Slot, in other: Document) -> Bool {
        columnGeometry(slot) == other.columnGeometry(own)
            && withNodeMembers(slot) { a in other.withNodeMembers(own) { a.hasSameBytes(as: $0) } }
    }

    /// Whether an edge is spelled as one of another document.
    fileprivate func isSame(_ slot: Edge.Slot, as own: Edge.Slot, in other: Document) -> Bool {
        let (a, b) = (edges.ends(slot), other.edges.ends(own))
        func isSame(_ x: Node.Slot, _ y: Node.Slot) -> Bool {
            withNodeID(x) { x in other.withNodeID(y) { x.hasSameBytes(as: $0) } }
        }
        func isSame(_ x: Symbol?, _ y: Symbol?) -> Bool { x.map { symbols[$0] } == y.map { other.symbols[$0] } }
        return isSame(a.source, b.source) && isSame(a.target, b.target) && isSame(a.sourceHandle, b.sourceHandle)
            && isSame(a.targetHandle, b.targetHandle)
            && withEdgeMembers(slot) { x in other.withEdgeMembers(own) { x.hasSameBytes(as: $0) } }
    }
}
