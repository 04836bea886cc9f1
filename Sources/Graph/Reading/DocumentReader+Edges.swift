import Geometry
import Storage
import Wire

/// An edge of an opened file that waits for its slot.
struct WaitingEdge {
    /// Of the id.
    var hash: UInt32
    var flags: EdgeFlags
    var z: Double
    var text: TextArena.Reference
    /// Where the element stands in the file.
    var element: Int
    var source: WaitingEnd
    var target: WaitingEnd
    /// Lies in the file, or wherever the edge read last has it.
    var id: UnsafeBufferPointer<UInt8>
    /// Whether the file gives no id, and the text has a placeholder.
    var isUnnamed = false
}

/// One end of an edge that waits for its slot.
struct WaitingEnd {
    var node: JSONName
    /// Of the node's id.
    var hash: UInt32
    /// The symbol of the handle's id.
    var handle: Symbol?
    /// The node's slot; nil as long as it is not found.
    var slot: Node.Slot?
    var handleList = HandleList.standard
    /// `IdentifierHash.word` of the node's id, and of the id of the node that was found.
    var word: UInt64
    var found: UInt64 = 0

    @inline(__always)
    init(_ node: JSONName, handle: Symbol?) {
        self.node = node
        self.handle = handle
        hash = IdentifierHash.hash(node.spelling)
        word = IdentifierHash.word(node.spelling)
    }
}

/// A handle that an edge names and its node does not declare.
struct Mention: Hashable {
    var slot: Node.Slot
    var symbol: Symbol
    var kind: Handle.Kind
}

/// Which handles were found in which lists lately: a direct-mapped cache.
struct KnownEnds {
    private var keys = ContiguousArray<UInt64>(repeating: 0, count: 256)

    @inline(__always)
    private static func key(_ list: HandleList, _ symbol: Symbol, _ kind: Handle.Kind) -> UInt64 {
        UInt64(list.index) << 33 | UInt64(symbol.index) << 2 | (kind == .source ? 3 : 1)
    }

    @inline(__always)
    private static func index(_ key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> 56) }

    @inline(__always)
    func contains(_ list: HandleList, _ symbol: Symbol, _ kind: Handle.Kind) -> Bool {
        let key = KnownEnds.key(list, symbol, kind)
        return keys[KnownEnds.index(key)] == key
    }

    mutating func insert(_ list: HandleList, _ symbol: Symbol, _ kind: Handle.Kind) {
        let key = KnownEnds.key(list, symbol, kind)
        keys[KnownEnds.index(key)] = key
    }
}

extension DocumentReader {
    /// Reads a list of edges and returns the slots of those without an id.
    mutating func readEdges(_ start: JSONCursor) throws(ShapeError) -> [Edge.Slot] {
        var cursor = start
        var unnamed: [Edge.Slot] = []
        try cursor.enterArray()
        while cursor.nextElement() {
            let element = cursor
            guard cursor.peek() == .object else {
                cursor.skipValue()
                addWaitingEdges()
                lose(.edge, nil, "format", "an edge is an object", element)
                continue
            }
            try reader.readEdge(&cursor)
            if let id = reader.id, !id.hasEscapes, Self.isUsable(idOf: id.count), reader.problems.isEmpty,
                let source = reader.source, !source.hasEscapes, let target = reader.target, !target.hasEscapes
            {
                wait(edge: id.spelling, source, target, element)
                if waitingEdges.count == DocumentReader.batch { addWaitingEdges() }
            } else {
                addUnusualEdge(element, &unnamed)
            }
        }
        addWaitingEdges()
        return unnamed
    }

    /// Adds an edge of which something may be lost, after all that wait, so that losses are reported in their order.
    private mutating func addUnusualEdge(_ element: JSONCursor, _ unnamed: inout [Edge.Slot]) {
        addWaitingEdges()
        guard let source = reader.source, let target = reader.target else {
            return lose(.edge, identifier(reader.id), "format", "an edge has strings as source and target", element)
        }
        let sourceSlot = slot(of: source)
        let targetSlot = slot(of: target)
        if sourceSlot == nil || targetSlot == nil {
            let missing = sourceSlot == nil ? source : target
            return lose(
                .edge, identifier(reader.id), "noSuchNode", "there is no node \"\(missing.description)\"", element)
        }
        let isNamed: Void? = DocumentReader.withUTF8(reader.id) { id in
            guard Self.isUsable(idOf: id.count) else {
                let message = "an id has 1 to \(Limits.identifierBytes) bytes"
                return lose(.edge, Identifier(utf8: id), "invalidValue", message, element)
            }
            wait(edge: id, source, target, element)
            waitingEdges[0].source.slot = sourceSlot
            waitingEdges[0].target.slot = targetSlot
            addWaitingEdges(isUnusual: true)
        }
        if isNamed != nil { return }
        let slot = Edge.Slot(index: document.edges.slotCount)
        // A placeholder that no other can have: NUL and the slot.
        Identifier("\u{0}\(slot.number)").withBytes { id in
            wait(edge: id, source, target, element)
            waitingEdges[0].source.slot = sourceSlot
            waitingEdges[0].target.slot = targetSlot
            waitingEdges[0].isUnnamed = true
            addWaitingEdges(isUnusual: true)
        }
        if document.edges.slotCount > slot.index { unnamed.append(slot) }
    }

    private func slot(of name: JSONName) -> Node.Slot? {
        if !name.hasEscapes { return document.node(utf8: name.spelling) }
        return identifier(name).flatMap { document.node($0) }
    }

    /// Lets the edge read last wait.
    @inline(__always)
    private mutating func wait(
        edge id: UnsafeBufferPointer<UInt8>, _ source: JSONName, _ target: JSONName, _ element: JSONCursor
    ) {
        let sourceHandle = symbol(of: reader.sourceHandle)
        let targetHandle = symbol(of: reader.targetHandle)
        let text = reader.members.withUnsafeBufferPointer { document.arena.store(id: id, members: $0) }
        waitingEdges.append(
            WaitingEdge(
                hash: IdentifierHash.hash(id), flags: reader.edgeTraits.flags, z: reader.edgeTraits.z, text: text,
                element: element.index, source: WaitingEnd(source, handle: sourceHandle),
                target: WaitingEnd(target, handle: targetHandle), id: id))
    }

    /// The symbol of a handle's id.
    @inline(__always)
    private mutating func symbol(of name: JSONName?) -> Symbol? {
        guard let name else { return nil }
        if !name.hasEscapes, let symbol = handleSymbols.find(name.spelling) { return symbol }
        return newSymbol(of: name)
    }

    @inline(never)
    private mutating func newSymbol(of name: JSONName) -> Symbol? {
        guard let id = identifier(name) else { return nil }
        let symbol = document.symbols.intern(id)
        if !name.hasEscapes { handleSymbols.keep(symbol, for: name.spelling) }
        return symbol
    }

    // MARK: Adding

    /// Gives slots to the edges that wait; of an unusual one, which waits alone, it reports the problems.
    @inline(never)
    private mutating func addWaitingEdges(isUnusual: Bool = false) {
        if waitingEdges.isEmpty { return }
        let first = document.edges.slotCount
        document.storage.value.findEnds(of: &waitingEdges, nodeMarks)
        // Out of the document as long as it is changed again and again, which each time would ask who else holds it.
        var table = IdentifierTable<Edge>()
        swap(&table, &document.storage.value.edges.table)
        table.reserve(first + waitingEdges.count)
        touched &+= table.touch(waitingEdges.lazy.map(\.hash))
        var kept = 0
        for place in waitingEdges.indices {
            let hash = waitingEdges[place].hash
            let slot = Edge.Slot(index: first + kept)
            let hasEnds = waitingEdges[place].source.slot != nil && waitingEdges[place].target.slot != nil
            if !hasEnds || first + kept >= Limits.edges || !table.insertFirst(hash: hash, slot: slot) {
                if let refusal = refusal(of: waitingEdges[place], slot, first, table) {
                    lose(waitingEdges[place], refusal)
                    continue
                }
                table.insert(hash: hash, slot: slot)
            }
            if isUnusual { loseProblems(.edge, identifier(reader.id), cursor(at: waitingEdges[place].element)) }
            mention(waitingEdges[place].source, .source)
            mention(waitingEdges[place].target, .target)
            edgeIDs.note(waitingEdges[place].id)
            if kept < place { waitingEdges[kept] = waitingEdges[place] }
            kept += 1
        }
        swap(&table, &document.storage.value.edges.table)
        document.storage.value.edges.append(waitingEdges, count: kept)
        waitingEdges.removeAll(keepingCapacity: true)
    }

    private mutating func lose(_ row: WaitingEdge, _ refusal: (code: String, message: String)) {
        let id = row.isUnnamed ? nil : Identifier(utf8: row.id)
        lose(.edge, id, refusal.code, refusal.message, cursor(at: row.element))
        document.arena.release(row.text)
    }

    @inline(never)
    private func refusal(
        of row: WaitingEdge, _ slot: Edge.Slot, _ first: Int, _ table: borrowing IdentifierTable<Edge>
    ) -> (code: String, message: String)? {
        if row.source.slot == nil || row.target.slot == nil {
            let missing = row.source.slot == nil ? row.source.node : row.target.node
            return ("noSuchNode", "there is no node \"\(missing.description)\"")
        }
        let isTaken = isTaken(row.text, hash: row.hash, in: table) { slot in
            slot.index < first ? document.edges.rows[slot].text : waitingEdges[slot.index - first].text
        }
        if !row.isUnnamed && isTaken { return ("duplicateId", "an earlier edge has this id") }
        if slot.index >= Limits.edges { return ("limits", "a document holds at most \(Limits.edges) edges") }
        return nil
    }

    /// Remembers the handle of an end if its node does not declare it.
    @inline(__always)
    private mutating func mention(_ end: WaitingEnd, _ kind: Handle.Kind) {
        guard let symbol = end.handle, !knownEnds.contains(end.handleList, symbol, kind), let slot = end.slot else {
            return
        }
        mentionUnknown(symbol, of: slot, kind, list: end.handleList)
    }

    @inline(never)
    private mutating func mentionUnknown(_ symbol: Symbol, of slot: Node.Slot, _ kind: Handle.Kind, list: HandleList) {
        if document.firstPlace(in: list, symbol: symbol, kind: kind) != nil {
            return knownEnds.insert(list, symbol, kind)
        }
        if document.declaresHandles(slot) { return }
        guard mentioned.insert(Mention(slot: slot, symbol: symbol, kind: kind)).inserted else { return }
        let id = document.symbols[symbol]
        inferredHandles[slot, default: []].append(Handle(id: id, kind: kind, side: kind.usualSide))
    }

    /// Gives an edge that the file left without an id one that no other has.
    mutating func nameEdge(_ slot: Edge.Slot) {
        var edge = document.edge(at: slot)
        edge.id = document.makeEdgeID()
        document.put(edge, at: slot)
    }
}

extension Document {
    /// Whether the node's handles are stated, by itself or by its type.
    func declaresHandles(_ slot: Node.Slot) -> Bool {
        if nodes.flags(slot).contains(.hasHandles) { return true }
        return nodes.type(slot).map { typeHandles[$0] != nil } ?? false
    }
}

extension DocumentStorage {
    /// Finds the nodes that waiting edges name, in steps for all of them, so that their cache misses overlap.
    fileprivate func findEnds(of rows: inout ContiguousArray<WaitingEdge>, _ nodes: ContiguousArray<NodeMark>) {
        rows.withUnsafeMutableBufferPointer { rows in
            for place in rows.indices {
                rows[place].source.found = self.nodes.table.home(of: rows[place].source.hash)
                rows[place].target.found = self.nodes.table.home(of: rows[place].target.hash)
            }
            for place in rows.indices {
                findCandidate(&rows[place].source)
                findCandidate(&rows[place].target)
            }
            for place in rows.indices {
                find(&rows[place].source, nodes)
                find(&rows[place].target, nodes)
            }
            for place in rows.indices {
                confirm(&rows[place].source, nodes)
                confirm(&rows[place].target, nodes)
            }
        }
    }

    @inline(__always)
    private func findCandidate(_ end: inout WaitingEnd) {
        if end.slot == nil { end.slot = nodes.table.candidate(hash: end.hash) }
    }

    @inline(__always)
    private func find(_ end: inout WaitingEnd, _ nodes: ContiguousArray<NodeMark>) {
        guard let slot = end.slot else { return }
        end.found = nodes[slot.index].word
        end.handleList = nodes[slot.index].handleList
    }

    /// Compares the id of the node that was found by its hash.
    @inline(__always)
    private func confirm(_ end: inout WaitingEnd, _ nodes: ContiguousArray<NodeMark>) {
        guard end.slot != nil, !end.node.hasEscapes else { return }
        if end.word == 0 || end.word != end.found { search(&end, nodes) }
    }

    @inline(never)
    private func search(_ end: inout WaitingEnd, _ nodes: ContiguousArray<NodeMark>) {
        let name = end.node.spelling
        end.slot = self.nodes.table.find(hash: end.hash) { slot in
            arena.text(self.nodes.rows[slot].text).withID { $0.hasSameBytes(as: name) }
        }
        if let slot = end.slot { end.handleList = nodes[slot.index].handleList }
    }

    /// Links every edge to the others of its nodes, the latest first.
    ///
    /// - Complexity: O(*n*), in two passes along the edges: one for the links to earlier edges, one for those to later.
    mutating func linkEdges() {
        let count = edges.slotCount
        if count == 0 { return }
        let pageSize = PagedArray<EdgeLinks>.pageSize
        let pages = 0..<(count + pageSize - 1) / pageSize
        var out = ContiguousArray<Link<Edge>>(repeating: .none, count: nodes.slotCount)
        var into = out
        for page in pages {
            linkPage(page, count) { slot, ends, links in
                links.nextOut = out[ends.source.index]
                links.nextIn = into[ends.target.index]
                out[ends.source.index] = Link(slot)
                into[ends.target.index] = Link(slot)
            }
        }
        nodes.firstOut.set(0..<out.count) { out[$0] }
        nodes.firstIn.set(0..<into.count) { into[$0] }
        for node in out.indices {
            out[node] = .none
            into[node] = .none
        }
        for page in pages.reversed() {
            linkPage(page, count, reversed: true) { slot, ends, links in
                links.previousOut = out[ends.source.index]
                links.previousIn = into[ends.target.index]
                out[ends.source.index] = Link(slot)
                into[ends.target.index] = Link(slot)
            }
        }
    }

    @inline(__always)
    private mutating func linkPage(
        _ page: Int, _ count: Int, reversed: Bool = false, _ body: (Edge.Slot, EdgeEnds, inout EdgeLinks) -> Void
    ) {
        let first = page * PagedArray<EdgeLinks>.pageSize
        edges.rows.withPage(page) { rows in
            guard let rows else { return }
            edges.links.withMutablePage(page) { links in
                let offsets = 0..<min(rows.count, count - first)
                for step in offsets {
                    let offset = reversed ? offsets.count - 1 - step : step
                    body(Slot(index: first + offset), rows[offset].ends, &links[offset])
                }
            }
        }
    }
}

extension EdgeStore {
    /// Adds the first `count` rows as new edges behind all others; `linkEdges` follows.
    fileprivate mutating func append(_ rows: ContiguousArray<WaitingEdge>, count: Int) {
        let first = slots.count
        for _ in 0..<count { _ = slots.take() }
        let range = first..<first + count
        self.rows.set(range) { slot in
            let new = rows[slot - first]
            guard let source = new.source.slot, let target = new.target.slot else {
                preconditionFailure("edges whose ends are not there are left out")
            }
            var row = EdgeRow()
            row.ends = EdgeEnds(
                source: source, target: target, sourceHandle: new.source.handle, targetHandle: new.target.handle)
            row.text = new.text
            row.flags = new.flags.rawValue
            return row
        }
        zIndex.set(range) { rows[$0 - first].z }
        order.append(range)
    }
}
