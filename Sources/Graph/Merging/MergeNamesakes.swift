import Storage
import Wire

/// The elements that both sides of a merge inserted under one id with different contents: two elements, one of which
/// gets another id.
///
/// The later insertion keeps the id, if stamps show it, else the one with the greater canonical JSON. The other id is
/// made from the content of its element, so both sides find the same. An element is a single one if one side knew of
/// the other's insertion.
struct MergeNamesakes {
    /// The ids that elements of ours get.
    private(set) var ours = Renaming()
    /// The same of the other side.
    private(set) var theirs = Renaming()
    private(set) var conflicts: [MergeConflict] = []
    private let pairs: MergePairs
    /// The ids that were made.
    private var made: Set<Identifier> = []

    /// - Complexity: O(*n*) in the elements that both sides have inserted.
    init(_ pairs: MergePairs, _ ourTable: StampTable, _ theirTable: StampTable) {
        self.pairs = pairs
        find(Node.self, ourTable, theirTable)
        find(Edge.self, ourTable, theirTable)
    }

    private mutating func find<Kind: StampedKind>(_: Kind.Type, _ ourTable: StampTable, _ theirTable: StampTable) {
        let (inOurs, inBase) = (Kind.counterparts(in: pairs.theirs.ours), Kind.counterparts(in: pairs.theirs.base))
        let (document, other) = (pairs.ours.document, pairs.theirs.ours.document)
        let (known, stated) = (ourTable[keyPath: Kind.stamps], theirTable[keyPath: Kind.stamps])
        var alike: [Slot<Kind>] = []
        func sides(_ slot: Slot<Kind>) -> (id: Identifier, ours: StampedValue, theirs: StampedValue)? {
            guard let own = inOurs[slot] else { return nil }
            let id = Kind.id(of: slot, in: other)
            let (ourStamp, theirStamp) = (known[id]?.presence ?? .unwritten, stated[id]?.presence ?? .unwritten)
            if theirStamp != .unwritten && ourTable.seen.contains(theirStamp) { return nil }
            if ourStamp != .unwritten && theirTable.seen.contains(ourStamp) { return nil }
            return (
                id, StampedValue(ourStamp, .object(Kind.members(of: own, in: document))),
                StampedValue(theirStamp, .object(Kind.members(of: slot, in: other)))
            )
        }
        for slot in inOurs.slots {
            guard let own = inOurs[slot], inBase[slot] == nil else { continue }
            if Kind.isSame(slot, own, in: pairs.theirs.ours) {
                alike.append(slot)
            } else if let (id, ours, theirs) = sides(slot), !part(Kind.self, id, ours, theirs) {
                alike.append(slot)
            }
        }
        // What lies in or ends on two nodes is two elements itself.
        if ours.isEmpty && theirs.isEmpty { return }
        for slot in Kind.outermostFirst(alike, in: other) {
            guard var namesakes = sides(slot) else { continue }
            namesakes.ours.value = namesakes.ours.value.map { ours.named($0, Kind.references) }
            namesakes.theirs.value = namesakes.theirs.value.map { theirs.named($0, Kind.references) }
            part(Kind.self, namesakes.id, namesakes.ours, namesakes.theirs)
        }
    }

    /// Gives one of two elements another id, unless their contents are the same.
    ///
    /// - Returns: True if they are two.
    @discardableResult
    private mutating func part<Kind: StampedKind>(
        _: Kind.Type, _ id: Identifier, _ own: StampedValue, _ other: StampedValue
    ) -> Bool {
        let (ownBytes, otherBytes) = (own.value?.canonicalBytes ?? [], other.value?.canonicalBytes ?? [])
        if ownBytes == otherBytes { return false }
        var conflict = MergeConflict()
        conflict[keyPath: Kind.conflict] = id
        conflict.member = "@id"
        conflict.isTheirs = other.wins(over: own)
        let renamed = makeID(Kind.self, from: conflict.isTheirs ? ownBytes : otherBytes)
        conflict.renamed = renamed
        conflicts.append(conflict)
        if conflict.isTheirs {
            ours[keyPath: Kind.names][id] = renamed
        } else {
            theirs[keyPath: Kind.names][id] = renamed
        }
        return true
    }

    /// An id for an element, which no other one has.
    private mutating func makeID<Kind: StampedKind>(_: Kind.Type, from content: [UInt8]) -> Identifier {
        var hash = content.withUnsafeBytes { fingerprint(of: $0) }
        while true {
            let id = Identifier(Kind.idPrefix + String(hash, radix: 36))
            let documents = [pairs.base, pairs.ours.document, pairs.theirs.ours.document]
            if documents.allSatisfy({ Kind.slot(of: id, in: $0) == nil }), made.insert(id).inserted { return id }
            hash &+= 1
        }
    }
}

/// New ids for elements of a document, by their present ids.
struct Renaming: Sendable {
    var nodes: [Identifier: Identifier] = [:]
    var edges: [Identifier: Identifier] = [:]

    var isEmpty: Bool { nodes.isEmpty && edges.isEmpty }

    /// The members of an element with the other ids of nodes.
    func named(_ element: JSON, _ references: [JSONString]) -> JSON {
        guard var members = element.objectValue else { return element }
        for name in references {
            guard let node = members[name]?.stringValue, let new = nodes[Identifier(node)] else { continue }
            members[name] = .string(new.string)
        }
        return .object(members)
    }
}

extension Document {
    /// Gives elements new ids, with one stamp if there are stamps; returns all touched elements.
    ///
    /// - Throws: `limits`.
    mutating func rename(_ names: Renaming, with stamp: Stamp) throws(EditError) -> StampedPart {
        var part = StampedPart()
        if names.isEmpty { return part }
        updateInheritance()
        let delta = try transact { (transaction) throws(EditError) in
            transaction.isReplay = true
            try transaction.rename(names)
        }.delta
        if hasStamps { self.stamp(delta, with: stamp) }
        part.nodes = delta.nodes.flatMap { [$0.goneID, $0.newID ?? nodeID($0.slot)].compactMap { $0 } }
        part.edges = delta.edges.flatMap { [$0.before?.id, $0.after?.id].compactMap { $0 } }
        return part
    }
}

extension Transaction {
    /// Gives elements new ids, each in its position.
    ///
    /// - Throws: `limits`.
    fileprivate mutating func rename(_ names: Renaming) throws(EditError) {
        let nodes = names.nodes.keys.sorted().compactMap { document.node($0) }
        var edges = SlotSet(names.edges.keys.compactMap { document.edge($0) })
        for slot in nodes {
            document.visitEdges(of: slot) { edges.insert($0) }
            document.visitEdges(in: slot) { edges.insert($0) }
        }
        let touched = SlotSet(nodes + nodes.flatMap { document.children($0) })
        for slot in Node.outermostFirst(touched.slots, in: document) {
            let former = document.node(at: slot)
            var node = try Node(names.named(former.json, Node.references).text, isStored: true)
            node.inferredHandles = former.inferredHandles
            guard let id = names.nodes[node.id] else {
                try replaceInTurn(slot, with: node)
                continue
            }
            node.id = id
            try insert(node, before: slot)
        }
        for slot in document.edgesInOrder(edges) {
            var edge = document.edge(at: slot)
            (edge.source, edge.target) = (
                names.nodes[edge.source] ?? edge.source, names.nodes[edge.target] ?? edge.target
            )
            if let group = edge.group.flatMap({ names.nodes[$0] }) { edge.setGroup(group) }
            guard let id = names.edges[edge.id] else {
                try replace(edge: slot, with: edge)
                continue
            }
            edge.id = id
            try insert(edge, before: slot)
            removeEdge(slot)
        }
        for slot in nodes { removeNode(slot) }
    }
}
