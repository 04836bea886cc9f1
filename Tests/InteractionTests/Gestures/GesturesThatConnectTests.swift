import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing

@Suite("A draft")
struct DraftTests {
    /// Handles: `a.source` at 50,50 and `b.target` at 250,0, each 100 × 50.
    static let two: Sketch = "a 0,0 100x50\nb 200,0 100x50"

    @Test("ends on the nearest handle that the rules allow, and makes one edge")
    func connects() {
        play(
            Self.two, "connect 50,50\nmove 230,10\nend",
            says: ["to 50,50", "to b.target", "changed edge e1"],
            becomes: "a 0,0 100x50\nb 200,0 100x50\ne1: a.source -> b.target")
    }

    @Test("drawn from a target is the same, backwards")
    func backwards() {
        play(
            Self.two, "connect 0,0 b.target\nmove 60,60\nend", says: ["to a.source", "to a.source", "changed edge e1"],
            becomes: "a 0,0 100x50\nb 200,0 100x50\ne1: a.source -> b.target")
    }

    @Test("says what is in the way, and why nothing came of it")
    func refusals() {
        play(
            Self.two, "connect 500,500 a\nmove 50,0\nmove 500,500\nmove 250,50\nmove 250,20\nend",
            says: [
                "to 500,500", "to a.target refused self", "to 500,500", "to b.source refused direction", "to b.target",
                "changed edge e1",
            ], becomes: "a 0,0 100x50\nb 200,0 100x50\ne1: a.source -> b.target")
        play(
            Self.two, "connect 50,50\nmove 50,0\nend",
            says: ["to 50,50", "to a.target refused self", "unchanged reason self"])
        play(
            Self.two, "connect 50,50\nmove 500,500\nend",
            says: ["to 50,50", "to 500,500", "unchanged reason nothingThere"])
        play(
            "a 0,0 100x50\nb 200,0 100x50\ne: a -> b", "connect 50,50\nmove 250,0\nend",
            says: ["to 50,50", "to b.target refused duplicate", "unchanged reason duplicate"])
    }

    @Test("passes over nearer handles that the rules refuse, and over those that cannot be connected")
    func passesOver() {
        let full =
            "{\"handles\": [{\"id\": \"x\", \"type\": \"target\", \"position\": \"left\", \"limit\": 0}, "
            + "{\"id\": \"y\", \"type\": \"target\", \"position\": \"left\", \"offset\": 0.9}, "
            + "{\"id\": \"z\", \"type\": \"target\", \"position\": \"left\", \"offset\": 0.6, \"connectable\": false}]}"
        var stage = GestureStage(Sketch("a 0,0 100x50\nb 200,0 100x50 \(full)"))
        #expect(stage.run("connect 50,50\nmove 200,25") == ["to 50,50", "to b.y"])
        stage = GestureStage("a 0,0 100x50\nb 200,0 100x50 {\"connectable\": false}\nc 200,0 100x50 {\"hidden\": true}")
        #expect(stage.run("connect 50,50\nmove 250,0") == ["to 50,50", "to 250,0"])
    }

    @Test("takes the front-most of handles at one place, then the one declared first")
    func ties() {
        var stage = GestureStage("a 0,0 100x50\nb 200,0 100x50\nc 200,0 100x50\nd 200,0 100x50 {\"zIndex\": -1}")
        #expect(stage.run("connect 50,50\nmove 250,0").last == "to c.target")
        let twins = "{\"handles\": [{\"id\": \"x\", \"type\": \"target\"}, {\"id\": \"y\", \"type\": \"target\"}]}"
        stage = GestureStage(Sketch("a 0,0 100x50\nb 200,0 100x50 \(twins)"))
        #expect(stage.run("connect 50,50\nmove 250,0").last == "to b.x")
    }

    @Test("has a reach on the screen, which is outside itself, and shrinks with the zoom")
    func reach() {
        var stage = GestureStage(Self.two)
        #expect(stage.run("connect 50,50\nmove 250,-39.9\nmove 250,-40") == ["to 50,50", "to b.target", "to 250,-40"])
        stage = GestureStage(Self.two)
        #expect(
            stage.run("show 0,0 2\nconnect 100,100\nmove 500,-39\nmove 500,-41").suffix(2) == [
                "to b.target", "to 250,-20.5",
            ])
        stage = GestureStage(Self.two)
        #expect(
            stage.run("show 0,0 0.5\nconnect 25,25\nmove 125,-19\nmove 125,-21").suffix(2) == [
                "to b.target", "to 250,-42",
            ])
    }

    @Test("selects its node, and its path leads from source to target")
    func path() {
        var stage = GestureStage(Self.two)
        _ = stage.run("select b\nconnect 50,50\nmove 250,0")
        #expect(stage.selected == ["a"])
        #expect(stage.view.draft?.path.start == Point(x: 50, y: 50))
        #expect(stage.view.draft?.path.end == Point(x: 250, y: 0))
        _ = stage.run("cancel\nconnect 0,0 b.target\nmove 400,300")
        #expect(stage.view.draft?.path.start == Point(x: 400, y: 300))
        #expect(stage.view.draft?.path.end == Point(x: 250, y: 0))
    }

    @Test("is cancelled when its node is removed, and loses a candidate that is")
    func removal() {
        var stage = GestureStage("a 0,0 100x50\nb 200,0 100x50")
        _ = stage.run("select b\nconnect 50,50\nmove 250,0\nremove b")
        #expect(stage.view.draft?.candidate == nil)
        #expect(stage.run("end") == ["unchanged reason nothingThere"])
        stage = GestureStage("a 0,0 100x50\nb 200,0 100x50")
        _ = stage.run("select b\nconnect 50,50\nremove a")
        #expect(stage.view.gesture == nil)
        #expect(stage.selected == ["b"])
    }

    @Test("of a reconnection keeps the edge, its id and its other end")
    func reconnects() {
        let before: Sketch = "a 0,0 100x50\nb 200,0 100x50\nc 400,0 100x50\ne: a -> b {\"label\": \"yes\"}"
        play(
            before, "reconnect 250,0 e target\nmove 440,10\nend",
            says: ["to b.target", "to c.target", "changed edge e"],
            becomes: "a 0,0 100x50\nb 200,0 100x50\nc 400,0 100x50\ne: a -> c.target {\"label\": \"yes\"}")
        play(
            before, "reconnect 50,50 e source\nmove 450,60\nend",
            says: ["to a.source", "to c.source", "changed edge e"],
            becomes: "a 0,0 100x50\nb 200,0 100x50\nc 400,0 100x50\ne: c.source -> b {\"label\": \"yes\"}")
        play(
            before, "reconnect 250,0 e target\nmove 50,0\nend",
            says: ["to b.target", "to a.target refused self", "unchanged reason self"])
        play(
            "a 0,0 100x50\nb 200,0 100x50\ne: a.source -> b.target", "reconnect 250,0 e target\nmove 250,1\nend",
            says: ["to b.target", "to b.target", "unchanged edge e"])
        var stage = GestureStage(before)
        #expect(stage.run("reconnect 250,0 e target\nremove e\nmove 0,0").last == "error noGesture")
    }
}

@Suite("A marquee or a lasso")
struct SelectingTests {
    static let before: Sketch =
        "a 0,0 100x50\nb 200,0 100x50\nc 200,200 100x50 {\"selectable\": false}\ne: a.source -> b.target"

    static let scripts: [(String, [String])] = [
        ("marquee 150,-50\nmove 250,20", ["b", "e"]), ("marquee 150,-50 nodes\nmove 250,20", ["b"]),
        ("marquee 150,-50 contain\nmove 250,20", []), ("marquee 150,-50 contain nodes\nmove 310,60", ["b"]),
        ("marquee 240,-50 center nodes\nmove 260,60", ["b"]),
        ("select a\nmarquee 150,-50 add nodes\nmove 250,20", ["a", "b"]),
        ("select a b\nmarquee 150,-50 remove nodes\nmove 250,20", ["a"]),
        ("select a b\nmarquee 150,-50 toggle nodes\nmove 250,20", ["a"]),
        ("select a\nmarquee 150,-50 toggle nodes\nmove 250,20\nmove 151,-49", ["a"]),
        ("marquee 190,190\nmove 400,400", []), ("show 100,0 1\nmarquee 250,-50 nodes\nmove 350,20", ["b"]),
        ("marquee 150,-50 nodes\nshow 200,0 1\nmove 400,20", ["b"]),
        ("lasso -10,-10 nodes\nmove 110,-10\nmove 110,60\nmove -10,60", ["a"]),
        ("lasso 190,30 nodes\nmove 310,30", ["b"]),
    ]

    @Test("selects while it is drawn; a cancel takes it back", arguments: scripts)
    func selects(script: String, expected: [String]) {
        var stage = GestureStage(Self.before)
        let answers = stage.run(script)
        #expect(answers.last == "selects \(expected.joined(separator: " "))")
        #expect(stage.selected == expected)
        var other = stage
        #expect(other.run("end") == ["unchanged selected \(expected.joined(separator: " "))"])
        #expect(other.selected == expected)
        #expect(other.workspace.revision == 0)
        let first = script.hasPrefix("select") ? ["select", "cancel"] : []
        _ = stage.run("cancel")
        #expect(
            stage.selected
                == (first.isEmpty
                    ? [] : script.split(separator: "\n")[0].split(separator: " ").dropFirst().map(String.init)))
    }

    @Test("selects nothing where gestures must not", arguments: ["selectionEnabled", "multiSelectionEnabled"])
    func switches(name: String) {
        var stage = GestureStage(Sketch("settings {\"\(name)\": false}\na 0,0 100x50\nb 200,0 100x50"))
        _ = stage.run("select a\nmarquee -10,-10\nmove 400,400")
        #expect(stage.selected == ["a"])
    }

    @Test("forgets what is removed, also in what a cancel selects again")
    func removal() {
        var stage = GestureStage("a 0,0 100x50\nb 200,0 100x50")
        _ = stage.run("select a b\nmarquee 300,300\nmove 310,310\nremove a\ncancel")
        #expect(stage.selected == ["b"])
    }
}
