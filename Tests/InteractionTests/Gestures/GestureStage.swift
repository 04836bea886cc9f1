import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing

/// A view of 800 × 600 on a sketch, driven by lines of script; each line answers with one line.
///
/// `select a e1` · `drag 10,10 [a b]` · `connect 10,10 [a[.out]]` · `reconnect 10,10 e1 target` · `resize 10,10 a right` ·
/// `scale 10,10 bottomRight [a b]` ·
/// `waypoint 10,10 [e1 [0]]` · `label 10,10 [e1]` ·
/// `marquee 0,0 [add] [contain] [nodes]` · `lasso …` · `pan 0,0` · `move 60,10 [shift] [alt]` · `show x,y zoom` · `remove a` · `end` · `cancel`
struct GestureStage {
    var workspace: Workspace

    init(_ sketch: Sketch) {
        workspace = Workspace(sketch.document)
        _ = workspace.openView("view", size: Size(width: 800, height: 600), viewport: nil, mode: .none, margin: nil)
    }

    var view: View { workspace[.first] }
    var window: Window { workspace.windows[0] }

    /// The selected elements, by name: nodes, then edges.
    var selected: [String] {
        var names: [String] = []
        view.selection.nodes.forEach { names.append(workspace.document.nodeID($0).string) }
        view.selection.edges.forEach { names.append(workspace.document.edgeID($0).string) }
        return names
    }

    mutating func run(_ script: String) -> [String] {
        script.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            do throws(EditError) {
                return try answer(to: words)
            } catch {
                return "error \(error.reason)"
            }
        }
    }

    private mutating func answer(to words: [String]) throws(EditError) -> String {
        switch words[0] {
        case "select":
            var selection = Selection()
            for name in words.dropFirst() {
                if let node = workspace.document.node(Identifier(name)) { selection.nodes.insert(node) }
                if let edge = workspace.document.edge(Identifier(name)) { selection.edges.insert(edge) }
            }
            workspace[.first].select(.replace, selection)
            return "selected"
        case "show":
            let corner = point(words[1])
            workspace[.first].show(Viewport(x: corner.x, y: corner.y, zoom: Double(words[2]) ?? 1))
            return "shown"
        case "remove":
            let ids = words.dropFirst().map { Identifier($0) }
            let nodes = ids.filter { workspace.document.node($0) != nil }
            let edges = ids.filter { workspace.document.node($0) == nil }
            _ = try workspace.perform(DocumentEditor.Options(cause: "remove")) { (transaction) throws(EditError) in
                _ = try transaction.removeElements(nodes: nodes, edges: edges)
            }
            return "removed"
        case "move":
            var modifiers: Modifiers = []
            if words.contains("shift") { modifiers.insert(.shift) }
            if words.contains("control") { modifiers.insert(.control) }
            if words.contains("alt") { modifiers.insert(.alt) }
            let gesture = try workspace.updateGesture(in: .first, at: point(words[1]), modifiers: modifiers)
            return text(gesture)
        case "end":
            let outcome = try workspace.endGesture(in: .first, cause: "gesture/end")
            return text(outcome)
        case "cancel":
            try workspace[.first].cancelGesture()
            return "cancelled"
        default:
            let gesture = try workspace.beginGesture(start(words), in: .first, at: point(words[1]))
            return text(gesture)
        }
    }

    private func start(_ words: [String]) -> GestureStart {
        let rest = Array(words.dropFirst(2))
        let operation = rest.compactMap(Selection.Operation.init(rawValue:)).first ?? .replace
        let mode = rest.compactMap(Lasso.Mode.init(rawValue:)).first ?? .touch
        let kinds = rest.compactMap(Lasso.Kinds.init(rawValue:)).first ?? .both
        switch words[0] {
        case "drag": return .drag(nodes: rest.isEmpty ? nil : rest.map { Identifier($0) })
        case "connect":
            let parts = rest.first?.split(separator: ".").map { Identifier(String($0)) } ?? []
            return .connect(node: parts.first, handle: parts.dropFirst().first)
        case "reconnect": return .reconnect(edge: Identifier(rest[0]), end: Handle.Kind(rawValue: rest[1]) ?? .source)
        case "resize": return .resize(node: Identifier(rest[0]), handle: ResizeHandle(rawValue: rest[1]) ?? .top)
        case "scale":
            let names = rest.dropFirst().map { Identifier($0) }
            return .scale(nodes: names.isEmpty ? nil : names, handle: ResizeHandle(rawValue: rest[0]) ?? .top)
        case "waypoint":
            return .waypoint(edge: rest.first.map { Identifier($0) }, index: rest.dropFirst().first.flatMap { Int($0) })
        case "label": return .label(edge: rest.first.map { Identifier($0) })
        case "marquee": return .marquee(op: operation, mode: mode, of: kinds)
        case "lasso": return .lasso(op: operation, mode: mode, of: kinds)
        case "pan": return .pan(isElastic: false)
        default: fatalError("no such line: \(words)")
        }
    }

    private func point(_ word: String) -> Point {
        let numbers = word.split(separator: ",").compactMap { Double($0) }
        return Point(x: numbers[0], y: numbers[1])
    }

    // MARK: Answers

    private func text(_ gesture: GestureState) -> String {
        switch gesture.kind.name {
        case "drag":
            let isCopy = gesture["copy"] == .flag(true)
            return (isCopy ? "copies " : "") + "by \(point(gesture, "by"))"
                + (gesture["dropTarget"] == .absent ? "" : " into \(name(gesture, "dropTarget"))")
        case "connect", "reconnect":
            guard case .handle(let end) = gesture["candidate"] else { return "to \(point(gesture, "to"))" }
            var answer = "to \(workspace.document.nodeID(end.node)).\(end.handle)"
            if case .text(let reason) = gesture["reason"] { answer += " refused \(reason)" }
            return answer
        case "resize": return "frame \(frame(gesture))"
        case "scale": return "scale \(number(gesture, "scale")) \(frame(gesture))"
        case "waypoint":
            guard case .places(let places) = gesture["waypoints"] else { return "no waypoints" }
            let points = places.map { text($0) }.joined(separator: " ")
            let isRemoved = gesture["removed"] == .flag(true)
            return "bends \(name(gesture, "edge")) [\(points)]" + (isRemoved ? " removed" : "")
        case "label":
            let position = gesture["labelPosition"] == .absent ? "" : " at \(number(gesture, "labelPosition"))"
            let offset = gesture["labelOffset"] == .absent ? "" : " by \(point(gesture, "labelOffset"))"
            return "label \(name(gesture, "edge"))" + position + offset
        case "pan", "pinch":
            let shown = view.viewport
            return "shows \(number(shown.x)),\(number(shown.y)) \(number(shown.zoom))"
        default: return "selects \(selected.joined(separator: " "))"
        }
    }

    private func point(_ gesture: GestureState, _ name: String) -> String {
        switch gesture[name] {
        case .exact(let point), .place(let point): text(point)
        default: "no point"
        }
    }

    private func number(_ gesture: GestureState, _ name: String) -> String {
        if case .number(let value) = gesture[name] { number(value) } else { "no number" }
    }

    private func frame(_ gesture: GestureState) -> String {
        guard case .frame(let frame) = gesture["frame"] else { return "no frame" }
        return "\(text(frame.origin)) \(number(frame.width))x\(number(frame.height))"
    }

    private func name(_ gesture: GestureState, _ name: String) -> String {
        switch gesture[name] {
        case .node(let slot): workspace.document.nodeID(slot).string
        case .edge(let slot): workspace.document.edgeID(slot).string
        default: "nothing"
        }
    }

    private func text(_ outcome: GestureOutcome) -> String {
        var text = outcome.changed ? "changed" : "unchanged"
        if let by = outcome.by { text += " by \(self.text(by))" }
        if let edge = outcome.edge { text += " edge \(edge)" }
        if let reason = outcome.reason { text += " reason \(reason)" }
        if outcome.selection != nil { text += " selected \(selected.joined(separator: " "))" }
        return text
    }

    private func text(_ point: Point) -> String { "\(number(point.x)),\(number(point.y))" }

    private func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}

/// One gesture from begin to end: what its lines answer, and what the document becomes by one step that undo takes back.
func play(
    _ before: Sketch, _ script: String, says expected: [String], becomes after: Sketch? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    var stage = GestureStage(before)
    let start = picture(of: stage.workspace.document)
    #expect(stage.run(script) == expected, sourceLocation: sourceLocation)
    let end = picture(of: stage.workspace.document)
    let result = Sketch(stage.workspace.document)
    #expect(result == after ?? before, "\(result.content)", sourceLocation: sourceLocation)
    #expect(stage.workspace.document.checkInvariants() == [], sourceLocation: sourceLocation)
    #expect(stage.workspace.history.labels.count == (after == nil ? 0 : 1), "steps", sourceLocation: sourceLocation)
    guard after != nil else { return }
    do throws(EditError) {
        _ = try stage.workspace.undo(1, cause: "undo")
        #expect(picture(of: stage.workspace.document) == start, "undo", sourceLocation: sourceLocation)
        _ = try stage.workspace.redo(1, cause: "redo")
        #expect(picture(of: stage.workspace.document) == end, "redo", sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error.message)", sourceLocation: sourceLocation)
    }
}
