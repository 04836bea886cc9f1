import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing
import Wire

@Suite("Keys that edit")
struct KeyEditsTests {
    private let pair: Sketch = """
        a 0,0 100x50
        b 200,0 100x50
        ab: a -> b
        """

    // MARK: Clipboard

    @Test("report what the clipboard is to hold, and that it is wanted")
    func clipboard() {
        var stage = KeyStage("a 0,0 100x50\nb 200,0 100x50 {\"locked\": true}\nab: a -> b")
        stage.run("mod+c\nmod+x")
        #expect(stage.workspace.takeEvents().isEmpty)
        stage.run("select a b\nmod+c")
        let copied = stage.workspace.takeEvents()
        #expect(copied.map(\.kind) == [.copy])
        #expect(copied[0].canvas == Point(x: 400, y: 300))
        #expect(nodes(of: copied[0]) == ["a", "b"])
        #expect(stage.workspace.history.labels == [])
        stage.run("mod+x\nmod+v")
        let events = stage.workspace.takeEvents()
        #expect(events.map(\.kind) == [.cut, .paste])
        #expect(nodes(of: events[0]) == ["a"] && nodes(of: events[1]) == nil)
        #expect(Sketch(stage.document) == "b 200,0 100x50 {\"locked\": true}")
        #expect(stage.workspace.history.labels == ["Cut"])
        stage.run("mod+z")
        #expect(Sketch(stage.document) == "a 0,0 100x50\nb 200,0 100x50 {\"locked\": true}\nab: a -> b")
    }

    @Test("hand nothing to the clipboard of nodes that do not last")
    func transientClipboard() {
        var stage = KeyStage("a 0,0 100x50 {\"transient\": true}")
        stage.run("select a\nmod+c\nmod+x")
        #expect(stage.workspace.takeEvents().isEmpty)
        #expect(stage.document.node("a") != nil)
    }

    private func nodes(of event: ViewEvent) -> [String]? {
        let content = event.fragment.flatMap { try? JSON($0) }
        return content?["nodes"]?.arrayValue?.compactMap { $0["id"]?.stringValue }
    }

    // MARK: Nudge

    @Test(
        "move what is selected by one unit or ten",
        arguments: [
            ("ArrowRight", 1.0, 0.0), ("ArrowLeft", -1, 0), ("ArrowDown", 0, 1), ("ArrowUp", 0, -1),
            ("shift+ArrowRight", 10, 0), ("shift+ArrowUp", 0, -10),
        ])
    func nudge(chord: String, x: Double, y: Double) throws {
        var stage = KeyStage(pair)
        stage.run("select a\n\(chord)")
        let frame = stage.document.frame(try #require(stage.document.node("a")))
        #expect(frame.origin == Point(x: x, y: y))
        #expect(stage.workspace.history.labels == ["Move"])
    }

    @Test("go by cells where a grid is on, and keep the shape of the set")
    func grid() throws {
        type(
            """
            settings {"snapToGrid": true}
            a 3,4 100x50
            b 50,70 100x50
            """, "select a b\nArrowRight",
            becomes: """
                settings {"snapToGrid": true}
                a 20,0 100x50
                b 67,66 100x50
                """)
        var stage = KeyStage("settings {\"snapToGrid\": true, \"snapGrid\": [5, 7]}\na 0,0 100x50")
        stage.run("select a\nshift+ArrowDown")
        let a = try #require(stage.document.node("a"))
        #expect(stage.document.frame(a).origin == Point(x: 0, y: 28))
    }

    @Test("leave behind what is locked or cannot be dragged, and stay within extents")
    func bounds() {
        let sketch: Sketch = """
            settings {"nodeExtent": [[0, 0], [505, 500]]}
            a 0,0 100x50
            b 200,0 100x50 {"locked": true}
            c 400,0 100x50
            d 0,200 100x50 {"draggable": false}
            """
        type(
            sketch, "select a b c d\nshift+ArrowRight",
            becomes: """
                settings {"nodeExtent": [[0, 0], [505, 500]]}
                a 5,0 100x50
                b 200,0 100x50 {"locked": true}
                c 405,0 100x50
                d 0,200 100x50 {"draggable": false}
                """)
        type(sketch, "select a\nArrowUp\nArrowLeft\nselect b\nArrowDown")
    }

    @Test("are one step while they follow one another, with the same set")
    func merging() {
        type(
            pair, "select a\nArrowRight\nArrowRight\nwait 900\nArrowDown\nwait 5000\nrepeat ArrowDown",
            becomes: """
                a 2,2 100x50
                b 200,0 100x50
                ab: a -> b
                """)
        type(
            pair, "select a\nArrowRight\nwait 1000\nArrowRight\nselect b\nArrowRight\nselect a\nArrowRight",
            becomes: """
                a 3,0 100x50
                b 201,0 100x50
                ab: a -> b
                """, steps: 4)
        // There and back again is nothing.
        type(pair, "select a\nArrowRight\nArrowLeft")
    }

    @Test("let parents grow and carry what is inside")
    func parents() {
        type(
            """
            g 0,0 200x100 {"type": "group"}
            a 100,10 100x50 in g {"expandParent": true}
            b 5,5 10x10 in a
            """, "select a b\nArrowRight",
            becomes: """
                g 0,0 201x100 {"type": "group"}
                a 101,10 100x50 in g {"expandParent": true}
                b 5,5 10x10 in a
                """)
    }

    // MARK: Delete

    @Test("delete what is selected, in one step", arguments: ["Delete", "Backspace"])
    func delete(chord: String) {
        type(pair, "select a\n\(chord)", says: ["-", "delete"], becomes: "b 200,0 100x50")
    }

    @Test("skip what is protected, and what would take it along")
    func protection() {
        type(
            """
            a 0,0 100x50 {"deletable": false}
            b 200,0 100x50 {"locked": true}
            g 0,100 300x200 {"type": "group"}
            c 10,10 100x50 in g {"deletable": false}
            d 10,80 100x50 in g
            e 400,0 100x50
            f 400,100 100x50
            h 400,200 100x50
            ef: e -> f {"deletable": false}
            fh: f -> h
            """, "select a b g d e h ef fh\nDelete",
            becomes: """
                a 0,0 100x50 {"deletable": false}
                b 200,0 100x50 {"locked": true}
                g 0,100 300x200 {"type": "group"}
                c 10,10 100x50 in g {"deletable": false}
                e 400,0 100x50
                f 400,100 100x50
                ef: e -> f {"deletable": false}
                """)
        type(pair, "Delete", says: ["-"])
    }

    // MARK: History

    @Test("undo and redo select what they bring back")
    func history() {
        var stage = KeyStage(pair)
        #expect(stage.run("select a ab\nDelete\nmod+z") == ["-", "delete", "undo"])
        #expect(stage.selected == "a ab")
        #expect(stage.run("mod+shift+Z\nmeta+z\nmod+y\nmod+z") == ["redo", "undo", "redo", "undo"])
        #expect(Sketch(stage.document) == pair)
    }

    // MARK: Selection

    @Test("select all, and the focused element")
    func selection() {
        var stage = KeyStage(pair)
        stage.run("mod+a")
        #expect(stage.selected == "a b ab")
        stage.run("focus b\nEnter")
        #expect(stage.selected == "b")
        stage.run("focus a\nmod+Enter")
        #expect(stage.selected == "a b")
        stage.run("mod+Space\nfocus ab\nSpace")
        #expect(stage.selected == "ab")
    }

    @Test("cancel what is open, then the selection, then the focus")
    func escape() {
        var stage = KeyStage(pair)
        stage.run("select a\nfocus b\ndown 50,25\nmove 80,25")
        #expect(stage.view.gesture?.kind.name == "drag")
        stage.run("Escape")
        #expect(stage.view.gesture == nil && stage.selected == "a" && stage.focus == "b")
        stage.run("move 90,25\nup 90,25\nEscape")
        #expect(stage.selected == "" && stage.focus == "b")
        stage.run("Escape")
        #expect(stage.focus == nil)
        #expect(Sketch(stage.document) == pair)
        // A press that is let go of is not a tap.
        stage.run("down 50,25\nEscape\nup 50,25")
        #expect(stage.selected == "")
    }

    @Test("leave alone what a pointer has begun")
    func gesture() {
        var stage = KeyStage(pair)
        let said = stage.run("select a\ndown 50,25\nmove 80,25\nDelete\nmod+d\nmod+a\nArrowRight\nc\nTab\n+")
        #expect(
            Array(said.dropFirst(3)) == ["- drag", "- drag", "- drag", "- drag", "- drag", "- drag", "zoomIn drag"])
        stage.run("Escape")
        #expect(Sketch(stage.document) == pair && stage.selected == "a")
    }

    // MARK: Duplicate

    @Test("duplicate what is selected and select the copies")
    func duplicate() {
        var stage = KeyStage(pair)
        stage.run("select a b\nfocus a\nmod+d")
        #expect(stage.selected == "n1 n2" && stage.focus == "n1")
        #expect(
            Sketch(stage.document) == """
                a 0,0 100x50
                b 200,0 100x50
                n1 20,20 100x50
                n2 220,20 100x50
                ab: a -> b
                e1: n1 -> n2
                """)
        #expect(stage.workspace.history.labels == ["Duplicate"])
        stage.run("mod+z")
        #expect(Sketch(stage.document) == pair)
        stage.run("repeat mod+d\nselect ab\nmod+d")
        #expect(Sketch(stage.document) == pair)
    }

    @Test("keep duplicates within extents")
    func duplicateExtent() throws {
        var stage = KeyStage("settings {\"nodeExtent\": [[0, 0], [110, 500]]}\na 0,0 100x50")
        stage.run("select a\nmod+d")
        let duplicate = try #require(stage.document.node("n1"))
        #expect(stage.document.frame(duplicate).origin == Point(x: 10, y: 20))
    }

    // MARK: Zoom

    @Test("zoom about the middle, and fit")
    func zoom() {
        var stage = KeyStage(pair)
        #expect(stage.run("+\nshift++\n-\n=\n0") == ["zoomIn", "zoomIn", "zoomOut", "zoomIn", "fit"])
        #expect(stage.view.viewport == Viewport(x: 250, y: 275, zoom: 1))
        stage.run("+")
        #expect(stage.view.viewport.zoom == 1.2)
        var still = KeyStage("settings {\"zoomEnabled\": false}\na 0,0 100x50")
        still.run("+\n-\n0")
        #expect(still.view.viewport == Viewport())
    }
}
