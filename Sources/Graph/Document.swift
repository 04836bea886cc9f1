import Geometry
import Storage
import Wire

/// A graph: nodes, edges, settings, node types and every other member of its file, as a value.
///
/// Anyone may read it; it changes only inside a `Transaction`, through the functions of `Document+Mutation.swift`.
public struct Document: Sendable {
    @usableFromInline var storage = CopyOnWrite(DocumentStorage())

    /// A document without elements, with default settings.
    public init() {}

    /// Memory of the elements, their ids and texts.
    public var bytes: Int { nodes.columnBytes + edges.columnBytes + arena.bytes + (topology?.bytes ?? 0) }
}

/// How many ids were made for nodes and for edges.
public struct Counters: Sendable, Equatable {
    /// Ids made for nodes.
    public var node: Int
    /// Ids made for edges.
    public var edge: Int

    /// Counts to begin with.
    public init(node: Int = 0, edge: Int = 0) {
        self.node = node
        self.edge = edge
    }
}

// MARK: Finding and reading elements

extension Document {
    /// The slot of the node with this id, or −1.
    @inline(__always)
    public func node(utf8 id: UnsafeBufferPointer<UInt8>) -> Int32 {
        nodes.table.find(hash: IdentifierTable.hash(id)) { slot in
            arena.text(nodes.rows[Int(slot)].text).withID { $0.hasSameBytes(as: id) }
        }
    }

    /// The slot of the edge with this id, or −1. O(1) expected.
    @inline(__always)
    public func edge(utf8 id: UnsafeBufferPointer<UInt8>) -> Int32 {
        edges.table.find(hash: IdentifierTable.hash(id)) { slot in
            arena.text(edges.rows[Int(slot)].text).withID { $0.hasSameBytes(as: id) }
        }
    }

    /// The slot of the node with this id, or −1. O(1) expected.
    public func node(_ id: Node.ID) -> Int32 { id.withBytes { node(utf8: $0) } }
    /// The slot of the edge with this id, or −1. O(1) expected.
    public func edge(_ id: Edge.ID) -> Int32 { id.withBytes { edge(utf8: $0) } }

    /// The id of a live node.
    public func nodeID(_ slot: Int32) -> Node.ID { withNodeID(slot) { Identifier(utf8: $0) } }
    /// The id of a live edge.
    public func edgeID(_ slot: Int32) -> Edge.ID { withEdgeID(slot) { Identifier(utf8: $0) } }

    /// Calls `body` with the UTF-8 bytes of a live node's id, without a copy.
    public func withNodeID<R>(_ slot: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        arena.text(nodes.rows[Int(slot)].text).withID(body)
    }

    /// Calls `body` with the UTF-8 bytes of a live edge's id, without a copy.
    public func withEdgeID<R>(_ slot: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        arena.text(edges.rows[Int(slot)].text).withID(body)
    }

    /// The members of a node besides its id and geometry, one JSON object.
    public func withNodeMembers<R>(_ slot: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        arena.text(nodes.rows[Int(slot)].text).withMembers(body)
    }

    /// The members of an edge besides its id and ends, one JSON object.
    public func withEdgeMembers<R>(_ slot: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        arena.text(edges.rows[Int(slot)].text).withMembers(body)
    }

    /// The geometry of a node as content: what is not its own is NaN.
    public func storedGeometry(_ slot: Int32) -> NodeGeometry {
        var geometry = nodes.rows[Int(slot)].geometry
        let flags = nodes.flags(slot)
        if !flags.contains(.hasWidth) { geometry.width = .nan }
        if !flags.contains(.hasHeight) { geometry.height = .nan }
        if flags.contains(.unplaced) {
            geometry.x = .nan
            geometry.y = .nan
        }
        return geometry
    }

    /// The geometry of a node as far as it stands in columns alone; NaN is what is absent or written among the members.
    public func columnGeometry(_ slot: Int32) -> NodeGeometry {
        var geometry = storedGeometry(slot)
        guard nodes.flags(slot).contains(.writtenGeometry) else { return geometry }
        let written = withNodeMembers(slot) { WrittenGeometry(in: $0) }
        if written.contains(.width) { geometry.width = .nan }
        if written.contains(.height) { geometry.height = .nan }
        if written.contains(.position) { (geometry.x, geometry.y) = (.nan, .nan) }
        return geometry
    }

    /// A live node as content. Copies its members.
    public func node(at slot: Int32) -> Node {
        var node = Node(
            id: nodeID(slot), geometry: storedGeometry(slot), members: withNodeMembers(slot) { Array($0) })
        node.inferredHandles = nodes.inferredHandles[Int(slot)]
        return node
    }

    /// A live edge as content. Copies its members.
    public func edge(at slot: Int32) -> Edge {
        let ends = edges.rows[Int(slot)].ends
        return Edge(
            id: edgeID(slot), source: nodeID(ends.source), sourceHandle: symbol(ends.sourceHandle),
            target: nodeID(ends.target), targetHandle: symbol(ends.targetHandle),
            members: withEdgeMembers(slot) { Array($0) },
            traits: EdgeTraits(flags: edges.flags(slot), z: edges.zIndex(slot)))
    }

    private func symbol(_ number: Int32) -> Identifier? { number < 0 ? nil : symbols[number] }
}

// MARK: Geometry of nodes

extension Document {
    /// Where the origin of the node's stored position is on the canvas.
    public func parentOrigin(_ slot: Int32) -> Point {
        let parent = nodes.parent(slot)
        if parent < 0 { return .zero }
        if nodes.parent(parent) >= 0 { return inherited(from: parent).origin }
        let geometry = nodes.geometry(parent)
        return geometry.x.isNaN ? .zero : geometry.position
    }

    /// The node's rectangle on the canvas; NaN for a node without a position.
    @inlinable @inline(__always)
    public func frame(_ slot: Int32) -> Rect {
        let geometry = nodes.geometry(slot)
        if nodes.parent(slot) < 0 {
            return Rect(
                minX: geometry.x, minY: geometry.y, maxX: geometry.x + geometry.width,
                maxY: geometry.y + geometry.height)
        }
        let origin = parentOrigin(slot) + geometry.position
        return Rect(origin: origin, size: Size(width: geometry.width, height: geometry.height))
    }

    /// Whether the node has a position; one without has no frame and no hit.
    public func isPlaced(_ slot: Int32) -> Bool { !nodes.flags(slot).contains(.unplaced) }

    /// Whether the node is concealed: `hidden` itself, inside something hidden, or in a collapsed group.
    ///
    /// *Hidden* is the stored flag of one element, *concealed* what follows from it and from the containers around.
    public func isConcealed(_ slot: Int32) -> Bool {
        if nodes.flags(slot).contains(.hidden) { return true }
        var parent = nodes.parent(slot)
        while parent >= 0 {
            if let entry = inheritance.entry(parent) { return entry.conceals }
            if !nodes.flags(parent).isDisjoint(with: [.hidden, .collapsed]) { return true }
            parent = nodes.parent(parent)
        }
        return false
    }

    /// Whether the edge is concealed: `hidden` itself, or one of its nodes is concealed.
    public func isConcealed(edge slot: Int32) -> Bool {
        if edges.flags(slot).contains(.hidden) { return true }
        let ends = edges.ends(slot)
        return isConcealed(ends.source) || isConcealed(ends.target)
    }
}

// MARK: Handles and adjacency

extension Document {
    /// The handles of a node, in the order in which they are declared.
    public func handles(_ slot: Int32) -> [Handle] { catalog[nodes.rows[Int(slot)].handleList] }

    /// The number of the node's list of handles; nodes with equal numbers have equal handles.
    @inline(__always) public func handleList(_ slot: Int32) -> Int32 { nodes.handleList(slot) }

    /// The sites of the handles of a list, in the order in which they are declared.
    public func handleSites(list: Int32) -> ArraySlice<HandleSite> { catalog.sites[list] }

    /// How many handles a list has.
    public func handleCount(list: Int32) -> Int { catalog.sites.range(of: list).count }

    /// The site of the handle that stands at a place of a list.
    public func handleSite(list: Int32, place: Int) -> HandleSite {
        catalog.sites[catalog.sites.start(of: list) + place]
    }

    /// The handle with this id and kind; the id alone decides when the kind is nil.
    public func handle(_ id: Identifier, of slot: Int32, kind: Handle.Kind?) -> Handle? {
        let symbol = symbols.find(id)
        if symbol < 0 { return nil }
        let list = handleList(slot)
        let places = Handle.Kind.allCases.compactMap { other in
            kind == nil || kind == other ? firstPlace(in: list, symbol: symbol, kind: other) : nil
        }
        return places.min().map { handles(slot)[$0] }
    }

    /// The node's children, back to front.
    public func children(_ slot: Int32) -> [Int32] {
        var list: [Int32] = []
        var child = nodes.firstChild(of: slot)
        while child >= 0 {
            list.append(child)
            child = nodes.nextSibling(child)
        }
        return list.sorted { nodes.order.key($0) < nodes.order.key($1) }
    }

    /// Calls `body` with every node inside the given one, in no defined order.
    public func visitDescendants(of slot: Int32, _ body: (Int32) -> Void) {
        var stack: [Int32] = []
        var child = nodes.firstChild(of: slot)
        while true {
            while child >= 0 {
                body(child)
                if nodes.nextSibling(child) >= 0 { stack.append(nodes.nextSibling(child)) }
                child = nodes.firstChild(of: child)
            }
            guard let next = stack.popLast() else { return }
            child = next
        }
    }

    /// Calls `body` with every edge that ends on the node; a self-loop comes once.
    public func visitEdges(of slot: Int32, _ body: (Int32) -> Void) {
        var edge = nodes.firstOut(slot)
        while edge >= 0 {
            body(edge)
            edge = edges.nextOut(edge)
        }
        edge = nodes.firstIn(slot)
        while edge >= 0 {
            if edges.ends(edge).source != slot { body(edge) }
            edge = edges.nextIn(edge)
        }
    }

    /// Whether `ancestor` contains `slot`, at any depth, or is it.
    public func isNode(_ slot: Int32, inside ancestor: Int32) -> Bool {
        if nodes.firstChild(of: ancestor) < 0 { return slot == ancestor }
        var current = slot
        while current >= 0 {
            if current == ancestor { return true }
            current = nodes.parent(current)
        }
        return false
    }
}
