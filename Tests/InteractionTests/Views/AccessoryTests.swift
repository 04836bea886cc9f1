import Editing
import Geometry
import Interaction
import Testing

@Suite("An accessory")
struct AccessoryTests {
    private static let places: [(Accessory.Placement, Rect, Size, Rect)] = [
        (
            .top, Rect(x: 300, y: 200, width: 100, height: 50), Size(width: 60, height: 20),
            Rect(x: 320, y: 172, width: 60, height: 20)
        ),
        (
            .bottom, Rect(x: 300, y: 200, width: 100, height: 50), Size(width: 60, height: 20),
            Rect(x: 320, y: 258, width: 60, height: 20)
        ),
        (
            .leading, Rect(x: 300, y: 200, width: 100, height: 50), Size(width: 60, height: 20),
            Rect(x: 232, y: 215, width: 60, height: 20)
        ),
        (
            .trailing, Rect(x: 300, y: 200, width: 100, height: 50), Size(width: 60, height: 20),
            Rect(x: 408, y: 215, width: 60, height: 20)
        ),
        // Exactly at the margin it stays, a point nearer it flips.
        (
            .top, Rect(x: 300, y: 36, width: 100, height: 50), Size(width: 60, height: 20),
            Rect(x: 320, y: 8, width: 60, height: 20)
        ),
        (
            .top, Rect(x: 300, y: 35, width: 100, height: 50), Size(width: 60, height: 20),
            Rect(x: 320, y: 93, width: 60, height: 20)
        ),
        (
            .bottom, Rect(x: 300, y: 514, width: 100, height: 50), Size(width: 60, height: 20),
            Rect(x: 320, y: 572, width: 60, height: 20)
        ),
        (
            .bottom, Rect(x: 300, y: 515, width: 100, height: 50), Size(width: 60, height: 20),
            Rect(x: 320, y: 487, width: 60, height: 20)
        ),
        (
            .trailing, Rect(x: 690, y: 200, width: 100, height: 50), Size(width: 60, height: 20),
            Rect(x: 622, y: 215, width: 60, height: 20)
        ),
        // No room on either side: it goes back to its own and is pushed inside.
        (
            .top, Rect(x: 300, y: 10, width: 100, height: 580), Size(width: 60, height: 20),
            Rect(x: 320, y: 8, width: 60, height: 20)
        ),
        (
            .leading, Rect(x: 5, y: 200, width: 790, height: 50), Size(width: 60, height: 20),
            Rect(x: 8, y: 215, width: 60, height: 20)
        ),
        // Across it is kept inside the margins; what is too large keeps to the low one.
        (
            .top, Rect(x: -40, y: 200, width: 50, height: 50), Size(width: 60, height: 20),
            Rect(x: 8, y: 172, width: 60, height: 20)
        ),
        (
            .top, Rect(x: 790, y: 200, width: 50, height: 50), Size(width: 60, height: 20),
            Rect(x: 732, y: 172, width: 60, height: 20)
        ),
        (
            .top, Rect(x: 300, y: 200, width: 50, height: 50), Size(width: 900, height: 20),
            Rect(x: 8, y: 172, width: 900, height: 20)
        ),
        (
            .top, Rect(x: -400, y: -300, width: 10, height: 10), Size(width: 60, height: 20),
            Rect(x: 8, y: 8, width: 60, height: 20)
        ),
    ]

    @Test("lies on its side where there is room, else on the other, and inside the margins", arguments: places)
    func lies(placement: Accessory.Placement, anchor: Rect, size: Size, expected: Rect) {
        let accessory = Accessory(
            anchor: anchor, size: size, placement: placement, spacing: 8, margin: 8, in: Size(width: 800, height: 600))
        #expect(accessory.place == expected)
    }

    private func anchor(_ stage: inout GestureStage, _ script: String) -> Rect? {
        _ = stage.run(script)
        let seen = stage.workspace.stage(of: .first)
        return stage.view.accessory(on: seen, size: Size(width: 60, height: 20))?.anchor
    }

    @Test("is anchored at the frame of the one selected node, or at the label of the one selected edge")
    func anchors() {
        var stage = GestureStage(
            "a 100,100 40x20\nb 300,100 40x20\nc 9,9 {\"hidden\": true}\nd\ne: a -> b {\"type\": \"straight\"}\nf: a.none -> b"
        )
        #expect(anchor(&stage, "select") == nil)
        #expect(anchor(&stage, "select a") == Rect(x: 100, y: 100, width: 40, height: 20))
        #expect(anchor(&stage, "select a b") == nil)
        #expect(anchor(&stage, "select a e") == nil)
        #expect(anchor(&stage, "select c") == nil)
        #expect(anchor(&stage, "select d") == nil)
        #expect(anchor(&stage, "select e") == Rect(x: 220, y: 110, width: 0, height: 0))
        #expect(anchor(&stage, "select a\nshow 10,20 2") == Rect(x: 210, y: 220, width: 80, height: 40))
        #expect(anchor(&stage, "select e") == Rect(x: 450, y: 240, width: 0, height: 0))
    }

    @Test("goes along with a gesture")
    func follows() {
        var stage = GestureStage("a 100,100 40x20\nb 300,100 40x20\ne: a -> b {\"type\": \"straight\"}")
        #expect(anchor(&stage, "select a\ndrag 110,110\nmove 160,120") == Rect(x: 150, y: 110, width: 40, height: 20))
        #expect(anchor(&stage, "select e") == Rect(x: 245, y: 115, width: 0, height: 0))
        #expect(anchor(&stage, "cancel\nselect a\nresize 140,120 a bottomRight\nmove 180,140")?.width == 80)
    }
}
