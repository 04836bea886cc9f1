import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing

/// A view of 800 × 600 on a sketch, driven by the lines of a stream; each line answers with what it changed.
///
/// `0 down 1 touch 50,50 [shift]` · `8 move 1 touch 60,50` · `16 up …` · `cancel`, `leave` · `500 tick` ·
/// `0 menu 1 mouse 10,10` and `0 middle …` press the other buttons · `0 wheel 10,10 0,5 [control]` ·
/// `0 pinch begin 10,10 1.5` · `0 drop over 10,10 text/plain`
struct PointerStage {
    var stage: GestureStage
    private var last: String

    init(_ sketch: Sketch) {
        stage = GestureStage(sketch)
        last = ""
        last = state
    }

    /// Gesture, selection and viewport, as far as they are not as in the beginning.
    var state: String {
        let view = stage.view
        var parts: [String] = []
        if let gesture = view.gesture { parts.append(gesture.kind.name) }
        if !view.selection.isEmpty { parts.append("[\(stage.selected.joined(separator: " "))]") }
        let shown = view.viewport
        if shown != Viewport() { parts.append("at \(rounded(shown.x)),\(rounded(shown.y)) \(rounded(shown.zoom))") }
        return parts.joined(separator: " ")
    }

    /// Returns the effects of each line: events, then the state if it has changed, then errors; an empty text for
    /// nothing.
    mutating func run(_ script: String) -> [String] {
        script.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            var answer: [String] = []
            do throws(EditError) {
                try perform(words, at: Double(words[0]) ?? 0)
            } catch {
                answer.append("error \(error.reason)")
            }
            let events = stage.workspace.takeEvents().map { name(of: $0) }
            let now = state
            if now != last { answer.insert(now.isEmpty ? "nothing" : now, at: 0) }
            last = now
            return (events + answer).joined(separator: ", ")
        }
    }

    private mutating func perform(_ words: [String], at time: Double) throws(EditError) {
        stage.workspace.advance(to: time, cause: "tick")
        var modifiers: Modifiers = []
        if words.contains("shift") { modifiers.insert(.shift) }
        if words.contains("control") { modifiers.insert(.control) }
        if words.contains("alt") { modifiers.insert(.alt) }
        switch words[1] {
        case "tick": break
        case "wheel":
            let event = WheelEvent(
                at: point(words[2]), by: point(words[3]), unit: .point, isPrecise: true, modifiers: modifiers,
                time: time)
            _ = try stage.workspace.receive(event, in: .first, cause: "input/wheel")
        case "pinch":
            let phase = PinchEvent.Phase(rawValue: words[2]) ?? .cancel
            let event = PinchEvent(phase, at: point(words[3]), scale: Double(words[4]) ?? 1, by: .zero, time: time)
            _ = try stage.workspace.receive(event, in: .first, cause: "input/pinch")
        case "drop":
            let event = DropEvent(
                DropEvent.Phase(rawValue: words[2]) ?? .leave, at: point(words[3]), types: Array(words.dropFirst(4)),
                data: nil)
            _ = try stage.workspace.receive(event, in: .first, cause: "input/drop")
        default:
            let button = ["middle": 1, "menu": 2][words[1]] ?? 0
            let event = PointerEvent(
                PointerEvent.Phase(rawValue: words[1]) ?? .down, id: Int(words[2]) ?? 0,
                kind: PointerKind(rawValue: words[3]) ?? .mouse, at: point(words[4]), button: button,
                modifiers: modifiers, time: time)
            _ = try stage.workspace.receive(event, in: .first, cause: "input/pointer")
        }
    }

    private func name(of event: ViewEvent) -> String {
        var text = event.kind.rawValue
        switch event.hit.target {
        case .node(let slot): text += " \(stage.workspace.document.nodeID(slot))"
        case .edge(let slot, _), .label(let slot, _): text += " \(stage.workspace.document.edgeID(slot))"
        case .canvas, .handle, .scaler, .resizer, .edgeEnd, .waypoint: break
        }
        return text
    }

    private func point(_ word: String) -> Point {
        let numbers = word.split(separator: ",").compactMap { Double($0) }
        return Point(x: numbers[0], y: numbers[1])
    }

    private func rounded(_ value: Double) -> String {
        let value = (value * 100).rounded() / 100 + 0
        return value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
}

/// A stream from beginning to end: what its lines lead to, what the document becomes, and that no pointer is left.
func stream(
    _ before: Sketch, _ script: String, leadsTo expected: [String], becomes after: Sketch? = nil, steps: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    var pointers = PointerStage(before)
    let answers = pointers.run(script)
    #expect(answers == expected, sourceLocation: sourceLocation)
    let result = Sketch(pointers.stage.workspace.document)
    #expect(result == after ?? before, "\(result.content)", sourceLocation: sourceLocation)
    #expect(
        pointers.stage.workspace.history.labels.count == steps ?? (after == nil ? 0 : 1), "steps",
        sourceLocation: sourceLocation)
    #expect(pointers.stage.workspace.document.checkInvariants() == [], sourceLocation: sourceLocation)
    #expect(pointers.stage.window.contacts.isEmpty, "contacts", sourceLocation: sourceLocation)
}
