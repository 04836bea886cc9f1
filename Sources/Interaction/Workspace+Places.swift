import Geometry
import Graph
import Routing
import Storage

// Questions of place and content that no single view answers: bounds, limits of the zoom, maps, searches.

extension Workspace {
    // MARK: Bounds

    /// The bounds of nodes, or of all, that have a place and are not concealed; nil if there is none.
    ///
    /// - Complexity: O(*n*) for *n* given nodes. For all of them O(1) as long as the document stays the same; then what lies
    ///   near the border, once something has asked for places and so there is an index, else O(nodes).
    public mutating func contentBounds(nodes: [Node.Slot]? = nil) -> Rect? {
        if let nodes { return document.shownBounds(of: nodes) }
        if content.revision == revision { return content.bounds }
        if scene.isLoaded {
            refresh()
            content.bounds = scene.nodes.bounds { document.frame($0) }
        } else {
            content.bounds = document.shownBounds(of: document.nodeSlots)
        }
        content.revision = revision
        return content.bounds
    }

    /// The bounds of nodes and of edges with their labels, as far as they are drawn; nil if none is.
    public mutating func bounds(nodes: [Node.Slot], edges: [Edge.Slot]) -> Rect? {
        var bounds = contentBounds(nodes: nodes) ?? .empty
        refreshRoutes(of: edges)
        for slot in edges where !document.isConcealed(edge: slot) {
            bounds = bounds.union(scene.routes.bounds(ofEdge: slot, in: document) ?? .empty)
        }
        return bounds.isEmpty ? nil : bounds
    }

    /// The elements that touch a rectangle on the canvas: nodes by frame, edges by curve; also what is not shown.
    ///
    /// - Complexity: O(what touches the rectangle, and the concealed elements).
    public mutating func elements(touching rect: Rect) -> ElementSet {
        refresh()
        return scene.elements(touching: rect, document)
    }

    /// Every handle to which a connection from a handle may lead, in the order of the nodes.
    ///
    /// - Complexity: O(nodes and handles), each asked of the gate.
    public mutating func legalEnds(from node: Node.ID, _ start: Handle) -> [(node: Node.ID, handle: Identifier)] {
        editor.prepareGate()
        return document.legalEnds(from: node, start)
    }

    // MARK: Viewports within the limits

    /// The limits of a view's zoom, as far as a zoom needs them: from 0.1 on no content is asked.
    ///
    /// With the setting `minZoom: "auto"` the least is what shows all nodes with the usual padding of a fit in a view of this
    /// size, 0.1 if that is more, and never above `maxZoom`. It is asked of the document as it is now, not of what a gesture
    /// shows.
    ///
    /// - Complexity: that of `contentBounds` once a revision, else O(1).
    public mutating func zoomLimits(of view: View.Slot, reaching zoom: Double = 0) -> ZoomLimits {
        zoomLimits(ofSize: windows[view].view.size, reaching: zoom)
    }

    mutating func zoomLimits(ofSize size: Size, reaching zoom: Double) -> ZoomLimits {
        let (stated, greatest) = (document.settings.interaction.minZoom, document.settings.interaction.maxZoom)
        if let stated { return ZoomLimits(least: stated, greatest: greatest) }
        var least = min(ZoomLimits.nearestLeast, greatest)
        if zoom < least, let bounds = contentBounds() {
            let padding = FitPadding.standard
            let whole = View.greatestZoom(of: padding.grown(bounds), in: padding.area(in: size))
            if whole.isNormal { least = min(least, whole) }
        }
        return ZoomLimits(least: least, greatest: greatest)
    }

    /// What a view shows at a zoom, the canvas point under `at` (else the center) kept there.
    public mutating func zoomed(_ view: View.Slot, to zoom: Double, at point: Point? = nil) -> Viewport {
        let limits = zoomLimits(of: view, reaching: zoom)
        return windows[view].view.zoomed(to: zoom, at: point, limits)
    }

    /// What a view shows that has bounds of the canvas in its middle.
    public mutating func fitting(
        _ bounds: Rect, in view: View.Slot, padding: FitPadding = .standard, minZoom: Double? = nil,
        maxZoom: Double? = nil
    ) -> Viewport {
        let limits = zoomLimits(of: view)
        return windows[view].view.fitting(bounds, padding: padding, minZoom: minZoom, maxZoom: maxZoom, limits)
    }

    /// What a view shows that was pushed as little as it takes to show bounds of the canvas wholly.
    public mutating func revealing(_ bounds: Rect, in view: View.Slot, padding: FitPadding = .reveal) -> Viewport {
        let (size, shown) = (windows[view].view.size, windows[view].view.viewport)
        let wanted = View.greatestZoom(of: padding.grown(bounds), in: padding.area(in: size))
        let limits = zoomLimits(of: view, reaching: min(wanted, shown.zoom))
        return windows[view].view.revealing(bounds, padding: padding, limits)
    }

    /// Lets a view go from what it shows to a viewport (`View.animate`).
    public mutating func animate(
        to target: Viewport, duration: Double = ViewportAnimation.standardDuration, easing: Easing = .easeInOut,
        path: ViewportAnimation.Path = .straight, in view: View.Slot, at now: Double
    ) {
        let limits = path == .smooth ? zoomLimits(of: view) : nil
        windows[view].view.animate(to: target, duration: duration, easing: easing, path: path, limits, at: now)
    }

    /// A double tap on the canvas zooms by two, if the settings want it.
    mutating func zoomIn(at screen: Point, in view: View.Slot, at time: Double) {
        guard document.settings.interaction.zoomOnDoubleTap, document.settings.interaction.zoomEnabled else { return }
        let target = zoomed(view, to: windows[view].view.viewport.zoom * 2, at: screen)
        animate(to: windows[view].view.confined(target, document.settings.interaction), in: view, at: time)
    }

    // MARK: Maps

    /// The map of the document, for a view.
    ///
    /// The world is that of the document, so that the map keeps its scale while a gesture moves nodes; their marks move
    /// along, unless there are so many nodes that they are shown as cells.
    ///
    /// - Complexity: O(marks), which are bounded; with more nodes than that O(nodes) after each change of the document,
    ///   and O(selected nodes) after each change of the selection.
    public mutating func minimap(of view: View.Slot, size: Size) -> Minimap {
        refresh()
        var map = Minimap(nodes: contentBounds(), visible: windows[view].view.visible, size: size)
        if scene.nodes.count > Limits.mapMarks {
            mapCells.follow(scene, revision: revision, windows[view].view.selection.nodes, map.world)
            map.isClustered = true
            map.marks = mapCells.marks(in: map)
        } else {
            map.mark(scene, document, windows[view].view)
        }
        return map
    }

    // MARK: Searches

    /// The elements that have the words of a text and fit a query, behind a match and at most so many.
    ///
    /// - Throws: `limits`, `noSuchNode`.
    /// - Complexity: O(the elements and their texts); with a text that goes on after the last one, O(what that found).
    public mutating func find(
        _ text: TextSearch?, _ query: Query?, after last: Search.Match?, limit: Int
    ) throws(EditError) -> Search.Page {
        let known = text.flatMap { lastSearch?.candidates(for: $0, query) }
        let plan = try known == nil ? plan(for: query) : nil
        let page = Search(text, plan).page(of: document, after: last, limit: limit, among: known)
        if let text { lastSearch = SearchMemory(text: text, query: query, found: page.found) }
        return page
    }

    /// All elements that fit a query.
    ///
    /// - Throws: `limits`, `noSuchNode`.
    /// - Complexity: O(the elements).
    public mutating func elements(fitting query: Query) throws(EditError) -> Selection {
        let found = Search(nil, try plan(for: query)).all(in: document)
        return Selection(nodes: found.nodes, edges: found.edges)
    }

    private mutating func plan(for query: Query?) throws(EditError) -> QueryPlan? {
        try query?.plan(in: document) { elements(touching: $0) }
    }
}

extension Document {
    /// The bounds of nodes that have a place and are not concealed; nil if there is none.
    fileprivate func shownBounds(of nodes: some Sequence<Node.Slot>) -> Rect? {
        var bounds = Rect.empty
        for slot in nodes where isPlaced(slot) && !isConcealed(slot) { bounds = bounds.union(frame(slot)) }
        return bounds.isEmpty ? nil : bounds
    }

    /// Every handle to which a connection from a handle may lead.
    fileprivate func legalEnds(from node: Node.ID, _ start: Handle) -> [(node: Node.ID, handle: Identifier)] {
        var ends: [(Node.ID, Identifier)] = []
        for slot in nodeSlots {
            for handle in handles(slot) where handle.kind != start.kind {
                let id = nodeID(slot)
                let proposal =
                    start.kind == .source
                    ? ConnectionProposal(source: node, sourceHandle: start.id, target: id, targetHandle: handle.id)
                    : ConnectionProposal(source: id, sourceHandle: handle.id, target: node, targetHandle: start.id)
                if refusal(of: proposal) == nil { ends.append((id, handle.id)) }
            }
        }
        return ends
    }
}
