import Geometry
import Graph
import Storage
import Wire

// The one way in which nodes and edges are copied, of this document or of another one.

/// Where copies come to lie.
struct CopyPlace {
    /// A place of the originals, and where it comes to be, in canvas units.
    var from = Point.zero
    var to: Point
    /// What the outermost copies lie in; nil leaves each in the parent that its original names.
    var parent: Node.Slot?

    /// How far the copies lie from their originals.
    var offset: Point { to - from }
}

/// Nodes that were copied, with the ids of the copies.
struct NodeCopies {
    let subgraph: Subgraph
    /// In the order of the subgraph's nodes.
    fileprivate let ids: [Node.ID]
    fileprivate let offset: Point

    /// The copy of a node; nil if it was not copied.
    func id(of slot: Node.Slot) -> Node.ID? { subgraph.place(of: slot).map { ids[$0] } }

    /// The copies of the outermost nodes.
    var roots: [Node.ID] { subgraph.roots.compactMap { id(of: $0) } }

    /// - Parameter source: the document of the originals.
    func pairs(in source: Document) -> [(old: Node.ID, new: Node.ID)] {
        zip(subgraph.nodes, ids).map { (source.nodeID($0), $1) }
    }
}

extension Transaction {
    /// Copies nodes with everything inside them: under new ids, in front, in the order of their originals.
    ///
    /// - Parameter other: the document of the originals; nil is this one.
    /// - Throws: `invalidValue` (a copy would leave the range of doubles), `notAccepted`, `invalidData`, `limits`.
    mutating func insertCopies(
        of subgraph: Subgraph, from other: Document? = nil, _ place: CopyPlace
    ) throws(EditError) -> NodeCopies {
        var ids: [Node.ID] = []
        ids.reserveCapacity(subgraph.nodes.count)
        for _ in subgraph.nodes { ids.append(makeNodeID()) }
        let copies = NodeCopies(subgraph: subgraph, ids: ids, offset: place.offset)
        let origin = place.parent.map { document.childrenOrigin($0) } ?? .zero
        let parent = place.parent.map { document.nodeID($0) }
        for slot in subgraph.preorder {
            guard let id = copies.id(of: slot) else { continue }
            var node = content(of: slot, in: other)
            node.id = id
            if let around = (other ?? document).nodes.parent(slot).flatMap({ copies.id(of: $0) }) {
                node.setParent(around)
            } else {
                var geometry = node.geometry
                geometry.x = place.to.x - origin.x + (geometry.x - place.from.x) + 0
                geometry.y = place.to.y - origin.y + (geometry.y - place.from.y) + 0
                node.setGeometry(geometry)
                if let parent { node.setParent(parent) }
            }
            do throws(EditError) {
                try insert(node)
            } catch {
                // The path is one in the node, which the parameters do not have.
                var error = error
                error.path = []
                throw error
            }
        }
        // Parents were copied before what is inside them; where the order is another one, the copies are put into it.
        if subgraph.preorder != subgraph.nodes {
            for slot in ids.compactMap({ document.node($0) }) { moveNode(slot, before: nil) }
        }
        return copies
    }

    /// An edge between the copies of its nodes, where they were copied; it still has the id of the original.
    ///
    /// Waypoints of an edge between two copies move along.
    ///
    /// - Throws: `invalidValue` (a waypoint would leave the range of doubles).
    func copy(
        of slot: Edge.Slot, in other: Document? = nil, between copies: NodeCopies
    ) throws(EditError) -> Edge {
        let original = other ?? document
        var edge = original.edge(at: slot)
        let ends = original.edges.ends(slot)
        let (source, target) = (copies.id(of: ends.source), copies.id(of: ends.target))
        edge.source = source ?? edge.source
        edge.target = target ?? edge.target
        if source != nil && target != nil && original.edges.flags(slot).contains(.bent) {
            try edge.mapWaypoints { $0 + copies.offset }
        }
        return edge
    }

    /// Adds a copy under a new id, which is returned.
    ///
    /// - Throws: `limits`.
    mutating func insertCopy(of edge: Edge) throws(EditError) -> Edge.ID {
        var edge = edge
        edge.id = makeEdgeID()
        try insert(edge)
        return edge.id
    }
}

extension Node {
    fileprivate mutating func setParent(_ id: Node.ID) {
        members = JSONMembers.setting(
            [("parentId", JSON.string(id.string).text)], removing: ["parentNode"], in: members)
    }
}

extension Document {
    /// From where the positions of what is in a node count.
    func childrenOrigin(_ parent: Node.Slot) -> Point {
        let origin = parentOrigin(parent)
        return isPlaced(parent) ? origin + nodes.geometry(parent).position : origin
    }
}
