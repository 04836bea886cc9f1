import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Storage
import Testing
import Wire

/// Routes that are kept in step are those of the document alone.
struct RouteLawsTests {
    @Test("Routes kept in step are those made anew, and those of the file", arguments: 1...8)
    func inStep(seed: Int) throws {
        var program = EditProgram(seed: seed)
        var workspace = try Workspace(RouteLawsTests.document(&program, jumps: seed % 2 == 0))
        // In half of the programs most routes are found by jobs, beside edits.
        if seed > 4 { workspace.content.setUpkeep(linesAtOnce: 20) }
        var routed = 0
        var waited = 0
        var job: RoutingJob?
        var curves = (plain: 0, round: 0)
        for step in 0..<80 {
            let edit = program.step(workspace.document)
            _ = try? workspace.perform(.init(cause: "test")) { open throws(EditError) in try edit(&open) }
            if program.chance(10) { _ = try? workspace.undo(1 + program.below(4), cause: "test") }
            if program.chance(5) { _ = try? workspace.redo(1 + program.below(4), cause: "test") }
            if program.chance(10) { retype(&program, &workspace) }
            if program.chance(50) { continue }
            workspace.content.refresh()
            if workspace.content.isRouting { waited += 1 }
            if job == nil { job = workspace.content.beginRoutingJob() }
            if job != nil && program.chance(40) { continue }
            while let work = job.take() ?? workspace.content.beginRoutingJob() {
                workspace.finishRoutingJob(work.run { false })
            }
            routed += compare(workspace, "seed \(seed), step \(step)")
            curves.plain += compareCurves(workspace, isCrossed: false, "seed \(seed), step \(step)")
            curves.round += compareCurves(workspace, isCrossed: true, "seed \(seed), step \(step)")
        }
        #expect(routed > 50, "edges went round nodes")
        #expect((waited > 10) == (seed > 4), "edges waited for their routes")
        #expect(min(curves.plain, curves.round) > 0, "curves crossed nodes or none")
    }

    private static func document(_ program: inout EditProgram, jumps: Bool) throws -> Document {
        var nodes: [JSON] = []
        for index in 0..<12 {
            var node: JSONObject = [
                "id": .string("n\(index)"),
                "position": ["x": .number(program.number()), "y": .number(program.number())],
                "width": .number(10 + program.below(30)), "height": 20,
            ]
            if program.chance(20) { node["shape"] = "ellipse" }
            if program.chance(20) { node["handles"] = [["id": "o", "type": "source"]] }
            if index > 6 { node["parentId"] = .string("n\(program.below(6))") }
            nodes.append(.object(node))
        }
        let edges: [JSON] = (0..<15).map { index in
            var edge: JSONObject = [
                "id": .string("e\(index)"), "source": .string("n\(program.below(12))"),
                "target": .string("n\(program.below(12))"), "label": .string(index % 3 == 0 ? "label" : ""),
            ]
            if index > 8 {
                edge["type"] = program.pick(["bezier", "smoothStep"])
                edge["avoid"] = true
            }
            return .object(edge)
        }
        let content: JSON = [
            "settings": ["defaultEdgeType": "orthogonal", "jumps": .boolean(jumps), "edgeSpread": 0],
            "nodes": .array(nodes), "edges": .array(edges),
        ]
        return try content.text.bytes.withUnsafeBufferPointer { bytes in
            try DocumentReader.read(bytes, isFile: false).document
        }
    }

    private func retype(_ program: inout EditProgram, _ workspace: inout Workspace) {
        let edge = program.edge(workspace.document)
        let type: JSON = program.pick(["bezier", "orthogonal", .null])
        let avoid: JSON = program.pick([true, .null])
        let step = program.pick([OrderStep.front, .back])
        _ = try? workspace.perform(.init(cause: "test")) { open throws(EditError) in
            try open.updateEdge(edge, patch: ["type": type, "avoid": avoid])
            try open.reorder(edges: [edge], to: step)
        }
    }

    /// Returns how many edges go round nodes.
    private func compare(_ workspace: Workspace, _ comment: Comment) -> Int {
        let document = workspace.document
        let routes = workspace.scene.routes
        let fresh = EdgeRoutes(document, EdgeBundles(document))
        let edges = document.edgeSlots
        let routed = edges.filter { routes.contains($0) }
        #expect(routed == edges.filter { fresh.contains($0) }, comment)
        for slot in edges {
            #expect(routes.route(ofEdge: slot, in: document) == fresh.route(ofEdge: slot, in: document), comment)
            let path = routes.path(ofEdge: slot, in: document)
            let jumping = path.flatMap { routes.jumpingPath(ofEdge: slot, $0) }
            #expect(jumping == path.flatMap { fresh.jumpingPath(ofEdge: slot, $0) }, comment)
            #expect(routes.crossedNodes(ofEdge: slot, in: document) == fresh.crossedNodes(ofEdge: slot, in: document))
            if let bounds = workspace.scene.edges.bounds(of: slot),
                let wanted = routes.bounds(ofEdge: slot, in: document)
            {
                #expect(bounds.grown(by: 1e-3).contains(wanted), comment)
            }
        }
        compareFile(document, routes, comment)
        return routed.count
    }

    private func compareFile(_ document: Document, _ routes: EdgeRoutes, _ comment: Comment) {
        var writer = JSONWriter()
        document.write(into: &writer)
        let read = writer.withBytes { try? DocumentReader.read($0, isFile: true).document }
        guard let read else {
            Issue.record(comment)
            return
        }
        let other = EdgeRoutes(read, EdgeBundles(read))
        for slot in document.edgeSlots where routes.contains(slot) {
            let found = read.edge(document.edgeID(slot))
            #expect(found.flatMap { other.points(ofEdge: $0) } == routes.points(ofEdge: slot), comment)
        }
    }

    /// Looks at every node for every edge that avoids nodes; returns how many of those cross one, or how many do not.
    private func compareCurves(_ workspace: Workspace, isCrossed: Bool, _ comment: Comment) -> Int {
        let (document, routes) = (workspace.document, workspace.scene.routes)
        var count = 0
        for slot in document.edgeSlots where routes.contains(slot) && document.pathType(ofEdge: slot) != .orthogonal {
            guard let curve = document.plainPath(ofEdge: slot), crosses(curve, slot, document) == isCrossed else {
                continue
            }
            count += 1
            #expect((routes.points(ofEdge: slot) != nil) == isCrossed, comment)
            if !isCrossed {
                #expect(routes.path(ofEdge: slot, in: document) == curve, comment)
                #expect(routes.route(ofEdge: slot, in: document) == document.plainRoute(ofEdge: slot), comment)
            }
        }
        return count
    }

    private func crosses(_ curve: Path, _ slot: Edge.Slot, _ document: Document) -> Bool {
        let ends = document.drawnEnds(ofEdge: slot)
        var passable: Set<Node.Slot> = [ends.source, ends.target]
        for end in [ends.source, ends.target] {
            var container = document.nodes.parent(end)
            while let slot = container {
                passable.insert(slot)
                container = document.nodes.parent(slot)
            }
        }
        return document.nodeSlots.contains { node in
            guard document.isPlaced(node), !document.isConcealed(node), !passable.contains(node) else { return false }
            let inside = document.frame(node).grown(by: -0.0625)
            return inside.minX < inside.maxX && inside.minY < inside.maxY && curve.touches(inside)
        }
    }
}
