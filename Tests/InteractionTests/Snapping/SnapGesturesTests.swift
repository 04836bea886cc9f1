import Geometry
import Graph
import Sketching
import Testing

@testable import Editing
@testable import Interaction

/// Drags and resizes that snap, as lines of script: `drag m …`, `resize m corner` at 0,0; then moves with held keys.
@Suite("A gesture that snaps")
struct SnapGesturesTests {
    private static let nodes = "a 0,0 100x40\nb 200,300 100x40\nm 400,103 60x60"

    private func run(_ settings: String, _ sketch: String, _ script: String) throws -> [String] {
        var workspace = Workspace(Sketch("settings {\(settings)}\n" + sketch).document)
        _ = workspace.openView("v", size: Size(width: 800, height: 600), viewport: nil, mode: .none, margin: nil)
        return try script.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            let rest = words.dropFirst().map { Identifier($0) }
            switch words[0] {
            case "drag": return text(try workspace.beginGesture(.drag(nodes: rest), in: .first, at: .zero), workspace)
            case "resize":
                let start = GestureStart.resize(node: rest[0], handle: ResizeHandle(rawValue: words[2]) ?? .top)
                return text(try workspace.beginGesture(start, in: .first, at: .zero), workspace)
            case "show":
                workspace[.first].show(Viewport(x: Double(words[1]) ?? 0, y: 0, zoom: Double(words[2]) ?? 1))
                return ""
            case "end": return try workspace.endGesture(in: .first, cause: "test").changed ? "changed" : "unchanged"
            default:
                let numbers = words[0].split(separator: ",").compactMap { Double($0) }
                let names: [(String, Modifiers)] = [
                    ("shift", .shift), ("control", .control), ("alt", .alt), ("meta", .meta),
                ]
                let held = names.filter { words.contains($0.0) }.reduce(into: Modifiers()) { $0.formUnion($1.1) }
                let at = Point(x: numbers[0], y: numbers[1])
                return text(try workspace.updateGesture(in: .first, at: at, modifiers: held), workspace)
            }
        }
    }

    private func text(_ gesture: GestureState, _ workspace: Workspace) -> String {
        func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
        let guides = (workspace[.first].gesture?.guides ?? []).map { guide in
            let kind = guide.kind == .align ? "" : "\(guide.kind) "
            return " \(kind)\(guide.axis)\(number(guide.position)):\(number(guide.from))-\(number(guide.to))"
        }.joined()
        if case .exact(let by) = gesture["by"] { return "\(number(by.x)),\(number(by.y))" + guides }
        guard case .frame(let frame) = gesture["frame"] else { return "another" }
        let corner = "\(number(frame.minX)),\(number(frame.minY))"
        return "\(corner) \(number(frame.width))x\(number(frame.height))" + guides
    }

    /// Settings, nodes, script, what the last line answers.
    static let drags: [(String, String, String, String)] = [
        // The grid, and where it runs.
        ("\"snapToGrid\": true, \"snapOrigin\": [5, -3]", nodes, "drag m\n10,10", "5,14"),
        ("\"snapToGrid\": true, \"snapGrid\": [10, 50], \"snapOrigin\": [0, 25]", nodes, "drag m\n10,10", "10,22"),
        // Lines: the nearest on each axis, within the reach only.
        ("\"snapToGuides\": true", nodes, "drag m\n-105,60", "-100,60 x300:163-340"),
        ("\"snapToGuides\": true", nodes, "drag m\n-107,60", "-107,60"),
        ("\"snapToGuides\": true", nodes, "drag m\n-106,60", "-106,60"),
        ("\"snapToGuides\": true, \"guideReach\": 20", nodes, "drag m\n-107,60", "-100,60 x300:163-340"),
        // A reach shrinks with the zoom, and so stays what it is on the canvas.
        ("\"snapToGuides\": true", nodes, "show 0 0.5\ndrag m\n-52.5,30", "-100,60 x300:163-340"),
        ("\"snapToGuides\": true", nodes, "show 0 0.5\ndrag m\n-53.5,30", "-107,60"),
        ("\"snapToGuides\": true", nodes, "show 0 2\ndrag m\n-206,120", "-103,60"),
        // Held until one and a half times the reach.
        ("\"snapToGuides\": true", nodes, "drag m\n-105,60\n-108,60", "-100,60 x300:163-340"),
        ("\"snapToGuides\": true", nodes, "drag m\n-105,60\n-109,60", "-109,60"),
        ("\"snapToGuides\": true", nodes, "drag m\n-105,60\n0,0\n-108,60", "-108,60"),
        // A guide in reach takes the axis from the grid.
        (
            "\"snapToGuides\": true, \"snapToGrid\": true, \"snapGrid\": [30, 20]", nodes, "drag m\n-105,60",
            "-100,57 x300:160-340"
        ),
        // Keys.
        ("\"snapToGuides\": true", nodes, "drag m\n-105,60 control", "-105,60"),
        ("\"snapToGrid\": true", nodes, "drag m\n-105,60 meta", "-105,60"),
        ("", nodes, "drag m\n-105,60 control", "-100,57"),
        ("", nodes, "drag m\n-105,60 shift", "-105,0"),
        ("", nodes, "drag m\n60,-60 shift", "60,0"),
        ("", nodes, "drag m\n60,-61 shift", "0,-61"),
        ("\"snapToGrid\": true", nodes, "drag m\n60,-61 shift", "0,-63"),
        ("\"snapToGuides\": true", nodes, "drag m\n-3,-62 shift", "0,-63 y40:0-460"),
        // What the extent refuses is not reported.
        (
            "\"snapToGuides\": true, \"nodeExtent\": [[0, 0], [455, 500]]", nodes, "drag m\n-105,60",
            "-100,60 x300:163-340"
        ),
        ("\"snapToGuides\": true, \"nodeExtent\": [[302, 0], [500, 500]]", nodes, "drag m\n-105,60", "-98,60"),
        // What is not there to be aligned to.
        ("\"snapToGuides\": true", "a 0,0 9x9 {\"hidden\": true}\nm 100,100 60x60", "drag m\n-98,-98", "-98,-98"),
        ("\"snapToGuides\": true", "a 0,0 9x9\nm 100,100 60x60", "drag m a\n-98,-98", "-98,-98"),
        ("\"snapToGuides\": true", "a 900,0 9x9\nm 100,100 60x60", "drag m\n798,0", "798,0"),
        ("\"snapToGuides\": true", "g 0,0 300x300\nm 100,100 60x60 in g", "drag m\n-98,-98", "-98,-98"),
        ("\"snapToGuides\": true", "g 0,0 300x300\nc 0,0 50x50 in g\nm 500,2 60x60", "drag g\n30,0", "30,2 y2:30-560"),
        // The union of the roots is what aligns.
        (
            "\"snapToGuides\": true", "a 0,0 100x40\nm 200,200 20x20\nn 240,210 20x20", "drag m n\n-203,40",
            "-200,40 x0:0-270"
        ),
    ]

    @Test("comes to lie where settings and keys say", arguments: drags)
    func drag(settings: String, sketch: String, script: String, expected: String) throws {
        let answer = try run(settings, sketch, script).last
        #expect(answer == expected)
    }

    /// A row of two with a gap of 60 between them, and a node to place.
    private static let row = "a 100,100 40x40\nb 200,100 50x40\nm 400,303 30x33"

    static let gaps: [(String, String, String, String)] = [
        ("", row, "drag m\n-88,-190", "-90,-190 gap y126.5:140-200 gap y126.5:250-310"),
        ("", row, "drag m\n-392,-190", "-390,-190 gap y126.5:40-100 gap y126.5:140-200"),
        ("", row, "drag m\n-247,-190", "-245,-190 gap y126.5:140-155 gap y126.5:185-200"),
        // In no row with them, or too wide to be between them.
        ("", row, "drag m\n-88,-250", "-88,-250"),
        ("", "a 100,100 40x40\nb 200,100 50x40\nm 400,303 80x33", "drag m\n-272,-190", "-272,-190"),
        ("\"snapToGaps\": false", row, "drag m\n-88,-190", "-88,-190"),
        // Only siblings make a row.
        (
            "", "g 90,90 200x200\na 10,10 40x40 in g\nb 110,10 50x40 in g\nm 400,300 30x33", "drag m\n-88,-187",
            "-88,-187"
        ),
        // A column.
        (
            "", "a 100,100 40x40\nb 100,200 40x50\nm 403,400 33x30", "drag m\n-290,-87",
            "-290,-90 gap x126.5:140-200 gap x126.5:250-310"
        ),
    ]

    @Test("repeats gaps between neighbours", arguments: gaps)
    func gap(settings: String, sketch: String, script: String, expected: String) throws {
        let all = "\"snapToGuides\": true" + (settings.isEmpty ? "" : ", \(settings)")
        let answer = try run(all, sketch, script).last
        #expect(answer == expected)
    }

    private static let handles =
        "\"handles\": [{\"id\": \"i\", \"type\": \"target\", \"position\": \"left\", \"offset\": 0.25}, "
        + "{\"id\": \"o\", \"type\": \"source\", \"position\": \"right\", \"offset\": 0.25}]"

    static let straights: [(String, String, String)] = [
        (
            "a 0,0 100x52 {\(handles)}\nm 300,200 100x80 {\(handles)}\nk: a.o -> m.i", "drag m\n0,-204",
            "0,-207 straight y13:100-300"
        ),
        // The moved node is the source.
        (
            "a 0,0 100x52 {\(handles)}\nm 300,200 100x80 {\(handles)}\nk: m.o -> a.i", "drag m\n-500,-204",
            "-500,-207 straight y13:-100-0"
        ),
        // Not towards each other.
        ("a 0,0 100x52 {\(handles)}\nm 300,200 100x84 {\(handles)}\nk: m.o -> a.i", "drag m\n0,-207", "0,-207"),
        // Centers: where the handles are left out.
        ("a 0,0 100x52\nm 300,200 100x83\nk: a -> m", "drag m\n0,-212", "0,-215.5 y26:0-400 straight y26:50-350"),
        // A node with others is not straightened, nor by hidden edges.
        (
            "a 0,0 100x52 {\(handles)}\nm 300,200 100x80 {\(handles)}\nn 300,500 100x37\nk: a.o -> m.i",
            "drag m n\n0,-211", "0,-211"
        ),
        (
            "a 0,0 100x52 {\(handles)}\nm 300,200 100x84 {\(handles)}\nk: a.o -> m.i {\"hidden\": true}",
            "drag m\n0,-207", "0,-207"
        ),
    ]

    @Test("straightens the edges of a node that moves alone", arguments: straights)
    func straight(sketch: String, script: String, expected: String) throws {
        let answer = try run("\"snapToGuides\": true", sketch, script).last
        #expect(answer == expected)
    }

    static let resizes: [(String, String, String, String)] = [
        ("\"snapToGuides\": true", nodes, "resize m left\n-105,0", "300,103 160x60 x300:103-340"),
        ("\"snapToGuides\": true", nodes, "resize m left\n-107,0", "293,103 167x60"),
        ("\"snapToGuides\": true", nodes, "resize m topLeft\n-105,-65", "300,40 160x123 x300:40-340 y40:0-460"),
        ("\"snapToGuides\": true", nodes, "resize m topLeft\n-105,-65 control", "295,38 165x125"),
        ("\"snapToGrid\": true, \"snapOrigin\": [5, 0]", nodes, "resize m right\n12,0", "400,103 65x60"),
        ("", nodes, "resize m right\n12,0 meta", "400,103 80x60"),
        // About the center: both sides move, and both snap.
        ("", nodes, "resize m right\n12,40 alt", "388,103 84x60"),
        ("", nodes, "resize m bottomRight\n12,20 alt", "388,83 84x100"),
        ("\"snapToGuides\": true", nodes, "resize m right\n98,0 alt", "300,103 260x60 x300:103-340"),
        ("", nodes, "resize m right\n-50,0 alt", "410,103 40x60"),
        ("\"nodeExtent\": [[390, 0], [800, 500]]", nodes, "resize m right\n30,0 alt", "390,103 80x60"),
        // In proportion.
        ("", nodes, "resize m bottomRight\n30,10 shift", "400,103 80x80"),
        ("", nodes, "resize m topLeft\n-30,-10 shift", "380,83 80x80"),
        ("", nodes, "resize m topLeft\n-30,-10 shift alt", "380,83 100x100"),
        ("", nodes, "resize m right\n30,10 shift", "400,103 90x60"),
        ("", nodes, "resize m bottomRight\n-50,-50 shift", "400,103 40x40"),
        ("\"nodeExtent\": [[0, 0], [800, 180]]", nodes, "resize m bottomRight\n50,50 shift", "400,103 77x77"),
        ("\"snapToGuides\": true", nodes, "resize m topLeft\n-60,-64 shift", "337,40 123x123 y40:0-460"),
        ("\"snapToGrid\": true", nodes, "resize m bottomRight\n11,11 shift", "400,103 80x80"),
    ]

    @Test("resizes to lines, about the centre and in proportion", arguments: resizes)
    func resize(settings: String, sketch: String, script: String, expected: String) throws {
        let answer = try run(settings, sketch, script).last
        #expect(answer == expected)
    }

    @Test("aligns to nothing where the view shows too many nodes")
    func crowd() throws {
        func sketch(_ count: Int) -> String {
            "m 400,300 60x60\n" + (1..<count).map { "n\($0) 0,\(Double($0) / 100) 10x0.001" }.joined(separator: "\n")
        }
        let settings = "\"snapToGuides\": true"
        let aligned = try run(settings, sketch(Limits.snapNodes), "drag m\n-399,190").last
        #expect(aligned == "-400,190 x0:0.01-550")
        let crowded = try run(settings, sketch(Limits.snapNodes + 1), "drag m\n-399,190").last
        #expect(crowded == "-399,190")
    }

    @Test("moves nodes without a gesture to where a drag would end")
    func nudge() throws {
        var workspace = Workspace(Sketch("settings {\"snapToGuides\": true}\n" + Self.nodes).document)
        _ = workspace.openView("v", size: Size(width: 800, height: 600), viewport: nil, mode: .none, margin: nil)
        let node = try #require(workspace.document.node(Identifier("m")))
        let answer = workspace.stage(of: .first).snapped([node], by: Point(x: -105, y: 60))
        #expect(answer.offset == Point(x: -100, y: 60))
        #expect(answer.guides == [Guide(axis: .x, position: 300, from: 163, to: 340)])
        #expect(answer.corner == Point(x: 300, y: 163))
    }
}
