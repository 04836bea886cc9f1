import EdgeRouting
import Geometry
import Graph
import Storage

// Questions of place and of what there is, which no view answers.

extension Content {
    // MARK: Bounds

    /// The bounds of all visible nodes, and of edges with their labels; nil if there are none.
    ///
    /// - Parameter withEdges: false for nodes only.
    /// - Complexity: O(1) while the document stays the same; after a change O(the elements near the border), once an
    ///   index exists.
    public mutating func shownBounds(withEdges: Bool = true) -> Rect? {
        let extent = currentExtent()
        return withEdges ? extent.all : extent.nodes
    }

    private mutating func currentExtent() -> ContentExtent {
        if let extent, extent.revision == revision, extent.routes == scene.routes.version { return extent }
        refreshItems()
        let nodes = scene.nodes.bounds { document.frame($0) }
        let all = scene.edges.bounds(beside: nodes) { scene.routes.bounds(ofEdge: $0, in: document) ?? .empty }
        let current = ContentExtent(revision: revision, routes: scene.routes.version, nodes: nodes, all: all)
        extent = current
        return current
    }

    /// The bounds of visible nodes, and of edges with their labels; nil if there are none.
    public mutating func shownBounds(nodes: [Node.Slot], edges: [Edge.Slot] = []) -> Rect? {
        refreshRoutes(of: edges)
        var bounds = Rect.empty
        for slot in nodes where document.isPlaced(slot) && !document.isConcealed(slot) {
            bounds = bounds.union(document.frame(slot))
        }
        return scene.routes.shownBounds(ofEdges: edges, document, beside: bounds)
    }

    /// The bounds of listed nodes; hidden ones count if all are hidden. Nil if none has a position.
    public mutating func bounds(naming nodes: [Node.Slot]) -> Rect? {
        editor.refresh()
        let bounds = document.measured(nodes).reduce(Rect.empty) { $0.union(document.frame($1)) }
        return bounds.isEmpty ? nil : bounds
    }

    /// Everything that is not concealed and may be selected.
    ///
    /// - Throws: `switchedOff`.
    public mutating func everythingSelectable() throws(EditError) -> Selection {
        editor.refresh()
        return try document.everythingSelectable()
    }

    /// The elements that touch a rectangle on the canvas: nodes by frame, edges by curve; hidden ones too.
    ///
    /// - Complexity: O(the elements that touch the rectangle, and the concealed ones).
    public mutating func elements(touching rect: Rect) -> ElementSet {
        refreshItems()
        var paths = KnownPaths()
        return scene.elements(touching: rect, document, &paths)
    }

    /// Every possible end of a connection from a handle, in the order of the nodes.
    ///
    /// - Complexity: O(nodes and handles), each checked by the gate; if cycles are refused, plus O(edges).
    public mutating func legalEnds(from node: Node.ID, _ start: Handle) -> [(node: Node.ID, handle: Identifier)] {
        editor.prepareGate()
        return document.legalEnds(from: node, start)
    }

    /// The limits of the zoom in a view of a size, for a given zoom: from 0.1 up nothing is computed.
    ///
    /// With the setting `minZoom: "auto"` the least zoom is half of the zoom that shows everything with a fit's usual
    /// padding, 0.1 if that is less, and never above `maxZoom`. It uses the present document, not the preview of a
    /// gesture.
    ///
    /// - Complexity: as `shownBounds`.
    public mutating func zoomLimits(ofSize size: Size, reaching zoom: Double = 0) -> ZoomLimits {
        let (stated, greatest) = (document.settings.interaction.minZoom, document.settings.interaction.maxZoom)
        if let stated { return ZoomLimits(least: stated, greatest: greatest) }
        var least = min(ZoomLimits.nearestLeast, greatest)
        if zoom < least, let bounds = shownBounds() {
            let padding = FitPadding.standard
            let whole = FitPadding.greatestZoom(of: padding.grown(bounds), in: padding.area(in: size))
            if whole.isNormal { least = min(least, whole * ZoomLimits.spare) }
        }
        return ZoomLimits(least: least, greatest: greatest)
    }

    /// The limits of the zoom of a fit, which may show its bounds completely if `minZoom` is `"auto"`.
    public mutating func zoomLimits(ofSize size: Size, fitting bounds: Rect, padding: FitPadding) -> ZoomLimits {
        let limits = zoomLimits(ofSize: size)
        if document.settings.interaction.minZoom != nil { return limits }
        return limits.reaching(FitPadding.greatestZoom(of: padding.grown(bounds), in: padding.area(in: size)))
    }
}

extension Document {
    /// Every possible end of a connection from a handle.
    fileprivate func legalEnds(from node: Node.ID, _ start: Handle) -> [(node: Node.ID, handle: Identifier)] {
        var ends: [(Node.ID, Identifier)] = []
        // Whether a connection would close a cycle is found out for all nodes by one search, not by one for each.
        let closing = settings.allowCycles ? nil : self.node(node).flatMap { nodesClosingCycles(from: $0, start.kind) }
        for slot in nodeSlots where closing?.contains(slot) != true {
            for handle in handles(slot) where handle.kind != start.kind {
                let id = nodeID(slot)
                let proposal =
                    start.kind == .source
                    ? ConnectionProposal(source: node, sourceHandle: start.id, target: id, targetHandle: handle.id)
                    : ConnectionProposal(source: id, sourceHandle: handle.id, target: node, targetHandle: start.id)
                if refusal(of: proposal, ignoring: [.cycle]) == nil { ends.append((id, handle.id)) }
            }
        }
        return ends
    }
}
