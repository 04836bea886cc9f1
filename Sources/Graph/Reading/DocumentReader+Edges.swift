import Geometry
import Storage
import Wire

/// A handle that an edge names and its node does not declare.
struct Mention: Hashable {
    var slot: Node.Slot
    var symbol: Symbol
    var kind: Handle.Kind
}

/// A direct-mapped cache of the handles that were found in lists lately.
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
        if var ahead = edgesAhead.take() {
            add(&ahead)
            guard let rest = ahead.rest else { return [] }
            cursor = self.cursor(at: rest)
        } else {
            try cursor.enterArray()
        }
        var unnamed: [Edge.Slot] = []
        while true {
            let unusual = collectEdges(&cursor, upTo: IdentifierHash.batch)
            let isAtEnd = waitingEdges.count < IdentifierHash.batch
            addWaitingEdges()
            if let unusual {
                addUnusualEdge(unusual, &unnamed)
            } else if isAtEnd {
                return unnamed
            }
        }
    }

    /// Reads edges of a list up to a number of waiting ones, the end of the list, or an edge that may cause a loss.
    ///
    /// - Returns: the position of that edge; the cursor is behind it.
    mutating func collectEdges(_ cursor: inout JSONCursor, upTo count: Int) -> JSONCursor? {
        while waitingEdges.count < count, cursor.nextElement() {
            let element = cursor
            guard cursor.peek() == .object, (try? reader.readEdge(&cursor)) != nil else {
                cursor.skipValue()
                return element
            }
            guard let id = reader.id, !id.hasEscapes, Self.isUsable(idOf: id.count), reader.problems.isEmpty,
                let source = reader.source, !source.hasEscapes, source.count <= Limits.identifierBytes,
                let target = reader.target, !target.hasEscapes, target.count <= Limits.identifierBytes
            else { return element }
            wait(edge: id.spelling, source, target, element)
        }
        return nil
    }

    /// Adds the last edge, which may cause a loss, after all waiting ones, so that losses are reported in order.
    private mutating func addUnusualEdge(_ element: JSONCursor, _ unnamed: inout [Edge.Slot]) {
        var start = element
        guard start.peek() == .object else { return lose(.edge, nil, "format", "an edge is an object", element) }
        guard let source = reader.source, let target = reader.target else {
            return lose(.edge, identifier(reader.id), "format", "an edge has strings as source and target", element)
        }
        let (sourceSlot, targetSlot) = (slot(of: source), slot(of: target))
        if sourceSlot == nil || targetSlot == nil {
            let missing = sourceSlot == nil ? source : target
            return lose(
                .edge, identifier(reader.id), "noSuchNode", "there is no node \"\(missing.description)\"", element)
        }
        let isNamed: Void? = DocumentReader.withUTF8(reader.id) { id in
            guard Self.isUsable(idOf: id.count) else {
                let message = "an id has 1 to \(Limits.identifierBytes) bytes"
                return lose(.edge, Identifier(utf8: id), "invalidValue", message, element, grade: .structure)
            }
            wait(edge: id, source, target, element)
            waitingEdges[0].source.lead(to: sourceSlot, nodeMarks)
            waitingEdges[0].target.lead(to: targetSlot, nodeMarks)
            addFoundEdges(isUnusual: true)
        }
        if isNamed != nil { return }
        let slot = Edge.Slot(index: document.edges.slotCount)
        // A placeholder that no other can have: NUL and the slot.
        Identifier("\u{0}\(slot.number)").withBytes { id in
            wait(edge: id, source, target, element)
            waitingEdges[0].isUnnamed = true
            waitingEdges[0].source.lead(to: sourceSlot, nodeMarks)
            waitingEdges[0].target.lead(to: targetSlot, nodeMarks)
            addFoundEdges(isUnusual: true)
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
                element: element.index, id: WaitingName(id), source: WaitingEnd(source, handle: sourceHandle),
                target: WaitingEnd(target, handle: targetHandle)))
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

    /// Finds the ends of the waiting edges, and gives the edges slots.
    private mutating func addWaitingEdges() {
        document.nodes.findEnds(of: &waitingEdges, nodeMarks, document.arena)
        addFoundEdges()
    }

    /// Gives slots to the waiting edges with known ends; for an unusual one, which waits alone, it reports the
    /// problems.
    @inline(never)
    mutating func addFoundEdges(isUnusual: Bool = false) {
        if waitingEdges.isEmpty { return }
        let first = document.edges.slotCount
        // Out of the document as long as it is changed again and again, which each time would ask who else holds it.
        var table = IdentifierTable<Edge>()
        swap(&table, &document.storage.value.edges.table)
        table.reserve(first + waitingEdges.count)
        touched &+= table.touch(waitingEdges.lazy.map(\.hash))
        var kept = 0
        for place in waitingEdges.indices {
            let hash = waitingEdges[place].hash
            let slot = Edge.Slot(index: first + kept)
            let hasEnds = waitingEdges[place].hasEnds
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
            edgeIDs.note(waitingEdges[place].id.bytes)
            if kept < place { waitingEdges[kept] = waitingEdges[place] }
            kept += 1
        }
        swap(&table, &document.storage.value.edges.table)
        document.storage.value.edges.append(waitingEdges, count: kept) {
            $0.row
        } z: {
            $0.z
        }
        waitingEdges.removeAll(keepingCapacity: true)
    }

    private mutating func lose(_ row: WaitingEdge, _ refusal: (code: String, message: String)) {
        let id = row.isUnnamed ? nil : Identifier(utf8: row.id.bytes)
        lose(.edge, id, refusal.code, refusal.message, cursor(at: row.element))
        document.arena.release(row.text)
    }

    @inline(never)
    private func refusal(
        of row: WaitingEdge, _ slot: Edge.Slot, _ first: Int, _ table: borrowing IdentifierTable<Edge>
    ) -> (code: String, message: String)? {
        if !row.hasEnds {
            let missing = row.source.found.slot == nil ? row.source.node : row.target.node
            return ("noSuchNode", "there is no node \"\(String(decoding: missing.bytes, as: UTF8.self))\"")
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
        guard let symbol = end.handle.slot, !knownEnds.contains(end.handleList, symbol, kind),
            let slot = end.found.slot
        else { return }
        mentionUnknown(symbol, of: slot, kind, list: end.handleList)
    }

    @inline(never)
    private mutating func mentionUnknown(_ symbol: Symbol, of slot: Node.Slot, _ kind: Handle.Kind, list: HandleList) {
        // In loose mode an edge may end on a source and begin at a target: that handle is the one it names.
        let isLoose = document.settings.connectionMode == .loose
        if document.firstPlace(in: list, symbol: symbol, kind: kind) != nil
            || isLoose && document.firstPlace(in: list, symbol: symbol, kind: kind.opposite) != nil
        {
            return knownEnds.insert(list, symbol, kind)
        }
        if document.declaresHandles(slot) { return }
        if isLoose && mentioned.contains(Mention(slot: slot, symbol: symbol, kind: kind.opposite)) { return }
        guard mentioned.insert(Mention(slot: slot, symbol: symbol, kind: kind)).inserted else { return }
        inferredHandles[slot, default: []].append(InferredHandle(symbol: symbol, kind: kind))
    }

    /// Gives an edge that the file left without an id one that no other has.
    mutating func nameEdge(_ slot: Edge.Slot) {
        var edge = document.edge(at: slot)
        edge.id = document.makeEdgeID()
        document.put(edge, at: slot)
    }
}

extension Document {
    /// Returns true if the node's handles are stated, by itself or by its type.
    public func declaresHandles(_ slot: Node.Slot) -> Bool {
        if nodes.flags(slot).contains(.hasHandles) { return true }
        return nodes.type(slot).map { typeHandles[$0] != nil } ?? false
    }
}

extension DocumentStorage {
    /// Links every edge to the others of its nodes, the latest first.
    ///
    /// - Complexity: O(*n*), in two passes along the edges: one for the links to earlier edges, one for those to later
    ///   edges.
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
    /// Adds the first `count` of the waiting edges in front of all others; `linkEdges` follows.
    @inline(__always)
    mutating func append<New>(
        _ new: ContiguousArray<New>, count: Int, _ row: (New) -> EdgeRow, z: (New) -> Double
    ) {
        let first = slots.count
        for _ in 0..<count { _ = slots.take() }
        let range = first..<first + count
        rows.set(range) { row(new[$0 - first]) }
        zIndex.set(range) { z(new[$0 - first]) }
        for number in 0..<count { self.count([], EdgeFlags(rawValue: row(new[number]).flags)) }
        order.append(range)
    }
}

extension WaitingEdge {
    fileprivate var row: EdgeRow {
        guard let source = source.found.slot, let target = target.found.slot else {
            preconditionFailure("edges whose ends are not there are left out")
        }
        var row = EdgeRow()
        row.ends = EdgeEnds(
            source: source, target: target, sourceHandle: self.source.handle.slot,
            targetHandle: self.target.handle.slot)
        row.text = text
        row.flags = flags.rawValue
        return row
    }
}
