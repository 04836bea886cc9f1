import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing

/// A view of 800 × 600 on a sketch that has the keyboard; a line is a chord, answered with the action and what is open.
///
/// `mod+z` · `ArrowLeft` · `repeat ArrowLeft` · `wait 2000` · `select a e1` · `focus a` · `down 10,10` · `up 10,10`
struct KeyStage {
    var workspace: Workspace
    var time = 0.0

    init(_ sketch: Sketch) {
        workspace = Workspace(sketch.document)
        _ = workspace.openView("view", size: Size(width: 800, height: 600), viewport: nil, mode: .none, margin: nil)
    }

    var view: View { workspace[.first] }
    var document: Document { workspace.document }

    /// The name of what has the focus.
    var focus: String? {
        switch view.focus {
        case .node(let slot): document.nodeID(slot).string
        case .edge(let slot): document.edgeID(slot).string
        case nil: nil
        }
    }

    /// The selected elements, by name: nodes, then edges.
    var selected: String {
        var names: [String] = []
        view.selection.nodes.forEach { names.append(document.nodeID($0).string) }
        view.selection.edges.forEach { names.append(document.edgeID($0).string) }
        return names.joined(separator: " ")
    }

    /// The handle at which the draft would end.
    var candidate: String? {
        view.draft?.candidate.map { "\(document.nodeID($0.node)).\($0.handle.id)" }
    }

    @discardableResult
    mutating func run(_ script: String) -> [String] {
        script.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            time += 10
            do throws(EditError) {
                return try answer(to: words)
            } catch {
                return "error \(error.reason)"
            }
        }
    }

    private mutating func answer(to words: [String]) throws(EditError) -> String {
        switch words[0] {
        case "wait": time += Double(words[1]) ?? 0
        case "select":
            var selection = Selection()
            for name in words.dropFirst() {
                if let node = document.node(Identifier(name)) { selection.nodes.insert(node) }
                if let edge = document.edge(Identifier(name)) { selection.edges.insert(edge) }
            }
            workspace[.first].select(.replace, selection)
        case "focus":
            let id = Identifier(words[1])
            workspace[.first].focus(document.node(id).map { .node($0) } ?? document.edge(id).map { .edge($0) })
        case "down", "move", "up":
            let numbers = words[1].split(separator: ",").compactMap { Double($0) }
            let phase = PointerEvent.Phase(rawValue: words[0]) ?? .move
            let event = PointerEvent(phase, id: 1, at: Point(x: numbers[0], y: numbers[1]), time: time)
            return try workspace.receive(event, in: .first, cause: "input/pointer").gesture ?? "-"
        case "repeat": return try press(words[1], isRepeat: true)
        default: return try press(words[0], isRepeat: false)
        }
        return "-"
    }

    private mutating func press(_ chord: String, isRepeat: Bool) throws(EditError) -> String {
        var words = chord.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        if words.suffix(2) == ["", ""] { words.replaceSubrange((words.count - 2)..., with: ["+"]) }
        var modifiers: Modifiers = []
        for word in words.dropLast() {
            switch word {
            case "shift": modifiers.insert(.shift)
            case "alt": modifiers.insert(.alt)
            case "meta": modifiers.insert(.meta)
            default: modifiers.insert(.control)
            }
        }
        let key = words[words.count - 1] == "Space" ? " " : words[words.count - 1]
        let event = KeyEvent(.down, key: key, modifiers: modifiers, isRepeat: isRepeat, time: time)
        let answer = try workspace.receive(event, in: .first, cause: "input/key")
        return (answer.action ?? "-") + (answer.gesture.map { " \($0)" } ?? "")
    }
}

/// Presses keys, and compares what the document becomes; the last step is taken back and done again.
func type(
    _ before: Sketch, _ script: String, says expected: [String]? = nil, becomes after: Sketch? = nil,
    steps: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    var stage = KeyStage(before)
    let start = picture(of: stage.document)
    let said = stage.run(script)
    if let expected { #expect(said == expected, sourceLocation: sourceLocation) }
    let end = picture(of: stage.document)
    let result = Sketch(stage.document)
    #expect(result == after ?? before, "\(result.content)", sourceLocation: sourceLocation)
    #expect(stage.document.checkInvariants() == [], sourceLocation: sourceLocation)
    let wanted = steps ?? (after == nil ? 0 : 1)
    #expect(stage.workspace.history.labels.count == wanted, "steps", sourceLocation: sourceLocation)
    if wanted == 0 { return }
    _ = try? stage.workspace.undo(wanted, cause: "undo")
    #expect(picture(of: stage.document) == start, "undo", sourceLocation: sourceLocation)
    _ = try? stage.workspace.redo(wanted, cause: "redo")
    #expect(picture(of: stage.document) == end, "redo", sourceLocation: sourceLocation)
}
