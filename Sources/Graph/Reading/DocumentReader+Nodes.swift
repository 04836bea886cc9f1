import Geometry
import Storage
import Wire

/// A node of an opened file that waits for its slot.
struct WaitingNode {
    /// The hash of the id.
    var hash: UInt32
    var type: Symbol?
    var handleList: HandleList
    var flags: NodeFlags
    var z: Double
    var geometry: NodeGeometry
    var text: TextArena.Reference
    /// Lies in the file, or wherever the node read last has it.
    var id: UnsafeBufferPointer<UInt8>
    /// The position of the element in the file.
    var element: Int

    fileprivate var row: NodeRow {
        var row = NodeRow()
        row.geometry = geometry
        row.text = text
        row.flags = flags.rawValue
        row.type = Link(type)
        row.handleList = handleList
        return row
    }
}

/// The facts about a node that edges of an opened file ask for.
struct NodeMark {
    /// `IdentifierHash.word` of the id.
    var word: UInt64
    var handleList: HandleList
}

/// The common facts of the nodes of one type that are in columns.
struct TypeFacts {
    var symbol: Symbol
    /// The list of handles of nodes that state none.
    var handleList: HandleList
    /// Is true if the document's types declare that list.
    var declaresHandles: Bool
    /// Is true if more than the list and the size follow from the type.
    var shapesNodes: Bool
    let standard: StandardType?
    var size: Size
}

extension DocumentReader {
    mutating func readNodes(_ list: JSONCursor?) throws(ShapeError) {
        if let list { try addNodes(list) }
        linkParents()
    }

    private mutating func addNodes(_ start: JSONCursor) throws(ShapeError) {
        var cursor = start
        try cursor.enterArray()
        while cursor.nextElement() {
            let element = cursor
            guard cursor.peek() == .object else {
                cursor.skipValue()
                addWaitingNodes()
                lose(.node, nil, "format", "a node is an object", element)
                continue
            }
            try reader.readNode(&cursor)
            if let id = reader.id, !id.hasEscapes, reader.problems.isEmpty, Self.isUsable(idOf: id.count) {
                wait(node: id.spelling, element)
                if waitingNodes.count == IdentifierHash.batch { addWaitingNodes() }
            } else {
                addUnusualNode(element)
            }
        }
        addWaitingNodes()
    }

    /// Adds a node that may cause a loss after all waiting ones, so that losses are reported in order.
    private mutating func addUnusualNode(_ element: JSONCursor) {
        addWaitingNodes()
        let isRead: Void? = DocumentReader.withUTF8(reader.id) { id in
            guard Self.isUsable(idOf: id.count) else {
                let message = "an id has 1 to \(Limits.identifierBytes) bytes"
                return lose(.node, Identifier(utf8: id), "invalidValue", message, element, grade: .structure)
            }
            wait(node: id, element)
            addWaitingNodes(isUnusual: true)
        }
        if isRead == nil { lose(.node, nil, "format", "a node has a string as id", element) }
    }

    /// Lets the node read last wait.
    @inline(__always)
    private mutating func wait(node id: UnsafeBufferPointer<UInt8>, _ element: JSONCursor) {
        let type = typeFacts()
        var flags = reader.nodeTraits.flags
        var geometry = reader.geometry
        var size = type?.size ?? Node.defaultSize
        if let measured = reader.measured { waitingSizes.append((waitingNodes.count, measured)) }
        if !flags.isDisjoint(with: [.statedSize, .measured]) { size = reader.nodeTraits.size(else: size) }
        var handleList =
            flags.isDisjoint(with: [.hasHandles, .hasSides]) ? type?.handleList ?? .standard : ownHandleList(type)
        if let type, type.shapesNodes { shape(by: type, &handleList, &flags, &size) }
        if geometry.x.isNaN { flags.insert(.unplaced) }
        if geometry.width.isNaN { geometry.width = size.width } else { flags.insert(.hasWidth) }
        if geometry.height.isNaN { geometry.height = size.height } else { flags.insert(.hasHeight) }
        if let parent = reader.nodeTraits.parent { waitingParents.append((waitingNodes.count, parent)) }
        let text = reader.members.withUnsafeBufferPointer { document.arena.store(id: id, members: $0) }
        waitingNodes.append(
            WaitingNode(
                hash: IdentifierHash.hash(id), type: type?.symbol,
                handleList: handleList, flags: flags, z: reader.nodeTraits.z, geometry: geometry, text: text, id: id,
                element: element.index))
    }

    @inline(__always)
    private mutating func typeFacts() -> TypeFacts? {
        if let name = reader.typeName {
            if let facts = nodeTypes.find(name.spelling) { return facts }
            let facts = facts(of: Identifier(utf8: name.spelling))
            nodeTypes.keep(facts, for: name.spelling)
            return facts
        }
        return reader.nodeTraits.type.map { facts(of: $0) }
    }

    @inline(never)
    private mutating func facts(of type: Identifier) -> TypeFacts {
        let symbol = document.symbols.intern(type)
        let standard = StandardType(type)
        let declared = document.typeHandles[symbol]
        return TypeFacts(
            symbol: symbol, handleList: declared ?? document.catalog.intern(Handle.defaults(of: standard)),
            declaresHandles: declared != nil, shapesNodes: document.types[symbol]?.shapesNodes == true,
            standard: standard, size: document.types[symbol]?.defaultSize ?? Node.defaultSize)
    }

    /// Gives the last node the properties that its type derives from its data.
    @inline(never)
    private mutating func shape(
        by facts: TypeFacts, _ list: inout HandleList, _ flags: inout NodeFlags, _ size: inout Size
    ) {
        guard let type = document.types[facts.symbol] else { return }
        flags = type.flags(reader.nodeTraits)
        reader.members.withUnsafeBufferPointer { members in
            if !type.handleSources.isEmpty && !flags.contains(.hasHandles) {
                list = document.catalog.intern(type.handles(members: members))
            }
            guard type.heightRule != nil || type.textRule != nil,
                reader.geometry.width.isNaN || reader.geometry.height.isNaN
            else { return }
            size = reader.nodeTraits.size(
                else: type.size(document.catalog.sites[list], members: members, flags.shape))
        }
    }

    /// The handles of a node that states some.
    @inline(never)
    private mutating func ownHandleList(_ type: TypeFacts?) -> HandleList {
        if let handles = reader.handles { return handleList(at: handles) }
        if let type, type.declaresHandles { return type.handleList }
        return document.catalog.intern(
            Handle.defaults(
                of: type?.standard, target: reader.nodeTraits.targetSide, source: reader.nodeTraits.sourceSide))
    }

    /// The list of handles at a cursor.
    private mutating func handleList(at start: JSONCursor) -> HandleList {
        var cursor = start
        cursor.skipValue()
        let text = UnsafeBufferPointer(start: start.base + start.index, count: cursor.index - start.index)
        if let known = handleLists.find(text) { return known }
        cursor = start
        let list = document.catalog.intern(Handle.readList(from: &cursor) ?? [])
        handleLists.keep(list, for: text)
        return list
    }

    // MARK: Adding

    /// Gives slots to the waiting nodes; for an unusual one, which waits alone, it reports the problems.
    @inline(never)
    private mutating func addWaitingNodes(isUnusual: Bool = false) {
        if waitingNodes.isEmpty { return }
        let first = document.nodes.slotCount
        // Out of the document as long as it is changed again and again, which each time would ask who else holds it.
        var table = IdentifierTable<Node>()
        swap(&table, &document.storage.value.nodes.table)
        table.reserve(first + waitingNodes.count)
        touched &+= table.touch(waitingNodes.lazy.map(\.hash))
        var kept = 0
        var named = waitingParents[...]
        var measured = waitingSizes[...]
        for place in waitingNodes.indices {
            let hash = waitingNodes[place].hash
            let slot = Node.Slot(index: first + kept)
            var parent: Identifier?
            if named.first?.place == place { parent = named.removeFirst().parent }
            let size = measured.first?.place == place ? measured.removeFirst().size : nil
            if first + kept >= Limits.nodes || !table.insertFirst(hash: hash, slot: slot) {
                if let refusal = refusal(of: waitingNodes[place], slot, first, table) {
                    lose(waitingNodes[place], refusal)
                    continue
                }
                table.insert(hash: hash, slot: slot)
            }
            let id = waitingNodes[place].id
            if isUnusual { loseProblems(.node, Identifier(utf8: id), cursor(at: waitingNodes[place].element)) }
            nodeIDs.note(id)
            if let parent { children.append((slot, parent)) }
            if let size { document.nodes.measuredSizes[slot] = size }
            if waitingNodes[place].flags.contains(.collapsed) { collapsed.append(slot) }
            nodeMarks.append(NodeMark(word: IdentifierHash.word(id), handleList: waitingNodes[place].handleList))
            if kept < place { waitingNodes[kept] = waitingNodes[place] }
            kept += 1
        }
        swap(&table, &document.storage.value.nodes.table)
        document.storage.value.nodes.append(waitingNodes, count: kept) {
            $0.row
        } z: {
            $0.z
        }
        waitingNodes.removeAll(keepingCapacity: true)
        waitingParents.removeAll(keepingCapacity: true)
        waitingSizes.removeAll(keepingCapacity: true)
    }

    private mutating func lose(_ row: WaitingNode, _ refusal: (code: String, message: String)) {
        lose(.node, Identifier(utf8: row.id), refusal.code, refusal.message, cursor(at: row.element))
        document.arena.release(row.text)
    }

    @inline(never)
    private func refusal(
        of row: WaitingNode, _ slot: Node.Slot, _ first: Int, _ table: borrowing IdentifierTable<Node>
    ) -> (code: String, message: String)? {
        let isTaken = isTaken(row.text, hash: row.hash, in: table) { slot in
            slot.index < first ? document.nodes.rows[slot].text : waitingNodes[slot.index - first].text
        }
        if isTaken { return ("duplicateId", "an earlier node has this id") }
        if slot.index >= Limits.nodes { return ("limits", "a document holds at most \(Limits.nodes) nodes") }
        return nil
    }
}

extension IdentifierTable {
    /// Reads the entries at which searches for these hashes begin, so that their cache misses overlap.
    @inline(__always)
    func touch(_ hashes: some Sequence<UInt32>) -> UInt64 {
        var sum: UInt64 = 0
        for hash in hashes { sum &+= home(of: hash) }
        return sum
    }
}

extension NodeStore {
    /// Adds the first `count` of the waiting nodes in front of all others.
    @inline(__always)
    mutating func append<New>(
        _ new: ContiguousArray<New>, count: Int, _ row: (New) -> NodeRow, z: (New) -> Double
    ) {
        let first = slots.count
        for _ in 0..<count { _ = slots.take() }
        let range = first..<first + count
        rows.set(range) { row(new[$0 - first]) }
        for place in 0..<count { self.count([], NodeFlags(rawValue: row(new[place]).flags)) }
        zIndex.set(range) { z(new[$0 - first]) }
        order.append(range)
    }
}
