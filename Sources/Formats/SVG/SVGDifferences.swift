import EdgeRouting
import Geometry
import Graph
import Storage

/// The differences in a picture, and the document with the removed elements.
struct SVGDifferences {
    let comparison: Comparison
    private(set) var base: Document
    let bundles: EdgeBundles
    let routes: EdgeRoutes

    /// The mark of a kind of difference. Kinds differ by sign and pattern as well as by color; all are visible on light
    /// and dark.
    struct Mark {
        let color: String
        /// The lengths of dashes and gaps; empty for a solid line.
        let dash: String
        /// Path data around the middle of its badge.
        let sign: String

        init(_ kind: ElementDifference.Kind) {
            (color, dash, sign) =
                switch kind {
                case .added: ("#2da44e", "", "M-4 0H4M0 -4V4")
                case .removed: ("#e5534b", "7 5", "M-4 0H4")
                case .changed: ("#c9820e", "2 4", "M-4 -2H4M-4 2H4M2.5 -4.5L-2.5 4.5")
                case .moved: ("#3b82f6", "9 4 2 4", "M-4 0H4M1 -3L4 0L1 3")
                }
        }

        /// The attributes of its lines.
        func line(width: Double) -> String {
            let pattern = dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\" stroke-linecap=\"butt\""
            return " fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(width)\"" + pattern
        }
    }

    /// - Complexity: O(*n*) in the content of both, plus all routes of the other document.
    init(of document: Document, with base: Document) {
        comparison = Comparison(of: document, with: base)
        self.base = comparison.base
        bundles = EdgeBundles(self.base)
        routes = EdgeRoutes(self.base, bundles)
    }

    /// The visible removed nodes, in the order of the other document.
    var ghostNodes: [Node.Slot] {
        let slots = comparison.nodes.filter { $0.value.kind == .removed }.compactMap { base.node($0.key) }
        return base.nodesInOrder(slots).filter { isDrawn($0) }
    }

    /// The visible removed edges.
    var ghostEdges: [Edge.Slot] {
        let slots = comparison.edges.filter { $0.value.kind == .removed }.compactMap { base.edge($0.key) }
        return base.edgesInOrder(slots).filter { !base.isConcealed(edge: $0) && bundles.first(of: $0) == $0 }
    }

    /// The former frame of a moved node; nil for others.
    func formerFrame(of id: Node.ID) -> Rect? {
        guard comparison.nodes[id]?.isMoved == true, let slot = base.node(id), isDrawn(slot) else { return nil }
        return base.frame(slot)
    }

    private func isDrawn(_ slot: Node.Slot) -> Bool {
        base.isPlaced(slot) && !base.isConcealed(slot) && !base.frame(slot).minX.isNaN
    }

    /// The bounds of everything that is drawn in addition to the document's elements.
    var bounds: Rect {
        var bounds = Rect.empty
        for slot in ghostNodes { bounds = bounds.union(base.frame(slot)) }
        for slot in ghostEdges {
            if let path = routes.path(ofEdge: slot, in: base) { bounds = bounds.union(path.bounds) }
        }
        for id in comparison.nodes.keys { if let frame = formerFrame(of: id) { bounds = bounds.union(frame) } }
        return bounds
    }

    /// The number of elements with a kind of difference.
    func count(_ kind: ElementDifference.Kind) -> Int {
        comparison.nodes.values.count { $0.kind == kind } + comparison.edges.values.count { $0.kind == kind }
    }
}
