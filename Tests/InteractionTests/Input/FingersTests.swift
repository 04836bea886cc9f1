import Geometry
import Testing

@testable import Interaction

/// The effects of several fingers together, and of a pinch that the platform recognizes.
@Suite struct FingersTests {
    @Test func `two fingers pinch, and the one that stays pans`() throws {
        var machine = PointerMachine()
        _ = try machine.send(.down, 1, .touch)
        #expect(
            try machine.send(.down, 2, .touch, at: 200) == [
                "stop", "drop keys", "find 200,100", "pinch 100,100 200,100",
            ])
        #expect(machine.pointers.part(of: 2) == .pinching)
        #expect(try machine.send(.move, 2, .touch, at: 260) == ["spread 100,100 260,100"])
        #expect(
            try machine.send(.up, 1, .touch, at: 90) == ["spread 90,100 260,100", "lifted", "close", "pan 260,100"])
        #expect(try machine.send(.move, 2, .touch, at: 240) == ["follow 240,100"])
        #expect(try machine.send(.up, 2, .touch, at: 240).contains("close"))
        #expect(machine.pointers.contacts.isEmpty)
    }

    @Test func `a second finger undoes a drag and keeps a pan`() throws {
        for (claim, undone) in [(.drag, "cancel"), (.pan, "close")] as [(Claim, String)] {
            var machine = PointerMachine()
            machine.claim = claim
            _ = try machine.send(.down, 1, .touch)
            _ = try machine.send(.move, 1, .touch, at: 150)
            #expect(try machine.send(.down, 2, .touch, at: 200).suffix(2) == [undone, "pinch 150,100 200,100"])
        }
    }

    @Test func `a palm beside two fingers has no part, and takes the place of one that is lifted`() throws {
        var machine = PointerMachine()
        _ = try machine.send(.down, 1, .touch)
        _ = try machine.send(.down, 2, .touch, at: 200)
        #expect(try machine.send(.down, 3, .touch, at: 400) == ["stop", "drop keys", "find 400,100"])
        #expect(machine.pointers.part(of: 3) == .none)
        #expect(try machine.send(.move, 3, .touch, at: 410).isEmpty)
        #expect(
            try machine.send(.up, 2, .touch, at: 200).suffix(2) == ["close", "pinch 100,100 410,100"])
    }

    @Test func `where neither pan nor zoom is allowed a second finger has no part and is refused`() throws {
        var machine = PointerMachine()
        machine.claim = .drag
        machine.context.panEnabled = false
        machine.context.zoomEnabled = false
        _ = try machine.send(.down, 1, .touch)
        #expect(try machine.send(.down, 2, .touch, at: 200).last == "refuse pinch 200,100")
        #expect(try machine.send(.move, 1, .touch, at: 150) == ["begin drag 100,100"])
    }

    @Test func `where only zoom is allowed the view is released with the first of two fingers`() throws {
        var machine = PointerMachine()
        machine.context.panEnabled = false
        _ = try machine.send(.down, 1, .touch)
        _ = try machine.send(.down, 2, .touch, at: 200)
        #expect(try machine.send(.up, 1, .touch).suffix(2) == ["close", "release 150,100"])
    }

    @Test func `a pinch of the platform undoes what a finger does`() throws {
        var machine = PointerMachine()
        machine.claim = .drag
        _ = try machine.send(.down, 1, .touch)
        _ = try machine.send(.move, 1, .touch, at: 150)
        #expect(machine.pinch(.update, scale: 2).isEmpty)
        #expect(machine.pinch(.begin) == ["stop", "cancel", "pinch 100,100 100,100"])
        #expect(machine.pinch(.update, scale: 2, by: Point(x: 5, y: 0)) == ["scale 2.0 5,0"])
        #expect(
            machine.pinch(.end, at: 9, 9, scale: 3, by: Point(x: 5, y: 0)) == [
                "scale 3.0 5,0", "close", "release 105,100",
            ])
        #expect(machine.pinch(.end).isEmpty)
        #expect(try machine.send(.up, 1, .touch) == ["lifted"])
    }

    @Test func `a pinch of the platform leaves a gesture alone that the client began, and is cancelled`() {
        var machine = PointerMachine()
        machine.open(.marquee)
        #expect(machine.pinch(.begin) == ["stop"])
        machine.close()
        _ = machine.pinch(.begin)
        #expect(machine.pinch(.cancel) == ["cancel"])
        _ = machine.pinch(.begin)
        #expect(machine.pinch(.begin) == ["stop", "cancel", "pinch 100,100 100,100"])
    }
}
