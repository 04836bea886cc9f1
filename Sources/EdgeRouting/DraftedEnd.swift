import Geometry
import Graph

/// An end of an edge that is being drawn.
public struct DraftedEnd: Sendable {
    /// The end point, and the side by which the edge leaves it.
    let anchor: Anchor
    /// The node of the end; nil if it is on no node.
    let node: Node.Slot?
    /// The index of its handle in the node's list; nil for the center.
    let place: Int?

    /// Makes an end on a node, or on none.
    ///
    /// - Parameter place: the index of its handle in the node's list; nil for the center, or on no node.
    public init(_ anchor: Anchor, on node: Node.Slot?, place: Int? = nil) {
        self.anchor = anchor
        self.node = node
        self.place = place
    }
}

extension EdgeRoutes {
    /// The path, by its ends, of an edge that is being drawn or moved. A loop goes around its node, and an edge with
    /// the same ends as others lies beside them.
    ///
    /// - Parameters:
    ///   - slot: the edge; nil for a new one.
    ///   - from: the drawn anchor of `source`.
    ///   - to: the drawn anchor of `target`.
    public func plainPath(
        ofDraft slot: Edge.Slot?, _ source: DraftedEnd, from: Anchor, _ target: DraftedEnd, to: Anchor,
        in document: Document
    ) -> Path {
        let settings = document.settings
        let type = slot.map { document.pathType(ofEdge: $0) } ?? document.newEdgeType
        let isBent = slot.map { document.edges.flags($0).contains(.bent) } ?? false
        var lane = EdgeLane.single
        if settings.edgeSpread > 0 && !isBent {
            lane = lanes.value.lane(of: slot, from: source, to: target, document)
            if let node = source.node, node == target.node {
                return document.loop(
                    type, at: node, from: source.anchor, to: target.anchor, around: document.frame(node), lane,
                    slot.map { document.pathOptions(ofEdge: $0) } ?? PathOptions()
                ).path
            }
        }
        if let slot { return document.plainPath(ofEdge: slot, from: from, to: to, lane: lane) }
        return Route.path(type, settings.edgeGeometry, source: from, target: to).aside(document.distance(of: lane))
    }
}
