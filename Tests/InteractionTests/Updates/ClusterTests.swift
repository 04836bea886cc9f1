import Editing
import Geometry
import Graph
import Interaction
import Seeding
import Sketching
import Storage
import Testing

/// The nodes and edges that a view far out is sent are those that a look at each of them finds.
struct ClusterTests {
    private static let count = 14_000

    /// Nodes on whole coordinates, some in groups, and edges, most of them to nodes nearby.
    private static func sketch(_ random: inout Seeded) -> Sketch {
        var lines: [String] = []
        for index in 0..<count {
            let isGroup = index < 20
            let type = isGroup ? "group" : ["a", "b", "c", ""][random.below(4)]
            let parent = !isGroup && random.below(5) == 0 ? "in n\(random.below(20))" : ""
            let size = isGroup ? "400x300" : "\(2 + 2 * random.below(20))x20"
            let (x, y) = (2 * random.below(1500) - 800, 2 * random.below(1100) - 500)
            lines.append("n\(index) \(x),\(y) \(size) \(parent) \(type.isEmpty ? "" : "{\"type\": \"\(type)\"}")")
        }
        for index in 0..<6000 {
            let target = random.below(3) == 0 ? random.below(count) : (index + random.below(40)) % count
            lines.append("k\(index): n\(index) -> n\(target)")
        }
        return Sketch(lines.joined(separator: "\n"))
    }

    @Test("Clusters and links are those of a linear scan, whatever is done", arguments: 1...2 as ClosedRange<UInt64>)
    func anySession(seed: UInt64) {
        var random = Seeded(seed)
        var workspace = Workspace(Self.sketch(&random).document)
        _ = workspace.openView(
            "v", size: Size(width: 800, height: 600), viewport: Viewport(x: 250, y: 200, zoom: 0.2), mode: .svg,
            margin: 40)
        var shown = ShownClusters()
        var clustered = 0
        var updates = 0
        for step in 0..<30 {
            Self.change(&workspace, &random)
            guard let frame = workspace.takeFrame(of: .first, heedsCredit: false) else { continue }
            shown.apply(frame.clusters)
            updates += frame.clusters.updated.count
            let comment = Comment("seed \(seed), step \(step)")
            guard workspace[.first].level == .clusters else {
                #expect(shown.clusters.isEmpty && shown.links.isEmpty, comment)
                continue
            }
            clustered += 1
            let model = ClusterModel(workspace.document, workspace[.first])
            #expect(Set(shown.clusters.keys) == Set(model.clusters.keys), comment)
            for (cell, cluster) in shown.clusters {
                guard let wanted = model.clusters[cell] else { continue }
                #expect(wanted.agrees(with: cluster, workspace.document), comment)
            }
            #expect(shown.links == model.links, comment)
            var fresh = ShownClusters()
            fresh.apply(workspace.wholeFrame(of: .first).clusters)
            #expect(fresh == shown, comment)
        }
        #expect(clustered > 8 && updates > 20)
    }

    private static func change(_ workspace: inout Workspace, _ random: inout Seeded) {
        func node() -> Node.ID { Identifier("n\(random.below(count))") }
        func point() -> Point { Point(x: Double(2 * random.below(1400) - 700), y: Double(2 * random.below(900) - 400)) }
        let ids = (0..<1 + random.below(5)).map { _ in node() }
        let place = point()
        let edge = Identifier("k\(random.below(6000))")
        let kind = random.below(14)
        let group = "n\(random.below(20))"
        let isCollapsed = random.below(2) == 0
        _ = try? workspace.perform(.init(cause: "test")) { (open) throws(EditError) in
            switch kind {
            case 0, 1: try open.moveNodes(ids, by: place)
            case 2: _ = try open.removeElements(nodes: ids, edges: [edge])
            case 3: try open.reconnect(edge, source: ids[0], target: ids.last)
            case 4: try open.updateNode(ids[0], patch: ["hidden": true, "type": "b"])
            case 5: try open.moveNodes([Identifier(group)], by: place)
            case 6: try open.updateNode(Identifier(group), patch: ["collapsed": .boolean(isCollapsed)])
            case 7: try open.reparent(ids, to: Identifier(group))
            case 8: try open.updateTypes(["a": ["title": "A"]])
            case 9: try open.updateEdge(edge, patch: ["hidden": true, "label": "l"])
            default: break
            }
        }
        switch kind {
        case 10: _ = try? workspace.undo(1 + random.below(3), cause: "undo")
        case 11, 12:
            let by = Point(x: Double(random.below(120) - 60), y: Double(random.below(120) - 60))
            workspace[.first].show(workspace[.first].panned(by: by))
        case 13: workspace[.first].show(workspace.zoomed(to: [0.2, 0.18, 0.12, 0.1, 0.4][random.below(5)]))
        default: break
        }
    }

    @Test("Only what is sent is hit: of clusters nothing, of boxes the frames")
    func hits() {
        var random = Seeded(9)
        var workspace = Workspace(Self.sketch(&random).document)
        let whole = Viewport(x: 250, y: 200, zoom: 0.2)
        _ = workspace.openView("v", size: Size(width: 800, height: 600), viewport: whole, mode: .svg, margin: 0)
        _ = workspace.openView("w", size: Size(width: 800, height: 600), viewport: whole, mode: .none, margin: 0)
        _ = workspace.takeFrame(of: .first, heedsCredit: false)
        let at = Point(x: 400, y: 300)
        #expect(workspace[.first].level == .clusters)
        #expect(workspace.hits(in: .first, at: at, .mouse).map(\.target) == [.canvas])
        #expect(workspace.hit(in: .first, at: at, .mouse).target == .canvas)
        #expect(workspace.hits(in: Slot(1), at: at, .mouse).count > 1, "a view that is sent no items draws its own")
        _ = try? workspace.receive(
            PointerEvent(.down, id: 1, kind: .mouse, at: at, time: 0), in: .first, cause: "test")
        _ = try? workspace.receive(
            PointerEvent(.move, id: 1, kind: .mouse, at: at + Point(x: 30, y: 0), time: 9), in: .first, cause: "test")
        #expect(workspace[.first].gesture?.kind.name == "pan")
        try? workspace[.first].cancelGesture()
        workspace[.first].show(Viewport(x: 0, y: 0, zoom: 0.45))
        _ = workspace.takeFrame(of: .first, heedsCredit: false)
        #expect(workspace[.first].level == .boxes)
        for x in stride(from: 20.0, to: 780, by: 20) {
            let hits = workspace.hits(in: .first, at: Point(x: x, y: 300), .mouse)
            #expect(hits[0] == workspace.hit(in: .first, at: Point(x: x, y: 300), .mouse))
            for hit in hits.dropLast() {
                guard case .node = hit.target else { return #expect(Bool(false), "\(hit)") }
            }
        }
    }
}

/// The clusters that a client knows.
private struct ShownClusters: Equatable {
    var clusters: [Cell: Cluster] = [:]
    var links: [LinkEnds: Int] = [:]

    mutating func apply(_ changes: ClusterChanges) {
        for cell in changes.left { clusters[cell] = nil }
        for link in changes.leftLinks { links[LinkEnds(link.source, link.target)] = nil }
        for (cell, cluster) in changes.entered { clusters[cell] = cluster }
        for (cell, cluster, _) in changes.updated { clusters[cell] = cluster }
        for link in changes.enteredLinks + changes.updatedLinks {
            links[LinkEnds(link.source, link.target)] = link.count
        }
    }
}

private struct LinkEnds: Hashable {
    let source: Cell
    let target: Cell

    init(_ source: Cell, _ target: Cell) { (self.source, self.target) = (source, target) }
}

private struct ModelCluster {
    var square: Rect
    var nodes: [Node.Slot] = []

    func agrees(with cluster: Cluster, _ document: Document) -> Bool {
        var bounds = Rect.empty
        var sum = Point.zero
        var area = 0.0
        var types: [String: Int] = [:]
        for slot in nodes {
            let frame = document.frame(slot)
            let seen = Rect(
                minX: max(frame.minX, square.minX), minY: max(frame.minY, square.minY),
                maxX: min(frame.maxX, square.maxX), maxY: min(frame.maxY, square.maxY))
            bounds = bounds.union(seen)
            sum += frame.center
            area += seen.width * seen.height
            types[name(document.nodes.type(slot), document), default: 0] += 1
        }
        let most = types.values.max() ?? 0
        let type = types.filter { $0.value == most }.keys.min()
        let center = Point(x: sum.x / Double(nodes.count), y: sum.y / Double(nodes.count))
        return cluster.count == nodes.count && cluster.bounds == bounds && name(cluster.type, document) == type
            && cluster.center.distance(to: center) < 1e-3
            && abs(cluster.density - area / (square.width * square.height)) < 1e-6
    }

    private func name(_ type: Symbol?, _ document: Document) -> String {
        type.map { document.symbols[$0].string } ?? "~"
    }
}

private struct ClusterModel {
    var clusters: [Cell: ModelCluster] = [:]
    var links: [LinkEnds: Int] = [:]

    init(_ document: Document, _ view: View) {
        var side = 1.0
        while side < 64 / view.viewport.zoom { side *= 2 }
        func cell(_ slot: Node.Slot) -> Cell? {
            guard document.isPlaced(slot), !document.isConcealed(slot) else { return nil }
            return Cell(of: document.frame(slot).center, side: side)
        }
        let (low, high) = (
            Cell(of: view.covered.origin, side: side),
            Cell(of: Point(x: view.covered.maxX, y: view.covered.maxY), side: side)
        )
        func isCovered(_ cell: Cell) -> Bool {
            (low.column...high.column).contains(cell.column) && (low.row...high.row).contains(cell.row)
        }
        for slot in document.nodeSlots {
            guard let cell = cell(slot), isCovered(cell) else { continue }
            clusters[cell, default: ModelCluster(square: cell.square(side: side))].nodes.append(slot)
        }
        let drawn = DrawnEdges(document)
        for edge in document.edgeSlots {
            guard let ends = drawn.ends[edge], document.plainPath(ofEdge: edge) != nil, let source = cell(ends.source),
                let target = cell(ends.target),
                source != target, isCovered(source), isCovered(target)
            else { continue }
            links[LinkEnds(source, target), default: 0] += 1
        }
    }
}
