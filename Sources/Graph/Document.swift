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

    /// Returns true if neither document was changed since one was a copy of the other. O(1).
    public func isCopy(of other: Document) -> Bool { storage.isShared(with: other.storage) }

    /// Memory of the elements, their ids and texts.
    public var bytes: Int { nodes.columnBytes + edges.columnBytes + arena.bytes + (topology?.bytes ?? 0) }

    /// The number of nodes and edges together.
    public var elementCount: Int { nodes.count + edges.count }
}

/// The numbers of ids that were made for nodes and for edges.
public struct Counters: Sendable, Equatable {
    /// The number of ids made for nodes.
    public var node: Int
    /// The number of ids made for edges.
    public var edge: Int

    /// Begins with these counts.
    public init(node: Int = 0, edge: Int = 0) {
        self.node = node
        self.edge = edge
    }
}

// MARK: Finding and reading elements

extension Document {
    /// The slot of the node with this id. O(1) expected.
    @inline(__always)
    public func node(utf8 id: UnsafeBufferPointer<UInt8>) -> Node.Slot? {
        nodes.table.find(hash: IdentifierHash.hash(id)) { slot in
            arena.text(nodes.rows[slot].text).withID { $0.hasSameBytes(as: id) }
        }
    }

    /// The slot of the edge with this id. O(1) expected.
    @inline(__always)
    public func edge(utf8 id: UnsafeBufferPointer<UInt8>) -> Edge.Slot? {
        edges.table.find(hash: IdentifierHash.hash(id)) { slot in
            arena.text(edges.rows[slot].text).withID { $0.hasSameBytes(as: id) }
        }
    }

    /// The slot of the node with this id. O(1) expected.
    public func node(_ id: Node.ID) -> Node.Slot? { id.withBytes { node(utf8: $0) } }
    /// The slot of the edge with this id. O(1) expected.
    public func edge(_ id: Edge.ID) -> Edge.Slot? { id.withBytes { edge(utf8: $0) } }

    /// The id of a live node.
    public func nodeID(_ slot: Node.Slot) -> Node.ID { withNodeID(slot) { Identifier(utf8: $0) } }
    /// The id of a live edge.
    public func edgeID(_ slot: Edge.Slot) -> Edge.ID { withEdgeID(slot) { Identifier(utf8: $0) } }

    /// Calls `body` with the UTF-8 bytes of a live node's id, without a copy.
    public func withNodeID<R>(_ slot: Node.Slot, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        arena.text(nodes.rows[slot].text).withID(body)
    }

    /// Calls `body` with the UTF-8 bytes of a live edge's id, without a copy.
    public func withEdgeID<R>(_ slot: Edge.Slot, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        arena.text(edges.rows[slot].text).withID(body)
    }

    /// The members of a node besides its id and geometry, one JSON object.
    public func withNodeMembers<R>(_ slot: Node.Slot, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        arena.text(nodes.rows[slot].text).withMembers(body)
    }

    /// The members of an edge besides its id and ends, one JSON object.
    public func withEdgeMembers<R>(_ slot: Edge.Slot, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        arena.text(edges.rows[slot].text).withMembers(body)
    }

    /// The geometry of a node as content: NaN for values that are not its own.
    public func storedGeometry(_ slot: Node.Slot) -> NodeGeometry {
        var geometry = nodes.rows[slot].geometry
        let flags = nodes.flags(slot)
        if flags.contains(.shrunk) {
            let size = nodes.openSizes[slot]
            (geometry.width, geometry.height) = (size.width, size.height)
        }
        if !flags.contains(.hasWidth) { geometry.width = .nan }
        if !flags.contains(.hasHeight) { geometry.height = .nan }
        if flags.contains(.unplaced) {
            geometry.x = .nan
            geometry.y = .nan
        }
        return geometry
    }

    /// The part of a node's geometry that is only in columns; NaN for values that are absent or in the members.
    public func columnGeometry(_ slot: Node.Slot) -> NodeGeometry {
        var geometry = storedGeometry(slot)
        guard nodes.flags(slot).contains(.writtenGeometry) else { return geometry }
        let written = withNodeMembers(slot) { WrittenGeometry(in: $0) }
        if written.contains(.width) { geometry.width = .nan }
        if written.contains(.height) { geometry.height = .nan }
        if written.contains(.position) { (geometry.x, geometry.y) = (.nan, .nan) }
        return geometry
    }

    /// A live node as content. Copies its members.
    public func node(at slot: Node.Slot) -> Node {
        Node(
            id: nodeID(slot), geometry: storedGeometry(slot), members: withNodeMembers(slot) { Array($0) },
            inferredHandles: nodes.inferredHandles[slot],
            mayHoldGeometry: nodes.flags(slot).contains(.writtenGeometry), measured: measured(slot))
    }

    /// A live edge as content. Copies its members.
    ///
    /// - Parameters:
    ///   - source: the node of its begin, instead of its own.
    ///   - target: the node of its end, instead of its own.
    public func edge(at slot: Edge.Slot, from source: Node.ID? = nil, to target: Node.ID? = nil) -> Edge {
        let ends = edges.rows[slot].ends
        return Edge(
            id: edgeID(slot), source: source ?? nodeID(ends.source),
            sourceHandle: ends.sourceHandle.map { symbols[$0] },
            target: target ?? nodeID(ends.target), targetHandle: ends.targetHandle.map { symbols[$0] },
            members: withEdgeMembers(slot) { $0.count <= 2 ? Edge.noMembers : Array($0) },
            traits: EdgeTraits(flags: edges.flags(slot).own, z: edges.zIndex(slot)))
    }
}

// MARK: Geometry of nodes

extension Document {
    /// Returns the origin of the node's stored position on the canvas.
    public func parentOrigin(_ slot: Node.Slot) -> Point {
        guard let parent = nodes.parent(slot) else { return .zero }
        if nodes.parent(parent) != nil { return inherited(from: parent).origin }
        let geometry = nodes.geometry(parent)
        return geometry.x.isNaN ? .zero : geometry.position
    }

    /// The displayed rectangle of the node on the canvas; NaN for a node without a position.
    @inlinable @inline(__always)
    public func frame(_ slot: Node.Slot) -> Rect {
        let geometry = nodes.geometry(slot)
        if nodes.parent(slot) == nil {
            return Rect(
                minX: geometry.x, minY: geometry.y, maxX: geometry.x + geometry.width,
                maxY: geometry.y + geometry.height)
        }
        let origin = parentOrigin(slot) + geometry.position
        return Rect(origin: origin, size: Size(width: geometry.width, height: geometry.height))
    }

    /// The rectangle that the node takes up on the canvas while it is not collapsed.
    public func openFrame(_ slot: Node.Slot) -> Rect {
        nodes.flags(slot).contains(.shrunk) ? openFrame(slot, from: parentOrigin(slot)) : frame(slot)
    }

    /// The same, if the origin of its position on the canvas is known.
    public func openFrame(_ slot: Node.Slot, from origin: Point) -> Rect {
        Rect(origin: origin + nodes.geometry(slot).position, size: openSize(slot))
    }

    /// The size of the node while it is not collapsed.
    func openSize(_ slot: Node.Slot) -> Size {
        if nodes.flags(slot).contains(.shrunk) { return nodes.openSizes[slot] }
        let geometry = nodes.geometry(slot)
        return Size(width: geometry.width, height: geometry.height)
    }

    /// Returns true if a node holds a point of the canvas: inside of its outline, half-open as its frame.
    public func node(_ slot: Node.Slot, holds point: Point) -> Bool { nodes.flags(slot).hold(point, in: frame(slot)) }

    /// Returns true if the node has a position; one without has no frame and no hit.
    public func isPlaced(_ slot: Node.Slot) -> Bool { !nodes.flags(slot).contains(.unplaced) }
}

// MARK: Handles and adjacency

extension Document {
    /// The handles of a node, in the order of declaration.
    public func handles(_ slot: Node.Slot) -> [Handle] { catalog[nodes.rows[slot].handleList] }

    /// The handles of a list.
    public func handles(of list: HandleList) -> [Handle] { catalog[list] }

    /// The node's list of handles; nodes with one list have equal handles.
    @inline(__always) public func handleList(_ slot: Node.Slot) -> HandleList { nodes.handleList(slot) }

    /// The sites of the handles of a list, in the order of declaration.
    public func handleSites(list: HandleList) -> ArraySlice<HandleSite> {
        catalog.sites[list, spread: settings.spreadHandles]
    }

    /// Returns the number of handles of a list.
    public func handleCount(list: HandleList) -> Int { catalog.sites.range(of: list).count }

    /// The site of the handle at an index of a list.
    public func handleSite(list: HandleList, place: Int) -> HandleSite {
        catalog.sites[catalog.sites.range(of: list).lowerBound + place, spread: settings.spreadHandles]
    }

    /// The handle with this id and kind; without a kind only the id decides.
    public func handle(_ id: Identifier, of slot: Node.Slot, kind: Handle.Kind?) -> Handle? {
        guard let symbol = symbols.find(id) else { return nil }
        let list = handleList(slot)
        let places = Handle.Kind.allCases.compactMap { other in
            kind == nil || kind == other ? firstPlace(in: list, symbol: symbol, kind: other) : nil
        }
        return places.min().map { handles(slot)[$0] }
    }

    /// The node's children, back to front.
    public func children(_ slot: Node.Slot) -> [Node.Slot] {
        var list: [Node.Slot] = []
        var next = nodes.firstChild(of: slot)
        while let child = next {
            list.append(child)
            next = nodes.nextSibling(child)
        }
        return list.sorted { nodes.order.key($0) < nodes.order.key($1) }
    }

    /// Calls `body` with every node inside the given one, in no defined order.
    public func visitDescendants(of slot: Node.Slot, _ body: (Node.Slot) -> Void) {
        var stack: [Node.Slot] = []
        var next = nodes.firstChild(of: slot)
        while let child = next ?? stack.popLast() {
            body(child)
            if let sibling = nodes.nextSibling(child) { stack.append(sibling) }
            next = nodes.firstChild(of: child)
        }
    }

    /// Calls `body` with every edge of the node; a self-loop comes once.
    public func visitEdges(of slot: Node.Slot, _ body: (Edge.Slot) -> Void) {
        var next = nodes.firstOut(slot)
        while let edge = next {
            body(edge)
            next = edges.nextOut(edge)
        }
        next = nodes.firstIn(slot)
        while let edge = next {
            if edges.ends(edge).source != slot { body(edge) }
            next = edges.nextIn(edge)
        }
    }

    /// Returns true if `ancestor` contains `slot`, at any depth, or is it.
    public func isNode(_ slot: Node.Slot, inside ancestor: Node.Slot) -> Bool {
        if nodes.firstChild(of: ancestor) == nil { return slot == ancestor }
        var next: Node.Slot? = slot
        while let current = next {
            if current == ancestor { return true }
            next = nodes.parent(current)
        }
        return false
    }
}
