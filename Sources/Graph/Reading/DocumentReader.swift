import Geometry
import Storage
import Wire

/// Makes a document of content in Nodewire's own format or in React Flow's, which have the same shape.
///
/// Parts of the file that break the structure (ids twice, missing ends and parents, cycles of parents, numbers out of
/// range) are left out as sparingly as possible and reported as losses.
///
/// It is here and not beside the writer of the format, since it fills the columns of `NodeStore` and `EdgeStore` row by
/// row; outside this module a document changes only through a `Transaction`.
///
/// - Complexity: O(*n*) in the bytes; one pass over the elements after the validation.
public struct DocumentReader {
    /// The document, as far as it has been read.
    public internal(set) var document = Document()
    /// The losses so far.
    public internal(set) var losses: [Loss] = []
    let text: DocumentText
    let forkJoin: ForkJoin
    /// A sum of values that were read only to bring them near.
    var touched: UInt64 = 0
    var reader = ElementReader()

    var waitingNodes: ContiguousArray<WaitingNode> = []
    /// Parents named by waiting nodes, with the index of the node among them.
    var waitingParents: [(place: Int, parent: Identifier)] = []
    /// Sizes that were measured of waiting nodes, likewise.
    var waitingSizes: [(place: Int, size: Size)] = []
    var nodeTypes = NameCache<TypeFacts>()
    /// The lists of handles of nodes by their texts, which many nodes have in common.
    var handleLists = NameCache<HandleList>()
    /// Nodes that name a parent, linked when all nodes are there.
    var children: [(slot: Node.Slot, parent: Identifier)] = []
    /// Nodes that are collapsed, which get the size they are shown in when all nodes are there.
    var collapsed: [Node.Slot] = []
    var nodeIDs = CountedIDs(prefix: "n")
    /// The facts about each node that edges need, so that most of them skip its row and its text.
    var nodeMarks: ContiguousArray<NodeMark> = []

    /// The edges of the first list that were read beside the nodes.
    var edgesAhead: EdgesAhead?
    var waitingEdges: ContiguousArray<WaitingEdge> = []
    var handleSymbols = NameCache<Symbol>()
    var knownEnds = KnownEnds()
    /// Handles that edges name and nodes do not declare, by node.
    var inferredHandles: [Node.Slot: [InferredHandle]] = [:]
    var mentioned: Set<Mention> = []
    var edgeIDs = CountedIDs(prefix: "e")

    /// Reads a whole, validated JSON text.
    ///
    /// - Parameter isFile: a file without `nodewire` is React Flow's and has its edge geometry.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, isFile: Bool
    ) throws(ShapeError) -> (document: Document, losses: [Loss]) {
        try read(DocumentText(validated: text), isFile: isFile)
    }

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - isFile: a file that is not our own is React Flow's and has its edge geometry.
    ///   - isOwn: nil is found out: our own files have a member `nodewire`.
    ///   - forkJoin: one task reads the nodes of a long text, the other most of its edges.
    public static func read(
        _ text: DocumentText, isFile: Bool, isOwn: Bool? = nil, with forkJoin: ForkJoin = .serial
    ) throws(ShapeError) -> (document: Document, losses: [Loss]) {
        var reader = DocumentReader(text: text, forkJoin)
        try reader.read(isFile: isFile, isOwn: isOwn)
        return (reader.document, reader.losses)
    }

    init(text: DocumentText, _ forkJoin: ForkJoin) {
        self.text = text
        self.forkJoin = forkJoin
        waitingNodes.reserveCapacity(IdentifierHash.batch)
        waitingEdges.reserveCapacity(IdentifierHash.batch)
    }

    private mutating func read(isFile: Bool, isOwn stated: Bool?) throws(ShapeError) {
        var outermost = text.start
        try outermost.enterObject()
        var nodes: JSONCursor?
        var edges: JSONCursor?
        var version: JSONCursor?
        var isOwn = stated ?? false
        var content = JSONObject()
        content.reserveCapacity(text.members.count)
        var counters: JSON?
        var stamps: (value: JSON, start: JSONCursor)?
        for (name, start) in text.members {
            var cursor = cursor(at: start)
            do throws(ShapeError) {
                let isVersion = name == "nodewire" && stated != false
                let first = name == "nodes" ? nodes : name == "edges" ? edges : isVersion ? version : nil
                if first != nil {
                    loseSecond(name, cursor)
                } else if name == "nodes" {
                    nodes = try list(cursor)
                } else if name == "edges" {
                    edges = try list(cursor)
                } else if isVersion {
                    (isOwn, version) = (true, cursor)
                    guard try cursor.readInteger() == 1 else { throw ShapeError("only version 1 is known") }
                } else if let value = try member(name, &cursor, besides: content) {
                    content[JSONString(name)] = value
                    if name == "stamps" { stamps = (value, self.cursor(at: start)) }
                }
            } catch {
                throw error.inside(.member(name.description))
            }
        }
        document.isReactFlow = isFile && !isOwn
        // A member of this name in another program's file is the other program's.
        if isFile && isOwn {
            counters = content["counters"]
            content["counters"] = nil
            content["stamps"] = nil
        } else {
            stamps = nil
        }
        readViewport(content["viewport"])
        content["viewport"] = nil
        document.setContent(content)
        document.settings = document.parsedSettings
        nodeIDs = CountedIDs(prefix: "n", count: counters?["node"]?.integerValue ?? 0)
        edgeIDs = CountedIDs(prefix: "e", count: counters?["edge"]?.integerValue ?? 0)
        if forkJoin.isParallel, text.isLong, let edges {
            try readNodes(nodes, and: edges)
        } else {
            try readNodes(nodes)
        }
        document.resolveCollapsed(collapsed)
        let unnamed = try edges.map { (list) throws(ShapeError) in try readEdges(list) } ?? []
        document.storage.value.linkEdges()
        for slot in (0..<document.edges.slotCount).lazy.map({ Edge.Slot(index: $0) }) {
            document.noteGroup(ofEdge: slot, before: [])
        }
        if !document.edgeTypes.isEmpty { document.describeEdges() }
        (document.nodeIDs, document.edgeIDs) = (nodeIDs, edgeIDs)
        for slot in unnamed { nameEdge(slot) }
        var lists: [[InferredHandle]: HandleList] = [:]
        for (slot, handles) in inferredHandles.sorted(by: { $0.key < $1.key }) {
            let list = lists[handles] ?? document.internInferred(handles)
            lists[handles] = list
            document.setInferredHandles(list, of: slot)
        }
        document.catalog.fixed = document.catalog.count
        document.catalog.raiseBound()
        if let stamps { read(stamps: stamps.value, stamps.start) }
    }

    /// Reads the last writers of fields; if a part is unreadable, all of it is dropped.
    private mutating func read(stamps: JSON, _ start: JSONCursor) {
        do throws(EditError) {
            document.setStamps(try StampTable(stamps, of: document))
        } catch {
            lose(.document, Identifier("stamps"), "invalidValue", error.message, start)
        }
    }

    /// The value of a member besides the elements; nil if it cannot be kept.
    private mutating func member(
        _ name: JSONName, _ cursor: inout JSONCursor, besides content: JSONObject
    ) throws(ShapeError) -> JSON? {
        let start = cursor
        if content.index(of: JSONString(name)) != nil {
            cursor.skipValue()
            loseSecond(name, start)
            return nil
        }
        return withoutInfinities(try JSON(reading: &cursor, checked: false), of: name, start)
    }

    private mutating func loseSecond(_ name: JSONName, _ value: JSONCursor) {
        lose(.document, identifier(name), "invalidValue", "the member occurs twice; the first is kept", value)
    }

    /// Omits values with a number beyond the doubles: in settings and types only those entries, else the whole member.
    private mutating func withoutInfinities(_ value: JSON, of name: JSONName, _ start: JSONCursor) -> JSON? {
        if value.holdsFiniteNumbers { return value }
        lose(.document, identifier(name), "invalidValue", "it holds a number that no double can hold", start)
        guard Document.dividedMembers.contains(JSONString(name)), case .object(let object) = value else { return nil }
        var rest = JSONObject()
        for member in object.members where member.value.holdsFiniteNumbers { rest[member.name] = member.value }
        return .object(rest)
    }

    private func list(_ start: JSONCursor) throws(ShapeError) -> JSONCursor {
        var cursor = start
        guard cursor.peek() == .array else { throw cursor.wrongKind("an array") }
        return cursor
    }

    // MARK: Names and losses

    func cursor(at index: Int) -> JSONCursor { text.cursor(at: index) }

    /// Calls `body` with the bytes a name means; nil without a name, or with one that no string can be.
    static func withUTF8<R>(_ name: JSONName?, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
        guard let name else { return nil }
        if !name.hasEscapes { return body(name.spelling) }
        guard let string = try? name.string() else { return nil }
        return Identifier(string).withBytes(body)
    }

    func identifier(_ name: JSONName?) -> Identifier? {
        guard let string = try? name?.string() else { return nil }
        return Identifier(string)
    }

    /// Returns true if an element that was read before has the same id; `text` gives the text of a slot.
    func isTaken<Element>(
        _ own: TextArena.Reference, hash: UInt32, in table: borrowing IdentifierTable<Element>,
        _ text: (Slot<Element>) -> TextArena.Reference
    ) -> Bool {
        table.find(hash: hash) { slot in
            document.arena.text(own).withID { own in
                document.arena.text(text(slot)).withID { own.hasSameBytes(as: $0) }
            }
        } != nil
    }

    static func isUsable(idOf count: Int) -> Bool { count > 0 && count <= Limits.identifierBytes }

    mutating func lose(
        _ kind: Loss.Kind, _ id: Identifier?, _ code: String, _ message: String, _ element: JSONCursor,
        grade: LossGrade? = nil
    ) {
        var cursor = element
        let text = (try? JSONText(copying: &cursor, checked: false)) ?? JSONText(trusted: Array("null".utf8))
        let place = element.index
        losses.append(
            Loss(
                kind: kind, id: id?.string, code: code, message: message, element: text, grade: grade, place: place))
    }

    mutating func loseProblems(_ kind: Loss.Kind, _ id: Identifier?, _ element: JSONCursor) {
        for problem in reader.problems {
            lose(kind, id, "invalidValue", "\(problem.member): \(problem.message)", element)
        }
    }
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

extension DocumentReader {
    /// Gives the document its viewport: with finite numbers x and y and a zoom above 0, so that a view can start there.
    ///
    /// Other viewports are losses.
    /// A zoom that is a number becomes the least one, any other 1, a missing x or y 0.
    mutating func readViewport(_ json: JSON?) {
        guard let json, json != .null else { return document.viewport = json }
        let message = "a viewport has finite numbers x and y and a zoom above 0"
        guard case .object(var viewport) = json else { return loseViewport(json, message) }
        let isUsable = viewport["x"]?.doubleValue != nil && viewport["y"]?.doubleValue != nil
        if isUsable, let zoom = viewport["zoom"]?.doubleValue, zoom > 0 { return document.viewport = json }
        for name in ["x", "y"] where viewport[name]?.doubleValue == nil { viewport[name] = 0 }
        if let zoom = viewport["zoom"]?.doubleValue {
            if zoom <= 0 { viewport["zoom"] = .number(InteractionSettings.leastZoom) }
        } else {
            viewport["zoom"] = 1
        }
        document.viewport = .object(viewport)
        loseViewport(json, message)
    }

    private mutating func loseViewport(_ json: JSON, _ message: String) {
        losses.append(
            Loss(kind: .document, id: "viewport", code: "invalidValue", message: message, element: json.text))
    }
}
