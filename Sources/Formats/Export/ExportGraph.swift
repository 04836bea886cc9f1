import Geometry
import Graph
import Storage

/// The elements of a document that are written to files of other programs: all except transient ones.
struct ExportGraph {
    let document: Document
    /// The nodes, in their order.
    let nodes: [Node.Slot]
    /// The edges, in their order.
    let edges: [Edge.Slot]
    private let transients: TransientElements

    /// Collects the elements of a document; those that are left out are reported as losses.
    ///
    /// - Complexity: O(*n*).
    init(_ document: Document, _ tally: inout ExportTally) {
        var document = document
        document.updateInheritance()
        self.document = document
        let transients = TransientElements(of: document)
        self.transients = transients
        let (nodes, edges) = (document.nodeSlots, document.edgeSlots)
        self.nodes = transients.nodes.isEmpty ? nodes : nodes.filter { !transients.nodes.contains($0) }
        self.edges = transients.edges.isEmpty ? edges : edges.filter { !transients.edges.contains($0) }
        for slot in document.nodesInOrder(transients.nodes) {
            tally.add(.node, document.nodeID(slot), "transient", "a transient node is not written, nor are its edges")
        }
        for slot in document.edgesInOrder(transients.edges) where document.edges.flags(slot).contains(.transient) {
            tally.add(.edge, document.edgeID(slot), "transient", "a transient edge is not written")
        }
    }

    /// Returns true if a node of the document is included.
    func contains(_ slot: Node.Slot) -> Bool { !transients.nodes.contains(slot) }

    /// Returns true if an edge of the document is included.
    func contains(_ slot: Edge.Slot) -> Bool { !transients.edges.contains(slot) }

    /// Returns true if a node contains included nodes.
    func isHolder(_ slot: Node.Slot) -> Bool {
        var next = document.nodes.firstChild(of: slot)
        while let child = next {
            if contains(child) { return true }
            next = document.nodes.nextSibling(child)
        }
        return false
    }

    /// Returns true if a node is written as a group: it contains nodes, or has the group type.
    func isGroup(_ slot: Node.Slot) -> Bool { isHolder(slot) || document.typeName(ofNode: slot) == "group" }

    /// The frame of a node on the canvas as if it were expanded; nil without a position.
    func frame(_ slot: Node.Slot) -> Rect? {
        let frame = document.openFrame(slot)
        guard document.isPlaced(slot), frame.isFinite else { return nil }
        if document.nodes.parent(slot) == nil { return frame }
        let position = document.nodes.geometry(slot).position
        let origin = Point(
            x: frame.minX.withoutNoise(ofTerms: position.x), y: frame.minY.withoutNoise(ofTerms: position.y))
        return Rect(origin: origin, size: frame.size)
    }

    /// The size of a node as if it were expanded, also without a position.
    func size(_ slot: Node.Slot) -> Size {
        let size = document.openFrame(slot).size
        return size.width.isFinite && size.height.isFinite ? size : Node.defaultSize
    }
}

extension Document {
    /// The type of a node; nil without one.
    func typeName(ofNode slot: Node.Slot) -> String? { nodes.type(slot).map { symbols[$0].string } }
}
