import Geometry
import Storage

/// Makes a document of nodes and edges without ids of their own: they are counted, `n1`, `n2` and so on, `e1`, `e2`.
///
/// The result equals that of `DocumentReader` for a text with such elements, without writing and reading the text.
public struct DocumentBuilder {
    private var document = Document()
    private var nodes: ContiguousArray<NodeRow> = []
    private var edges: ContiguousArray<EdgeRow> = []
    private var nodeCount = 0
    private var edgeCount = 0
    private var nodeID = CountedName("n")
    private var edgeID = CountedName("e")
    /// The flags that follow from the members of the node before.
    private var known: (members: ContiguousArray<UInt8>, flags: NodeFlags) = ([], [])

    /// A builder for a document with about this many nodes and edges.
    public init(nodes count: Int) {
        nodes.reserveCapacity(DocumentBuilder.batch)
        edges.reserveCapacity(DocumentBuilder.batch)
        document.storage.value.nodes.table.reserve(count)
        document.storage.value.edges.table.reserve(count)
    }

    /// The number of rows that are added at once; pages hold a multiple or a part of it.
    private static let batch = 1024

    /// Adds a node in front of the others.
    ///
    /// - Parameters:
    ///   - place: the position on the canvas, finite.
    ///   - members: a compact JSON object that holds a `label`, `data`, both or nothing.
    /// - Complexity: O(*n*) in the bytes.
    public mutating func addNode(at place: Point, members: UnsafeBufferPointer<UInt8>) {
        nodeID.count()
        let isKnown = known.members.withUnsafeBufferPointer { $0.hasSameBytes(as: members) }
        if !isKnown { known = (ContiguousArray(members), NodeTraits(members: members).flags) }
        var row = NodeRow()
        row.geometry = NodeGeometry(
            x: place.x, y: place.y, width: Node.defaultSize.width, height: Node.defaultSize.height)
        row.flags = known.flags.rawValue
        nodeID.withBytes { id in
            row.text = document.arena.store(id: id, members: members)
            document.nodes.table.insert(hash: IdentifierHash.hash(id), slot: Slot(index: nodeCount))
        }
        nodeCount += 1
        nodes.append(row)
        if nodes.count == DocumentBuilder.batch { addNodes() }
    }

    /// Adds an edge in front of the others, from one node to another, which are numbered from 0 on.
    public mutating func addEdge(from source: Int, to target: Int) {
        let known = 0..<nodeCount
        precondition(known.contains(source) && known.contains(target), "edges follow their nodes")
        edgeID.count()
        var row = EdgeRow()
        row.ends = EdgeEnds(source: Slot(index: source), target: Slot(index: target))
        edgeID.withBytes { id in
            row.text = Edge.noMembers.withUnsafeBufferPointer { document.arena.store(id: id, members: $0) }
            document.edges.table.insert(hash: IdentifierHash.hash(id), slot: Slot(index: edgeCount))
        }
        edgeCount += 1
        edges.append(row)
        if edges.count == DocumentBuilder.batch { addEdges() }
    }

    private mutating func addNodes() {
        document.nodes.append(nodes, count: nodes.count) {
            $0
        } z: { _ in
            0
        }
        nodes.removeAll(keepingCapacity: true)
    }

    private mutating func addEdges() {
        document.edges.append(edges, count: edges.count) {
            $0
        } z: { _ in
            0
        }
        edges.removeAll(keepingCapacity: true)
    }

    /// The document of all that was added.
    ///
    /// - Complexity: O(*n*) in the elements.
    public consuming func finish() -> Document {
        addNodes()
        addEdges()
        document.storage.value.linkEdges()
        nodeID.withBytes { document.nodeIDs.note($0) }
        edgeID.withBytes { document.edgeIDs.note($0) }
        document.settings = document.parsedSettings
        document.catalog.fixed = document.catalog.count
        document.catalog.raiseBound()
        return document
    }
}

/// A prefix and a number that is counted on, as bytes.
private struct CountedName {
    private var bytes: ContiguousArray<UInt8>
    private let prefix: Int

    /// Makes the counter before the first id.
    init(_ prefix: StaticString) {
        bytes = ContiguousArray(UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
        self.prefix = bytes.count
    }

    mutating func count() {
        var place = bytes.count - 1
        while place >= prefix, bytes[place] == UInt8(ascii: "9") {
            bytes[place] = UInt8(ascii: "0")
            place -= 1
        }
        if place >= prefix { return bytes[place] += 1 }
        bytes.insert(UInt8(ascii: "1"), at: prefix)
    }

    func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { bytes.withUnsafeBufferPointer(body) }
}
