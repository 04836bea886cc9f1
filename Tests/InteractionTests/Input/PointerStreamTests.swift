import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing

@Suite("A pointer")
struct PointerTests {
    /// Two nodes side by side, wide enough to be grasped beside their handles.
    static let two: Sketch = "a 100,100 200x100\nb 500,100 200x100"

    @Test("drags from its threshold on, the whole way since the press")
    func thresholds() {
        stream(
            Self.two,
            "0 down 1 mouse 120,150\n8 move 1 mouse 122,152\n16 move 1 mouse 123,150\n24 move 1 mouse 140,160\n32 up 1 mouse 140,160",
            leadsTo: ["", "", "drag [a]", "", "[a]"], becomes: "a 120,110 200x100\nb 500,100 200x100")
        stream(
            Self.two,
            "0 down 1 touch 120,150\n8 move 1 touch 127,150\n16 move 1 touch 128,150\n24 cancel 1 touch 128,150",
            leadsTo: ["", "", "drag [a]", "nothing"])
    }

    @Test("that comes up without having moved taps; two taps soon after each other are a double tap as well")
    func taps() {
        stream(
            Self.two,
            "0 down 1 mouse 120,150\n50 up 1 mouse 121,150\n200 down 1 mouse 120,150\n349 up 1 mouse 120,150\n400 down 1 mouse 120,150\n420 up 1 mouse 120,150",
            leadsTo: ["", "tap a, [a]", "", "tap a, doubleTap a", "", "tap a"])
        stream(
            Self.two, "0 down 1 mouse 120,150\n50 up 1 mouse 120,150\n300 down 1 mouse 120,150\n350 up 1 mouse 120,150",
            leadsTo: ["", "tap a, [a]", "", "tap a"])
        stream(
            Self.two,
            "0 down 1 mouse 120,150\n50 up 1 mouse 120,150\n60 down 1 mouse 520,150\n90 up 1 mouse 520,150\n100 down 1 mouse 400,500\n110 up 1 mouse 400,500",
            leadsTo: ["", "tap a, [a]", "", "tap b, [b]", "", "tap, nothing"])
    }

    @Test("with keys held adds to the selection or toggles, and such taps are never double")
    func modifiers() {
        stream(
            Self.two,
            "0 down 1 mouse 120,150\n9 up 1 mouse 120,150\n10 down 1 mouse 520,150 shift\n19 up 1 mouse 520,150 shift\n20 down 1 mouse 120,150 control\n29 up 1 mouse 120,150 control\n30 down 1 mouse 400,500 shift\n39 up 1 mouse 400,500 shift",
            leadsTo: ["", "tap a, [a]", "", "tap b, [a b]", "", "tap a, [b]", "", "tap"])
    }

    @Test("in a selection of many drags all of it, and reduces it only by a tap")
    func selections() {
        stream(
            Self.two,
            "0 down 1 mouse 20,20 shift\n8 move 1 mouse 790,300 shift\n16 up 1 mouse 790,300 shift\n20 down 1 mouse 120,150\n28 move 1 mouse 130,150\n36 up 1 mouse 130,150\n40 down 1 mouse 130,150\n48 up 1 mouse 130,150",
            leadsTo: ["", "marquee [a b]", "[a b]", "", "drag [a b]", "[a b]", "", "tap a, [a]"],
            becomes: "a 110,100 200x100\nb 510,100 200x100")
    }

    @Test("on what cannot be dragged moves the canvas, and says why")
    func claims() {
        var pointers = PointerStage("a 100,100 200x100 {\"locked\": true}\nb 500,100 200x100 {\"draggable\": false}")
        #expect(pointers.run("0 down 1 mouse 120,150\n8 move 1 mouse 130,150") == ["", "pan at 10,0 1"])
        let contact = pointers.stage.window.contacts[0]
        #expect(contact.part == .leading && contact.claim == .pan)
        #expect(contact.refusals.map(\.reason) == [.locked])
        #expect(pointers.run("16 cancel 1 mouse 130,150\n200 down 1 pen 520,150") == ["nothing", ""])
        #expect(pointers.stage.window.contacts[0].refusals.map(\.reason) == [.undraggable])
        #expect(pointers.run("300 menu 2 mouse 130,150") == ["contextMenu a"])
        var switched = PointerStage("a 100,100 200x100\nsettings {\"panEnabled\": false}")
        #expect(switched.run("0 down 1 mouse 10,10\n8 move 1 mouse 90,90\n16 up 1 mouse 90,90") == ["", "refused", ""])
    }

    @Test("connects from handles, reconnects ends of selected edges and resizes corners of selected nodes")
    func parts() {
        stream(
            Self.two, "0 down 1 mouse 200,200\n8 move 1 mouse 590,110\n16 up 1 mouse 590,110",
            leadsTo: ["", "connect [a]", "[a]"],
            becomes: "a 100,100 200x100\nb 500,100 200x100\ne1: a.source -> b.target")
        stream(
            Self.two,
            "0 down 1 mouse 120,150\n8 up 1 mouse 120,150\n10 down 1 mouse 300,200\n18 move 1 mouse 320,220\n26 up 1 mouse 320,220",
            leadsTo: ["", "tap a, [a]", "", "resize [a]", "[a]"], becomes: "a 100,100 220x120\nb 500,100 200x100")
    }
}

@Suite("Two fingers")
struct PinchTests {
    @Test("scale and move the canvas together, and undo what one of them was doing")
    func pinch() {
        stream(
            PointerTests.two,
            "0 down 1 touch 120,150\n8 move 1 touch 150,150\n16 down 2 touch 350,150\n24 move 2 touch 450,150\n32 move 1 touch 250,250\n40 up 1 touch 250,250\n48 move 2 touch 440,150\n400 up 2 touch 440,150",
            leadsTo: [
                "", "drag [a]", "pinch", "pinch at -75,-75 1.5", "pinch at 70.49,32.29 1.12",
                "pan at 70.49,32.29 1.12", "pan at 60.49,32.29 1.12", "at 60.49,32.29 1.12",
            ])
    }

    @Test("keep the pan that one of them had begun, and a third waits for its turn")
    func third() {
        var pointers = PointerStage(PointerTests.two)
        #expect(
            pointers.run("0 down 1 touch 10,10\n8 move 1 touch 30,10\n16 down 2 touch 130,10\n24 down 3 touch 500,500")
                == [
                    "", "pan at 20,0 1", "pinch at 20,0 1", "",
                ])
        #expect(pointers.run("30 up 2 touch 130,10\n40 move 3 touch 510,500").first == "")
        #expect(pointers.stage.window.contacts.map(\.part) == [.pinching, .pinching])
        #expect(pointers.run("50 cancel 1 touch 30,10") == ["at 20,0 1"])
        #expect(pointers.stage.window.contacts.map(\.part) == [.none])
    }

    @Test("leave a gesture alone that a client has begun by name, whether they came before it or after")
    func named() {
        var pointers = PointerStage(PointerTests.two)
        _ = pointers.run("0 down 1 touch 520,150")
        _ = pointers.stage.run("drag 120,150\nmove 150,150")
        #expect(
            pointers.run(
                "8 down 2 touch 400,400\n16 down 3 touch 420,400\n20 pinch begin 400,400 1\n24 move 2 touch 300,300\n32 up 3 touch 420,400\n700 tick\n701 up 1 touch 520,150\n702 up 2 touch 300,300"
            ) == ["drag [a]", "", "", "", "", "", "", ""])
        #expect(pointers.stage.run("end") == ["changed by 30,0"])
        #expect(pointers.run("710 down 1 touch 520,150\n720 up 1 touch 520,150") == ["[a]", "tap b, [b]"])
    }

    @Test("give way beyond the limits of the zoom, and go back when they are lifted")
    func rubberBand() {
        var pointers = PointerStage("a 0,0")
        _ = pointers.run("0 pinch begin 400,300 1\n8 pinch update 400,300 100")
        #expect(pointers.stage.view.viewport.zoom > 4 && pointers.stage.view.viewport.zoom < 6)
        _ = pointers.run("16 pinch end 400,300 100\n2000 tick")
        #expect(pointers.stage.view.viewport.zoom == 4)
        #expect(pointers.stage.workspace.nextDeadline(after: 2200) == nil)
    }
}

@Suite("Time in views")
struct TimeTests {
    private static let bounded: Sketch = "a 120,120 200x100\nsettings {\"translateExtent\": [[-50, -50], [850, 650]]}"

    @Test("leads to the same however often it is reported", arguments: [3.0, 7.0, 16.0, 16.6, 100.0, 1500.0])
    func slices(step: Double) throws {
        var pointers = PointerStage("a 325,270")
        _ = pointers.run("0 down 1 mouse 400,300\n20 move 1 mouse 790,595")
        var time = 20.0
        while time + step < 1520 {
            time += step
            _ = pointers.run("\(time) tick")
        }
        _ = pointers.run("1520 up 1 mouse 790,595")
        let document = pointers.stage.workspace.document
        let frame = document.frame(try #require(document.node(Identifier("a"))))
        #expect(abs(frame.minX - 1592.5) < 1e-6 && abs(frame.minY - 1588.75) < 1e-6)
    }

    @Test("rests at the limit of the view until the pointer moves")
    func rests() {
        var pointers = PointerStage(Self.bounded)
        _ = pointers.run(
            "0 down 1 mouse 140,150\n9 move 1 mouse 400,300\n18 move 1 mouse 790,300\n2000 tick\n2100 tick")
        #expect(pointers.stage.workspace.nextDeadline(after: 2100) == nil)
        #expect(pointers.stage.view.viewport.x == -50)
    }

    @Test("brings a view back to its limits whatever interrupts it")
    func comesBack() {
        let pulled = "0 down 1 mouse 600,400\n9 move 1 mouse 700,400\n200 up 1 mouse 700,400\n230 tick\n"
        for interruption in [
            "231 down 1 mouse 9,9\n232 cancel 1 mouse 9,9", "231 pinch begin 9,9 1\n232 pinch cancel 9,9 1",
            "231 down 1 mouse 9,9\n240 up 1 mouse 9,9",
        ] {
            var pointers = PointerStage(Self.bounded)
            _ = pointers.run(pulled + interruption + "\n3000 tick")
            #expect(pointers.stage.view.viewport == Viewport(x: 50), "\(interruption)")
            #expect(pointers.stage.workspace.nextDeadline(after: 3200) == nil)
        }
    }

    @Test("lets a view be grasped on its way back without a jump")
    func grasped() {
        var pointers = PointerStage(Self.bounded)
        _ = pointers.run("0 down 1 mouse 600,400\n9 move 1 mouse 700,400\n200 up 1 mouse 700,400\n230 tick")
        let shown = pointers.stage.view.viewport.x
        #expect(shown > 51)
        _ = pointers.run("231 down 1 mouse 300,300\n232 move 1 mouse 303,300")
        #expect(abs(pointers.stage.view.viewport.x - shown) < 3)
    }
}

@Suite("A stream that is out of order")
struct BrokenStreamTests {
    @Test("leaves no state behind")
    func outOfOrder() {
        stream(
            PointerTests.two,
            "0 up 1 mouse 120,150\n1 move 7 touch 120,150\n2 down 1 mouse 120,150\n3 move 1 mouse 150,150\n4 down 1 mouse 520,150\n5 cancel 1 mouse 520,150\n6 cancel 1 mouse 520,150\n7 leave 1 mouse 0,0\n8 pinch update 1,1 3\n9 pinch end 1,1 3\n10 pinch cancel 1,1 3",
            leadsTo: ["", "", "", "drag [a]", "nothing", "", "", "", "", "", ""])
    }

    @Test("whose elements are removed by somebody else ends its gesture")
    func removed() {
        var pointers = PointerStage(PointerTests.two)
        _ = pointers.run("0 down 1 mouse 120,150\n8 move 1 mouse 150,150")
        #expect(pointers.stage.run("remove a") == ["removed"])
        #expect(pointers.run("16 move 1 mouse 160,150\n24 up 1 mouse 160,150") == ["ended, nothing", ""])
        #expect(pointers.stage.window.contacts.isEmpty)
        #expect(Sketch(pointers.stage.workspace.document) == "b 500,100 200x100")
    }

    @Test("whose pressed element is removed presses nothing any more, not even what takes its place")
    func removedUnderPress() {
        var pointers = PointerStage(PointerTests.two)
        _ = pointers.run("0 down 1 mouse 120,150")
        #expect(pointers.stage.run("remove a") == ["removed"])
        #expect(
            pointers.run("9 up 1 mouse 120,150\n10 down 1 mouse 520,150\n19 up 1 mouse 520,150") == [
                "", "", "tap b, [b]",
            ])
    }

    @Test("takes what was moved and may not be for no tap, and other buttons for none at all")
    func noTaps() {
        var pointers = PointerStage("a 100,100 200x100\nsettings {\"panEnabled\": false}")
        let far = pointers.run(
            "0 down 1 mouse 600,400\n8 move 1 mouse 300,400\n900 tick\n901 up 1 mouse 600,400")
        #expect(far == ["", "refused", "", ""])
        #expect(pointers.run("910 middle 1 mouse 120,150\n918 up 1 mouse 120,150") == ["", ""])
        let taps = pointers.run(
            "920 down 1 mouse 120,150 alt\n928 up 1 mouse 120,150 alt\n930 down 1 mouse 120,150\n938 up 1 mouse 120,150"
        )
        #expect(taps == ["", "tap a, [a]", "", "tap a"])
    }

    @Test("restores with a pan what a wheel has moved meanwhile")
    func wheelInPan() {
        var pointers = PointerStage(PointerTests.two)
        #expect(
            pointers.run(
                "0 down 1 mouse 600,500\n8 move 1 mouse 650,500\n16 wheel 600,500 0,100\n24 wheel 600,500 0,-500 control\n32 cancel 1 mouse 650,500"
            ).last
                == "nothing")
    }

    @Test("that rests is over what comes under it, unless something is done there")
    func resting() {
        var pointers = PointerStage("a 100,100 200x100\nb 500,100 200x100 {\"locked\": true}")
        func hovered() -> String? {
            _ = pointers.stage.workspace.takeFrame(of: .first, heedsCredit: false)
            guard case .node(let slot)? = pointers.stage.view.hover else { return nil }
            return pointers.stage.workspace.document.nodeID(slot).string
        }
        func move(_ id: String, to x: Double) {
            _ = try? pointers.stage.workspace.perform(.init(cause: "test")) { (transaction) throws(EditError) in
                try transaction.moveNodes([Identifier(id)], to: Point(x: x, y: 100), snap: false)
            }
        }
        move("a", to: 110)
        #expect(hovered() == nil, "a mouse that was never seen is nowhere")
        _ = pointers.run("0 move 1 mouse 120,150")
        #expect(hovered() == "a")
        move("a", to: 900)
        #expect(hovered() == nil)
        _ = pointers.stage.run("show -400,0 1")
        #expect(hovered() == "b")
        _ = pointers.run("9 down 1 mouse 120,150")
        _ = pointers.stage.run("show 0,0 1")
        #expect(hovered() == "b", "while a button is down nothing is hovered anew")
        _ = pointers.run("18 up 1 mouse 120,150")
        #expect(hovered() == nil)
        _ = pointers.run("22 move 1 mouse 960,150")
        #expect(hovered() == "a")
        _ = pointers.run("27 leave 1 mouse 0,0")
        move("a", to: 800)
        #expect(hovered() == nil)
    }

    @Test("takes no more pointers than the limit")
    func many() {
        var pointers = PointerStage("a 0,0")
        for id in 0..<Limits.contacts { _ = pointers.run("0 down \(id) touch 400,400") }
        #expect(pointers.run("1 down 99 touch 400,400") == ["error limits"])
    }
}
