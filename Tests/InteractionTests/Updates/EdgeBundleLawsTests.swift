import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Storage
import Testing
import Wire

/// The scene and the frames are those that a look at everything gives, after any change of nested collapsed groups.
struct EdgeBundleLawsTests {
    @Test("What was kept in step is what is made anew", arguments: [1, 2, 3, 4, 9, 10], View.CarriedItems.allCases)
    func inStep(seed: Int, carried: View.CarriedItems) throws {
        var program = EditProgram(seed: seed)
        var workspace = try Workspace(EdgeBundleLawsTests.nested(&program, seed > 8 ? "orthogonal" : "bezier"))
        _ = workspace.openView(
            "v", size: Size(width: 300, height: 200), viewport: nil, mode: .svg, carried: carried, margin: 10)
        var shown = ShownItems()
        var gathered = 0
        for step in 0..<(seed > 8 ? 30 : 80) {
            for _ in 0...program.below(2) { act(&program, &workspace) }
            gesture(&program, &workspace)
            shown.apply(workspace.takeFrame(of: .first, heedsCredit: true), workspace.document)
            let comment: Comment = "seed \(seed), step \(step)"
            gathered += NaiveView(workspace).compare(shown, &workspace, comment).gathered
            compareScene(workspace, comment)
            if step % 10 == 0 { #expect(workspace.document.checkInvariants() == [], comment) }
        }
        #expect(gathered > (seed > 8 ? 0 : 20), "edges were gathered")
    }

    private static func nested(_ program: inout EditProgram, _ type: JSON) throws -> Document {
        var nodes: [JSON] = []
        for index in 0..<18 {
            var node: JSONObject = [
                "id": .string("n\(index)"),
                "position": ["x": .number(program.number()), "y": .number(program.number())],
                "width": .number(10 + program.below(40)), "height": 20,
            ]
            if index > 0 && program.chance(70) { node["parentId"] = .string("n\(program.below(min(index, 5)))") }
            if program.chance(50) { node["collapsedSize"] = ["width": .number(program.below(30)), "height": 9] }
            if program.chance(30) { node["collapsed"] = true }
            if program.chance(20) { node["handles"] = [["id": "o", "type": "source"]] }
            nodes.append(.object(node))
        }
        var edges: [JSON] = []
        // Half of them begin at few nodes, so that some are gathered.
        for index in 0..<90 {
            var edge: JSONObject = [
                "id": .string("e\(index)"),
                "source": .string("n\(program.chance(50) ? 12 + program.below(3) : program.below(18))"),
                "target": .string("n\(program.below(18))"),
            ]
            if program.chance(20) { edge["label"] = .string("label \(index)") }
            if program.chance(20) { edge["waypoints"] = [["x": .number(program.number()), "y": 3]] }
            if program.chance(20) { edge["sourceHandle"] = .string(program.pick(["o", "x"])) }
            edges.append(.object(edge))
        }
        let settings: JSON = ["defaultEdgeType": type, "jumps": true, "edgeSpread": 0]
        let content: JSON = ["settings": settings, "nodes": .array(nodes), "edges": .array(edges)]
        return try content.text.bytes.withUnsafeBufferPointer { bytes in
            try DocumentReader.read(bytes, isFile: false).document
        }
    }

    private func act(_ program: inout EditProgram, _ workspace: inout Workspace) {
        let node = program.node(workspace.document)
        let nodes = program.nodes(workspace.document)
        let edge = program.edge(workspace.document)
        let other = program.node(workspace.document)
        let point = program.point()
        let truth = JSON.boolean(program.chance(50))
        let choice = program.below(17)
        _ = try? workspace.perform(.init(cause: "test")) { (open) throws(EditError) in
            switch choice {
            case 0, 1, 2, 3: try open.updateNode(node, patch: ["collapsed": truth])
            case 4: try open.updateNode(node, patch: ["hidden": truth])
            case 5: try open.updateEdge(edge, patch: ["hidden": truth])
            case 6: try open.moveNodes(nodes, by: point)
            case 7: try open.reparent(nodes, to: other)
            case 8: try open.reparent(nodes, to: nil)
            case 9: _ = try open.connect(Edge(id: "", source: node, target: other))
            case 10: _ = try open.removeElements(nodes: [], edges: [edge])
            case 11: try open.reorder(edges: [edge], to: truth == true ? .front : .back)
            case 12: try open.resizeNode(node, width: abs(point.x), height: 30, position: point)
            case 13: try open.updateNode(node, patch: ["zIndex": .number(Int(point.x) % 3)])
            case 14: try open.updateEdge(edge, patch: ["label": truth == true ? "l" : .null])
            default: break
            }
        }
        if choice == 15 { _ = try? workspace.undo(1 + program.below(3), cause: "test") }
        if choice == 16 { _ = try? workspace.redo(1 + program.below(3), cause: "test") }
        if program.chance(10) {
            workspace[.first].show(
                Viewport(x: program.number(), y: program.number(), zoom: program.pick([0.5, 1])))
        }
        if program.chance(20), let slot = workspace.document.edge(edge) {
            var selection = Selection()
            selection.edges.insert(slot)
            workspace[.first].select(program.pick([.toggle, .replace]), selection)
        }
    }

    private func gesture(_ program: inout EditProgram, _ workspace: inout Workspace) {
        let at = program.point()
        switch program.below(9) {
        case 0: _ = try? workspace.beginGesture(.drag(nodes: program.nodes(workspace.document)), in: .first, at: at)
        case 1:
            let start = GestureStart.resize(node: program.node(workspace.document), handle: .topLeft)
            _ = try? workspace.beginGesture(start, in: .first, at: at)
        case 2...4: _ = try? workspace.updateGesture(in: .first, at: at)
        case 5: _ = try? workspace.endGesture(in: .first, cause: "test")
        case 6: try? workspace[.first].cancelGesture()
        default: break
        }
    }

    private func compareScene(_ workspace: Workspace, _ comment: Comment) {
        var fresh = Scene()
        let document = workspace.document
        fresh.update(document)
        let kept = workspace.scene
        #expect(kept.concealedNodes == fresh.concealedNodes, comment)
        #expect(kept.concealedEdges == fresh.concealedEdges, comment)
        let (nodes, edges) = (document.nodeSlots, document.edgeSlots)
        #expect(nodes.map { kept.nodes.bounds(of: $0) } == nodes.map { fresh.nodes.bounds(of: $0) }, comment)
        #expect(edges.map { kept.edges.bounds(of: $0) } == edges.map { fresh.edges.bounds(of: $0) }, comment)
        #expect(edges.map { kept.bundles.edges(with: $0) } == edges.map { fresh.bundles.edges(with: $0) }, comment)
        #expect(kept.edges.count == fresh.edges.count && kept.nodes.count == fresh.nodes.count, comment)
    }
}
