import Editing
import Geometry
import Graph
import Testing

@Suite("A viewport")
struct ViewportTests {
    private func settings(_ text: String = "{}") -> Settings {
        GestureStage(Sketch("settings \(text)")).editor.document.settings
    }

    private let view = GestureStage("a 0,0").view

    @Test("keeps the canvas point under the pointer while it zooms, within the limits")
    func zooms() {
        let at = Point(x: 200, y: 100)
        #expect(view.zoomed(by: 2, at: at, settings()) == Viewport(x: -200, y: -100, zoom: 2))
        #expect(view.zoomed(to: 0.5, settings()) == Viewport(x: 200, y: 150, zoom: 0.5))
        #expect(view.zoomed(by: 1e300, at: at, settings()).zoom == 4)
        #expect(view.zoomed(by: 1e-300, at: at, settings()).zoom == 0.1)
        #expect(view.zoomed(to: 4, at: Point(x: 1e308, y: 0), settings()) == Viewport())
    }

    @Test("scales about the fingers, and then goes with them")
    func pinches() {
        let at = Point(x: 200, y: 100)
        #expect(view.pinched(at: at, scale: 2, by: Point(x: 5, y: 7), settings()) == Viewport(x: -195, y: -93, zoom: 2))
        #expect(view.pinched(at: at, scale: 100, by: .zero, settings()).zoom == 4)
    }

    static let rooms: [(String, FitPadding, Viewport)] = [
        ("{\"maxZoom\": 8}", .standard, Viewport(x: 300, y: 200, zoom: 1)),
        ("{\"minZoom\": 2}", .standard, Viewport(x: 200, y: 100, zoom: 2)),
        ("{}", FitPadding(left: .screen(300)), Viewport(x: 450, y: 200, zoom: 1)),
        ("{}", FitPadding(.canvas(300)), Viewport(x: 325, y: 225, zoom: 0.75)),
        ("{}", FitPadding(top: .percent(50), bottom: .screen(200)), Viewport(x: 350, y: 300, zoom: 0.5)),
        ("{}", FitPadding(.screen(400)), Viewport(x: 390, y: 290, zoom: 0.1)),
    ]

    // Rows 2.3, 2.4.
    @Test("shows given bounds in the middle of what the paddings leave", arguments: rooms)
    func fits(settings text: String, padding: FitPadding, expected: Viewport) {
        let bounds = Rect(minX: 0, minY: 0, maxX: 200, maxY: 200)
        #expect(view.fitting(bounds, padding: padding, settings(text)) == expected)
    }

    // Row 1.9.
    @Test("fits with given limits, clamped to the settings")
    func limits() {
        let bounds = Rect(minX: 0, minY: 0, maxX: 10, maxY: 10)
        let padding = FitPadding()
        #expect(view.fitting(bounds, padding: padding, maxZoom: 3, settings()).zoom == 3)
        #expect(view.fitting(bounds, padding: padding, maxZoom: 30, settings()).zoom == 4)
        #expect(view.fitting(bounds, padding: padding, minZoom: 0.001, maxZoom: 0.01, settings()).zoom == 0.1)
        #expect(view.fitting(Rect(.zero, .zero), padding: padding, settings()) == Viewport(x: 400, y: 300, zoom: 1))
    }

    @Test(
        "reads lengths in screen points and in hundredths",
        arguments: [
            ("20px", FitPadding.Length.screen(20)), ("10%", .percent(10)), ("1.5px", .screen(1.5)), ("20", nil),
            ("px", nil), ("-1px", nil), ("0x1px", nil), ("infpx", nil), ("1 px", nil), ("", nil),
        ])
    func lengths(text: String, length: FitPadding.Length?) {
        #expect(FitPadding.Length(text) == length)
    }

    @Test("is confined to the extent, and centred where that is smaller than the view")
    func confined() {
        let large = settings("{\"translateExtent\": [[-100, -100], [1000, 1000]]}")
        #expect(view.confined(Viewport(x: 150, y: 0), large) == Viewport(x: 100, y: 0))
        #expect(view.confined(Viewport(x: -900, y: -900), large) == Viewport(x: -200, y: -400))
        let small = settings("{\"translateExtent\": [[0, 0], [100, 1000]]}")
        #expect(view.confined(Viewport(x: 7, y: 0), small) == Viewport(x: 350, y: 0))
    }

    @Test("follows the pointer in a pan, and comes back with a cancel")
    func pans() {
        var stage = GestureStage("settings {\"translateExtent\": [[-100, -100], [1000, 1000]]}\na 0,0")
        let answers = stage.run("pan 10,10\nmove 50,0\nmove 900,10\nmove 20,10\ncancel")
        #expect(answers == ["shows 0,0 1", "shows 40,-10 1", "shows 100,0 1", "shows 10,0 1", "cancelled"])
        #expect(stage.view.viewport == Viewport())
        stage = GestureStage("settings {\"panEnabled\": false}\na 0,0")
        #expect(stage.run("pan 10,10\nmove 50,0\nend") == ["shows 0,0 1", "shows 0,0 1", "unchanged"])
    }

    static let sights: [(Rect, FitPadding, Viewport)] = [
        (Rect(x: 100, y: 100, width: 50, height: 50), .reveal, Viewport()),
        (Rect(x: -10, y: 590, width: 50, height: 50), .reveal, Viewport(x: 30, y: -60)),
        (Rect(x: 790, y: 5, width: 50, height: 50), FitPadding(.canvas(10)), Viewport(x: -50, y: 5)),
        (Rect(x: 0, y: 0, width: 1600, height: 100), FitPadding(), Viewport(x: 0, y: 150, zoom: 0.5)),
        (Rect(x: 0, y: 0, width: 16_000, height: 60), FitPadding(), Viewport(x: -400, y: 270, zoom: 0.1)),
    ]

    @Test("reveals bounds with the least pan, and zooms out only where they do not fit", arguments: sights)
    func reveals(bounds: Rect, padding: FitPadding, expected: Viewport) {
        #expect(view.revealing(bounds, padding: padding, settings()) == expected)
        var shown = GestureStage("a 0,0")
        shown.editor.show(expected, in: 0)
        #expect(shown.view.revealing(bounds, padding: padding, settings()) == expected, "nothing more to do")
    }

    @Test("is fitted to what has a place and is not concealed")
    func bounds() {
        var editor = GestureStage("a 0,0 10x10\nb 90,0 10x10\nc 500,0 {\"hidden\": true}\nd").editor
        #expect(editor.contentBounds() == Rect(minX: 0, minY: 0, maxX: 100, maxY: 10))
        _ = editor.hit(in: 0, at: .zero, .mouse)
        #expect(editor.contentBounds() == Rect(minX: 0, minY: 0, maxX: 100, maxY: 10))
        #expect(editor.contentBounds(nodes: [editor.document.node("b")])?.minX == 90)
        #expect(editor.contentBounds(nodes: [editor.document.node("c"), editor.document.node("d")]) == nil)
    }
}
