import Editing
import Geometry
import Graph
import Interaction
import Seeding
import Sketching
import Testing

@Suite("The focus")
struct FocusMovesTests {
    private static let cross: Sketch = """
        left 0,200 100x50
        top 200,0 100x50
        mid 200,200 100x50
        hidden 210,210 20x20 {"hidden": true}
        right 400,200 100x50
        bottom 200,400 100x50
        far 700,220 100x50
        lm: left -> mid
        mr: mid -> right
        mf: mid -> far
        mb: mid -> bottom
        """

    @Test("moves in order, over what cannot be seen, and leaves at the ends")
    func order() {
        var stage = KeyStage(Self.cross)
        var seen: [String] = []
        for _ in 0..<7 {
            stage.run("Tab")
            seen.append(stage.focus ?? "-")
        }
        #expect(seen == ["left", "top", "mid", "right", "bottom", "far", "-"])
        #expect(stage.run("shift+Tab\nTab\nTab") == ["focusPrevious", "-", "focusNext"])
        #expect(stage.focus == "left")
        stage.run("focus lm\nTab")
        #expect(stage.focus == "mr")
    }

    @Test("along the flow sources come before targets, groups before what they contain, and all is read once")
    func flow() {
        for seed in 0..<60 as Range<UInt64> {
            var random = Seeded(seed)
            let count = 2 + random.below(14)
            var lines = [#"settings {"readingOrder": "flow"}"#]
            for node in 0..<count {
                let group = node > 2 && random.below(4) == 0 ? " in n0" : ""
                let form = node == 0 ? #" 700x500 {"type": "group"}"# : " 20x20" + group
                lines.append("n\(node) \(random.below(600)),\(random.below(400))" + form)
            }
            var pairs: [(Int, Int)] = []
            for edge in 0..<count where count > 2 {
                let source = 1 + random.below(count - 2)
                // From lower to higher numbers: no cycle.
                let target = source + 1 + random.below(count - source - 1)
                pairs.append((source, target))
                lines.append("e\(edge): n\(source) -> n\(target)")
            }
            var stage = KeyStage(Sketch(lines.joined(separator: "\n")))
            var places: [String: Int] = [:]
            for place in 0..<count {
                stage.run("Tab")
                places[stage.focus ?? "-"] = place
            }
            #expect(places.count == count && places["-"] == nil)
            for (source, target) in pairs {
                #expect((places["n\(source)"] ?? 99) < (places["n\(target)"] ?? -1), "seed \(seed)")
            }
            stage.run("Tab")
            #expect(stage.focus == nil)
            stage.run("shift+Tab")
            #expect(stage.focus.flatMap { places[$0] } == count - 1)
        }
    }

    @Test(
        "moves to the nearest node in a direction",
        arguments: [
            ("Left", "left"), ("Right", "right"), ("Up", "top"), ("Down", "bottom"), ("Right alt+ArrowRight", "far"),
            ("Up alt+ArrowUp", "top"), ("Left alt+ArrowRight alt+ArrowRight alt+ArrowRight", "far"),
        ])
    func direction(moves: String, end: String) {
        var stage = KeyStage(Self.cross)
        stage.run("focus mid\nalt+Arrow\(moves.split(separator: " ").joined(separator: "\n"))")
        #expect(stage.focus == end)
    }

    @Test("begins in the middle of the view")
    func beginning() {
        var stage = KeyStage(Self.cross)
        stage.run("alt+ArrowUp")
        #expect(stage.focus == "right")
        var empty = KeyStage("")
        #expect(empty.run("alt+ArrowUp\nTab\nalt+PageDown") == ["-", "-", "-"])
    }

    @Test("finds what a scan of all nodes finds", arguments: 0..<6 as Range<UInt64>)
    func scan(seed: UInt64) throws {
        var random = Seeded(seed)
        var lines: [String] = []
        let spread = [300, 3000, 100_000][Int(seed) % 3]
        for index in 0..<60 {
            let x = Int.random(in: -spread...spread, using: &random)
            let y = Int.random(in: -spread...spread, using: &random)
            lines.append("n\(index) \(x),\(y) \(Int.random(in: 0...400, using: &random))x30")
        }
        var stage = KeyStage(Sketch(lines.joined(separator: "\n")))
        for (key, x, y) in [("Left", -1.0, 0.0), ("Right", 1, 0), ("Up", 0, -1), ("Down", 0, 1)] {
            for index in 0..<60 {
                stage.run("focus n\(index)\nalt+Arrow\(key)")
                let node = try #require(stage.document.node(Identifier("n\(index)")))
                let from = stage.document.frame(node).center
                let nearest = stage.document.nodeSlots.filter { slot in
                    let offset = stage.document.frame(slot).center - from
                    let along = offset.x * x + offset.y * y
                    return along > 0 && abs(offset.x * y + offset.y * x) <= along
                }.min {
                    (stage.document.frame($0).center - from).squaredLength
                        < (stage.document.frame($1).center - from).squaredLength
                }
                #expect(stage.focus == nearest.map { stage.document.nodeID($0).string } ?? "n\(index)")
            }
        }
    }

    @Test("moves along edges, and round those beside one another")
    func edges() {
        var stage = KeyStage(Self.cross)
        func after(_ script: String) -> String? {
            stage.run(script)
            return stage.focus
        }
        #expect(after("focus left\nalt+PageDown") == "mid")
        #expect(after("alt+PageDown") == "right")
        #expect(after("alt+shift+PageDown") == "far")
        #expect(after("alt+shift+PageDown") == "bottom")
        #expect(after("alt+shift+PageDown") == "right")
        #expect(after("alt+shift+PageUp") == "bottom")
        #expect(after("e") == "mb")
        #expect(after("alt+shift+PageDown") == "mr")
        #expect(after("alt+PageUp") == "mid")
        #expect(after("alt+PageUp") == "left")
        #expect(after("alt+PageUp") == "left")
        #expect(after("e\nalt+PageDown") == "mid")
        #expect(after("focus top\nalt+PageDown\nalt+shift+PageDown\ne") == "top")
    }

    @Test("is brought into view by the least pan")
    func reveal() {
        var stage = KeyStage("a 0,0 100x50\nb 2000,100 100x50\nc 2000,-5000 100x2240")
        stage.run("Tab")
        #expect(stage.view.viewport == Viewport())
        stage.run("Tab")
        #expect(stage.view.viewport == Viewport(x: -1320, y: 0, zoom: 1))
        stage.run("Tab")
        #expect(stage.view.viewport.zoom == 0.25)
        var unzoomed = KeyStage("settings {\"zoomEnabled\": false}\nc 2000,-5000 100x2240")
        unzoomed.run("Tab")
        #expect(unzoomed.view.viewport == Viewport(x: -1270, y: 3900, zoom: 1))
        var partly = KeyStage("d 780,0 100x50")
        partly.run("Tab")
        #expect(partly.view.viewport == Viewport())
        var still = KeyStage("settings {\"panEnabled\": false}\nb 2000,100 100x50")
        still.run("Tab")
        #expect(still.focus == "b" && still.view.viewport == Viewport())
    }
}
