import EdgeRouting
import Geometry
import Graph
import Storage

/// Labels of orthogonal edges that slide along them, off nodes, other labels and lines of other edges.
///
/// The layout has given each its space; legs that share a track may still pass there.
struct SlidLabels {
    private let document: Document
    private var paths: [Edge.Slot: Path] = [:]
    private var boxes: [Edge.Slot: Rect] = [:]
    private var labels = SpatialIndex<Edge>()
    private var lines = SpatialIndex<Edge>()
    private var nodes = SpatialIndex<Node>()

    /// The parts of a path by which a label tries to move, and how often in each direction.
    private static let (step, steps) = (0.02, 20)

    init(_ document: Document, _ routes: EdgeRoutes) {
        self.document = document
        for edge in document.edgeSlots where !document.isConcealed(edge: edge) {
            guard let route = routes.route(ofEdge: edge, in: document) else { continue }
            paths[edge] = route.path
            lines.set(edge, route.path.bounds)
            if let box = document.labelBox(ofEdge: edge, at: route.label) { put(edge, box) }
        }
        for node in document.nodeSlots
        where document.isPlaced(node) && !document.isConcealed(node) && !document.isContainer(node) {
            nodes.set(node, document.frame(node))
        }
    }

    private mutating func put(_ edge: Edge.Slot, _ box: Rect) {
        boxes[edge] = box
        labels.set(edge, box)
    }

    /// The changes of laid-out edges whose labels have a better position.
    mutating func bends(_ edges: [Edge.Slot]) throws(EditError) -> [LayoutPlan.Bend] {
        var bends: [LayoutPlan.Bend] = []
        for edge in edges {
            guard let box = boxes[edge], let path = paths[edge], document.pathType(ofEdge: edge) == .orthogonal,
                let form = document.form(ofEdge: edge), let position = form.labelPosition,
                !document.edges.flags(edge).contains(.locked), !document.isRedirected(edge: edge)
            else { continue }
            var best = (cost: cost(box, edge), position: position, box: box)
            for step in 1...SlidLabels.steps where best.cost > 0 {
                for way in [-1.0, 1] {
                    let place = position + way * Double(step) * SlidLabels.step
                    guard 0.05...0.95 ~= place,
                        let box = document.labelBox(ofEdge: edge, at: path.point(atFraction: place))
                    else { continue }
                    let cost = cost(box, edge)
                    if cost < best.cost { best = (cost, place, box) }
                }
            }
            if best.position == position { continue }
            put(edge, best.box)
            let change = LayoutPlan.EdgeChange.orthogonal(
                waypoints: form.waypoints, label: (best.position * 1e6).rounded() / 1e6)
            bends.append(try LayoutPlan.Bend(edge, [change], in: document))
        }
        return bends
    }

    /// The number of lines in a box, and of labels and nodes, which count much more.
    private func cost(_ box: Rect, _ edge: Edge.Slot) -> Int {
        let inner = box.grown(by: -1)
        var cost = 0
        labels.visit(touching: inner) { if $0 != edge, boxes[$0]?.touches(inner) == true { cost += 100 } }
        nodes.visit(touching: inner) { if document.frame($0).touches(inner) { cost += 100 } }
        lines.visit(touching: inner) { if $0 != edge, paths[$0]?.touches(inner) == true { cost += 1 } }
        return cost
    }
}
