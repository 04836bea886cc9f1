import EdgeRouting
import Geometry
import Graph
import Layout

extension Document {
    /// Lets labels of orthogonal edges slide, and gives a plan the figures of its edges if it is measured. Both read the
    /// edges as they are drawn after the plan, with detours and waypoints. Returns false if it was stopped.
    ///
    /// - Throws: the errors of performing the plan.
    func finish(_ plan: inout LayoutPlan, _ options: LayoutOptions, _ watch: LayoutWatch) throws(EditError) -> Bool {
        let slides =
            options.isOrthogonal && (options.isMeasured || edges.count <= Limits.editLayoutNodes)
            && plan.edges.contains { edges.flags($0).labelWidth > 0 }
        if !slides && !options.isMeasured { return true }
        var document = self
        _ = try document.transact { (transaction) throws(EditError) in try transaction.perform(plan) { watch(0.3 * $0) }
        }
        document.updateInheritance()
        guard watch(0.3) else { return false }
        let routes = document.routes(measuring: plan)
        guard watch(0.6) else { return false }
        if slides && !routes.isEmpty {
            var labels = SlidLabels(document, routes)
            plan.bends += try labels.bends(plan.edges)
        }
        if !options.isMeasured { return true }
        guard let figures = document.figures(of: plan, routes, watch) else { return false }
        plan.figures = figures
        return true
    }

    private func figures(of plan: LayoutPlan, _ routes: EdgeRoutes, _ watch: LayoutWatch) -> LayoutFigures? {
        var lines: [[Point]] = []
        var isCurve: [Bool] = []
        for (index, slot) in plan.edges.enumerated() {
            if index % 1024 == 0, !watch(0.6) { return nil }
            if let points = routes.points(ofEdge: slot) {
                lines.append(points)
                isCurve.append(false)
            } else if let path = routes.path(ofEdge: slot, in: self) {
                lines.append(path.chords)
                isCurve.append(path.isCurve)
            }
        }
        let figures = LayoutFigures(of: lines, isCurve: isCurve) { watch(0.7 + 0.3 * $0) }
        return watch(1) ? figures : nil
    }

    /// The routes for the edges of a plan. If computing them or measuring very many parallel edges would take too long,
    /// they are empty, and each edge is drawn by its own ends.
    ///
    /// - Complexity: O(*n*) for *n* laid out elements if no edge detours around nodes and parallel edges are not
    ///   spread.
    private func routes(measuring plan: LayoutPlan) -> EdgeRoutes {
        let arePlain = !plan.edges.contains { isRouted($0) || isRedirected(edge: $0) }
        if arePlain && settings.edgeSpread == 0 { return EdgeRoutes() }
        if edgeSlots.lazy.filter(isRouted).dropFirst(Limits.measuredRoutes).first != nil { return EdgeRoutes() }
        // All edges parallel to an edge of the plan join the same nodes.
        if arePlain {
            let routes = EdgeRoutes(lanesOf: Subgraph(plan.nodes, in: self).innerEdges(in: self), self)
            return plan.edges.contains(where: { routes.isFarFromOwnPath($0) }) ? EdgeRoutes() : routes
        }
        return EdgeRoutes(self, EdgeBundles(self))
    }
}

extension Path {
    /// Is true if its direction changes continuously.
    fileprivate var isCurve: Bool {
        switch self {
        case .line, .polyline: false
        case .quadratic, .cubic, .spline: true
        }
    }

    /// Its corners or, on a curve, points close to one another.
    var chords: [Point] { chords(atMost: 8) }

    /// The same with at most a number of parts for each curve.
    func chords(atMost count: Int) -> [Point] {
        switch self {
        case .line(let line): return [line.start, line.end]
        case .polyline(let line): return line.corners.map(\.point)
        case .quadratic, .cubic, .spline:
            var points = [start]
            let side = max(hull.width, hull.height) / Double(count)
            visitParts(noLongerThan: side, atMost: count) { points.append($0.chord.end) }
            return points
        }
    }
}
