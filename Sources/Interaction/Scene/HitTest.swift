import EdgeRouting
import Geometry
import Graph
import Storage

/// One thing under a point of a view.
public struct Hit: Sendable, Equatable {
    /// The target of a hit, by slot; a `fraction` is a part of the length of the edge's curve, 0…1 from its source.
    public enum Target: Sendable, Equatable {
        /// A corner of the frame around several selected nodes.
        case scaler(Corner)
        case resizer(node: Node.Slot, Corner)
        case edgeEnd(edge: Edge.Slot, Handle.Kind)
        /// `index` is its index among the edge's waypoints.
        case waypoint(edge: Edge.Slot, index: Int)
        /// `index` is its index in the node's list of handles.
        case handle(node: Node.Slot, index: Int)
        case node(Node.Slot)
        case label(edge: Edge.Slot, fraction: Double)
        case edge(Edge.Slot, fraction: Double)
        case canvas
    }

    /// The target that was hit.
    public var target: Target
    /// In screen points; 0 inside an element with an inside.
    public var distance: Double
    /// The index of a label in the list of its edge; nil for the label in `label`.
    public var label: Int?
    /// The edges of the bundle, in the order of the document, if the hit is on an edge for a bundle, or on its label.
    public var bundle: [Edge.Slot]?
    /// The removed element that is shown there, if the hit is on the canvas.
    public var ghost: Ghost?

    static let canvas = Hit(target: .canvas, distance: 0)

    /// The hit edge, or the edge of the hit label.
    var edge: Edge.Slot? {
        switch target {
        case .edge(let edge, _), .label(let edge, _): edge
        case .scaler, .resizer, .edgeEnd, .waypoint, .handle, .node, .canvas: nil
        }
    }

    /// The same hit, with the bundle that its edge represents.
    func with(_ bundles: EdgeBundles) -> Hit {
        switch target {
        case .edge(let edge, _), .label(let edge, _):
            var hit = self
            hit.bundle = bundles.edges(with: edge)
            return hit
        case .scaler, .resizer, .edgeEnd, .waypoint, .handle, .node, .canvas: return self
        }
    }
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

/// The search for the hits under a point: one question to a document, its scene and the graspable parts of a view's
/// selection. Corners, ends and bends on which every press would be refused are not hit.
///
/// The corners of the frame around several selected nodes come first, then the resizers of these, then ends and
/// waypoints of selected edges, then handles, for these lie above everything painted; of two handles the nearer comes
/// first. Nodes, labels and edges follow in the order of painting, front first, then the canvas. Elements that are not
/// sent to a view are not hit there: in boxes only the frames, in clusters nothing. A node hides the handles of those
/// behind it. An edge comes before a handle that is not near, and its middle before the handles at its ends.
///
/// A handle reaches into its node by at most a third of the shorter side, and to the middle between it and the next
/// handle of the node, so that the node can be grasped between them.
///
/// - Complexity: O(the items in the spatial indexes around the point); edges are checked only if one may lie in front
///   of the hit node.
struct HitTest {
    let point: Point
    let reaches: Reaches
    let zoom: Double
    let level: SceneLevel

    init(
        at screen: Point, in viewport: Viewport, _ level: SceneLevel?, _ document: borrowing Document,
        pointer: PointerKind
    ) {
        point = viewport.canvas(screen)
        zoom = viewport.zoom
        self.level = level ?? .items
        reaches = level ?? .items == .items ? Reaches(document, pointer, zoom: zoom) : .none
    }

    /// Returns the first hit.
    func first(in document: Document, _ scene: Scene, _ selection: Selection) -> Hit {
        if level == .clusters { return .canvas }
        if let hit = scalerHit(document, selection.nodes) { return hit }
        let around = nodesAround(document, scene, selection.nodes)
        if let hit = around.resizer { return hit }
        if level == .boxes { return around.node.map { Hit(target: .node($0), distance: 0) } ?? .canvas }
        if !selection.edges.isEmpty, let hit = edgeEnds(document, scene, selection.edges).first { return hit }
        let painted = firstPainted(around.node, document, scene)
        if let handle = around.handle, !(painted.map { isBefore($0, handle: handle, document, scene) } ?? false) {
            return handle
        }
        guard let painted else { return .canvas }
        return scene.bundles.isEmpty ? painted : painted.with(scene.bundles)
    }

    /// Every hit, the canvas last.
    func all(in document: Document, _ scene: Scene, _ selection: Selection) -> [Hit] {
        if level == .clusters { return [.canvas] }
        var resizers: [Hit] = []
        var handles: [Hit] = []
        var painted: [(order: PaintOrder, hit: Hit)] = []
        let far = max(reaches.handle, reaches.resizer, areaReach(document))
        for slot in scene.nodes.slots(near: point, within: far) {
            let frame = document.frame(slot)
            if selection.nodes.contains(slot) { resizers += resizerHits(slot, frame, document) }
            handles += handleHits(slot, frame, document)
            if document.nodes.flags(slot).hold(point, in: frame) {
                painted.append((document.paintOrder(ofNode: slot), Hit(target: .node(slot), distance: 0)))
            }
        }
        if level == .items { painted += edges(document, scene) }
        resizers.sort { isBefore($0, $1, document) }
        handles.sort { isBefore($0, $1, document) }
        painted.sort { $0.order > $1.order }
        let cover = painted.lazy.compactMap { if case .node(let slot) = $0.hit.target { slot } else { nil } }.first
        if let cover { handles.removeAll { isHidden($0, by: cover, document) } }
        let scaler = scalerHit(document, selection.nodes).map { [$0] } ?? []
        var hits = scaler + resizers + edgeEnds(document, scene, selection.edges)
        let front = painted.first?.hit
        // An edge that comes before a handle comes before all that are farther.
        let first = handles.firstIndex { handle in
            front.map { isBefore($0, handle: handle, document, scene) } ?? false
        }
        hits += handles[..<(first ?? handles.count)]
        for (index, item) in painted.enumerated() {
            hits.append(scene.bundles.isEmpty ? item.hit : item.hit.with(scene.bundles))
            if index == 0, let first { hits += handles[first...] }
        }
        return hits + [.canvas]
    }

    // MARK: Nodes, handles, resizers

    private func nodesAround(
        _ document: Document, _ scene: Scene, _ selected: SlotSet<Node>
    ) -> (resizer: Hit?, handle: Hit?, node: Node.Slot?) {
        var resizer: Hit?
        var handle: Hit?
        var node: Node.Slot?
        let hasSelection = !selected.isEmpty
        let far = max(reaches.handle, areaReach(document))
        scene.visitNodes(near: point, within: max(far, hasSelection ? reaches.resizer : 0)) { slot in
            let frame = document.frame(slot)
            let flags = document.nodes.flags(slot)
            if hasSelection && selected.contains(slot) {
                for hit in resizerHits(slot, frame, document) where resizer.map({ isBefore(hit, $0, document) }) ?? true
                {
                    resizer = hit
                }
            }
            // A handle lies on its frame.
            if reaches.handle > 0, frame.squaredDistance(to: point) <= far * far {
                let reach = handleReach(flags, frame)
                let list = document.handleList(slot)
                for index in 0..<document.handleCount(list: list) {
                    let site = document.handleSite(list: list, place: index)
                    guard let hit = handleHit(slot, flags, frame, site, index, within: reach, document) else {
                        continue
                    }
                    if let best = handle, !isBefore(hit, best, document) { continue }
                    handle = hit
                }
            }
            if flags.hold(point, in: frame)
                && node.map({ document.isInFront(slot, of: $0) }) ?? true
            {
                node = slot
            }
        }
        if let hit = handle, let node, isHidden(hit, by: node, document) {
            handle = nearestHandle(beside: node, within: far, document, scene)
        }
        return (resizer, handle, node)
    }

    /// Returns true if a handle belongs to a node behind the front-most one at the point.
    @inline(__always)
    private func isHidden(_ hit: Hit, by node: Node.Slot, _ document: Document) -> Bool {
        guard case .handle(let owner, _) = hit.target, owner != node else { return false }
        return document.isInFront(node, of: owner)
    }

    /// The first handle that the front-most node at the point does not hide.
    private func nearestHandle(
        beside node: Node.Slot, within far: Double, _ document: Document, _ scene: Scene
    ) -> Hit? {
        var nearest: Hit?
        scene.visitNodes(near: point, within: far) { slot in
            for hit in handleHits(slot, document.frame(slot), document)
            where !isHidden(hit, by: node, document) && nearest.map({ isBefore(hit, $0, document) }) ?? true {
                nearest = hit
            }
        }
        return nearest
    }

    /// The nearest corner of the frame around the selection.
    private func scalerHit(_ document: Document, _ selected: SlotSet<Node>) -> Hit? {
        guard reaches.resizer > 0, selected.count > 1, let frame = document.selectionFrame(selected) else { return nil }
        return Corner.allCases.compactMap { corner in
            let distance = corner.point(of: frame).distance(to: point)
            return distance < reaches.resizer ? Hit(target: .scaler(corner), distance: distance * zoom) : nil
        }.min { $0.distance < $1.distance }
    }

    private func resizerHits(_ slot: Node.Slot, _ frame: Rect, _ document: Document) -> [Hit] {
        Corner.allCases.compactMap { corner in
            let distance = corner.point(of: frame).distance(to: point)
            if distance >= reaches.resizer || !document.isResizable(slot) { return nil }
            return Hit(target: .resizer(node: slot, corner), distance: distance * zoom)
        }
    }

    /// The nearest handle of a node, or all at equal distance.
    private func handleHits(_ slot: Node.Slot, _ frame: Rect, _ document: Document) -> [Hit] {
        let flags = document.nodes.flags(slot)
        let reach = handleReach(flags, frame)
        let hits = document.handleSites(list: document.handleList(slot)).enumerated().compactMap { index, site in
            handleHit(slot, flags, frame, site, index, within: reach, document)
        }
        let nearest = hits.reduce(.infinity) { min($0, $1.distance) }
        return hits.filter { $0.distance == nearest }
    }

    /// Returns the distance by which areas of handles extend beyond nodes; 0 if no handle is hit at all.
    @inline(__always)
    private func areaReach(_ document: Document) -> Double { reaches.handle > 0 ? document.areaReach(.start) : 0 }

    /// Returns the distance within which the handles of a node reach the point, in canvas units.
    @inline(__always)
    private func handleReach(_ flags: NodeFlags, _ frame: Rect) -> Double {
        let isInside = point.x > frame.minX && point.x < frame.maxX && point.y > frame.minY && point.y < frame.maxY
        return isInside && (!flags.isShaped || flags.shape.contains(point, in: frame))
            ? min(reaches.handle, min(frame.width, frame.height) / 3) : reaches.handle
    }

    @inline(__always)
    private func handleHit(
        _ slot: Node.Slot, _ flags: NodeFlags, _ frame: Rect, _ site: HandleSite, _ index: Int, within reach: Double,
        _ document: Document
    ) -> Hit? {
        let anchor = Anchor.on(frame, flags, side: site.side, offset: site.offset).point
        if site.hasAreas {
            let area = document.handleArea(list: document.handleList(slot), place: index, .start)
            if area != .reach {
                return area.distance(of: point, from: anchor, on: frame).map {
                    Hit(target: .handle(node: slot, index: index), distance: $0 * zoom)
                }
            }
        }
        let offset = anchor - point
        if offset.squaredLength >= reach * reach { return nil }
        return Hit(target: .handle(node: slot, index: index), distance: offset.length * zoom)
    }

    /// The nearer one; at equal distance the one on the node in front, then the one declared first.
    private func isBefore(_ a: Hit, _ b: Hit, _ document: Document) -> Bool {
        if a.distance != b.distance { return a.distance < b.distance }
        switch (a.target, b.target) {
        case (.handle(let left, let i), .handle(let right, let j)):
            return left == right ? i < j : document.isInFront(left, of: right)
        case (.resizer(let left, let i), .resizer(let right, let j)):
            if left != right { return document.isInFront(left, of: right) }
            return i != j && Corner.allCases.first { $0 == i || $0 == j } == i
        default: return isBefore(ofEdges: a.target, b.target, document)
        }
    }

    /// Returns true if a hit comes before another. For parts of one edge its ends come first, then its waypoints in
    /// order; of two edges the one in front.
    private func isBefore(ofEdges a: Hit.Target, _ b: Hit.Target, _ document: Document) -> Bool {
        func part(_ target: Hit.Target) -> (edge: Edge.Slot, index: Int)? {
            switch target {
            case .edgeEnd(let edge, let end): (edge, end == .source ? -2 : -1)
            case .waypoint(let edge, let index): (edge, index)
            case .scaler, .resizer, .handle, .node, .label, .edge, .canvas: nil
            }
        }
        guard let left = part(a), let right = part(b) else { return false }
        return left.edge == right.edge
            ? left.index < right.index : document.isInFront(edge: left.edge, of: right.edge)
    }

    /// Returns true if an edge, or its label, is painted in front at the point and comes before a handle: before a
    /// distant one, and with its middle third before those of its own nodes.
    private func isBefore(_ painted: Hit, handle: Hit, _ document: Document, _ scene: Scene) -> Bool {
        guard let edge = painted.edge, case .handle(let node, _) = handle.target else { return false }
        if handle.distance > reaches.nearHandle * zoom { return true }
        let ends = document.drawnEnds(ofEdge: edge)
        guard ends.source == node || ends.target == node, let place = place(onEdge: edge, document, scene),
            let path = scene.routes.path(ofEdge: edge, in: document)
        else { return false }
        return HitTest.middle.contains(path.fraction(at: place))
    }

    /// The part of an edge, whatever its length, that is hit before the handles at its ends.
    private static let middle = 1.0 / 3...2.0 / 3

    // MARK: Edges

    /// Ends and waypoints of selected edges within reach, the nearest first.
    private func edgeEnds(_ document: Document, _ scene: Scene, _ selected: SlotSet<Edge>) -> [Hit] {
        if selected.isEmpty { return [] }
        var hits: [Hit] = []
        for slot in scene.edges.slots(near: point, within: reaches.edgeEnd) where selected.contains(slot) {
            guard !document.isRedirected(edge: slot), let path = scene.routes.path(ofEdge: slot, in: document) else {
                continue
            }
            let flags = document.edges.flags(slot)
            if flags.contains(.locked) { continue }
            for (kind, end) in [(Handle.Kind.source, path.start), (.target, path.end)] {
                let distance = end.distance(to: point)
                if distance < reaches.edgeEnd && !flags.contains(.unreconnectable) {
                    hits.append(Hit(target: .edgeEnd(edge: slot, kind), distance: distance * zoom))
                }
            }
            guard flags.contains(.bent), let form = document.form(ofEdge: slot) else { continue }
            for (index, waypoint) in form.waypoints.enumerated() {
                let distance = waypoint.distance(to: point)
                if distance < reaches.edgeEnd {
                    hits.append(Hit(target: .waypoint(edge: slot, index: index), distance: distance * zoom))
                }
            }
        }
        return hits.sorted { isBefore($0, $1, document) }
    }

    /// Returns the hit that is painted in front of all else at the point: the node that is in front of the other nodes
    /// there, or an edge or a label in front of it.
    private func firstPainted(_ node: Node.Slot?, _ document: Document, _ scene: Scene) -> Hit? {
        var front = PaintOrder(z: -.infinity, kind: .container, key: 0)
        let hasRaised = !scene.raisedEdges.isEmpty
        var hit: (edge: Edge.Slot, place: PathPlace?, label: PlacedLabel?)?
        if let node {
            if !hasRaised {
                let least = PaintOrder(z: document.z(node), kind: document.paintKind(ofNode: node), key: 0)
                if least > HitTest.labelsAtRest { return Hit(target: .node(node), distance: 0) }
            }
            front = document.paintOrder(ofNode: node)
        }
        scene.visitEdges(near: point, within: reaches.edge) { slot in
            let z = hasRaised && scene.raisedEdges.contains(slot) ? document.z(ofEdge: slot) : 0
            let key = document.edges.order.key(slot)
            let label = PaintOrder(z: z, kind: .label, key: key)
            if label > front, let under = labelUnder(slot, document, scene) {
                (front, hit) = (label, (slot, nil, under))
                return
            }
            let edge = PaintOrder(z: z, kind: .edge, key: key)
            if edge > front, let place = place(onEdge: slot, document, scene) {
                (front, hit) = (edge, (slot, place, nil))
            }
        }
        guard let hit else { return node.map { Hit(target: .node($0), distance: 0) } }
        if let label = hit.label { return labelHit(hit.edge, label, document, scene) }
        return hit.place.map { edgeHit(hit.edge, $0, document, scene) }
    }

    /// Labels of edges that are not raised lie farther back.
    private static let labelsAtRest = PaintOrder(z: 0, kind: .label, key: .max)

    /// The labels and the edges at the point.
    private func edges(_ document: Document, _ scene: Scene) -> [(order: PaintOrder, hit: Hit)] {
        var hits: [(order: PaintOrder, hit: Hit)] = []
        for slot in scene.edges.slots(near: point, within: reaches.edge) {
            if let label = labelUnder(slot, document, scene), let hit = labelHit(slot, label, document, scene) {
                hits.append((document.paintOrder(ofLabel: slot), hit))
            }
            if let place = place(onEdge: slot, document, scene) {
                hits.append((document.paintOrder(ofEdge: slot), edgeHit(slot, place, document, scene)))
            }
        }
        return hits
    }

    /// The label of an edge at the point; among several the one painted last.
    @inline(__always)
    private func labelUnder(_ slot: Edge.Slot, _ document: Document, _ scene: Scene) -> PlacedLabel? {
        let flags = document.edges.flags(slot)
        if flags.labelWidth == 0 && !flags.contains(.furtherLabelled) { return nil }
        guard let route = scene.routes.route(ofEdge: slot, in: document) else { return nil }
        return document.labels(ofEdge: slot, along: route).last { $0.box.contains(point) }
    }

    /// The nearest point of an edge's path, if it is within reach.
    @inline(__always)
    private func place(onEdge slot: Edge.Slot, _ document: Document, _ scene: Scene) -> PathPlace? {
        scene.routes.path(ofEdge: slot, in: document)?.place(nearestTo: point, within: reaches.edge)
    }

    private func labelHit(
        _ slot: Edge.Slot, _ label: PlacedLabel, _ document: Document, _ scene: Scene
    ) -> Hit? {
        if let fraction = label.fraction {
            return Hit(target: .label(edge: slot, fraction: fraction), distance: 0, label: label.index)
        }
        guard let route = scene.routes.route(ofEdge: slot, in: document) else { return nil }
        let stated = document.form(ofEdge: slot)?.labelPosition
        let place = stated == nil ? route.path.place(nearestTo: route.label, within: .infinity) : nil
        let fraction = stated ?? place.map { route.path.fraction(at: $0) } ?? 0.5
        return Hit(target: .label(edge: slot, fraction: fraction), distance: 0)
    }

    private func edgeHit(_ slot: Edge.Slot, _ place: PathPlace, _ document: Document, _ scene: Scene) -> Hit {
        let fraction = scene.routes.path(ofEdge: slot, in: document)?.fraction(at: place) ?? 0
        return Hit(target: .edge(slot, fraction: fraction), distance: place.distance * zoom)
    }
}

/// A removed element under a point: for gestures it is the canvas.
public struct Ghost: Sendable, Equatable {
    /// The element, by the id that it had.
    public let element: Comparison.Element
    /// The part of the length of an edge, 0…1 from its source.
    public var fraction = 0.0
}

extension Hit {
    /// The node or edge of a hit.
    var element: ElementSlot? {
        switch target {
        case .resizer(let node, _), .handle(let node, _), .node(let node): .node(node)
        case .edgeEnd(let edge, _), .waypoint(let edge, _), .label(let edge, _), .edge(let edge, _): .edge(edge)
        case .scaler, .canvas: nil
        }
    }
}
