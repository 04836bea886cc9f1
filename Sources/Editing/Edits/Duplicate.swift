import Geometry
import Graph
import Storage
import Wire

/// Copies of elements, each with what it is a copy of, in the order of the document.
public struct Duplicates: Sendable {
    /// The nodes copied, in document order, with the ids of the copies.
    public var nodes: [(old: Node.ID, new: Node.ID)] = []
    /// The edges copied, in document order, with the ids of the copies.
    public var edges: [(old: Edge.ID, new: Edge.ID)] = []

    /// An empty result.
    public init() {}

    /// How far copies lie from their originals by default, in canvas units.
    public static let offset = Point(x: 20, y: 20)
}

extension Transaction {
    /// Copies nodes with everything inside them, the edges among all these, and the edges named.
    ///
    /// A copy has new ids and all other members. It lies in front, in the order of what it is a copy of, in the same
    /// parent, and by an offset beside it; waypoints of edges between two copies move along. An edge named keeps an end
    /// that is not copied. Edges that the rules refuse are left out.
    ///
    /// - Throws: `noSuchNode`, `noSuchEdge`, `invalidValue` (a copy would leave the range of doubles), `limits`.
    /// - Complexity: O(*n* log *n*) in the elements copied, and a question to the rules for each edge.
    public mutating func duplicate(
        nodes: [Node.ID], edges: [Edge.ID] = [], by offset: Point = Duplicates.offset
    ) throws(EditError) -> Duplicates {
        if !offset.x.isFinite { throw .invalid("a point is finite", path: ["by", "x"]) }
        if !offset.y.isFinite { throw .invalid("a point is finite", path: ["by", "y"]) }
        let named = NamedNodes(try document.slots(nodes: nodes))
        let namedEdges = try document.slots(edges: edges)
        let roots = named.outermost(in: document)
        var copies = NodeCopies()
        var preorder: [Node.Slot] = []
        for root in roots {
            preorder.append(root)
            document.visitDescendants(of: root) { preorder.append($0) }
        }
        let ordered = document.nodesInOrder(preorder)
        for slot in ordered { copies.name(slot, makeNodeID()) }
        try copy(preorder, ordered, &copies)
        var result = Duplicates()
        for slot in ordered {
            guard let id = copies.id(of: slot) else { continue }
            result.nodes.append((document.nodeID(slot), id))
        }
        result.edges = try copy(edges: namedEdges, copies, of: ordered)
        let shifts = roots.compactMap { root in
            document.isPlaced(root) ? shift(of: root, copies, by: offset) : nil
        }
        try shift(shifts)
        return result
    }

    private func shift(of root: Node.Slot, _ copies: NodeCopies, by offset: Point) -> NodeShift? {
        guard let copy = copies.id(of: root).flatMap({ document.node($0) }) else { return nil }
        let position = document.nodes.geometry(root).position + offset
        return NodeShift(slot: copy, position: position, offset: offset)
    }

    /// Parents are copied before what is inside them; where the order is another one, the copies are put into it then.
    private mutating func copy(
        _ preorder: [Node.Slot], _ ordered: [Node.Slot], _ copies: inout NodeCopies
    ) throws(EditError) {
        for slot in preorder {
            guard let id = copies.id(of: slot) else { continue }
            var node = document.node(at: slot)
            node.id = id
            if let parent = document.nodes.parent(slot), let around = copies.id(of: parent) {
                node.members = JSONMembers.setting(
                    [("parentId", JSON.string(around.string).text)], removing: ["parentNode"], in: node.members)
            }
            try insert(node)
        }
        if preorder == ordered { return }
        for slot in ordered {
            guard let copy = copies.id(of: slot).flatMap({ document.node($0) }) else { continue }
            moveNode(copy, before: nil)
        }
    }

    private mutating func copy(
        edges named: [Edge.Slot], _ copies: NodeCopies, of nodes: [Node.Slot]
    ) throws(EditError) -> [(old: Edge.ID, new: Edge.ID)] {
        var going = SlotSet(named)
        for slot in nodes {
            var next = document.nodes.firstOut(slot)
            while let edge = next {
                if copies.id(of: document.edges.ends(edge).target) != nil { going.insert(edge) }
                next = document.edges.nextOut(edge)
            }
        }
        var made: [(old: Edge.ID, new: Edge.ID)] = []
        for slot in document.edgesInOrder(going) {
            var edge = document.edge(at: slot)
            let ends = document.edges.ends(slot)
            edge.source = copies.id(of: ends.source) ?? edge.source
            edge.target = copies.id(of: ends.target) ?? edge.target
            if refusal(of: ConnectionProposal(edge)) != nil { continue }
            let old = edge.id
            edge.id = makeEdgeID()
            try insert(edge)
            made.append((old, edge.id))
        }
        return made
    }
}

/// The ids that the copies of nodes get, by the slots of the nodes.
private struct NodeCopies {
    private var places = SlotMap<Node>()
    private var ids: [Node.ID] = []

    mutating func name(_ slot: Node.Slot, _ id: Node.ID) {
        places.insert(slot, ids.count)
        ids.append(id)
    }

    func id(of slot: Node.Slot) -> Node.ID? { places[slot].map { ids[$0] } }
}
