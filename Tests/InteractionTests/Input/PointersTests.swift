import Editing
import Geometry
import Graph
import Storage
import Testing

@testable import Interaction

/// The machine of the pointers alone: what happens goes in, what is to be done comes out.
@Suite struct PointersTests {
    private static let node = Hit(target: .node(Slot(3)), distance: 0)
    private let pressed = ["stop", "drop keys", "find 100,100"]

    // MARK: Hovering

    @Test func `a mouse that is not down hovers, and a finger does nothing`() throws {
        var machine = PointerMachine()
        #expect(try machine.send(.move, at: 30, 40) == ["hover 30,40"])
        #expect(try machine.send(.move, 2, .touch).isEmpty)
        #expect(try machine.send(.up).isEmpty)
        #expect(try machine.send(.cancel).isEmpty)
        #expect(try machine.send(.leave) == ["leave"])
    }

    // MARK: Taps

    @Test func `a press that is lifted where it began is a tap`() throws {
        var machine = PointerMachine()
        #expect(try machine.send(.down) == pressed)
        #expect(machine.pointers.part(of: 1) == .pressed)
        #expect(try machine.send(.move, at: 102, 100).isEmpty)
        #expect(try machine.send(.up, at: 102, 101) == ["lifted 102,101", "tap 100,100", "release 102,101"])
        #expect(machine.pointers.contacts.isEmpty)
    }

    @Test func `two taps on the same, soon one after the other, are a double tap, and the third is a first one`() throws
    {
        var machine = PointerMachine()
        let taps = try (0..<4).map { _ in
            _ = try machine.send(.down)
            return try machine.send(.up).contains("double tap")
        }
        #expect(taps == [false, true, false, true])
    }

    @Test(arguments: ["late", "elsewhere", "with a key", "for a mode"])
    func `other taps are no double tap`(_ how: String) throws {
        var machine = PointerMachine()
        _ = try machine.send(.down)
        _ = try machine.send(.up)
        if how == "elsewhere" { machine.hit = PointersTests.node }
        machine.takesTap = how == "for a mode"
        _ = try machine.send(.down, keys: how == "with a key" ? .shift : [], after: how == "late" ? 290 : 10)
        #expect(try machine.send(.up) == ["lifted 100,100", "tap 100,100", "release 100,100"])
    }

    @Test func `a tap on what is gone is forgotten`() throws {
        var machine = PointerMachine()
        machine.hit = PointersTests.node
        _ = try machine.send(.down)
        _ = try machine.send(.up)
        machine.pointers.forget(nodes: SlotSet([Slot(3)]), edges: SlotSet())
        _ = try machine.send(.down)
        #expect(try !machine.send(.up).contains("double tap"))
    }

    @Test func `what is pressed and goes is pressed no more`() throws {
        var machine = PointerMachine()
        machine.hit = PointersTests.node
        _ = try machine.send(.down)
        machine.pointers.forget(nodes: SlotSet([Slot(3)]), edges: SlotSet())
        #expect(machine.pointers.part(of: 1) == .none)
        #expect(try machine.send(.move, at: 200, 100).isEmpty)
        #expect(try machine.send(.up) == ["lifted 100,100"])
    }

    // MARK: Long presses

    @Test func `a press that lasts is a long press and no tap`() throws {
        var machine = PointerMachine()
        machine.hit = PointersTests.node
        _ = try machine.send(.down)
        #expect(machine.pointers.longPressAt == 510)
        #expect(machine.hold() == ["long press"])
        #expect(machine.pointers.longPressAt == nil)
        #expect(try machine.send(.up) == ["lifted 100,100", "release 100,100"])
    }

    @Test func `on the canvas it lets the movement do the other thing, opens a menu or makes a node`() throws {
        for (setting, done, moved) in [
            (.other, ["long press"], ["begin marquee 100,100"]), (.menu, ["long press", "menu 100,100"], []),
            (.createNode, ["long press", "create 100,100"], []),
        ] as [(InteractionSettings.CanvasLongPress, [String], [String])] {
            var machine = PointerMachine()
            machine.context.canvasLongPress = setting
            _ = try machine.send(.down)
            #expect(machine.hold() == done)
            #expect(try machine.send(.move, at: 150, 100) == moved)
        }
    }

    @Test func `on a node it may begin to relate it, which lets go of the press`() throws {
        var machine = PointerMachine()
        machine.hit = PointersTests.node
        machine.claim = .drag
        machine.context.nodeLongPress = .relate
        _ = try machine.send(.down)
        #expect(machine.hold() == ["long press", "relate"])
        #expect(try machine.send(.move, at: 150, 100).isEmpty)
        #expect(try machine.send(.up) == ["lifted 100,100"])
        _ = try machine.send(.down)
        #expect(try machine.send(.up).contains("tap 100,100"), "the mode takes taps")
    }

    // MARK: Gestures

    @Test(
        arguments: [
            (.drag, .mouse, 3), (.drag, .touch, 8), (.label, .pen, 3), (.connect, .mouse, 5), (.reconnect, .touch, 6),
            (.pan, .mouse, 7), (.marquee, .touch, 9), (.cut, .mouse, 7),
        ] as [(Claim, PointerKind, Double)])
    func `a press becomes a gesture where it has moved as far as its claim wants`(
        claim: Claim, kind: PointerKind, threshold: Double
    ) throws {
        var machine = PointerMachine()
        machine.claim = claim
        machine.context.connectionThreshold = Reach(mouse: 5, touch: 6)
        machine.context.canvasThreshold = Reach(mouse: 7, touch: 9)
        _ = try machine.send(.down, 1, kind)
        #expect(try machine.send(.move, 1, kind, at: 100 + threshold - 0.5).isEmpty)
        #expect(try machine.send(.move, 1, kind, at: 100 + threshold) == ["begin \(claim) 100,100"])
        #expect(machine.pointers.part(of: 1) == .leading)
        #expect(try machine.send(.move, 1, kind, at: 120, keys: .shift) == ["follow 120,100 with keys"])
    }

    @Test func `the gesture ends where the pointer is lifted`() throws {
        var machine = PointerMachine()
        machine.claim = .drag
        _ = try machine.send(.down)
        _ = try machine.send(.move, at: 150)
        #expect(try machine.send(.up, at: 160) == ["follow 160,100", "lifted 160,100", "end 160,100"])
    }

    @Test func `a pointer may be lifted far off without a move between`() throws {
        var machine = PointerMachine()
        machine.claim = .drag
        _ = try machine.send(.down)
        #expect(try machine.send(.up, at: 160) == ["begin drag 100,100", "lifted 160,100", "end 160,100"])
    }

    @Test func `a pan is thrown`() throws {
        var machine = PointerMachine()
        _ = try machine.send(.down, 1, .touch)
        for x in stride(from: 120.0, to: 200, by: 20) { _ = try machine.send(.move, 1, .touch, at: x) }
        #expect(
            try machine.send(.up, 1, .touch, at: 200) == [
                "follow 200,100", "lifted", "close", "release fast 200,100",
            ])
    }

    @Test func `a press that nothing claims, or whose gesture is refused, is nothing once it has moved`() throws {
        for claim in [nil, .drag] as [Claim?] {
            var machine = PointerMachine()
            machine.claim = claim
            machine.begins = false
            _ = try machine.send(.down)
            #expect(try machine.send(.move, at: 150) == [claim == nil ? "refuse 100,100" : "begin drag 100,100"])
            #expect(machine.pointers.part(of: 1) == .none)
            #expect(try machine.send(.up) == ["lifted 100,100"])
        }
    }

    @Test func `keys that go down or up turn the gesture at once`() throws {
        var machine = PointerMachine()
        machine.claim = .drag
        _ = try machine.send(.down)
        #expect(machine.hold(.shift).isEmpty)
        _ = try machine.send(.move, at: 150)
        #expect(machine.hold(.shift) == ["follow 150,100 with keys"])
        #expect(machine.hold(.shift).isEmpty)
        #expect(machine.hold([]) == ["follow 150,100"])
    }

    @Test func `a view that moves below a gesture takes it along`() throws {
        for (claim, done) in [(.drag, "follow 150,100"), (.pan, "hold again 150,100")] as [(Claim, String)] {
            var machine = PointerMachine()
            machine.claim = claim
            #expect(machine.viewportMoved().isEmpty)
            _ = try machine.send(.down)
            _ = try machine.send(.move, at: 150)
            #expect(machine.viewportMoved() == [done])
        }
    }

    @Test func `a gesture that waits at the border pushes the view as far as it goes`() throws {
        var machine = PointerMachine()
        machine.claim = .drag
        _ = try machine.send(.down)
        #expect(try machine.send(.move, at: 0) == ["begin drag 100,100"])
        #expect(machine.pointers.pushStart == 220)
        #expect(machine.wait(100).isEmpty)
        #expect(machine.wait(200) == ["push 90,0", "follow 0,100"])
        machine.begins = false
        #expect(machine.wait(100) == ["push 90,0"])
        #expect(machine.wait(100).isEmpty, "at the limits of the view it rests until the pointer moves")
        #expect(machine.pointers.pushStart == nil)
    }

    @Test(arguments: ["switched off", "no pan", "a pan"])
    func `other gestures leave the view where it is`(_ how: String) throws {
        var machine = PointerMachine()
        machine.claim = how == "a pan" ? .pan : .drag
        machine.context.autoPan = how != "switched off"
        machine.context.panEnabled = how != "no pan"
        _ = try machine.send(.down)
        _ = try machine.send(.move, at: 0)
        #expect(machine.pointers.pushStart == nil)
        #expect(machine.wait(500).isEmpty)
    }

    // MARK: Lost gestures

    @Test func `a gesture that something else has ended leads to nothing`() throws {
        var machine = PointerMachine()
        machine.claim = .drag
        _ = try machine.send(.down)
        _ = try machine.send(.move, at: 150)
        machine.close()
        #expect(machine.hold(.shift).isEmpty)
        #expect(try machine.send(.move, at: 160).isEmpty)
        #expect(machine.pointers.part(of: 1) == .none)
        #expect(try machine.send(.up) == ["lifted 100,100"])
    }

    @Test func `nor does one in whose place another was begun`() throws {
        var machine = PointerMachine()
        machine.claim = .drag
        _ = try machine.send(.down)
        _ = try machine.send(.move, at: 150)
        machine.open(.marquee)
        #expect(machine.wait(500).isEmpty)
        #expect(try machine.send(.up) == ["lifted 100,100"])
        #expect(machine.context.gesture == .marquee)
    }

    @Test func `a press is overtaken by a gesture that the client begins, but not by a mode`() throws {
        for takesTaps in [false, true] {
            var machine = PointerMachine()
            _ = try machine.send(.down)
            machine.open(.connect, takesTaps: takesTaps)
            #expect(try machine.send(.up).contains("tap 100,100") == takesTaps)
            _ = try machine.send(.down)
            #expect(machine.pointers.part(of: 1) == (takesTaps ? .pressed : .none))
        }
    }

    // MARK: Cancelled and broken streams

    @Test func `a pointer that is cancelled leaves no trace`() throws {
        var machine = PointerMachine()
        machine.claim = .drag
        _ = try machine.send(.down)
        #expect(try machine.send(.cancel) == ["lifted"])
        _ = try machine.send(.down)
        _ = try machine.send(.move, at: 150)
        #expect(try machine.send(.cancel) == ["lifted", "cancel"])
        _ = try machine.send(.down, 1, .touch)
        _ = try machine.send(.down, 2, .touch)
        #expect(try machine.send(.cancel, 1, .touch) == ["lifted", "cancel"])
        #expect(machine.pointers.part(of: 2) == .none)
    }

    @Test func `a pointer that comes down twice was cancelled between`() throws {
        var machine = PointerMachine()
        machine.claim = .drag
        _ = try machine.send(.down)
        _ = try machine.send(.move, at: 150)
        #expect(try machine.send(.down) == ["lifted", "cancel"] + pressed)
        #expect(machine.pointers.contacts.count == 1)
    }

    @Test func `only so many pointers are down at a time`() throws {
        var machine = PointerMachine()
        for id in 1...Limits.contacts { _ = try machine.send(.down, id, .touch) }
        #expect(throws: EditError.self) { try machine.send(.down, Limits.contacts + 1, .touch) }
        #expect(machine.pointers.contacts.count == Limits.contacts)
    }

    @Test func `a movement may be noted and led later`() throws {
        var machine = PointerMachine()
        machine.claim = .drag
        let far = PointerEvent(.move, id: 1, at: Point(x: 300, y: 100), time: 50)
        _ = try machine.send(.down)
        let isPressNoted = machine.pointers.note(far)
        _ = try machine.send(.move, at: 150)
        let isLeadNoted = machine.pointers.note(far)
        #expect(!isPressNoted && isLeadNoted)
        #expect(machine.viewportMoved() == ["follow 300,100"])
    }

    // MARK: Buttons

    @Test func `the button for menus opens one and has no other part`() throws {
        var machine = PointerMachine()
        #expect(try machine.send(.down, button: 2) == pressed + ["menu 100,100"])
        #expect(try machine.send(.move, at: 150).isEmpty)
        #expect(try machine.send(.up) == ["lifted 100,100"])
    }

    @Test func `the middle button drags and does not tap`() throws {
        var machine = PointerMachine()
        _ = try machine.send(.down, button: 1)
        #expect(machine.pointers.longPressAt == nil)
        #expect(try machine.send(.up) == ["lifted 100,100", "release 100,100"])
        _ = try machine.send(.down, button: 1)
        #expect(try machine.send(.move, at: 150) == ["begin pan 100,100"])
    }

    @Test func `other buttons do nothing`() throws {
        var machine = PointerMachine()
        #expect(try machine.send(.down, button: 3) == pressed)
        #expect(machine.pointers.part(of: 1) == .none)
    }
}
