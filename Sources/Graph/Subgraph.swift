import Geometry
import Storage

/// Nodes with everything inside them: what is copied together.
public struct Subgraph: Sendable {
    /// The nodes that lie in no other of them, in the order given.
    public let roots: [Node.Slot]
    /// All of them, each before what is inside it.
    public let preorder: [Node.Slot]
    /// All of them, in the order of the document.
    public let nodes: [Node.Slot]
    private var places: SlotMap<Node>

    /// Some nodes of a document with everything inside them; a node named twice counts once.
    ///
    /// - Parameter lastingOnly: whether transient ones are left out.
    /// - Complexity: O(*n* log *n*) in the nodes and what is inside them.
    public init(_ slots: [Node.Slot], in document: Document, lastingOnly: Bool = false) {
        var seen = SearchedSlots<Node>()
        let slots = slots.filter { seen.insert($0) }
        roots = document.outermost(lastingOnly ? document.lasting(slots) : slots)
        var preorder: [Node.Slot] = []
        for root in roots {
            preorder.append(root)
            document.visitDescendants(of: root) { preorder.append($0) }
        }
        if lastingOnly { preorder = document.lasting(preorder) }
        self.preorder = preorder
        nodes = document.nodesInOrder(preorder)
        places = SlotMap(minimumCapacity: nodes.count)
        for (place, slot) in nodes.enumerated() { places.insert(slot, place) }
    }

    /// Returns the index of a node in `nodes`; nil for another one. O(1) expected.
    public func place(of slot: Node.Slot) -> Int? { places[slot] }

    /// Returns true if a node is one of them. O(1) expected.
    public func contains(_ slot: Node.Slot) -> Bool { places[slot] != nil }

    /// The edges with both ends among the nodes, and those named, in the order of the document.
    ///
    /// - Complexity: O(*n* log *n*) in the edges that start on the nodes.
    public func innerEdges(and named: [Edge.Slot] = [], in document: Document) -> [Edge.Slot] {
        var edges: [Edge.Slot] = []
        for slot in nodes {
            var next = document.nodes.firstOut(slot)
            while let edge = next {
                if contains(document.edges.ends(edge).target) { edges.append(edge) }
                next = document.edges.nextOut(edge)
            }
        }
        return document.edgesInOrder(SlotSet(edges + named))
    }

    /// The edges with exactly one end among the nodes, and those named that have none, in the order of the document.
    ///
    /// - Complexity: O(*n* log *n*) in the edges of the nodes.
    public func outerEdges(and named: [Edge.Slot] = [], in document: Document) -> [Edge.Slot] {
        var edges: [Edge.Slot] = []
        for slot in nodes {
            var next = document.nodes.firstOut(slot)
            while let edge = next {
                if !contains(document.edges.ends(edge).target) { edges.append(edge) }
                next = document.edges.nextOut(edge)
            }
            next = document.nodes.firstIn(slot)
            while let edge = next {
                if !contains(document.edges.ends(edge).source) { edges.append(edge) }
                next = document.edges.nextIn(edge)
            }
        }
        for edge in named {
            let ends = document.edges.ends(edge)
            if !contains(ends.source) && !contains(ends.target) { edges.append(edge) }
        }
        return document.edgesInOrder(SlotSet(edges))
    }

    /// Returns the bounds of the nodes that have a position; empty if none has one.
    public func bounds(in document: Document) -> Rect {
        var bounds = Rect.empty
        for slot in nodes where document.isPlaced(slot) { bounds = bounds.union(document.frame(slot)) }
        return bounds
    }
}
