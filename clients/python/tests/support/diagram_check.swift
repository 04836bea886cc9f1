// Uses the model as an app does: diagram_check FOLDER FILE.
import NodewireClient
import NodewireDiagram

@main struct DiagramCheck {
    @MainActor static func main() async throws {
        let (folder, file) = (CommandLine.arguments[1], CommandLine.arguments[2])
        let model = try await DiagramModel(file, below: folder, width: 800, height: 600)
        show("opened", model)
        for (phase, x) in [(InputPointer.PhaseChoice.down, 10.0), (.move, 60), (.move, 110), (.up, 110)] {
            model.point(phase, x: x, y: 10)
        }
        show("dragged", model)
        await model.connect("a", "a")
        show("refused", model)
        await model.undo()
        show("undone", model)
        await model.connect("a", "b")
        await model.save()
        show("saved", model)
        await model.close()
        for outside in ["../\(file)", "/etc/hostname", "nothing.json"] {
            do {
                _ = try await DiagramModel(outside, below: folder, width: 1, height: 1)
                print("opened \(outside)")
            } catch let error as ServerError {
                print("not opened: \(error.reason)")
            }
        }
    }

    @MainActor static func show(_ what: String, _ model: DiagramModel) {
        let nodes = model.scene.nodes.sorted { $0.key < $1.key }.map { "\($0.key) \(Int($0.value.x))" }
        let (canUndo, dirty) = (model.history?.canUndo ?? false, model.history?.dirty ?? false)
        print(what, nodes.joined(separator: " "), model.scene.edges.count, canUndo, dirty, model.refusal == nil)
    }
}
