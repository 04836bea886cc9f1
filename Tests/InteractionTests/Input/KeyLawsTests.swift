import Editing
import Geometry
import Graph
import Interaction
import Seeding
import Sketching
import Testing

@Suite("Keys, whatever they are,")
struct KeyLawsTests {
    private static let keys = [
        "ArrowLeft", "ArrowRight", "shift+ArrowUp", "ArrowDown", "mod+a", "Delete", "mod+z", "mod+shift+z", "mod+d",
        "Tab",
        "shift+Tab", "alt+ArrowLeft", "alt+ArrowRight", "alt+ArrowUp", "alt+ArrowDown", "alt+PageDown", "alt+PageUp",
        "alt+shift+PageDown", "alt+shift+PageUp", "e", "Enter", "Space", "mod+Enter", "c", "+", "-", "0", "Backspace",
    ]

    private static func sketch(_ random: inout Seeded) -> Sketch {
        let settings = ["\"snapToGrid\": true", "\"allowCycles\": false", "\"nodeExtent\": [[-100, -100], [600, 600]]"]
        let extras = [
            "", "", "\"locked\": true", "\"deletable\": false", "\"draggable\": false", "\"connectable\": false",
            "\"hidden\": true", "\"selectable\": false", "\"expandParent\": true", "\"extent\": \"parent\"",
        ]
        let chosen = settings.filter { _ in Bool.random(using: &random) }
        var lines = ["settings {\(chosen.joined(separator: ", "))}"]
        for index in 0..<10 {
            let x = Int.random(in: -50...400, using: &random)
            let y = Int.random(in: -50...400, using: &random)
            let extra = extras.randomElement(using: &random) ?? ""
            let parent = index > 2 && Int.random(in: 0..<3, using: &random) == 0 ? "in k\(index % 3)" : ""
            let group = index < 3 ? "{\"type\": \"group\"}" : "{\(extra)}"
            lines.append("k\(index) \(x),\(y) \(index < 3 ? "200x200" : "60x40") \(parent) \(group)")
        }
        for index in 0..<8 {
            let ends = (Int.random(in: 0..<10, using: &random), Int.random(in: 0..<10, using: &random))
            lines.append("d\(index): k\(min(ends.0, ends.1)) -> k\(max(ends.0, ends.1))")
        }
        return Sketch(lines.joined(separator: "\n"))
    }

    @Test("keep what always holds, and can all be taken back", arguments: 0..<12 as Range<UInt64>)
    func program(seed: UInt64) {
        var random = Seeded(seed)
        let sketch = Self.sketch(&random)
        var stage = KeyStage(sketch)
        let start = picture(of: stage.document)
        for _ in 0..<120 {
            let key = Self.keys.randomElement(using: &random) ?? "Tab"
            let isConnecting = stage.view.gesture != nil
            let before = stage
            let said = stage.run(Int.random(in: 0..<6, using: &random) == 0 ? "repeat \(key)" : key)
            #expect(stage.document.checkInvariants() == [], "seed \(seed), \(key)")
            #expect(!said[0].hasPrefix("error"), "seed \(seed), \(key): \(said[0])")
            guard !isConnecting, stage.view.gesture != nil else { continue }
            var cancelled = stage
            for _ in 0..<3 {
                cancelled.run(
                    Self.keys.filter { $0 != "Enter" && $0 != "Space" }.randomElement(using: &random) ?? "Tab")
            }
            cancelled.run("Escape")
            guard cancelled.view.gesture == nil else { continue }
            #expect(picture(of: cancelled.document) == picture(of: before.document), "seed \(seed)")
            #expect(cancelled.view.selection == before.view.selection, "seed \(seed)")
            #expect(cancelled.view.viewport == before.view.viewport, "seed \(seed)")
        }
        stage.run("Escape")
        let end = picture(of: stage.document)
        let steps = stage.workspace.history.position
        _ = try? stage.workspace.undo(steps, cause: "undo")
        #expect(picture(of: stage.document) == start)
        _ = try? stage.workspace.redo(steps, cause: "redo")
        #expect(picture(of: stage.document) == end)
    }
}
