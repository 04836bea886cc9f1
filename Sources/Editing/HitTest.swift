import Geometry
import Graph
import Routing

/// One thing under a point of a view.
public struct Hit: Sendable, Equatable {
    public enum Target: Sendable, Equatable {
        case resizer(node: Int32, Corner)
        case edgeEnd(edge: Int32, Handle.Kind)
        /// `index` is the place in the node's list of handles.
        case handle(node: Int32, index: Int)
        case node(Int32)
        case label(edge: Int32, fraction: Double)
        case edge(Int32, fraction: Double)
        case canvas
    }

    public var target: Target
    /// In screen points; 0 inside of what has an inside.
    public var distance: Double
}

/// A corner of a node's frame.
public enum Corner: String, CaseIterable, Sendable {
    case topLeft, topRight, bottomRight, bottomLeft

    func point(of frame: Rect) -> Point {
        switch self {
        case .topLeft: Point(x: frame.minX, y: frame.minY)
        case .topRight: Point(x: frame.maxX, y: frame.minY)
        case .bottomRight: Point(x: frame.maxX, y: frame.maxY)
        case .bottomLeft: Point(x: frame.minX, y: frame.maxY)
        }
    }
}

/// The reaches in force at a zoom, in canvas units; zero is out of reach.
struct Reaches {
    let handle: Double
    let resizer: Double
    let edgeEnd: Double
    let edge: Double
    let connection: Double

    init(_ settings: Settings, _ pointer: PointerKind, zoom: Double) {
        func scaled(_ reach: Reach, hasFloor: Bool) -> Double {
            let points = reach.points(pointer)
            let onScreen = zoom < 1 || settings.reachIn == .canvas ? points * zoom : points
            if hasFloor && onScreen < 3 { return 0 }
            return onScreen / zoom
        }
        handle = scaled(settings.handleReach, hasFloor: true)
        resizer = scaled(settings.resizerReach, hasFloor: true)
        edgeEnd = scaled(settings.reconnectRadius, hasFloor: false)
        connection = scaled(settings.connectionRadius, hasFloor: false)
        edge =
            (settings.reachIn == .canvas
                ? settings.edgeReach.points(pointer) * zoom : settings.edgeReach.points(pointer)) / zoom
    }
}

/// What is under a point: one question to a document, its scene and a view.
///
/// The order is that of the eye: resizers of selected nodes, ends of selected edges, handles, nodes, labels, edges, canvas; of two
/// nodes, labels or edges the one in front, of two handles the nearer.
///
/// - Complexity: what the spatial indexes give around the point; edges are looked at only where nothing above them is hit.
struct HitTest {
    let document: Document
    let scene: Scene
    let view: View
    let point: Point
    let reaches: Reaches

    init(_ document: Document, _ scene: Scene, _ view: View, at screen: Point, pointer: PointerKind) {
        self.document = document
        self.scene = scene
        self.view = view
        point = view.viewport.canvas(screen)
        reaches = Reaches(document.settings, pointer, zoom: view.viewport.zoom)
    }

    /// The first hit.
    func first() -> Hit {
        let around = nodesAround()
        if let hit = around.resizer { return hit }
        if let hit = edgeEnds().first { return hit }
        if let hit = around.handle { return hit }
        if around.node >= 0 { return Hit(target: .node(around.node), distance: 0) }
        return edgeHits(onlyFirst: true).first ?? Hit(target: .canvas, distance: 0)
    }

    /// Every hit, the canvas last.
    func all() -> [Hit] {
        var resizers: [Hit] = []
        var handles: [Hit] = []
        var nodes: [Int32] = []
        scene.nodes.visit(near: point, within: max(reaches.handle, reaches.resizer)) { slot in
            let frame = document.frame(slot)
            if view.selection.nodes.contains(slot) { resizers += resizerHits(slot, frame) }
            handles += handleHits(slot, frame)
            if frame.contains(point) { nodes.append(slot) }
        }
        resizers.sort { isBefore($0, $1) }
        handles.sort { isBefore($0, $1) }
        nodes.sort { document.isInFront($0, of: $1) }
        return resizers + edgeEnds() + handles + nodes.map { Hit(target: .node($0), distance: 0) }
            + edgeHits(onlyFirst: false) + [Hit(target: .canvas, distance: 0)]
    }

    // MARK: Nodes, handles, resizers

    private func nodesAround() -> (resizer: Hit?, handle: Hit?, node: Int32) {
        var resizer: Hit?
        var handle: Hit?
        var node: Int32 = -1
        let hasSelection = !view.selection.nodes.isEmpty
        scene.nodes.visit(near: point, within: max(reaches.handle, hasSelection ? reaches.resizer : 0)) { slot in
            let frame = document.frame(slot)
            if hasSelection && view.selection.nodes.contains(slot) {
                for hit in resizerHits(slot, frame) where resizer.map({ isBefore(hit, $0) }) ?? true { resizer = hit }
            }
            visitHandles(slot, frame) { hit in
                if handle.map({ isBefore(hit, $0) }) ?? true { handle = hit }
            }
            if frame.contains(point) && (node < 0 || document.isInFront(slot, of: node)) { node = slot }
        }
        return (resizer, handle, node)
    }

    private func resizerHits(_ slot: Int32, _ frame: Rect) -> [Hit] {
        Corner.allCases.compactMap { corner in
            let distance = corner.point(of: frame).distance(to: point)
            if distance >= reaches.resizer { return nil }
            return Hit(target: .resizer(node: slot, corner), distance: distance * view.viewport.zoom)
        }
    }

    private func handleHits(_ slot: Int32, _ frame: Rect) -> [Hit] {
        var hits: [Hit] = []
        visitHandles(slot, frame) { hits.append($0) }
        return hits
    }

    @inline(__always)
    private func visitHandles(_ slot: Int32, _ frame: Rect, _ body: (Hit) -> Void) {
        let reach = reaches.handle
        let sites = document.handleSites(list: document.handleList(slot))
        for index in sites.indices {
            let anchor = Anchor.on(frame: frame, side: sites[index].side, offset: sites[index].offset)
            let offset = anchor.point - point
            if offset.squaredLength < reach * reach {
                body(Hit(target: .handle(node: slot, index: index), distance: offset.length * view.viewport.zoom))
            }
        }
    }

    /// The nearer; at equal distance the one on the node in front; then the one declared first.
    private func isBefore(_ a: Hit, _ b: Hit) -> Bool {
        if a.distance != b.distance { return a.distance < b.distance }
        switch (a.target, b.target) {
        case (.handle(let left, let i), .handle(let right, let j)):
            return left == right ? i < j : document.isInFront(left, of: right)
        case (.resizer(let left, let i), .resizer(let right, let j)):
            if left != right { return document.isInFront(left, of: right) }
            return Corner.allCases.firstIndex(of: i)! < Corner.allCases.firstIndex(of: j)!
        case (.edgeEnd(let left, let i), .edgeEnd(let right, _)):
            return left == right ? i == .source : document.isInFront(edge: left, of: right)
        default: return false
        }
    }

    // MARK: Edges

    /// Ends of selected edges within reach, the nearest first.
    private func edgeEnds() -> [Hit] {
        if view.selection.edges.isEmpty { return [] }
        var hits: [Hit] = []
        scene.edges.visit(near: point, within: reaches.edgeEnd) { slot in
            guard view.selection.edges.contains(slot), let path = document.path(ofEdge: slot) else { return }
            for (kind, end) in [(Handle.Kind.source, path.start), (.target, path.end)] {
                let distance = end.distance(to: point)
                if distance < reaches.edgeEnd {
                    hits.append(
                        Hit(target: .edgeEnd(edge: slot, kind), distance: distance * view.viewport.zoom))
                }
            }
        }
        return hits.sorted { isBefore($0, $1) }
    }

    /// Labels, then edges, each front to back.
    private func edgeHits(onlyFirst: Bool) -> [Hit] {
        var labels: [(slot: Int32, hit: Hit)] = []
        var edges: [(slot: Int32, hit: Hit)] = []
        scene.edges.visit(near: point, within: reaches.edge) { slot in
            if onlyFirst, let best = labels.first, !document.isInFront(edge: slot, of: best.slot) { return }
            let hasLabel = document.edges.flags(slot).labelScalars > 0
            if hasLabel, let route = document.route(ofEdge: slot),
                document.labelBox(ofEdge: slot, at: route.label)?.contains(point) == true
            {
                let fraction = route.path.nearest(to: route.label, within: .infinity)?.fraction ?? 0.5
                let hit = Hit(target: .label(edge: slot, fraction: fraction), distance: 0)
                if onlyFirst { labels = [(slot, hit)] } else { labels.append((slot, hit)) }
            }
            if onlyFirst, !labels.isEmpty { return }
            if onlyFirst, let best = edges.first, !document.isInFront(edge: slot, of: best.slot) { return }
            guard let near = document.path(ofEdge: slot)?.nearest(to: point, within: reaches.edge),
                near.distance < reaches.edge
            else { return }
            let hit = Hit(
                target: .edge(slot, fraction: near.fraction), distance: near.distance * view.viewport.zoom)
            if onlyFirst { edges = [(slot, hit)] } else { edges.append((slot, hit)) }
        }
        if !onlyFirst {
            labels.sort { document.isInFront(edge: $0.slot, of: $1.slot) }
            edges.sort { document.isInFront(edge: $0.slot, of: $1.slot) }
        }
        return (labels + edges).map(\.hit)
    }
}
