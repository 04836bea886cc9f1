import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Seeding
import Sketching
import Testing

/// The element that is painted in front is hit first, in an order that is found here without index, inheritance or
/// `PaintOrder`.
struct PaintOrderTests {
    @Test("Hits come in the order of painting, whatever is done", arguments: 1...12)
    func anyDocument(seed: Int) {
        var program = EditProgram(seed: seed &+ 700)
        var workspace = Workspace(Self.sketch(&program).document)
        _ = workspace.openView("v", size: Size(width: 800, height: 600), viewport: nil, mode: .svg, margin: 400)
        var shown = ShownItems()
        var covered = 0
        for step in 0..<60 {
            let edit = program.step(workspace.document)
            _ = try? workspace.perform(.init(cause: "test")) { transaction throws(EditError) in try edit(&transaction) }
            if program.chance(10) { _ = try? workspace.undo(1, cause: "undo") }
            shown.apply(workspace.takeFrame(of: .first, heedsCredit: false), workspace.document)
            expectAsModelled(shown, workspace.document, "seed \(seed), step \(step)")
            for _ in 0..<4 {
                let at = Point(x: Double(program.below(500)), y: Double(program.below(400)))
                let hits = workspace.hits(in: .first, at: at, .mouse)
                #expect(workspace.hit(in: .first, at: at, .mouse) == hits[0], "seed \(seed), step \(step), \(at)")
                let painted = hits.compactMap { Painted($0.target, workspace.document) }
                #expect(painted == Self.scan(workspace.document, at: at), "seed \(seed), step \(step), \(at)")
                covered += painted.contains { $0.kind == 0 } && painted.contains { $0.kind == 1 } ? 1 : 0
            }
        }
        #expect(covered > 3, "edges lay over containers")
    }

    @Test("Deep nests are compared without a walk through all of them")
    func deepNests() throws {
        let depth = 20_000
        var lines = (0..<depth).map { "g\($0) 1,1 900x900 \($0 > 0 ? "in g\($0 - 1)" : "")" }
        lines += (0..<400).map { "a\($0) 5,\($0 * 2) 50x20 in g\(depth - 1 - $0)" }
        lines += (1..<400).map { "e\($0): a0 -> a\($0)" }
        var workspace = Workspace(Sketch(lines.joined(separator: "\n")).document)
        workspace.content.refresh()
        for edge in 1..<400 {
            let slot = try #require(workspace.document.edge(Identifier("e\(edge)")))
            #expect(workspace.document.z(ofEdge: slot) == Double(depth - edge))
        }
    }

    /// Nodes in nested groups that lie over one another, and edges between any of them.
    private static func sketch(_ program: inout EditProgram) -> Sketch {
        var lines: [String] = []
        for index in 0..<16 {
            let isGroup = index < 6
            let parent = index > 0 && program.chance(60) ? "in n\(program.below(min(index, 6)))" : ""
            let z = program.chance(30) ? "\"zIndex\": \(program.below(7) - 2), " : ""
            let x = program.below(120)
            let y = program.below(90)
            lines.append(
                "n\(index) \(x),\(y) \(isGroup ? "260x200" : "90x40") \(parent) {\(z)\"type\": \"\(isGroup ? "group" : "t")\"}"
            )
        }
        for index in 0..<24 {
            let z = program.chance(30) ? "\"zIndex\": \(program.below(7) - 2), " : ""
            let label = program.chance(50) ? "\"label\": \"label\", " : ""
            lines.append(
                "k\(index): n\(program.below(16)) -> n\(program.below(16)) {\(z)\(label)\"type\": \"straight\"}")
        }
        return Sketch(lines.joined(separator: "\n"))
    }

    /// Expects that updates report every item as the model does.
    private func expectAsModelled(_ shown: ShownItems, _ document: Document, _ comment: Comment) {
        for slot in document.nodeSlots {
            guard let item = shown.nodes[document.nodeID(slot)] else { continue }
            #expect(item.z == document.modelZ(slot) && item.isContainer == document.modelIsContainer(slot), comment)
        }
        for slot in document.edgeSlots {
            guard let item = shown.edges[document.edgeID(slot)] else { continue }
            #expect(item.z == document.modelZ(edge: slot), comment)
        }
    }

    /// Nodes, labels and edges at a point, front to back.
    private static func scan(_ document: Document, at point: Point) -> [Painted] {
        var found: [Painted] = []
        for slot in document.nodeSlots where document.isPlaced(slot) && !document.isConcealed(slot) {
            if document.node(slot, holds: point), let node = Painted(.node(slot), document) { found.append(node) }
        }
        let drawn = DrawnEdges(document)
        let routes = EdgeRoutes(document, EdgeBundles(document))
        for slot in document.edgeSlots where drawn.ends[slot] != nil {
            guard drawn.bundle(of: slot).first ?? slot == slot, let route = routes.route(ofEdge: slot, in: document)
            else {
                continue
            }
            if document.labelBox(ofEdge: slot, at: route.label)?.contains(point) == true,
                let label = Painted(.label(edge: slot, fraction: 0), document)
            {
                found.append(label)
            }
            if route.path.distance(to: point, within: document.settings.interaction.edgeReach.mouse) != nil,
                let edge = Painted(.edge(slot, fraction: 0), document)
            {
                found.append(edge)
            }
        }
        return found.sorted { ($0.z, $0.kind, $0.place) > ($1.z, $1.kind, $1.place) }
    }
}

/// Something that is painted, as the specification places it: by z, kind and place in the document.
private struct Painted: Equatable {
    var z: Double
    var kind: Int
    var place: Int

    init?(_ target: Hit.Target, _ document: Document) {
        switch target {
        case .node(let slot):
            (z, kind) = (document.modelZ(slot), document.modelIsContainer(slot) ? 0 : 3)
            place = document.nodeSlots.firstIndex(of: slot) ?? -1
        case .edge(let slot, _), .label(let slot, _):
            (z, kind) = (document.modelZ(edge: slot), 1)
            if case .label = target { kind = 2 }
            place = document.edgeSlots.firstIndex(of: slot) ?? -1
        case .scaler, .resizer, .edgeEnd, .waypoint, .handle, .canvas: return nil
        }
    }
}

extension Document {
    /// Returns the containers of a node, the nearest first.
    private func containers(of slot: Node.Slot) -> [Node.Slot] {
        nodes.parent(slot).map { [$0] + containers(of: $0) } ?? []
    }

    fileprivate func modelIsContainer(_ slot: Node.Slot) -> Bool {
        nodes.flags(slot).contains(.acceptsChildren) || nodeSlots.contains { nodes.parent($0) == slot }
    }

    fileprivate func modelZ(_ slot: Node.Slot) -> Double {
        guard let parent = nodes.parent(slot) else { return nodes.zIndex(slot) }
        return max(nodes.zIndex(slot), modelZ(parent) + 1)
    }

    fileprivate func modelZ(edge slot: Edge.Slot) -> Double {
        let others = containers(of: edges.ends(slot).target)
        let common = containers(of: edges.ends(slot).source).first { others.contains($0) }
        let group = edge(at: slot).group.flatMap { node($0) }
        return [common, group].reduce(max(edges.zIndex(slot), 0)) { z, node in max(z, node.map { modelZ($0) + 1 } ?? 0)
        }
    }
}
