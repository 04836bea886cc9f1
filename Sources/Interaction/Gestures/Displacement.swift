import EdgeRouting
import Geometry
import Graph
import Storage

/// The elements that an open gesture shows elsewhere, or otherwise, than the document has them.
struct Displacement: Sendable {
    /// The nodes that a drag carries, and how far, in canvas units.
    private(set) var carried = SlotSet<Node>()
    private(set) var offset = Point.zero
    /// The node being resized, and the frame it would have.
    private(set) var resized: Node.Slot?
    private(set) var frame = Rect.empty
    /// The edge whose waypoints or label are moved, and its future form.
    private(set) var reshaped: Edge.Slot?
    private var form = EdgeForm()
    /// Edges with exactly one displaced end, each with the document's frames of the displaced node and the other one.
    private(set) var halfMoved: [(edge: Edge.Slot, displaced: Rect, other: Rect)] = []
    /// All displaced nodes, and the edges with both ends among them, each with the document's frames of its nodes; nil
    /// if there are too many to list: then a spatial search finds them.
    private(set) var listed: (nodes: [Node.Slot], edges: [(edge: Edge.Slot, frames: Rect)])?
    /// The part of the canvas with the displaced elements in the document; nil if they are too many to list. Every
    /// change of the drawing since then touches it.
    private(set) var home: Rect?
    /// Is true if the document has changed since edges were listed.
    var isStale = false
    /// The number of the gesture; 0 is none.
    private(set) var number = 0
    private var revision = -1

    /// More nodes are not listed.
    private static let listLimit = 512
    /// The number of half-moved edges above which only those with an end in sight are checked.
    static let halfMovedLimit = 4096

    var isNone: Bool { number == 0 }

    /// All displaced nodes, also hidden ones.
    var nodes: [Node.Slot] { resized.map { [$0] } ?? carried.slots }

    /// Returns true if a node is displaced.
    @inline(__always) func contains(_ slot: Node.Slot) -> Bool { slot == resized || carried.contains(slot) }

    /// Returns true if an edge is displaced, wholly or by one end.
    @inline(__always)
    func contains(edge slot: Edge.Slot, _ ends: EdgeEnds) -> Bool {
        slot == reshaped || contains(ends.source) || contains(ends.target)
    }

    /// Returns true if an edge has exactly one displaced end.
    func isHalfMoved(_ ends: EdgeEnds) -> Bool { contains(ends.source) != contains(ends.target) }

    /// Returns true if a drag carries both ends of an edge, which then keeps its form.
    @inline(__always)
    func carries(_ ends: EdgeEnds) -> Bool { carried.contains(ends.source) && carried.contains(ends.target) }

    /// The displayed form of an edge; nil if it has none of its own.
    @inline(__always)
    func form(ofEdge slot: Edge.Slot, _ ends: EdgeEnds, _ document: Document) -> EdgeForm? {
        if slot == reshaped { return form }
        guard let stored = document.form(ofEdge: slot) else { return nil }
        return carries(ends) ? stored.moved(by: offset) : stored
    }

    /// Returns the frame that is shown of a node.
    /// The size is exact; that of the frame may differ by rounding.
    @inline(__always)
    func shownFrame(of slot: Node.Slot, _ document: Document) -> (frame: Rect, size: Size) {
        if slot == resized { return (frame, frame.size) }
        let geometry = document.nodes.geometry(slot)
        let size = Size(width: geometry.width, height: geometry.height)
        let stored = document.frame(slot)
        if !carried.contains(slot) { return (stored, size) }
        return (Rect(origin: stored.origin + offset, size: size), size)
    }

    /// Calls `body` with the half-moved edges that may touch a rectangle.
    ///
    /// - Complexity: O(half-moved edges).
    func visitHalfMoved(
        touching rect: Rect, _ document: Document, _ routes: EdgeRoutes, _ body: (Edge.Slot) -> Void
    ) {
        for (edge, displaced, other) in halfMoved {
            let shown = resized != nil ? frame : displaced.offset(by: offset)
            if routes.mayTouch(rect, edge: edge, within: shown.union(other), in: document) { body(edge) }
        }
    }

    // MARK: Following a gesture

    /// Follows a view's gesture; returns whether other elements are displaced than before.
    ///
    /// - Complexity: O(1) while a drag goes on, else O(its nodes and their edges).
    ///
    /// - Parameter count: the number of gestures that the view has begun.
    mutating func follow(_ gesture: Gesture?, _ count: Int, _ document: Document, _ scene: Scene) -> Bool {
        switch gesture?.payload.displaced ?? .nothing {
        case .moved(let nodes, let by, let known):
            offset = by
            if number == count && revision == known && !isStale { return false }
            self = Displacement()
            (number, revision, offset, carried) = (count, known, by, nodes)
            list(document, scene)
            return true
        case .resized(let node, let shown):
            frame = shown
            if number == count && !isStale { return false }
            self = Displacement()
            (number, resized, frame) = (count, node, shown)
            list(document, scene)
            return true
        case .reshaped(let edge, let form): return follow(count, edge, form, document)
        case .nothing:
            if isNone { return false }
            self = Displacement()
            return true
        }
    }

    /// Follows a gesture that moves waypoints or the label of an edge.
    private mutating func follow(_ count: Int, _ edge: Edge.Slot, _ form: EdgeForm, _ document: Document) -> Bool {
        self.form = form
        if number == count && !isStale { return false }
        self = Displacement()
        (number, reshaped, self.form) = (count, edge, form)
        listed = ([], [(edge, .empty)])
        let ends = document.drawnEnds(ofEdge: edge)
        home = document.frame(ends.source).union(document.frame(ends.target))
        return true
    }

    /// Lists the edges of the displaced nodes, and the nodes if they are few; nothing hidden.
    private mutating func list(_ document: Document, _ scene: Scene) {
        let nodes = nodes.filter { scene.nodes.contains($0) }
        let isListed = nodes.count <= Displacement.listLimit
        var edges: [(edge: Edge.Slot, frames: Rect)] = []
        for node in nodes {
            scene.visitEdges(of: node, document) { edge, ends in
                if isHalfMoved(ends) {
                    let other = ends.source == node ? ends.target : ends.source
                    halfMoved.append((edge, document.frame(node), document.frame(other)))
                } else if ends.source == node && isListed {
                    edges.append((edge, document.frame(node).union(document.frame(ends.target))))
                }
            }
        }
        if !isListed { return }
        listed = (nodes, edges)
        home = nodes.reduce(Rect.empty) { $0.union(document.frame($1)) }
    }
}
