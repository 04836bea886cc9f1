import Geometry
import Storage

/// Nodes with their contents: the unit of copying.
public struct Subgraph: Sendable {
    /// The nodes that are in no other of them, in the given order.
    public let roots: [Node.Slot]
    /// All of them, each before its contents.
    public let preorder: [Node.Slot]
    /// All of them, in the order of the document.
    public let nodes: [Node.Slot]
    private var places: SlotMap<Node>

    /// Some nodes of a document with their contents; a repeated node counts once.
    ///
    /// - Parameter lastingOnly: whether transient ones are left out.
    /// - Complexity: O(*n* log *n*) in the nodes and their contents.
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

    /// Returns true if it contains a node. O(1) expected.
    public func contains(_ slot: Node.Slot) -> Bool { places[slot] != nil }

    /// The edges with both ends among the nodes, and the listed ones, in document order.
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

    /// The edges that go with the nodes, wherever they end.
    public func groupedEdges(in document: Document) -> [Edge.Slot] {
        var edges: [Edge.Slot] = []
        for slot in nodes { document.visitEdges(in: slot) { edges.append($0) } }
        return edges
    }

    /// The edges with exactly one end among the nodes, and listed ones without any, in document order.
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

    /// Returns the hidden nodes, and those in something hidden or collapsed, whatever is around all of them.
    ///
    /// - Parameters:
    ///   - group: a group that counts as shown.
    ///   - counts: whether hidden contents of a node, or of the canvas, count as shown.
    public func concealed(
        in document: Document, opening group: Node.Slot? = nil, _ counts: (Node.Slot?) -> Bool = { _ in false }
    ) -> SearchedSlots<Node> {
        var concealed = SearchedSlots<Node>()
        for slot in preorder {
            let around = document.nodes.parent(slot)
            let outer = around.flatMap { contains($0) ? $0 : nil }
            if let outer, concealed.contains(outer) {
                concealed.insert(slot)
                continue
            }
            let isHidden = slot != group && document.nodes.flags(slot).contains(.hidden)
            let isFolded = outer.map { document.nodes.flags($0).contains(.collapsed) } ?? false
            if (isHidden || isFolded) && !counts(around) { concealed.insert(slot) }
        }
        return concealed
    }

    /// Returns the bounds of the nodes with a position that are not concealed or, if all are concealed, of all with a
    /// position; empty if there are none.
    public func bounds(in document: Document) -> Rect {
        let concealed = concealed(in: document)
        let placed = nodes.filter { document.isPlaced($0) }
        let shown = placed.filter { !concealed.contains($0) }
        return (shown.isEmpty ? placed : shown).reduce(Rect.empty) { $0.union(document.frame($1)) }
    }
}
