import Geometry
import Graph
import Storage
import Wire

// The one way in which nodes and edges are copied, of this document or of another one.

/// The position of copies.
struct CopyPlace {
    /// A point of the originals, and its new position, in canvas units.
    var from = Point.zero
    var to: Point
    /// The node that holds the outermost copies; nil leaves each in the parent that its original names.
    var parent: Node.Slot?

    /// The offset of the copies from their originals.
    var offset: Point { to - from }

    /// Places copies at an offset from the originals.
    init(to offset: Point) { to = offset }

    /// The position at which the top-left corner of the bounds is at a point; without one, by an offset.
    ///
    /// - Throws: `invalidValue` (the point).
    init(
        of subgraph: Subgraph, in source: Document, at point: Point?, otherwise offset: Point
    ) throws(EditError) {
        to = point ?? offset
        guard let point else { return }
        if !point.isFinite { throw .invalid("a point is finite", path: ["at", point.x.isFinite ? "y" : "x"]) }
        let bounds = subgraph.bounds(in: source)
        if !bounds.isEmpty { from = bounds.origin }
    }

    /// Moves an outermost node to its position.
    ///
    /// - Parameter origin: the new origin of its position.
    func move(_ node: inout Node, from origin: Point = .zero) {
        if to == from && origin == .zero { return }
        var geometry = node.geometry
        geometry.x = to.x - origin.x + (geometry.x - from.x) + 0
        geometry.y = to.y - origin.y + (geometry.y - from.y) + 0
        node.setGeometry(geometry)
    }

    /// Moves the waypoints of an edge whose two nodes move.
    ///
    /// - Throws: `invalidValue` (a waypoint would leave the range of doubles).
    func moveWaypoints(of edge: inout Edge) throws(EditError) {
        let offset = offset
        if offset != .zero { try edge.mapWaypoints { $0 + offset } }
    }
}

/// Nodes that were copied, with the ids of the copies.
struct NodeCopies {
    let subgraph: Subgraph
    /// The ids in the order of the subgraph's nodes.
    let ids: [Node.ID]
    /// Their slots, in the same order.
    fileprivate var slots: [Node.Slot] = []
    fileprivate let place: CopyPlace

    /// The copy of a node; nil if it was not copied.
    func id(of slot: Node.Slot) -> Node.ID? { subgraph.place(of: slot).map { ids[$0] } }

    /// The copies of the outermost nodes.
    var roots: [Node.ID] { subgraph.roots.compactMap { id(of: $0) } }

    /// - Parameter source: the document of the originals.
    func pairs(in source: Document) -> [(old: Node.ID, new: Node.ID)] {
        zip(subgraph.nodes, ids).map { (source.nodeID($0), $1) }
    }
}

/// An edge that was copied and is not yet in the document.
struct EdgeCopy {
    /// The edge with the id of the original.
    var edge: Edge
    /// The nodes that it joins, if both are copies.
    var ends: Transaction.Ends?
}

extension Transaction {
    /// Copies nodes with everything inside them: under new ids, in front, in the order of their originals.
    ///
    /// - Parameters:
    ///   - other: the document of the originals; nil is this one.
    ///   - keepsIDs: whether copies of another document's nodes keep their ids, if these are free.
    /// - Throws: `invalidValue` (a copy would leave the range of doubles), `notAccepted`, `invalidData`, `limits`.
    mutating func insertCopies(
        of subgraph: Subgraph, from other: Document? = nil, _ place: CopyPlace, keepsIDs: Bool = false
    ) throws(EditError) -> NodeCopies {
        var ids: [Node.ID] = []
        ids.reserveCapacity(subgraph.nodes.count)
        for slot in subgraph.nodes { ids.append(idForCopy(of: slot, in: keepsIDs ? other : nil)) }
        var copies = NodeCopies(subgraph: subgraph, ids: ids, place: place)
        copies.slots = subgraph.nodes
        let origin = place.parent.map { document.childrenOrigin($0) } ?? .zero
        let parent = place.parent.map { document.nodeID($0) }
        for slot in subgraph.preorder {
            guard let index = subgraph.place(of: slot) else { continue }
            var node = content(of: slot, in: other)
            node.id = ids[index]
            let former = (other ?? document).nodes.parent(slot)
            if let former, let around = copies.id(of: former) {
                if around != (other ?? document).nodeID(former) { node.setParent(around) }
            } else {
                place.move(&node, from: origin)
                if let parent { node.setParent(parent) }
            }
            do throws(EditError) {
                copies.slots[index] = try insert(node)
            } catch {
                // The path is one in the node, which the parameters do not have.
                var error = error
                error.path = []
                throw error
            }
        }
        // Parents were copied before what is inside them; where the order is another one, the copies are put into it.
        if subgraph.preorder != subgraph.nodes {
            for slot in copies.slots { moveNode(slot, before: nil) }
        }
        return copies
    }

    /// The id of a copy: that of the original if it is free in this document, else a new one that no other original has.
    ///
    /// - Parameter other: the document of the originals; nil makes a new one in any case.
    private mutating func idForCopy(of slot: Node.Slot, in other: Document?) -> Node.ID {
        guard let other else { return makeNodeID() }
        var id = other.nodeID(slot)
        if document.node(id) == nil { return id }
        repeat { id = makeNodeID() } while other.node(id) != nil
        return id
    }

    /// An edge between the copies of its nodes, if they were copied; it still has the id of the original.
    ///
    /// Waypoints of an edge between two copies move along.
    ///
    /// - Throws: `invalidValue` (a waypoint would leave the range of doubles).
    func copy(
        of slot: Edge.Slot, in other: Document? = nil, between copies: NodeCopies
    ) throws(EditError) -> EdgeCopy {
        let original = other ?? document
        let ends = original.edges.ends(slot)
        guard let source = copies.subgraph.place(of: ends.source), let target = copies.subgraph.place(of: ends.target)
        else {
            var edge = original.edge(at: slot, from: copies.id(of: ends.source), to: copies.id(of: ends.target))
            regroup(&edge, of: other, copies)
            return EdgeCopy(edge: edge)
        }
        var edge = original.edge(at: slot, from: copies.ids[source], to: copies.ids[target])
        regroup(&edge, of: other, copies)
        if original.edges.flags(slot).contains(.bent) { try copies.place.moveWaypoints(of: &edge) }
        return EdgeCopy(edge: edge, ends: (copies.slots[source], copies.slots[target]))
    }

    /// Puts a copy of an edge into the copy of its group; else into the parent of the copies, or its group in this
    /// document.
    func regroup(_ edge: inout Edge, of other: Document?, _ copies: NodeCopies) {
        guard let group = edge.group else { return }
        let copy = (other ?? document).node(group).flatMap { copies.id(of: $0) }
        if let group = copy ?? copies.place.parent.map({ document.nodeID($0) }) {
            edge.setGroup(group)
        } else if other != nil {
            edge.setGroup(nil)
        }
    }

    /// Returns the reason why the rules refuse a copy, or nil.
    mutating func refusal(of copy: EdgeCopy) -> ConnectionRefusal? {
        refusal(of: ConnectionProposal(copy.edge), between: copy.ends)
    }

    /// Adds a copy under a new id, which it has then.
    ///
    /// - Parameter other: the document of the original: its id stays if it is free; else no other original there has the new one.
    /// - Throws: `limits`.
    mutating func insert(_ copy: inout EdgeCopy, keepingIDOf other: Document? = nil) throws(EditError) {
        if other == nil || document.edge(copy.edge.id) != nil {
            repeat { copy.edge.id = makeEdgeID() } while other?.edge(copy.edge.id) != nil
        }
        try insert(copy.edge, between: copy.ends)
    }
}

extension Node {
    fileprivate mutating func setParent(_ id: Node.ID) {
        members = JSONMembers.setting(
            [("parentId", JSON.string(id.string).text)], removing: ["parentNode"], in: members)
    }
}

extension Document {
    /// Returns the origin of positions in a node.
    func childrenOrigin(_ parent: Node.Slot) -> Point {
        let origin = parentOrigin(parent)
        return isPlaced(parent) ? origin + nodes.geometry(parent).position : origin
    }
}
