import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing
import Wire

/// Lanes of parallel edges and places of labels that are kept in step are those of the document alone.
struct EdgeLaneLawsTests {
    @Test("Paths of parallel edges kept in step are those of the document alone", arguments: 1...6)
    func inStep(seed: Int) throws {
        var program = EditProgram(seed: seed)
        var workspace = try Workspace(EdgeLaneLawsTests.document(&program))
        var beside = 0
        for step in 0..<60 {
            let edit = program.step(workspace.document)
            _ = try? workspace.perform(.init(cause: "test")) { open throws(EditError) in try edit(&open) }
            if program.chance(20) { _ = try? workspace.undo(1 + program.below(4), cause: "test") }
            if program.chance(10) { _ = try? workspace.redo(1 + program.below(4), cause: "test") }
            if program.chance(50) { continue }
            workspace.content.refresh()
            let (document, routes) = (workspace.document, workspace.scene.routes)
            let fresh = EdgeRoutes(document, EdgeBundles(document))
            for slot in document.edgeSlots where workspace.scene.edges.contains(slot) {
                let comment: Comment = "seed \(seed), step \(step), edge \(document.edgeID(slot))"
                #expect(routes.lane(ofEdge: slot) == fresh.lane(ofEdge: slot), comment)
                #expect(routes.route(ofEdge: slot, in: document) == fresh.route(ofEdge: slot, in: document), comment)
                if routes.lane(ofEdge: slot) != .single { beside += 1 }
                if let bounds = workspace.scene.edges.bounds(of: slot),
                    let wanted = routes.bounds(ofEdge: slot, in: document)
                {
                    #expect(bounds.grown(by: 1e-3).contains(wanted), comment)
                }
            }
        }
        #expect(beside > 20, "edges lay beside others")
    }

    /// Few nodes with many edges between the same handles, and loops.
    private static func document(_ program: inout EditProgram) throws -> Document {
        let nodes: [JSON] = (0..<5).map { index in
            [
                "id": .string("n\(index)"),
                "position": ["x": .number(program.number()), "y": .number(program.number())], "width": 40,
                "height": 20,
            ]
        }
        let edges: [JSON] = (0..<24).map { index in
            [
                "id": .string("e\(index)"), "source": .string("n\(program.below(5))"),
                "target": .string("n\(program.below(5))"), "label": .string(index % 3 == 0 ? "label" : ""),
                "type": program.pick(["bezier", "straight", "smoothStep", "step", "simpleBezier"]),
            ]
        }
        let content: JSON = [
            "settings": [
                "edgeSpread": 8, "allowDuplicates": true, "allowSelfLoops": true,
                "placeLabels": .boolean(program.chance(50)),
            ],
            "nodes": .array(nodes), "edges": .array(edges),
        ]
        return try content.text.bytes.withUnsafeBufferPointer { bytes in
            try DocumentReader.read(bytes, isFile: false).document
        }
    }
}
