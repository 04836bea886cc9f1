import EdgeRouting
import Geometry
import Graph
import Storage

/// A region of the canvas that selects the elements that it touches, contains, or whose center it contains.
public struct Lasso: Sendable {
    /// A part of the canvas, in its coordinates.
    public enum Region: Sendable {
        case rect(Rect)
        case polygon(Polygon)

        /// The smallest rectangle around the region, on the canvas.
        public var bounds: Rect {
            switch self {
            case .rect(let rect): rect
            case .polygon(let polygon): polygon.bounds
            }
        }
    }

    /// The condition for selecting an element: the region touches it, contains all of it, or contains the center of a
    /// node or of an edge's label.
    public enum Mode: String, CaseIterable, Sendable { case touch, contain, center }
    /// The kinds of elements that it catches.
    public enum Kinds: String, CaseIterable, Sendable { case nodes, edges, both }

    /// The region on the canvas.
    public var region: Region
    /// The part of an element that must be in the region.
    public var mode: Mode
    /// The kinds of elements that it catches.
    public var kinds: Kinds
    /// The start of the region on the canvas: a container around that point is selected only as a whole.
    var start: Point?

    /// A lasso; without a mode and kinds it catches all nodes and edges that the region touches.
    public init(_ region: Region, mode: Mode = .touch, kinds: Kinds = .both) {
        self.region = region
        self.mode = mode
        self.kinds = kinds
    }

    /// The elements in the region that may be selected and are not concealed.
    ///
    /// - Complexity: O(the elements that touch the region's bounds); inside a rectangle nothing is tested exactly.
    func gather(_ document: Document, _ scene: Scene) -> Selection {
        var selection = Selection()
        if kinds != .edges {
            var found = SlotSet<Node>()
            visit(scene.nodes) {
                found.insert($0)
            } crossing: { slot in
                if takes(node: slot, document) { found.insert(slot) }
            }
            if !scene.unselectableNodes.isEmpty { found.subtract(scene.unselectableNodes) }
            if let start { release(containersAround: start, from: &found, document, scene) }
            selection.nodes = found
        }
        if kinds != .nodes {
            var found = SlotSet<Edge>()
            visit(scene.edges) {
                found.insert($0)
            } crossing: { slot in
                if takes(edge: slot, document, scene.routes) { found.insert(slot) }
            }
            if !scene.bundles.isEmpty { found = scene.bundles.spread(found) }
            if !scene.unselectableEdges.isEmpty { found.subtract(scene.unselectableEdges) }
            selection.edges = found
        }
        return selection
    }

    /// Drops the containers around a point that the region does not contain completely.
    private func release(
        containersAround point: Point, from found: inout SlotSet<Node>, _ document: Document, _ scene: Scene
    ) {
        let whole = Lasso(region, mode: .contain)
        scene.visitNodes(near: point, within: 0) { slot in
            let isAround =
                document.isContainer(slot) && document.nodes.flags(slot).hold(point, in: document.frame(slot))
            if isAround && !whole.takes(node: slot, document) { found.remove(slot) }
        }
    }

    /// Items whose box is inside a rectangle are touched and contained; all others must be tested.
    @inline(__always)
    private func visit<Element>(
        _ index: SpatialIndex<Element>, inside: (Slot<Element>) -> Void, crossing: (Slot<Element>) -> Void
    ) {
        if case .rect(let rect) = region, mode != .center {
            index.visit(touching: rect, inside: inside, crossing: crossing)
        } else {
            index.visit(touching: region.bounds, crossing)
        }
    }

    private func takes(node slot: Node.Slot, _ document: Document) -> Bool {
        let (frame, flags) = (document.frame(slot), document.nodes.flags(slot))
        if flags.isShaped, let takes = takes(flags.shape, in: frame) { return takes }
        return switch (region, mode) {
        case (.rect(let rect), .touch): rect.touches(frame)
        case (.rect(let rect), .contain): rect.contains(frame)
        case (.rect(let rect), .center): rect.contains(frame.center)
        case (.polygon(let polygon), .touch): polygon.touches(frame)
        case (.polygon(let polygon), .contain): polygon.contains(frame)
        case (.polygon(let polygon), .center): polygon.contains(frame.center)
        }
    }

    /// Returns true if it takes a node with an outline.
    /// Returns nil if the frame decides, which the outline touches on all sides.
    private func takes(_ shape: NodeShape, in frame: Rect) -> Bool? {
        switch (region, mode) {
        case (.rect(let rect), .touch): shape.touches(rect, in: frame)
        case (.polygon(let polygon), .touch): shape.isTouched(by: polygon, in: frame)
        case (.polygon(let polygon), .contain): shape.isInside(polygon, in: frame)
        case (.rect, .contain), (_, .center): nil
        }
    }

    private func takes(edge slot: Edge.Slot, _ document: Document, _ routes: EdgeRoutes) -> Bool {
        if mode == .center {
            guard let label = routes.route(ofEdge: slot, in: document)?.label else { return false }
            return switch region {
            case .rect(let rect): rect.contains(label)
            case .polygon(let polygon): polygon.contains(label)
            }
        }
        guard let path = routes.path(ofEdge: slot, in: document) else { return false }
        return switch (region, mode) {
        case (.rect(let rect), .contain): path.isInside(rect)
        case (.rect(let rect), _): path.touches(rect)
        case (.polygon(let polygon), .contain): path.isInside(polygon)
        case (.polygon(let polygon), _): path.touches(polygon)
        }
    }
}
