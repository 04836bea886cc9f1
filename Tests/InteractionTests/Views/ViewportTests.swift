import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing

@Suite("A viewport")
struct ViewportTests {
    private func settings(_ text: String = "{}") -> InteractionSettings {
        GestureStage(Sketch("settings \(text)")).workspace.document.settings.interaction
    }

    private func limits(_ text: String = "{}") -> ZoomLimits {
        var stage = GestureStage(Sketch("settings \(text)"))
        return stage.workspace.viewLimits
    }

    private let view = GestureStage("a 0,0").view

    @Test("keeps the canvas point under the pointer while it zooms, within the limits")
    func zooms() {
        let at = Point(x: 200, y: 100)
        #expect(view.zoomed(to: 2, at: at, limits()) == Viewport(x: -200, y: -100, zoom: 2))
        #expect(view.zoomed(to: 0.5, limits()) == Viewport(x: 200, y: 150, zoom: 0.5))
        #expect(view.zoomed(to: 1e300, at: at, limits()).zoom == 4)
        #expect(view.zoomed(to: 1e-300, at: at, limits()).zoom == 0.1)
        #expect(view.zoomed(to: 4, at: Point(x: 1e308, y: 0), limits()) == Viewport())
    }

    @Test("scales about the fingers, and then goes with them")
    func pinches() {
        let at = Point(x: 200, y: 100)
        #expect(view.pinched(at: at, scale: 2, by: Point(x: 5, y: 7), limits()) == Viewport(x: -195, y: -93, zoom: 2))
        #expect(view.pinched(at: at, scale: 100, by: .zero, limits()).zoom == 4)
    }

    static let rooms: [(String, FitPadding, Viewport)] = [
        ("{\"maxZoom\": 8}", .standard, Viewport(x: 300, y: 200, zoom: 1)),
        ("{\"minZoom\": 2}", .standard, Viewport(x: 200, y: 100, zoom: 2)),
        ("{}", FitPadding(left: .screen(300)), Viewport(x: 450, y: 200, zoom: 1)),
        ("{}", FitPadding(.canvas(300)), Viewport(x: 325, y: 225, zoom: 0.75)),
        ("{}", FitPadding(top: .percent(50), bottom: .screen(200)), Viewport(x: 350, y: 300, zoom: 0.5)),
        ("{}", FitPadding(.screen(400)), Viewport(x: 390, y: 290, zoom: 0.1)),
    ]

    @Test("shows given bounds in the middle of what the paddings leave", arguments: rooms)
    func fits(settings text: String, padding: FitPadding, expected: Viewport) {
        let bounds = Rect(minX: 0, minY: 0, maxX: 200, maxY: 200)
        #expect(view.fitting(bounds, padding: padding, limits(text)) == expected)
    }

    @Test("fits with given limits, clamped to the settings")
    func limits() {
        let bounds = Rect(minX: 0, minY: 0, maxX: 10, maxY: 10)
        let padding = FitPadding()
        #expect(view.fitting(bounds, padding: padding, maxZoom: 3, limits()).zoom == 3)
        #expect(view.fitting(bounds, padding: padding, maxZoom: 30, limits()).zoom == 4)
        #expect(view.fitting(bounds, padding: padding, minZoom: 0.001, maxZoom: 0.01, limits()).zoom == 0.1)
        #expect(view.fitting(Rect(.zero, .zero), padding: padding, limits()) == Viewport(x: 400, y: 300, zoom: 1))
    }

    /// Returns the zoom that shows all nodes and edges with 50 canvas units around them, found by a look at each.
    private func whole(_ workspace: Workspace, _ size: Size) -> Double {
        let document = workspace.document
        var bounds = Rect.empty
        for slot in document.nodeSlots where document.isPlaced(slot) && !document.isConcealed(slot) {
            bounds = bounds.union(document.frame(slot))
        }
        let routes = EdgeRoutes(document, EdgeBundles(document))
        for slot in document.edgeSlots where !document.isConcealed(edge: slot) {
            bounds = bounds.union(routes.bounds(ofEdge: slot, in: document) ?? .empty)
        }
        if bounds.isEmpty { return .infinity }
        return min(size.width / (bounds.width + 100), size.height / (bounds.height + 100))
    }

    @Test("goes as far out as shows everything, however the content changes", arguments: 1...6)
    func farthest(seed: Int) {
        var program = EditProgram(seed: seed &+ 40)
        var workspace = Workspace(Document())
        _ = workspace.openView("v", size: Size(width: 800, height: 600), viewport: nil, mode: .none, margin: nil)
        var far = 0
        for step in 0..<80 {
            let edit = program.step(workspace.document)
            let offset = Point(x: Double(program.below(40_000)), y: Double(program.below(9000)))
            let moved = program.node(workspace.document)
            _ = try? workspace.perform(.init(cause: "test")) { open throws(EditError) in try edit(&open) }
            _ = try? workspace.perform(.init(cause: "test")) { open throws(EditError) in
                try open.moveNodes([moved], to: offset)
            }
            if step % 8 == 0 {
                _ = try? workspace.perform(.init(cause: "test")) { open throws(EditError) in
                    try open.insertNode(type: "t", center: offset)
                }
            }
            if program.chance(10) { _ = try? workspace.undo(2, cause: "undo") }
            let size = Size(width: Double(200 + program.below(900)), height: 500)
            workspace[.first].resize(to: size)
            if step > 40 { workspace.content.refresh() }
            let least = min(0.1, whole(workspace, size) / 2)
            far += least < 0.1 ? 1 : 0
            #expect(workspace.viewLimits.least == least, "seed \(seed), step \(step)")
            #expect(workspace.zoomed(to: 1e-9).zoom == least)
            if let bounds = workspace.content.shownBounds() {
                let limits = workspace.viewLimits
                workspace[.first].show(workspace[.first].fitting(bounds, limits))
                #expect(workspace[.first].visible.grown(by: 1e-6).contains(bounds), "seed \(seed), step \(step)")
            }
        }
        #expect(far > 20)
    }

    @Test(
        "stops at the least zoom that is stated, and where numbers end",
        arguments: [
            ("{\"minZoom\": 0.5}", "9000,0", 0.5), ("{\"minZoom\": 0.01}", "0,0", 0.01),
            ("{\"minZoom\": \"auto\"}", "0,0", 0.1), ("{\"minZoom\": \"auto\"}", "15600,0", 0.025),
            ("{\"maxZoom\": 0.05}", "0,0", 0.05), ("{}", "1e300,0", 4e-298), ("{}", "1.7e308,0", 400 / 1.7e308),
            ("{\"minZoom\": \"out\"}", "0,0", 0.1),
        ])
    func stated(settings: String, place: String, expected: Double) {
        var workspace = GestureStage(Sketch("settings \(settings)\na -150,0 150x60\nb \(place) 150x60")).workspace
        let least = workspace.viewLimits.least
        #expect(abs(least - expected) <= expected * 1e-9, "\(least)")
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
        #expect(stage.run("pan 10,10\nmove 50,0\nend") == ["error switchedOff", "error noGesture", "error noGesture"])
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
        #expect(view.revealing(bounds, padding: padding, limits()) == expected)
        var shown = GestureStage("a 0,0")
        shown.workspace[.first].show(expected)
        #expect(shown.view.revealing(bounds, padding: padding, limits()) == expected, "nothing more to do")
    }

    @Test("is fitted to what has a place and is not concealed")
    func bounds() throws {
        var workspace = GestureStage("a 0,0 10x10\nb 90,0 10x10\nc 500,0 {\"hidden\": true}\nd").workspace
        #expect(workspace.content.shownBounds() == Rect(minX: 0, minY: 0, maxX: 100, maxY: 10))
        _ = workspace.hit(in: .first, at: .zero, .mouse)
        #expect(workspace.content.shownBounds() == Rect(minX: 0, minY: 0, maxX: 100, maxY: 10))
        let slots = try workspace.document.slots(nodes: ["b", "c", "d"])
        #expect(workspace.content.shownBounds(nodes: [slots[0]])?.minX == 90)
        #expect(workspace.content.shownBounds(nodes: [slots[1], slots[2]]) == nil)
    }
}
