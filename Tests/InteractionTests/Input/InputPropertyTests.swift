import Editing
import Geometry
import Graph
import Interaction
import Seeding
import Sketching
import Testing

@Suite("Streams of input, whatever they are,")
struct InputPropertyTests {
    private static let streams = 75

    @Test("end with nothing open, in steps that can be undone", arguments: 0..<16 as Range<UInt64>)
    func program(seed: UInt64) {
        var player = InputPlayer(seed)
        for stream in 0..<Self.streams {
            let comment: Comment = "seed \(seed), stream \(stream)"
            let before = player
            player.play()
            var again = before
            again.play()
            #expect(again.state == player.state, "the same input gives the same: \(comment)")
            player.lift()
            #expect(player.workspace[.first].gesture == nil, comment)
            #expect(player.workspace.document.checkInvariants() == [], comment)
            expectTap(&player, comment)
            if stream % 10 == 9 { expectWalk(player.workspace, comment) }
            player.renew()
        }
    }

    @Test("leave no trace when they are cancelled before an up", arguments: 0..<16 as Range<UInt64>)
    func cancelled(seed: UInt64) {
        var player = InputPlayer(seed &+ 1000)
        for stream in 0..<Self.streams {
            let comment: Comment = "seed \(seed), stream \(stream)"
            player.wait(10_000)
            let before = player.state
            let isAlone = player.playCancelled()
            player.wait(10_000)
            let after = player.state
            #expect(before.picture == after.picture && before.selection == after.selection, comment)
            // A pan under way when another finger lands is kept.
            if isAlone { #expect(before.viewport == after.viewport, comment) }
            player.play()
            player.lift()
            player.renew()
        }
    }

    private func expectTap(_ player: inout InputPlayer, _ comment: Comment) {
        _ = player.workspace.takeEvents()
        player.send(.down, 9, at: Point(x: 300, y: 200))
        player.send(.up, 9, at: Point(x: 300, y: 200))
        #expect(player.workspace.takeEvents().contains { $0.kind == .tap }, comment)
    }

    /// Back to the first state and forth again, each state as it was.
    private func expectWalk(_ workspace: Workspace, _ comment: Comment) {
        var workspace = workspace
        var pictures = [picture(of: workspace.document)]
        while pictures.count < 6, let steps = try? walk(&workspace, back: true), steps > 0 {
            pictures.append(picture(of: workspace.document))
        }
        #expect(workspace.document.checkInvariants() == [], comment)
        for expected in pictures.dropLast().reversed() {
            _ = try? walk(&workspace, back: false)
            #expect(picture(of: workspace.document) == expected, comment)
        }
    }

    private func walk(_ workspace: inout Workspace, back: Bool) throws(EditError) -> Int {
        let before = workspace.history.position
        if back { _ = try workspace.undo(1, cause: "undo") } else { _ = try workspace.redo(1, cause: "redo") }
        return abs(workspace.history.position - before)
    }
}

/// Pointers, wheels and pinches that a seed has drawn, in a view of 800 × 600 on a small document.
private struct InputPlayer {
    /// The parts of a workspace that may differ after a stream.
    struct State: Equatable {
        let picture: String
        let selection: Selection
        let viewport: Viewport
        let revision: Int
        let gesture: String?
    }

    var workspace: Workspace
    private var random: Seeded
    private var now = 0.0
    private var down: [Int: (kind: PointerKind, at: Point)] = [:]

    init(_ seed: UInt64) {
        random = Seeded(seed)
        workspace = Workspace(InputPlayer.sketch(&random).document)
        open()
    }

    var state: State {
        let view = workspace[.first]
        return State(
            picture: picture(of: workspace.document), selection: view.selection, viewport: view.viewport,
            revision: workspace.revision, gesture: view.gesture?.kind.name)
    }

    private static func sketch(_ random: inout Seeded) -> Sketch {
        var settings: [String] = []
        let choices = [
            "\"snapToGrid\": true", "\"allowCycles\": false", "\"canvasDrag\": \"marquee\"", "\"inertia\": false",
            "\"autoPan\": false", "\"bendEdges\": true", "\"dragLabels\": false", "\"multiSelectionEnabled\": false",
            "\"panEnabled\": false", "\"snapToGuides\": true",
            "\"translateExtent\": [[-200, -200], [1000, 800]]", "\"nodeExtent\": [[-50, -50], [700, 500]]",
        ]
        for choice in choices where random.below(6) == 0 { settings.append(choice) }
        let extras = [
            "", "", "", "\"locked\": true", "\"draggable\": false", "\"connectable\": false", "\"zIndex\": 2",
            "\"extent\": \"parent\"", "\"expandParent\": true", "\"selectable\": false",
        ]
        var lines = ["settings {\(settings.joined(separator: ", "))}", "g 380,250 260x200 {\"type\": \"group\"}"]
        for index in 0..<6 {
            let extra = extras[random.below(extras.count)]
            let parent = index == 5 ? "in g" : ""
            let place = index == 5 ? "40,60" : "\(index % 3 * 190 + 20),\(index / 3 * 150 + 20)"
            lines.append("n\(index) \(place) 150x60 \(parent) {\(extra)}")
        }
        lines += [
            "k0: n0 -> n1", "k1: n1 -> n3 {\"label\": \"yes\"}",
            "k2: n2 -> g {\"waypoints\": [{\"x\": 640, \"y\": 200}, {\"x\": 300, \"y\": 110}]}",
        ]
        return Sketch(lines.joined(separator: "\n"))
    }

    private mutating func open() {
        let viewport = Viewport(x: 0, y: 0, zoom: random.below(3) == 0 ? 0.5 : 1)
        _ = workspace.openView(
            "view", size: Size(width: 800, height: 600), viewport: viewport, mode: .none, margin: nil)
    }

    /// Opens the view anew now and then, so that nodes lie again where they are aimed at.
    mutating func renew() {
        guard random.below(4) == 0 else { return }
        workspace.close(.first, cause: "view/close")
        open()
    }

    mutating func wait(_ milliseconds: Double) {
        now += milliseconds
        workspace.advance(to: now, cause: "time")
    }

    mutating func send(
        _ phase: PointerEvent.Phase, _ id: Int, kind: PointerKind = .mouse, at: Point, button: Int = 0,
        modifiers: Modifiers = []
    ) {
        now += Double(random.below(30))
        workspace.advance(to: now, cause: "time")
        let event = PointerEvent(phase, id: id, kind: kind, at: at, button: button, modifiers: modifiers, time: now)
        // A refusal is an answer like others; what it leaves behind is what is looked at.
        _ = try? workspace.receive(event, in: .first, cause: "input/pointer")
        switch phase {
        case .down: down[id] = (kind, at)
        case .move: if let held = down[id] { down[id] = (held.kind, at) }
        case .up, .cancel: down[id] = nil
        case .leave: break
        }
    }

    private mutating func point() -> Point {
        if random.below(3) == 0 { return Point(x: Double(random.below(900)) - 50, y: Double(random.below(700)) - 50) }
        let index = random.below(6)
        let corner = Point(x: Double(index % 3 * 190 + 20), y: Double(index / 3 * 150 + 20))
        let inside = [(75.0, 30.0), (75, 60), (75, 0), (10, 10), (150, 60)][random.below(5)]
        return Point(x: corner.x + inside.0, y: corner.y + inside.1)
    }

    private mutating func modifiers() -> Modifiers {
        random.below(5) == 0 ? Modifiers(rawValue: UInt8(random.below(16))) : []
    }

    /// One to four things, well formed or not.
    mutating func play() {
        for _ in 0...random.below(4) {
            switch random.below(10) {
            case 0: wheel()
            case 1: pinch()
            case 2:
                let phase = PointerEvent.Phase.allCases[random.below(5)]
                send(phase, random.below(4), kind: random.below(2) == 0 ? .touch : .mouse, at: point())
            case 3: wait([16.0, 400, 600, 3000][random.below(4)])
            default: press()
            }
        }
    }

    private mutating func press() {
        let kind = [PointerKind.mouse, .touch, .touch, .pen][random.below(4)]
        var ids: [Int] = []
        for _ in 0...(kind == .touch ? random.below(3) : 0) {
            let id = random.below(5)
            ids.append(id)
            send(.down, id, kind: kind, at: point(), button: random.below(8) == 0 ? 1 : 0, modifiers: modifiers())
        }
        for _ in 0..<random.below(6) { move(ids[random.below(ids.count)]) }
        if random.below(4) == 0 { wait(random.below(2) == 0 ? 16 : 550) }
        for id in ids where random.below(5) > 0 {
            guard let held = down[id] else { continue }
            send(random.below(6) == 0 ? .cancel : .up, id, kind: held.kind, at: held.at)
        }
    }

    private mutating func move(_ id: Int) {
        guard let held = down[id] else { return }
        let far = [3, 40, 300][random.below(3)]
        let by = Point(x: Double(random.below(2 * far) - far), y: Double(random.below(2 * far) - far))
        send(.move, id, kind: held.kind, at: held.at + by, modifiers: modifiers())
    }

    private mutating func wheel() {
        let by = Point(x: Double(random.below(60) - 30), y: Double(random.below(60) - 30))
        let unit = WheelEvent.Unit.allCases[random.below(3)]
        let event = WheelEvent(
            at: point(), by: by, unit: unit, isPrecise: random.below(2) == 0, modifiers: modifiers(), time: now)
        _ = try? workspace.receive(event, in: .first, cause: "input/wheel")
    }

    private mutating func pinch() {
        let at = point()
        for phase in [PinchEvent.Phase.begin, .update, .update, .end].dropLast(random.below(2)) {
            now += 16
            let scale = [0.3, 0.9, 1, 1.4, 5][random.below(5)]
            _ = try? workspace.receive(
                PinchEvent(phase, at: at, scale: scale, by: .zero, time: now), in: .first, cause: "input/pinch")
        }
    }

    /// Pointers that come down, move and are cancelled; true if there was one only.
    mutating func playCancelled() -> Bool {
        let count = random.below(3) == 0 ? 2 : 1
        let kind = count == 2 ? .touch : [PointerKind.mouse, .touch, .pen][random.below(3)]
        for id in 0..<count {
            send(.down, id, kind: kind, at: point(), modifiers: modifiers())
            for _ in 0..<random.below(6) {
                move(random.below(id + 1))
                if random.below(8) == 0 { wait([16.0, 100, 300][random.below(3)]) }
            }
        }
        for id in (0..<count).shuffled(using: &random) { send(.cancel, id, kind: kind, at: .zero) }
        return count == 1
    }

    /// Every pointer goes, and a pinch that was left open.
    mutating func lift() {
        for id in down.keys.sorted() {
            guard let held = down[id] else { continue }
            send(random.below(3) == 0 ? .cancel : .up, id, kind: held.kind, at: held.at)
        }
        _ = try? workspace.receive(
            PinchEvent(.cancel, at: .zero, scale: 1, by: .zero, time: now), in: .first, cause: "input/pinch")
    }
}
