import EdgeRouting
import Geometry
import Graph
import Interaction
import Testing

/// The visible items of a view, found by a look at every element.
struct NaiveView {
    private let view: View
    private let document: Document
    private let bundles: DrawnEdges
    private var routes: EdgeRoutes

    /// The first view of a workspace.
    init(_ workspace: Workspace) {
        view = workspace[.first]
        document = workspace.document
        bundles = DrawnEdges(document)
        routes = EdgeRoutes(document, EdgeBundles(document))
        for slot in document.nodeSlots where document.isPlaced(slot) && !document.isConcealed(slot) {
            routes.set(slot, frame(slot))
        }
        for slot in document.edgeSlots {
            let ends = document.drawnEnds(ofEdge: slot)
            let form = view.shownForm(ofEdge: slot, document)
            routes.show(slot, from: frame(ends.source), to: frame(ends.target), form: form, document)
        }
        _ = routes.refresh(document)
    }

    /// Compares with what a client was sent; returns how many items were carried, and how many represent several edges.
    @discardableResult
    func compare(
        _ shown: ShownItems, _ workspace: inout Workspace, _ comment: Comment
    ) -> (rigid: Int, gathered: Int) {
        let nodes = document.nodeSlots.filter { isVisible($0) }
        let edges = document.edgeSlots.filter { isVisible(edge: $0) }
        #expect(
            Set(shown.nodes.keys) == Set(nodes.map { document.nodeID($0) }), comment)
        #expect(
            Set(shown.edges.keys) == Set(edges.map { document.edgeID($0) }), comment)
        let wrong = nodes.filter { slot in
            !isRight(shown.nodes[document.nodeID(slot)], frame(slot))
        }
        #expect(wrong == [], "items that are visible, where they are shown")
        let items = edges.map { shown.edges[document.edgeID($0)] }
        #expect(items.map { $0?.order } == edges.map { document.edges.order.key($0) })
        #expect(items.map { $0?.bundle ?? [] } == edges.map { bundles.bundle(of: $0) }, comment)
        let gathered = edges.filter { bundles.bundle(of: $0).count > 1 }.count
        let rigid = items.filter { $0?.isCarried == true }.count
        let apart = zip(edges, items).filter { slot, item in
            let path = route(ofEdge: slot)?.path
            let jumping = path.flatMap { routes.jumpingPath(ofEdge: slot, $0) }
            return item?.isCarried != true && (item?.path != path || item?.jumpingPath != jumping)
        }
        #expect(apart.isEmpty, comment)
        let marked = edges.map { isSelected($0) }
        #expect(items.map { $0?.isSelected } == marked, comment)
        let bent = zip(edges, items).filter { slot, item in
            let form = view.shownForm(ofEdge: slot, document)
            return item?.isCarried != true && item?.waypoints != form?.waypoints ?? []
        }
        #expect(bent.isEmpty, "with the waypoints they have now")
        let whole = workspace.wholeFrame(of: .first)
        #expect(whole.nodes.enteredItems.map(\.slot) == nodes, "in the order of the document")
        #expect(whole.edges.enteredItems.map(\.slot) == edges)
        return (rigid, gathered)
    }

    private func isRight(_ item: NodeItem?, _ frame: Rect) -> Bool {
        guard let item else { return false }
        let offset = view.displacement(of: item.slot)
        let shown = item.isCarried ? item.frame.offset(by: offset ?? .zero) : item.frame
        return item.isCarried == (view.carried == .offset && offset != nil)
            && (shown == frame || shown.origin == frame.origin && item.size == frame.size)
    }

    private func frame(_ slot: Node.Slot) -> Rect {
        if let frame = view.previewFrame(of: slot) { return frame }
        let standing = document.frame(slot)
        guard let offset = view.displacement(of: slot) else { return standing }
        return Rect(origin: standing.origin + offset, size: document.nodes.geometry(slot).size)
    }

    private func isVisible(_ slot: Node.Slot) -> Bool {
        document.isPlaced(slot) && !document.isConcealed(slot) && frame(slot).touches(view.covered)
    }

    /// The route of an edge as it is shown; nil for one that is not drawn, or which another one represents.
    private func route(ofEdge slot: Edge.Slot) -> Route? {
        guard let ends = bundles.ends[slot], bundles.bundle(of: slot).first ?? slot == slot,
            document.isPlaced(ends.source), document.isPlaced(ends.target)
        else { return nil }
        if routes.contains(slot) {
            return routes.route(ofEdge: slot, form: view.shownForm(ofEdge: slot, document), in: document)
        }
        return document.plainRoute(
            ofEdge: slot, from: frame(ends.source), to: frame(ends.target),
            form: view.shownForm(ofEdge: slot, document) ?? EdgeForm())
    }

    private func isVisible(edge slot: Edge.Slot) -> Bool {
        guard let route = route(ofEdge: slot) else { return false }
        if route.path.touches(view.covered) { return true }
        return document.labelBox(ofEdge: slot, at: route.label)?.touches(view.covered) ?? false
    }

    private func isSelected(_ edge: Edge.Slot) -> Bool {
        let bundle = bundles.bundle(of: edge)
        return view.selection.edges.contains(edge) || bundle.contains { view.selection.edges.contains($0) }
    }
}

/// The nodes between which each edge is drawn, found by walking outwards from both its ends; none for one that is not
/// drawn.
struct DrawnEdges {
    struct Ends: Hashable {
        var source: Node.Slot
        var target: Node.Slot
    }

    /// The common course of edges that are drawn as one: these nodes, and the handle at which they begin if it is
    /// shown.
    private struct Course: Hashable {
        var ends: Ends
        var handle: Symbol?
    }

    private(set) var ends: [Edge.Slot: Ends] = [:]
    private var courses: [Edge.Slot: Course] = [:]
    private var bundles: [Course: [Edge.Slot]] = [:]

    init(_ document: Document) {
        for edge in document.edgeSlots where !document.edges.flags(edge).contains(.hidden) {
            let own = document.edges.ends(edge)
            guard let source = DrawnEdges.shown(own.source, document),
                let target = DrawnEdges.shown(own.target, document)
            else { continue }
            let isRedirected = source != own.source || target != own.target
            if isRedirected && (source == target || document.plainPath(ofEdge: edge) == nil) { continue }
            let drawn = Ends(source: source, target: target)
            ends[edge] = drawn
            if !isRedirected { continue }
            var course = Course(ends: drawn)
            if source == own.source {
                course.handle = own.sourceHandle
                if course.handle == nil && document.settings.edgeGeometry == .reactFlow {
                    course.handle = document.handleSite(of: own.source, symbol: nil, kind: .source)?.symbol
                }
            }
            courses[edge] = course
            bundles[course, default: []].append(edge)
        }
    }

    private static func shown(_ node: Node.Slot, _ document: Document) -> Node.Slot? {
        var shown = node
        var next: Node.Slot? = node
        while let slot = next {
            if document.nodes.flags(slot).contains(.hidden) { return nil }
            if slot != node && document.nodes.flags(slot).contains(.collapsed) { shown = slot }
            next = document.nodes.parent(slot)
        }
        return shown
    }

    /// The edges that are drawn as one with an edge, because of a collapsed node.
    func bundle(of edge: Edge.Slot) -> [Edge.Slot] {
        courses[edge].flatMap { bundles[$0] } ?? []
    }
}

extension NodeGeometry {
    fileprivate var size: Size { Size(width: width, height: height) }
}
