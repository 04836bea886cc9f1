import Geometry
import Graph

/// An end of an edge that is being drawn.
public struct DraftedEnd: Sendable {
    /// The point where it ends, and the side it leaves by.
    let anchor: Anchor
    /// The node that it ends on; nil is nowhere.
    let node: Node.Slot?
    /// The place of its handle in the node's list; nil is the center.
    let place: Int?

    /// An end on a node, or nowhere.
    ///
    /// - Parameter place: of its handle in the node's list; nil if it ends in the center, or nowhere.
    public init(_ anchor: Anchor, on node: Node.Slot?, place: Int? = nil) {
        self.anchor = anchor
        self.node = node
        self.place = place
    }
}

extension EdgeRoutes {
    /// The path by its ends of an edge that is drawn to somewhere else, or of a new one: around its node if it leads back to
    /// it, and beside those that are drawn between the same ends already.
    ///
    /// - Parameters:
    ///   - slot: the edge; nil is a new one.
    ///   - from: the anchor of `source` as it is drawn.
    ///   - to: the anchor of `target` as it is drawn.
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
