import Editing
import Geometry
import Graph
import Interaction
import Seeding
import Sketching
import Testing

/// Places and sizes as far out, as large and as small as numbers go: everything is answered, and undone exactly.
@Suite("What lies far out")
struct FarOutTests {
    @Test("stops no key, pointer, gesture or edit", arguments: 0..<40 as Range<UInt64>)
    func program(seed: UInt64) {
        var player = FarOutPlayer(seed)
        let start = picture(of: player.stage.document)
        for step in 0..<80 {
            player.play()
            #expect(player.stage.document.checkInvariants() == [], "seed \(seed), step \(step)")
        }
        player.stage.run("Escape\nEscape\nEscape")
        let end = picture(of: player.stage.document)
        let steps = player.stage.workspace.history.position
        _ = try? player.stage.workspace.undo(steps, cause: "undo")
        #expect(picture(of: player.stage.document) == start, "seed \(seed)")
        _ = try? player.stage.workspace.redo(steps, cause: "redo")
        #expect(picture(of: player.stage.document) == end, "seed \(seed)")
    }

    @Test("has the focus by keys", arguments: [1e20, 1e38, 1e40, 1e160, 1e300, 1.7e308])
    func focus(distance: Double) {
        var stage = KeyStage(Sketch("a 0,0 100x50\nb \(distance),0 100x50"))
        stage.run("focus a\nalt+ArrowUp\nalt+ArrowLeft\nalt+ArrowDown")
        #expect(stage.focus == "a")
        stage.run("alt+ArrowRight")
        #expect(stage.focus == "b")
        stage.run("alt+ArrowRight")
        #expect(stage.focus == "b")
        stage.run("alt+ArrowLeft")
        #expect(stage.focus == "a")
    }

    @Test("is connected by keys", arguments: [1e20, 1e38, 1e40, 1e160, 1e300, 1.7e308])
    func connection(distance: Double) {
        var stage = KeyStage(Sketch("a 0,0 100x50\nb 0,200 100x50\nc \(distance),\(-distance) 100x50"))
        stage.run("focus a\nc\nTab")
        #expect(stage.candidate == "b.target")
        stage.run("Tab")
        #expect(stage.candidate == "c.target")
        stage.run("Tab\nTab\nEnter")
        #expect(stage.document.edgeSlots.count == 1)
        #expect(stage.view.gesture == nil)
    }

    @Test("is counted in few cells of a map", arguments: [1e20, 1e40, 1e300, 1.7e308])
    func map(distance: Double) {
        let near = (0..<5000).map { "n\($0) \($0 % 100 * 200),\($0 / 100 * 100)" }
        let far = ["p \(distance),\(distance)", "q \(-distance),\(-distance)"]
        var stage = KeyStage(Sketch((near + far).joined(separator: "\n")))
        let map = stage.workspace.minimap(of: .first, size: Size(width: 200, height: 100))
        #expect(map.isClustered && !map.marks.isEmpty && map.marks.count <= 5)
    }
}

/// Actions of people and clients, drawn by a seed, on a document and in a view whose numbers are drawn as well.
private struct FarOutPlayer {
    static let names = ["a", "b", "c", "d", "g", "h"]

    var stage: KeyStage
    private var random: Seeded

    init(_ seed: UInt64) {
        random = Seeded(seed)
        var lines = ["settings {\"snapToGuides\": true, \"snapToGrid\": \(random.below(2) == 0)}"]
        for name in FarOutPlayer.names {
            let size = random.below(3) == 0 ? " \(random.extreme())x\(random.extreme())" : ""
            let extra =
                name == "g" ? " {\"type\": \"group\"}" : name == "h" ? " in g {\"extent\": \"parent\"}" : ""
            lines.append("\(name) \(random.far()),\(random.far())\(size)\(extra)")
        }
        let waypoint = "{\"x\": \(random.far()), \"y\": \(random.far())}"
        lines += ["ab: a -> b", "bc: b -> c {\"type\": \"step\", \"label\": \"yes\", \"waypoints\": [\(waypoint)]}"]
        stage = KeyStage(Sketch(lines.joined(separator: "\n")))
    }

    mutating func play() {
        stage.time += 20
        switch random.below(8) {
        case 0, 1: key()
        case 2: drag()
        case 3: wheel()
        case 4: pinch()
        case 5: gesture()
        case 6: edit()
        default: look()
        }
    }

    private mutating func name() -> Identifier {
        Identifier(FarOutPlayer.names[random.below(FarOutPlayer.names.count)])
    }

    private mutating func point() -> Point {
        if random.below(2) == 0 { return Point(x: Double(random.below(800)), y: Double(random.below(600))) }
        let slot = stage.document.node(name())
        if random.below(2) == 0, let slot { return stage.view.viewport.screen(stage.document.frame(slot).center) }
        return Point(x: random.far(), y: random.far())
    }

    private mutating func key() {
        let keys = [
            "Tab", "alt+ArrowLeft", "alt+ArrowRight", "alt+ArrowUp", "alt+ArrowDown", "alt+PageDown", "c", "Enter",
            "Escape", "ArrowLeft", "shift+ArrowDown", "mod+a", "mod+d", "mod+z", "0", "+", "-", "Space",
        ]
        for _ in 0...random.below(3) { stage.run(keys[random.below(keys.count)]) }
    }

    private mutating func drag() {
        for phase in [PointerEvent.Phase.down, .move, .move, .up].dropLast(random.below(2)) {
            stage.time += 16
            let modifiers = Modifiers(rawValue: random.below(3) == 0 ? UInt8(random.below(16)) : 0)
            let event = PointerEvent(phase, id: 1, at: point(), modifiers: modifiers, time: stage.time)
            _ = try? stage.workspace.receive(event, in: .first, cause: "input/pointer")
        }
        stage.workspace.advance(to: stage.time + 500, cause: "time")
    }

    private mutating func wheel() {
        let event = WheelEvent(
            at: point(), by: Point(x: random.far(), y: random.far()), unit: .point, isPrecise: true,
            modifiers: random.below(2) == 0 ? .control : [], time: stage.time)
        _ = try? stage.workspace.receive(event, in: .first, cause: "input/wheel")
    }

    private mutating func pinch() {
        let at = point()
        for phase in [PinchEvent.Phase.begin, .update, .end] {
            let event = PinchEvent(phase, at: at, scale: random.extreme(), by: point(), time: stage.time)
            _ = try? stage.workspace.receive(event, in: .first, cause: "input/pinch")
        }
    }

    private mutating func gesture() {
        let starts: [GestureStart] = [
            .drag(nodes: [name(), name()]), .drag(nodes: nil), .connect(node: name(), handle: nil),
            .resize(node: name(), handle: ResizeHandle.allCases[random.below(8)]), .reconnect(edge: "ab", end: .target),
            .waypoint(edge: "bc", index: random.below(2) == 0 ? nil : 0), .label(edge: "bc"), .cut,
            .marquee(op: .replace, mode: .touch, of: .both), .lasso(op: .toggle, mode: .contain, of: .both),
            .pan(isElastic: false),
        ]
        _ = try? stage.workspace.beginGesture(starts[random.below(starts.count)], in: .first, at: point())
        for _ in 0..<random.below(12) {
            let modifiers = Modifiers(rawValue: random.below(3) == 0 ? UInt8(random.below(16)) : 0)
            _ = try? stage.workspace.updateGesture(in: .first, at: point(), modifiers: modifiers)
        }
        _ = try? stage.workspace.endGesture(in: .first, cause: "gesture/end")
    }

    private mutating func edit() {
        let (id, other) = (name(), name())
        let place = Point(x: random.far(), y: random.far())
        let (width, height) = (random.extreme(), random.extreme())
        let kind = random.below(5)
        _ = try? stage.workspace.perform(DocumentEditor.Options(cause: "edit")) { (transaction) throws(EditError) in
            switch kind {
            case 0: try transaction.moveNodes([id], by: place)
            case 1: try transaction.moveNodes([id, other], to: place)
            case 2: try transaction.resizeNode(id, width: width, height: height, position: place)
            case 3: try transaction.distribute(FarOutPlayer.names.map { Identifier($0) }, along: .x)
            default: try transaction.align([id, other], .left)
            }
        }
    }

    private mutating func look() {
        switch random.below(5) {
        case 0:
            stage.workspace[.first].show(Viewport(x: random.far(), y: random.far(), zoom: stage.view.viewport.zoom))
        case 1: stage.workspace[.first].show(Viewport())
        case 2: _ = stage.workspace.minimap(of: .first, size: Size(width: 200, height: 100))
        case 3: _ = stage.workspace.hits(in: .first, at: point(), .mouse)
        default: _ = stage.workspace.takeFrame(of: .first, heedsCredit: false)
        }
    }
}

extension Seeded {
    /// A number not below zero at an end of what doubles, single precision and whole numbers hold, or an ordinary one.
    fileprivate mutating func extreme() -> Double {
        let ends = [
            0, 5e-324, 1e-300, 1e-9, 100, 250, 16_777_217, 0x1p53, 0x1p63, 3.5e38, 1e40, 1e75, 1e154, 1e300,
            Double.greatestFiniteMagnitude,
        ]
        return ends[below(ends.count)]
    }

    /// The same, on both sides of zero.
    fileprivate mutating func far() -> Double { below(2) == 0 ? extreme() : -extreme() }
}
