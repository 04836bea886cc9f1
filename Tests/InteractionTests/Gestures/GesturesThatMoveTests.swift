import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing

@Suite("A drag")
struct DragTests {
    @Test("moves the node under the pointer, and selects it")
    func alone() {
        let before: Sketch = "a 0,0 100x50\nb 200,0 100x50"
        play(
            before, "drag 10,10\nmove 40,20\nend", says: ["by 0,0", "by 30,10", "changed by 30,10"],
            becomes: "a 30,10 100x50\nb 200,0 100x50")
        var stage = GestureStage(before)
        _ = stage.run("select b\ndrag 10,10")
        #expect(stage.selected == ["a"])
    }

    @Test("carries the selection if the node under the pointer is in it")
    func selection() {
        play(
            "a 0,0 100x50\nb 200,0 100x50\nc 400,0 100x50", "select a c\ndrag 10,10\nmove 20,10\nend",
            says: ["selected", "by 0,0", "by 10,0", "changed by 10,0"],
            becomes: "a 10,0 100x50\nb 200,0 100x50\nc 410,0 100x50")
    }

    @Test("follows the pointer at every zoom, and where the view goes along")
    func zoomed() {
        play(
            "a 0,0 100x50", "show 0,0 0.5\ndrag 10,10\nmove 40,20\nshow -10,0 0.5\nmove 40,20\nend",
            says: ["shown", "by 0,0", "by 60,20", "shown", "by 80,20", "changed by 80,20"],
            becomes: "a 80,20 100x50")
    }

    @Test("with alt held leaves the nodes and moves copies, as drops and grids would have them")
    func copies() {
        play(
            "a 0,0 100x50\nb 200,0 100x50\nab: a -> b",
            "select a b\ndrag 10,10\nmove 40,20 alt\nmove 40,30\nmove 40,30 alt\nend",
            says: ["selected", "by 0,0", "copies by 30,10", "by 30,20", "copies by 30,20", "changed by 30,20"],
            becomes: "a 0,0 100x50\nb 200,0 100x50\nn1 30,20 100x50\nn2 230,20 100x50\nab: a -> b\ne1: n1 -> n2")
        play(
            """
            settings {"snapToGrid": true}
            g 400,0 300x300 {"type": "group"}
            a 3.1,3.3 100x50
            """, "drag 10,10\nmove 440,20 alt\nend",
            says: ["by 0,0", "copies by 436.9,16.7 into g", "changed by 436.9,16.7"],
            becomes: """
                settings {"snapToGrid": true}
                g 400,0 300x300 {"type": "group"}
                a 3.1,3.3 100x50
                n1 40,20 100x50 in g
                """)
        play("a 0,0 100x50", "drag 10,10\nmove 10,10 alt\nend", says: ["by 0,0", "copies by 0,0", "unchanged by 0,0"])
        var stage = GestureStage("a 0,0 100x50\nb 200,0 100x50")
        _ = stage.run("select a\ndrag 10,10\nmove 40,20 alt\nend")
        #expect(stage.selected == ["n1"])
        _ = stage.run("drag 210,10 b\nmove 240,20 alt\nend")
        #expect(stage.selected == ["n1"])
    }

    @Test("without movement changes nothing")
    func still() {
        play(
            "settings {\"snapToGrid\": true}\ng 0,0 300x300 {\"type\": \"group\"}\na 7,7 100x50",
            "drag 10,10 a\nmove 50,50\nmove 10,10\nend",
            says: ["by 0,0", "by 33,33 into g", "by 0,0", "unchanged by 0,0"])
    }

    @Test("snaps the node under the pointer, and keeps the shape of the set")
    func snapping() {
        play(
            "settings {\"snapToGrid\": true}\na 3,3 100x50\nb 207,9 100x50",
            "select a b\ndrag 210,12\nmove 220,12\nend",
            says: ["selected", "by 0,0", "by 13,-9", "changed by 13,-9"],
            becomes: "settings {\"snapToGrid\": true}\na 16,-6 100x50\nb 220,0 100x50")
        play(
            "settings {\"snapToGrid\": true}\na 3,3 100x50\nb 207,9 100x50", "drag 700,500 b a\nmove 710,500\nend",
            says: ["by 0,0", "by 13,-9", "changed by 13,-9"],
            becomes: "settings {\"snapToGrid\": true}\na 16,-6 100x50\nb 220,0 100x50")
    }

    @Test("moves a node inside another one of the set once")
    func nested() {
        play(
            "g 0,0 300x300 {\"type\": \"group\"}\na 10,10 100x50 in g", "drag 20,20 a g\nmove 30,20\nend",
            says: ["by 0,0", "by 10,0", "changed by 10,0"],
            becomes: "g 10,0 300x300 {\"type\": \"group\"}\na 10,10 100x50 in g")
    }

    static let refusals: [(String, String)] = [
        ("drag 700,500", "error nothingThere"), ("drag 10,10 nobody", "error noSuchNode"),
        ("drag 210,10", "error locked"), ("drag 0,0 a l", "error locked"), ("drag 410,10", "error nothingThere"),
        ("drag 0,0 u", "error nothingThere"), ("drag 0,0 n", "error invalidValue"),
        ("connect 700,500", "error nothingThere"), ("connect 0,0 nobody", "error noSuchNode"),
        ("connect 0,0 a.none", "error noSuchHandle"), ("connect 0,0 u", "error switchedOff"),
        ("connect 0,0 n", "error nothingThere"), ("reconnect 0,0 nobody source", "error noSuchEdge"),
        ("reconnect 0,0 e source", "error locked"), ("reconnect 0,0 f source", "error switchedOff"),
        ("resize 0,0 nobody top", "error noSuchNode"), ("resize 0,0 l top", "error locked"),
        ("resize 0,0 n top", "error nothingThere"), ("move 0,0", "error noGesture"), ("end", "error noGesture"),
        ("cancel", "error noGesture"), ("pan 0,0\npan 0,0", "error gestureOpen"),
    ]

    @Test("or another gesture that cannot begin leaves everything as it was", arguments: refusals)
    func refused(script: String, error: String) {
        let before: Sketch = """
            a 0,0 100x50
            l 200,0 100x50 {"locked": true}
            u 400,0 100x50 {"draggable": false, "connectable": false}
            n
            e: a -> u {"locked": true}
            f: a -> u {"reconnectable": false}
            """
        var stage = GestureStage(before)
        _ = stage.run("select u")
        let answers = stage.run(script)
        #expect(answers.last == error)
        #expect(stage.selected == ["u"])
        #expect(Sketch(stage.workspace.document) == before)
        #expect((stage.view.gesture == nil) == (answers.count == 1))
    }

    @Test("leaves behind what of a set cannot be dragged")
    func undraggable() {
        play(
            "a 0,0 100x50\nu 200,0 100x50 {\"draggable\": false}", "drag 210,10 u a\nmove 215,10\nend",
            says: ["by 0,0", "by 5,0", "changed by 5,0"], becomes: "a 5,0 100x50\nu 200,0 100x50 {\"draggable\": false}"
        )
    }

    @Test("stays within the extents, all nodes by one offset")
    func extents() {
        play(
            "settings {\"nodeExtent\": [[0, 0], [500, 500]]}\na 0,0 100x50\nb 200,0 100x50",
            "drag 10,10 a b\nmove 900,-30\nend", says: ["by 0,0", "by 200,0", "changed by 200,0"],
            becomes: "settings {\"nodeExtent\": [[0, 0], [500, 500]]}\na 200,0 100x50\nb 400,0 100x50")
        play(
            "g 100,100 300x300\na 10,10 100x50 in g {\"extent\": \"parent\"}", "drag 120,120\nmove 0,700\nend",
            says: ["by 0,0", "by -10,240", "changed by -10,240"],
            becomes: "g 100,100 300x300\na 0,250 100x50 in g {\"extent\": \"parent\"}")
        play(
            "g 100,100 300x300\na 10,10 100x50 in g {\"extent\": [[5, 5], [90, 90]]}",
            "drag 120,120\nmove 300,300\nend", says: ["by 0,0", "by -20,30", "changed by -20,30"],
            becomes: "g 100,100 300x300\na -10,40 100x50 in g {\"extent\": [[5, 5], [90, 90]]}")
    }

    @Test("lets a parent grow that expands, in the same step")
    func expansion() {
        play(
            "g 0,0 200x200\na 10,10 100x50 in g {\"expandParent\": true}\nb 50,50 10x10 in g",
            "drag 20,20\nmove 0,180\nend", says: ["by 0,0", "by -20,160", "changed by -20,160"],
            becomes:
                "g -10,0 210x220\na 0,170 100x50 in g {\"expandParent\": true}\nb 60,50 10x10 in g")
    }

    @Test("drops into the front-most group that holds the centre, and out onto the canvas")
    func drops() {
        let groups = "g 0,0 200x200 {\"type\": \"group\"}\nh 100,0 200x200 {\"type\": \"group\"}\n"
        play(
            Sketch(groups + "a 400,0 100x50"), "drag 410,10\nmove 110,20\nend",
            says: ["by 0,0", "by -300,10 into h", "changed by -300,10"],
            becomes: Sketch(groups + "a 0,10 100x50 in h"))
        play(
            Sketch(groups + "a 10,10 100x50 in h"), "drag 120,20\nmove 520,20\nend",
            says: ["by 0,0", "by 400,0", "changed by 400,0"], becomes: Sketch(groups + "a 510,10 100x50"))
        play(
            Sketch(groups + "p 400,0 200x200 in h\na 10,10 100x50 in p"), "drag 520,20\nmove 20,20\nend",
            says: ["by 0,0", "by -500,0", "changed by -500,0"],
            becomes: Sketch(groups + "p 400,0 200x200 in h\na -490,10 100x50 in p"))
        play(
            Sketch(groups), "drag 10,10 g\nmove 60,10\nend", says: ["by 0,0", "by 50,0 into h", "changed by 50,0"],
            becomes:
                "g -50,0 200x200 in h {\"type\": \"group\"}\nh 100,0 200x200 {\"type\": \"group\"}")
    }

    @Test("goes on without a node that is removed, and is cancelled with the last")
    func removal() {
        play(
            "a 0,0 100x50\nb 200,0 100x50", "drag 10,10 a b\nmove 20,10\nend",
            says: ["by 0,0", "by 10,0", "changed by 10,0"], becomes: "a 10,0 100x50\nb 210,0 100x50")
        var stage = GestureStage("a 0,0 100x50\nb 200,0 100x50")
        let answers = stage.run("select a b\ndrag 10,10\nmove 20,10\nremove a\nmove 30,10\nremove b\nmove 40,10")
        #expect(answers == ["selected", "by 0,0", "by 10,0", "removed", "by 20,0", "removed", "error noGesture"])
        #expect(stage.view.gesture == nil)
        #expect(stage.selected == [])
    }
}

@Suite("A resize")
struct ResizeTests {
    static let frames: [(String, String)] = [
        ("bottomRight", "frame 100,100 130x70"), ("right", "frame 100,100 130x50"), ("bottom", "frame 100,100 100x70"),
        ("topLeft", "frame 130,120 70x30"), ("left", "frame 130,100 70x50"), ("top", "frame 100,120 100x30"),
        ("topRight", "frame 100,120 130x30"), ("bottomLeft", "frame 130,100 70x70"),
    ]

    @Test("keeps the opposite side where it is", arguments: frames)
    func sides(handle: String, frame: String) {
        var stage = GestureStage("a 100,100 100x50")
        #expect(
            stage.run("resize 0,0 a \(handle)\nmove 30,20\ncancel") == ["frame 100,100 100x50", frame, "cancelled"])
    }

    @Test("stops at the least size: 40 × 30, the type's, or the size it began with")
    func least() {
        let script = "resize 0,0 a topLeft\nmove 500,500\ncancel"
        var stage = GestureStage("a 0,0 100x50")
        #expect(stage.run(script)[1] == "frame 60,20 40x30")
        stage = GestureStage(
            "types {\"t\": {\"minSize\": {\"width\": 60, \"height\": 45}}}\na 0,0 100x50 {\"type\": \"t\"}")
        #expect(stage.run(script)[1] == "frame 40,5 60x45")
        stage = GestureStage("a 0,0 20x10")
        #expect(stage.run(script)[1] == "frame 0,0 20x10")
    }

    @Test("snaps the sides that move, keeps children in place, and is one step")
    func commits() {
        play(
            "settings {\"snapToGrid\": true}\ng 5,5 100x100 {\"type\": \"group\"}\na 10,10 20x20 in g",
            "resize 5,5 g topLeft\nmove -20,0\nend", says: ["frame 5,5 100x100", "frame -20,0 125x105", "changed"],
            becomes:
                "settings {\"snapToGrid\": true}\ng -20,0 125x105 {\"type\": \"group\"}\na 35,15 20x20 in g")
        play(
            "a 0,0", "resize 0,0 a right\nmove 9,0\nmove 0,0\nend",
            says: ["frame 0,0 150x60", "frame 0,0 159x60", "frame 0,0 150x60", "unchanged"])
    }

    @Test("stays within the extent")
    func extent() {
        var stage = GestureStage("settings {\"nodeExtent\": [[-10, -10], [150, 150]]}\na 0,0 100x50")
        #expect(stage.run("resize 0,0 a bottomRight\nmove 500,500\ncancel")[1] == "frame 0,0 150x150")
        #expect(stage.run("resize 0,0 a topLeft\nmove -500,-500\ncancel")[1] == "frame -10,-10 110x60")
    }
}
