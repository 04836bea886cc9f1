import Geometry
import Wire

/// Something a file held against the structure of a document, and that was therefore left out.
public struct Loss: Sendable {
    public enum Kind: String, CaseIterable, Sendable { case node, edge, group, document }

    public var kind: Kind
    public var id: String?
    /// The name of the error an edit would have got.
    public var code: String
    public var message: String
    /// The element as it was written.
    public var element: JSONText

    public init(kind: Kind, id: String?, code: String, message: String, element: JSONText) {
        self.kind = kind
        self.id = id
        self.code = code
        self.message = message
        self.element = element
    }
}

/// Makes a document of content in the own format or React Flow's, which are one shape.
///
/// What the file holds against the structure (ids twice, missing ends and parents, cycles of parents, numbers out of range)
/// is left out as sparingly as possible and told as losses.
///
/// - Complexity: O(*n*) in the bytes; two passes over the elements, after the one that validated them.
public struct DocumentReader {
    public private(set) var document = Document()
    public private(set) var losses: [Loss] = []
    private var reader = ElementReader()
    /// Nodes that name a parent, linked when all nodes are there.
    private var children: [(slot: Int32, parent: Identifier)] = []
    private var mentions: [Int32: [Handle]] = [:]
    private var nodeRun = TakenRun("n")
    private var edgeRun = TakenRun("e")
    /// The handle named last as a source and as a target: mostly the next edge names the same.
    private var lastHandles: [(name: [UInt8], symbol: Int32)] = [([], -1), ([], -1)]
    private var mentioned: Set<Mention> = []

    /// Reads a whole, validated JSON text.
    ///
    /// - Parameter isFile: a file without `nodewire` is React Flow's and has its edge geometry.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, isFile: Bool
    ) throws(ShapeError) -> (document: Document, losses: [Loss]) {
        var reader = DocumentReader()
        try reader.read(JSONCursor(text), isFile: isFile)
        return (reader.document, reader.losses)
    }

    private mutating func read(_ start: JSONCursor, isFile: Bool) throws(ShapeError) {
        var cursor = start
        var nodes: [JSONCursor] = []
        var edges: [JSONCursor] = []
        var isOwn = false
        var content = JSONObject()
        var counters: JSON?
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            do throws(ShapeError) {
                if name == "nodes" {
                    nodes.append(try list(&cursor))
                } else if name == "edges" {
                    edges.append(try list(&cursor))
                } else if name == "nodewire" {
                    isOwn = true
                    guard try cursor.readInteger() == 1 else { throw ShapeError("only version 1 is known") }
                } else if let value = try member(name, &cursor, besides: content) {
                    content[JSONString(name)] = value
                }
            } catch {
                throw error.inside(.member(name.description))
            }
        }
        document.isForeign = isFile && !isOwn
        // A member of this name in another program's file is the other program's.
        if isFile && isOwn {
            counters = content["counters"]
            content["counters"] = nil
        }
        document.viewport = content["viewport"]
        content["viewport"] = nil
        for member in content.members { document.setMember(member.name.description, member.value) }
        document.settings = document.parsedSettings
        document.counters = Counters(counters)
        for list in nodes { try readNodes(list) }
        linkParents()
        for list in edges { try readEdges(list) }
        document.taken.node = nodeRun.count
        document.taken.edge = edgeRun.count
        for (slot, handles) in mentions.sorted(by: { $0.key < $1.key }) { document.setMentions(handles, of: slot) }
    }

    /// The value of a member besides the elements; nil if it cannot be kept.
    private mutating func member(
        _ name: JSONName, _ cursor: inout JSONCursor, besides content: JSONObject
    ) throws(ShapeError) -> JSON? {
        let start = cursor
        if content.index(of: JSONString(name)) != nil {
            cursor.skipValue()
            lose(.document, identifier(name), "invalidValue", "the member occurs twice; the first is kept", start)
            return nil
        }
        return withoutInfinities(try JSON(reading: &cursor, checked: false), of: name, start)
    }

    /// Leaves out what holds a number that no double can hold: of settings and types only those, else the whole member.
    private mutating func withoutInfinities(_ value: JSON, of name: JSONName, _ start: JSONCursor) -> JSON? {
        if value.holdsFiniteNumbers { return value }
        lose(.document, identifier(name), "invalidValue", "it holds a number that no double can hold", start)
        guard name == "settings" || name == "types", case .object(let object) = value else { return nil }
        var rest = JSONObject()
        for member in object.members where member.value.holdsFiniteNumbers { rest[member.name] = member.value }
        return .object(rest)
    }

    private func list(_ cursor: inout JSONCursor) throws(ShapeError) -> JSONCursor {
        guard cursor.peek() == .array else { throw cursor.wrongKind("an array") }
        let start = cursor
        cursor.skipValue()
        return start
    }

    // MARK: Nodes

    private mutating func readNodes(_ start: JSONCursor) throws(ShapeError) {
        var cursor = start
        try cursor.enterArray()
        while cursor.nextElement() {
            let element = cursor
            guard cursor.peek() == .object else {
                cursor.skipValue()
                lose(.node, nil, "format", "a node is an object", element)
                continue
            }
            try reader.readNode(&cursor)
            addNode(element)
        }
    }

    private mutating func addNode(_ element: JSONCursor) {
        let isRead = DocumentReader.withUTF8(reader.id) { id in
            if let refusal = refusalOfNode(id) {
                return lose(.node, Identifier(utf8: id), refusal.code, refusal.message, element)
            }
            for problem in reader.problems {
                lose(.node, Identifier(utf8: id), "invalidValue", "\(problem.member): \(problem.message)", element)
            }
            let slot = document.nodes.slots.take()
            nodeRun.note(id)
            document.load(node: slot, id: id, reader.geometry, reader.nodeTraits, reader.members)
            if let parent = reader.nodeTraits.parent { children.append((slot, parent)) }
        }
        if isRead == nil { lose(.node, nil, "format", "a node has a string as id", element) }
    }

    // Both refusals are mutating for one reason: a closure that calls what is not would copy the whole reader.

    private mutating func refusalOfNode(_ id: UnsafeBufferPointer<UInt8>) -> (code: String, message: String)? {
        if id.isEmpty || id.count > Limits.identifierBytes {
            return ("invalidValue", "an id has 1 to \(Limits.identifierBytes) bytes")
        }
        if document.node(utf8: id) >= 0 { return ("duplicateId", "an earlier node has this id") }
        if document.nodes.count >= Limits.nodes {
            return ("limits", "a document holds at most \(Limits.nodes) nodes")
        }
        return nil
    }

    /// Links children to parents; whoever closes a cycle or names nobody loses its parent, and nothing else.
    private mutating func linkParents() {
        var trees = Trees()
        for (slot, parent) in children {
            let target = document.node(parent)
            if target < 0 {
                loseParent(slot, "noSuchNode", "there is no node \"\(parent)\"")
            } else if trees.root(of: target) == slot {
                loseParent(slot, "parentCycle", "\"\(parent)\" lies inside this node")
            } else {
                document.link(slot, toParent: target)
                trees.join(slot, to: target)
            }
        }
    }

    private mutating func loseParent(_ slot: Int32, _ code: String, _ message: String) {
        var writer = JSONWriter()
        document.writeNode(slot, into: &writer)
        losses.append(
            Loss(
                kind: .node, id: document.nodeID(slot).string, code: code, message: message,
                element: JSONText(trusted: writer.bytes)))
        var node = document.node(at: slot)
        node.members = JSONMembers.removing(["parentId", "parentNode"], from: node.members)
        document.put(node, at: slot)
    }

    // MARK: Edges

    private mutating func readEdges(_ start: JSONCursor) throws(ShapeError) {
        var cursor = start
        var unnamed: [Int32] = []
        try cursor.enterArray()
        while cursor.nextElement() {
            let element = cursor
            guard cursor.peek() == .object else {
                cursor.skipValue()
                lose(.edge, nil, "format", "an edge is an object", element)
                continue
            }
            try reader.readEdge(&cursor)
            addEdge(element, &unnamed)
        }
        for slot in unnamed { nameEdge(slot) }
    }

    private mutating func addEdge(_ element: JSONCursor, _ unnamed: inout [Int32]) {
        guard let sourceName = reader.source, let targetName = reader.target else {
            return lose(.edge, identifier(reader.id), "format", "an edge has strings as source and target", element)
        }
        let source = slot(of: sourceName)
        let target = slot(of: targetName)
        if source < 0 || target < 0 {
            let missing = source < 0 ? sourceName : targetName
            return lose(
                .edge, identifier(reader.id), "noSuchNode", "there is no node \"\(missing.description)\"", element)
        }
        let isNamed = DocumentReader.withUTF8(reader.id) { id in
            if let refusal = refusalOfEdge(id) {
                return lose(.edge, Identifier(utf8: id), refusal.code, refusal.message, element)
            }
            _ = loadEdge(id, EdgeEnds(source: source, target: target), element)
        }
        if isNamed != nil { return }
        if document.edges.count >= Limits.edges {
            return lose(.edge, nil, "limits", "a document holds at most \(Limits.edges) edges", element)
        }
        // A placeholder that no other can have: NUL and the slot.
        Identifier("\u{0}\(document.edges.slots.count)").withBytes { id in
            unnamed.append(loadEdge(id, EdgeEnds(source: source, target: target), element))
        }
    }

    private mutating func refusalOfEdge(_ id: UnsafeBufferPointer<UInt8>) -> (code: String, message: String)? {
        if id.isEmpty || id.count > Limits.identifierBytes {
            return ("invalidValue", "an id has 1 to \(Limits.identifierBytes) bytes")
        }
        if document.edge(utf8: id) >= 0 { return ("duplicateId", "an earlier edge has this id") }
        if document.edges.count >= Limits.edges {
            return ("limits", "a document holds at most \(Limits.edges) edges")
        }
        return nil
    }

    private mutating func loadEdge(
        _ id: UnsafeBufferPointer<UInt8>, _ nodes: EdgeEnds, _ element: JSONCursor
    ) -> Int32 {
        for problem in reader.problems {
            lose(.edge, identifier(reader.id), "invalidValue", "\(problem.member): \(problem.message)", element)
        }
        var ends = nodes
        if let name = reader.sourceHandle { ends.sourceHandle = mention(name, of: ends.source, kind: .source) }
        if let name = reader.targetHandle { ends.targetHandle = mention(name, of: ends.target, kind: .target) }
        let slot = document.edges.slots.take()
        edgeRun.note(id)
        document.load(edge: slot, id: id, ends: ends, traits: reader.edgeTraits, members: reader.members)
        return slot
    }

    /// Gives an edge that the file left without an id one that no other has.
    private mutating func nameEdge(_ slot: Int32) {
        var edge = document.edge(at: slot)
        repeat {
            document.counters.edge += 1
            edge.id = Identifier("e\(document.counters.edge)")
        } while document.edge(edge.id) >= 0
        document.put(edge, at: slot)
    }

    /// The number of a handle's id; a handle that its node does not declare is remembered.
    private mutating func mention(_ name: JSONName, of slot: Int32, kind: Handle.Kind) -> Int32 {
        let symbol: Int32
        let place = kind == .source ? 0 : 1
        if lastHandles[place].symbol >= 0
            && lastHandles[place].name.withUnsafeBufferPointer({ !name.hasEscapes && name.equals($0) })
        {
            symbol = lastHandles[place].symbol
        } else {
            guard let id = identifier(name) else { return -1 }
            symbol = document.symbols.intern(id)
            if !name.hasEscapes { lastHandles[place] = (Array(name.spelling), symbol) }
        }
        if document.declaresHandles(slot) { return symbol }
        let id = document.symbols[symbol]
        if document.handle(id, of: slot, kind: kind) != nil { return symbol }
        guard mentioned.insert(Mention(slot: slot, symbol: symbol, kind: kind)).inserted else { return symbol }
        mentions[slot, default: []].append(Handle(id: id, kind: kind, side: kind == .source ? .bottom : .top))
        return symbol
    }

    // MARK: Names and losses

    private func slot(of name: JSONName) -> Int32 {
        if !name.hasEscapes { return document.node(utf8: name.spelling) }
        return identifier(name).map { document.node($0) } ?? -1
    }

    /// Calls `body` with the bytes a name stands for; nil without a name, or with one that no string can be.
    private static func withUTF8<R>(_ name: JSONName?, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
        guard let name else { return nil }
        if !name.hasEscapes { return body(name.spelling) }
        guard let string = try? name.string() else { return nil }
        return Identifier(string).withBytes(body)
    }

    private func identifier(_ name: JSONName?) -> Identifier? {
        guard let string = try? name?.string() else { return nil }
        return Identifier(string)
    }

    private mutating func lose(
        _ kind: Loss.Kind, _ id: Identifier?, _ code: String, _ message: String, _ element: JSONCursor
    ) {
        var cursor = element
        let text = (try? JSONText(copying: &cursor, checked: false)) ?? JSONText(trusted: Array("null".utf8))
        losses.append(Loss(kind: kind, id: id?.string, code: code, message: message, element: text))
    }
}

extension Document {
    /// Whether the node's handles are stated, by itself or by its type.
    func declaresHandles(_ slot: Int32) -> Bool {
        if nodes.flags(slot).contains(.hasHandles) { return true }
        let type = nodes.type(slot)
        return type >= 0 && typeHandles[type] != nil
    }

    /// Adds a node of an opened file in front of all others; its parent is linked by `linkParents`.
    mutating func load(
        node slot: Int32, id: UnsafeBufferPointer<UInt8>, _ geometry: NodeGeometry, _ traits: NodeTraits,
        _ members: [UInt8]
    ) {
        nodes.table.insert(hash: IdentifierTable.hash(id), slot: slot)
        nodes.rows[Int(slot)].text = members.withUnsafeBufferPointer { arena.store(id: id, members: $0) }
        setTraits(traits, geometry, mentions: 0, at: slot)
        nodes.order.insert(slot, before: Placement.end)
    }

    /// Adds an edge of an opened file behind all others.
    mutating func load(
        edge slot: Int32, id: UnsafeBufferPointer<UInt8>, ends: EdgeEnds, traits: EdgeTraits, members: [UInt8]
    ) {
        edges.table.insert(hash: IdentifierTable.hash(id), slot: slot)
        edges.rows[Int(slot)].text = members.withUnsafeBufferPointer { arena.store(id: id, members: $0) }
        edges.rows[Int(slot)].flags = traits.flags.rawValue
        edges.zIndex[Int(slot)] = traits.z
        edges.rows[Int(slot)].ends = ends
        linkEnds(slot)
        edges.order.insert(slot, before: Placement.end)
    }
}

extension Counters {
    init(_ json: JSON?) {
        self.init()
        node = Counters.bounded(json?["node"])
        edge = Counters.bounded(json?["edge"])
    }

    /// Small enough to be counted on for ever.
    private static func bounded(_ json: JSON?) -> Int { min(max(0, json?.integerValue ?? 0), 1 << 53) }
}

/// A handle that an edge names and its node does not declare.
private struct Mention: Hashable {
    var slot: Int32
    var symbol: Int32
    var kind: Handle.Kind
}

/// Which outermost node each node lies in, while parents are linked one by one.
///
/// - Complexity: O(log *n*) amortised by halving the paths (van Leeuwen and van der Weide, 1977), however deep they are.
private struct Trees {
    private var outer = PagedArray<Int32>(default: -1)

    mutating func root(of slot: Int32) -> Int32 {
        var slot = slot
        while outer[Int(slot)] >= 0 {
            let next = outer[Int(outer[Int(slot)])]
            if next < 0 { return outer[Int(slot)] }
            outer[Int(slot)] = next
            slot = next
        }
        return slot
    }

    mutating func join(_ root: Int32, to slot: Int32) { outer[Int(root)] = slot }
}

extension JSON {
    fileprivate var holdsFiniteNumbers: Bool {
        switch self {
        case .number(let number): Double(number.text)?.isFinite == true
        case .array(let elements): elements.allSatisfy(\.holdsFiniteNumbers)
        case .object(let object): object.members.allSatisfy(\.value.holdsFiniteNumbers)
        default: true
        }
    }
}
