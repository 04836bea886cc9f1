import Geometry
import Graph
import Sketching
import Testing
import Wire

@testable import Editing
@testable import Interaction

@Suite("A minimap")
struct MinimapTests {
    private let size = Size(width: 200, height: 150)

    @Test("shows the nodes with some room around, in the middle")
    func world() {
        var stage = GestureStage("a 50,50 300x100\nb 550,450 10x4\nc 9000,0 {\"hidden\": true}\nd")
        _ = stage.run("select b\nshow -100,0 2")
        let map = stage.workspace.minimap(of: .first, size: size)
        #expect(map.world == Rect(x: 0, y: 0, width: 610, height: 504))
        #expect(map.scale == 150.0 / 504)
        #expect(map.origin == Point(x: (200 - 610 * map.scale) / 2, y: 0))
        #expect(!map.isClustered && map.marks.map(\.isSelected) == [false, true])
        let a = map.marks[0].frame
        #expect(abs(a.width - 300 * map.scale) < 1e-9 && abs(a.minX - map.map(Point(x: 50, y: 50)).x) < 1e-9)
        let b = map.marks[1].frame
        #expect(abs(b.width - 10 * map.scale) < 1e-9 && abs(b.height - 2) < 1e-9, "not less than two points")
        #expect(b.center.distance(to: map.map(Point(x: 555, y: 452))) < 1e-9)
        #expect(abs(map.viewport.minX - map.map(Point(x: 50, y: 0)).x) < 1e-9)
        #expect(abs(map.viewport.width - 400 * map.scale) < 1e-9)
        #expect(map.canvas(map.map(Point(x: 12, y: 34))).distance(to: Point(x: 12, y: 34)) < 1e-9)
    }

    @Test("shows three times the view where there is nothing else")
    func empty() {
        var stage = GestureStage("a")
        _ = stage.run("show 0,0 0.5")
        let map = stage.workspace.minimap(of: .first, size: size)
        #expect(map.world == Rect(x: -1600, y: -1200, width: 4800, height: 3600))
        #expect(map.marks.isEmpty && map.scale == 200.0 / 4800)
        let expected = Rect(x: 1600 * map.scale, y: 1200 * map.scale, width: 1600 * map.scale, height: 1200 * map.scale)
        #expect(map.viewport.origin.distance(to: expected.origin) < 1e-9)
    }

    @Test("moves nodes with a gesture, and keeps its scale meanwhile")
    func drags() {
        var stage = GestureStage("a 0,0 100x100\nb 500,500 100x100")
        let before = stage.workspace.minimap(of: .first, size: size)
        _ = stage.run("drag 10,10 a\nmove 60,10")
        let after = stage.workspace.minimap(of: .first, size: size)
        #expect(before.world == after.world)
        #expect(abs(after.marks[0].frame.minX - before.marks[0].frame.minX - 50 * before.scale) < 1e-9)
    }

    @Test("brings what is pressed into the middle of the view, where a hand may pan")
    func presses() {
        var stage = GestureStage("a 0,0 100x100\nb 500,500 100x100")
        _ = stage.run("show 7,8 2")
        let map = stage.workspace.minimap(of: .first, size: size)
        press(map.map(Point(x: 300, y: 300)), &stage)
        #expect(stage.view.viewport.screen(Point(x: 300, y: 300)).distance(to: Point(x: 400, y: 300)) < 1e-6)
        #expect(stage.view.viewport.zoom == 2 && stage.view.isMoving)
        stage = GestureStage("settings {\"panEnabled\": false}\na 0,0 100x100")
        press(.zero, &stage)
        #expect(stage.view.viewport == Viewport())
        stage = GestureStage("settings {\"translateExtent\": [[-50, -50], [1000, 1000]]}\na 0,0 100x100")
        press(.zero, &stage)
        #expect(stage.view.viewport == Viewport(x: 50, y: 50))
    }

    private func press(_ point: Point, _ stage: inout GestureStage) {
        let settings = stage.workspace.document.settings.interaction
        let nodes = stage.workspace.content.shownBounds()
        stage.workspace[.first].center(onMapPoint: point, content: nodes, size: size, settings, at: 0)
    }

    private func many(_ count: Int, columns: Int) -> GestureStage {
        let lines = (0..<count).map { "n\($0) \(($0 % columns) * 200),\(($0 / columns) * 100) 150x60" }
        return GestureStage(Sketch(lines.joined(separator: "\n")))
    }

    @Test("shows at most so many rectangles: beyond that the occupied cells of a grid", arguments: [1, 60, 5000])
    func clusters(columns: Int) {
        var stage = many(5000, columns: columns)
        let map = stage.workspace.minimap(of: .first, size: size)
        #expect(map.isClustered && !map.marks.isEmpty && map.marks.count <= Limits.mapMarks)
        let document = stage.workspace.document
        let marks = map.marks.map { $0.frame.grown(by: 1e-6) }
        for slot in document.nodeSlots where slot.number % 7 == 0 {
            let center = map.map(document.frame(slot).center)
            if !marks.contains(where: { $0.contains(center) }) { Issue.record("\(slot)") }
        }
        _ = stage.run("select n0 n4999")
        let selected = stage.workspace.minimap(of: .first, size: size).marks.filter(\.isSelected)
        #expect(selected.count == 2)
        _ = stage.run("remove n0\nselect n4999")
        let last = stage.workspace.minimap(of: .first, size: size)
        #expect(last.marks.filter(\.isSelected).count == 1)
        #expect(last.marks == stage.workspace.minimap(of: .first, size: size).marks)
    }

    @Test("returns every node up to the limit")
    func limit() {
        var stage = many(Limits.mapMarks, columns: 64)
        #expect(stage.workspace.minimap(of: .first, size: size).marks.count == Limits.mapMarks)
    }
}
