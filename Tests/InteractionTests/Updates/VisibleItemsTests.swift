import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing
import Wire

/// The items that frames show are those that a look at every element finds.
struct VisibleItemsTests {
    @Test(
        "A view shows just what is covered, wherever a gesture shows it", arguments: 1...12,
        View.CarriedItems.allCases)
    func everything(seed: Int, carried: View.CarriedItems) throws {
        var program = EditProgram(seed: seed)
        var workspace = Workspace(Document())
        // Some of the documents draw their edges round nodes.
        if seed > 10 {
            try workspace.perform(.init(cause: "test")) { open throws(EditError) in
                try open.updateSettings(["defaultEdgeType": "orthogonal", "jumps": .boolean(seed % 2 == 0)])
            }
        }
        _ = workspace.openView(
            "v", size: Size(width: 120, height: 90), viewport: nil, mode: .svg, carried: carried, margin: 10)
        var shown = ShownItems()
        var moves = 0
        var rigid = 0
        for step in 0..<150 {
            let edit = program.step(workspace.document)
            _ = try? workspace.perform(.init(cause: "test")) { transaction throws(EditError) in try edit(&transaction) }
            if seed > 8 && program.chance(20) {
                let edge = program.edge(workspace.document)
                let patch: JSONObject = ["avoid": true, "type": program.pick(["bezier", "smoothStep"])]
                _ = try? workspace.perform(.init(cause: "test")) { open throws(EditError) in
                    try open.updateEdge(edge, patch: patch)
                }
            }
            if program.chance(20) { workspace[.first].show(viewport(&program)) }
            if program.chance(30) {
                workspace[.first].show(
                    workspace[.first].panned(by: Point(x: program.number() / 16, y: program.number() / 16)))
            }
            moves += gesture(&program, &workspace)
            shown.apply(workspace.takeFrame(of: .first, heedsCredit: true), workspace.document)
            rigid += NaiveView(workspace).compare(shown, &workspace, "seed \(seed), step \(step)").rigid
        }
        #expect(moves > 5, "gestures took place")
        #expect(rigid == 0 || carried == .offset)
    }

    private func viewport(_ program: inout EditProgram) -> Viewport {
        Viewport(x: program.number(), y: program.number(), zoom: program.pick([0.25, 0.5, 1, 2]))
    }

    private func gesture(_ program: inout EditProgram, _ workspace: inout Workspace) -> Int {
        let at = program.point()
        let isOpen = workspace[.first].gesture != nil
        switch program.below(10) {
        case 8:
            let edge = program.edge(workspace.document)
            let start = program.chance(50) ? GestureStart.label(edge: edge) : .waypoint(edge: edge, index: nil)
            _ = try? workspace.beginGesture(start, in: .first, at: at)
        case 9: _ = try? workspace.updateGesture(in: .first, at: at)
        case 0: _ = try? workspace.beginGesture(.drag(nodes: program.nodes(workspace.document)), in: .first, at: at)
        case 1:
            let start = GestureStart.resize(node: program.node(workspace.document), handle: .topLeft)
            _ = try? workspace.beginGesture(start, in: .first, at: at)
        case 2...5: _ = try? workspace.updateGesture(in: .first, at: at)
        case 6: _ = try? workspace.endGesture(in: .first, cause: "test")
        default: if program.chance(30) { try? workspace[.first].cancelGesture() }
        }
        return isOpen ? 1 : 0
    }
}
