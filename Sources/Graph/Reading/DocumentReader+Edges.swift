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
    /// The number of the handle's id, or −1.
    var handle: Int32
    /// The node's slot, or −1.
    var slot: Int32 = -1
    var handleList: Int32 = 0
    /// `IdentifierTable.word` of the node's id, and of the id of the node that was found.
    var word: UInt64
    var found: UInt64 = 0

    @inline(__always)
    init(_ node: JSONName, handle: Int32) {
        self.node = node
        self.handle = handle
        hash = IdentifierTable.hash(node.spelling)
        word = IdentifierTable.word(node.spelling)
    }
}

/// A handle that an edge names and its node does not declare.
struct Mention: Hashable {
    var slot: Int32
    var symbol: Int32
    var kind: Handle.Kind
}

/// Which handles were found in which lists lately: a direct-mapped cache.
struct KnownEnds {
    private var keys = ContiguousArray<UInt64>(repeating: 0, count: 256)

    @inline(__always)
    private static func key(_ list: Int32, _ symbol: Int32, _ kind: Handle.Kind) -> UInt64 {
        UInt64(UInt32(bitPattern: list)) << 33 | UInt64(UInt32(bitPattern: symbol)) << 2 | (kind == .source ? 3 : 1)
    }

    @inline(__always)
    private static func index(_ key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> 56) }

    @inline(__always)
    func contains(_ list: Int32, _ symbol: Int32, _ kind: Handle.Kind) -> Bool {
        let key = KnownEnds.key(list, symbol, kind)
        return keys[KnownEnds.index(key)] == key
    }

    mutating func insert(_ list: Int32, _ symbol: Int32, _ kind: Handle.Kind) {
        let key = KnownEnds.key(list, symbol, kind)
        keys[KnownEnds.index(key)] = key
    }
}

extension DocumentReader {
    /// Reads a list of edges and returns the slots of those without an id.
    mutating func readEdges(_ start: JSONCursor) throws(ShapeError) -> [Int32] {
        var cursor = start
        var unnamed: [Int32] = []
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
    private mutating func addUnusualEdge(_ element: JSONCursor, _ unnamed: inout [Int32]) {
        addWaitingEdges()
        guard let source = reader.source, let target = reader.target else {
            return lose(.edge, identifier(reader.id), "format", "an edge has strings as source and target", element)
        }
        let sourceSlot = slot(of: source)
        let targetSlot = slot(of: target)
        if sourceSlot < 0 || targetSlot < 0 {
            let missing = sourceSlot < 0 ? source : target
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
        let slot = Int32(document.edges.slotCount)
        // A placeholder that no other can have: NUL and the slot.
        Identifier("\u{0}\(slot)").withBytes { id in
            wait(edge: id, source, target, element)
            waitingEdges[0].source.slot = sourceSlot
            waitingEdges[0].target.slot = targetSlot
            waitingEdges[0].isUnnamed = true
            addWaitingEdges(isUnusual: true)
        }
        if document.edges.slotCount > slot { unnamed.append(slot) }
    }

    private func slot(of name: JSONName) -> Int32 {
        if !name.hasEscapes { return document.node(utf8: name.spelling) }
        return identifier(name).map { document.node($0) } ?? -1
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
                hash: IdentifierTable.hash(id), flags: reader.edgeTraits.flags, z: reader.edgeTraits.z, text: text,
                element: element.index, source: WaitingEnd(source, handle: sourceHandle),
                target: WaitingEnd(target, handle: targetHandle), id: id))
    }

    /// The number of a handle's id, or −1.
    @inline(__always)
    private mutating func symbol(of name: JSONName?) -> Int32 {
        guard let name else { return -1 }
        if !name.hasEscapes, let symbol = handleSymbols.find(name.spelling) { return symbol }
        return newSymbol(of: name)
    }

    @inline(never)
    private mutating func newSymbol(of name: JSONName) -> Int32 {
        guard let id = identifier(name) else { return -1 }
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
        var table = IdentifierTable()
        swap(&table, &document.storage.value.edges.table)
        table.reserve(first + waitingEdges.count)
        touched &+= table.touch(waitingEdges.lazy.map(\.hash))
        var kept = 0
        for place in waitingEdges.indices {
            let hash = waitingEdges[place].hash
            let slot = Int32(first + kept)
            let source = waitingEdges[place].source.slot
            let target = waitingEdges[place].target.slot
            if source < 0 || target < 0 || first + kept >= Limits.edges || !table.insertFirst(hash: hash, slot: slot) {
                if let refusal = refusal(of: waitingEdges[place], slot, first, table) {
                    lose(waitingEdges[place], refusal)
                    continue
                }
                table.insert(hash: hash, slot: slot)
            }
            if isUnusual { loseProblems(.edge, identifier(reader.id), cursor(at: waitingEdges[place].element)) }
            mention(waitingEdges[place].source.handle, of: source, .source, list: waitingEdges[place].source.handleList)
            mention(waitingEdges[place].target.handle, of: target, .target, list: waitingEdges[place].target.handleList)
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
        of row: WaitingEdge, _ slot: Int32, _ first: Int, _ table: borrowing IdentifierTable
    ) -> (code: String, message: String)? {
        if row.source.slot < 0 || row.target.slot < 0 {
            let missing = row.source.slot < 0 ? row.source.node : row.target.node
            return ("noSuchNode", "there is no node \"\(missing.description)\"")
        }
        let isTaken = isTaken(row.text, hash: row.hash, in: table) { slot in
            slot < first ? document.edges.rows[slot].text : waitingEdges[slot - first].text
        }
        if !row.isUnnamed && isTaken { return ("duplicateId", "an earlier edge has this id") }
        if Int(slot) >= Limits.edges { return ("limits", "a document holds at most \(Limits.edges) edges") }
        return nil
    }

    /// Remembers the handle of an end if its node does not declare it.
    @inline(__always)
    private mutating func mention(_ symbol: Int32, of slot: Int32, _ kind: Handle.Kind, list: Int32) {
        if symbol < 0 || knownEnds.contains(list, symbol, kind) { return }
        mentionUnknown(symbol, of: slot, kind, list: list)
    }

    @inline(never)
    private mutating func mentionUnknown(_ symbol: Int32, of slot: Int32, _ kind: Handle.Kind, list: Int32) {
        if document.firstPlace(in: list, symbol: symbol, kind: kind) != nil {
            return knownEnds.insert(list, symbol, kind)
        }
        if document.declaresHandles(slot) { return }
        guard mentioned.insert(Mention(slot: slot, symbol: symbol, kind: kind)).inserted else { return }
        let id = document.symbols[symbol]
        inferredHandles[slot, default: []].append(Handle(id: id, kind: kind, side: kind == .source ? .bottom : .top))
    }

    /// Gives an edge that the file left without an id one that no other has.
    mutating func nameEdge(_ slot: Int32) {
        var edge = document.edge(at: slot)
        edge.id = document.makeEdgeID()
        document.put(edge, at: slot)
    }
}

extension Document {
    /// Whether the node's handles are stated, by itself or by its type.
    func declaresHandles(_ slot: Int32) -> Bool {
        if nodes.flags(slot).contains(.hasHandles) { return true }
        let type = nodes.type(slot)
        return type >= 0 && typeHandles[type] != nil
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
        if end.slot < 0 { end.slot = nodes.table.candidate(hash: end.hash) }
    }

    @inline(__always)
    private func find(_ end: inout WaitingEnd, _ nodes: ContiguousArray<NodeMark>) {
        guard end.slot >= 0 else { return }
        end.found = nodes[Int(end.slot)].word
        end.handleList = nodes[Int(end.slot)].handleList
    }

    /// Compares the id of the node that was found by its hash.
    @inline(__always)
    private func confirm(_ end: inout WaitingEnd, _ nodes: ContiguousArray<NodeMark>) {
        guard end.slot >= 0, !end.node.hasEscapes else { return }
        if end.word == 0 || end.word != end.found { search(&end, nodes) }
    }

    @inline(never)
    private func search(_ end: inout WaitingEnd, _ nodes: ContiguousArray<NodeMark>) {
        let name = end.node.spelling
        end.slot = self.nodes.table.find(hash: end.hash) { slot in
            arena.text(self.nodes.rows[Int(slot)].text).withID { $0.hasSameBytes(as: name) }
        }
        if end.slot >= 0 { end.handleList = nodes[Int(end.slot)].handleList }
    }

    /// Links every edge to the others of its nodes, the latest first.
    ///
    /// - Complexity: O(*n*), in two passes along the edges: one for the links to earlier edges, one for those to later.
    mutating func linkEdges() {
        let count = edges.slotCount
        if count == 0 { return }
        let pageSize = PagedArray<EdgeLinks>.pageSize
        let pages = 0..<(count + pageSize - 1) / pageSize
        var out = ContiguousArray<Int32>(repeating: -1, count: nodes.slotCount)
        var into = out
        for page in pages {
            linkPage(page, count) { slot, ends, links in
                links.nextOut = out[Int(ends.source)]
                links.nextIn = into[Int(ends.target)]
                out[Int(ends.source)] = slot
                into[Int(ends.target)] = slot
            }
        }
        nodes.firstOut.set(0..<out.count) { out[$0] }
        nodes.firstIn.set(0..<into.count) { into[$0] }
        for node in out.indices {
            out[node] = -1
            into[node] = -1
        }
        for page in pages.reversed() {
            linkPage(page, count, reversed: true) { slot, ends, links in
                links.previousOut = out[Int(ends.source)]
                links.previousIn = into[Int(ends.target)]
                out[Int(ends.source)] = slot
                into[Int(ends.target)] = slot
            }
        }
    }

    @inline(__always)
    private mutating func linkPage(
        _ page: Int, _ count: Int, reversed: Bool = false, _ body: (Int32, EdgeEnds, inout EdgeLinks) -> Void
    ) {
        let first = page * PagedArray<EdgeLinks>.pageSize
        edges.rows.withPage(page) { rows in
            guard let rows else { return }
            edges.links.withMutablePage(page) { links in
                let offsets = 0..<min(rows.count, count - first)
                for step in offsets {
                    let offset = reversed ? offsets.count - 1 - step : step
                    body(Int32(truncatingIfNeeded: first + offset), rows[offset].ends, &links[offset])
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
            var row = EdgeRow()
            row.ends = EdgeEnds(
                source: new.source.slot, target: new.target.slot, sourceHandle: new.source.handle,
                targetHandle: new.target.handle)
            row.text = new.text
            row.flags = new.flags.rawValue
            return row
        }
        zIndex.set(range) { rows[$0 - first].z }
        order.append(Int32(first)..<Int32(first + count))
    }
}
