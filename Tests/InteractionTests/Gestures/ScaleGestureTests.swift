import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing

@Suite("A scale")
struct ScaleGestureTests {
    private let pair: Sketch = """
        a 100,100 100x50
        b 300,150 100x50 {"locked": true}
        c 200,100 100x100
        """

    @Test("follows the pointer with a corner or a side, and leaves the other side")
    func corners() {
        play(
            pair,
            "select a b c\nscale 300,200 bottomRight\nmove 400,250\nmove 300,200\nmove 500,300 alt\nmove 500,300\nend",
            says: [
                "selected", "scale 1 100,100 200x100", "scale 1.5 100,100 300x150", "scale 1 100,100 200x100",
                "scale 3 -100,0 600x300", "scale 2 100,100 400x200", "changed",
            ],
            becomes: """
                a 100,100 200x100
                b 300,150 100x50 {"locked": true}
                c 300,100 200x200
                """)
        play(
            pair, "scale 100,100 left a c\nmove 0,900\nend",
            says: ["scale 1 100,100 200x100", "scale 1.5 0,75 300x150", "changed"],
            becomes: """
                a 0,75 150x75
                b 300,150 100x50 {"locked": true}
                c 150,75 150x150
                """)
    }

    @Test("stops at the least size and at extents")
    func bounds() {
        play(
            "settings {\"nodeExtent\": [[0, 0], [400, 400]]}\na 100,100 100x50\nc 200,100 100x100",
            "scale 300,200 bottomRight a c\nmove 900,900\nmove -900,-900\ncancel",
            says: ["scale 1 100,100 200x100", "scale 1.5 100,100 300x150", "scale 0.3 100,100 60x30", "cancelled"])
    }

    @Test("goes on with what is left of its nodes")
    func removal() {
        var stage = GestureStage("a 100,100 100x50\nc 200,100 100x100")
        let answers = stage.run("scale 300,200 bottomRight a c\nremove c\nmove 400,250\nend")
        #expect(answers == ["scale 1 100,100 200x100", "removed", "scale 2 100,100 200x100", "changed"])
        #expect(Sketch(stage.workspace.document) == "a 100,100 200x100")
        #expect(stage.run("scale 300,200 bottomRight a\nremove a\nend").last == "error noGesture")
    }

    @Test(
        "is refused without anything that can be scaled",
        arguments: [
            ("scale 0,0 top", "error nothingThere"), ("select b\nscale 0,0 top", "error nothingThere"),
            ("scale 0,0 top b", "error locked"), ("scale 0,0 top x", "error noSuchNode"),
        ])
    func refusals(script: String, answer: String) {
        var stage = GestureStage(pair)
        #expect(stage.run(script).last == answer)
    }
}
