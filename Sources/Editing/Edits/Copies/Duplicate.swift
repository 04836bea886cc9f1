import Geometry
import Graph
import Storage

/// Copies of elements, each with its original, in document order.
public struct Duplicates: Sendable {
    /// The nodes copied, in document order, with the ids of the copies.
    public var nodes: [(old: Node.ID, new: Node.ID)] = []
    /// The edges copied, in document order, with the ids of the copies.
    public var edges: [(old: Edge.ID, new: Edge.ID)] = []

    /// An empty result.
    public init() {}

    /// The default offset of copies from their originals, in canvas units.
    public static let offset = Point(x: 20, y: 20)
}

extension Document {
    /// The offset of copies made by hand: whole cells if nodes snap to the grid.
    public var offsetOfCopiesByHand: Point {
        settings.snapToGrid ? Grid(settings).wholeCells(Duplicates.offset) : Duplicates.offset
    }
}

extension Transaction {
    /// Copies nodes with their contents, the edges among them and the edges of groups among them, and the listed
    /// edges.
    ///
    /// A copy has new ids and all other members. It lies in front, in the order of the originals, in the same parent,
    /// moved by an offset; waypoints of edges between two copies move along. A listed edge keeps an end that is not
    /// copied. Edges that the rules refuse are left out, and so are transient elements.
    ///
    /// - Throws: `noSuchNode`, `noSuchEdge`, `invalidValue` (a copy would leave the range of doubles), `limits`.
    /// - Complexity: O(*n* log *n*) in the elements copied, and a question to the rules for each edge.
    public mutating func duplicate(
        nodes: [Node.ID], edges: [Edge.ID] = [], by offset: Point = Duplicates.offset
    ) throws(EditError) -> Duplicates {
        if !offset.x.isFinite { throw .invalid("a point is finite", path: ["by", "x"]) }
        if !offset.y.isFinite { throw .invalid("a point is finite", path: ["by", "y"]) }
        let subgraph = Subgraph(try document.slots(nodes: nodes), in: document, lastingOnly: true)
        let named = try document.slots(edges: edges) + subgraph.groupedEdges(in: document)
        let going = document.lasting(subgraph.innerEdges(and: named, in: document))
        let copies = try insertCopies(of: subgraph, CopyPlace(to: offset))
        var result = Duplicates()
        result.nodes = copies.pairs(in: document)
        for slot in going {
            var copy = try copy(of: slot, between: copies)
            if refusal(of: copy) != nil { continue }
            let old = copy.edge.id
            try insert(&copy)
            result.edges.append((old, copy.edge.id))
        }
        return result
    }
}
