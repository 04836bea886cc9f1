import Geometry
import Graph
import Interaction
import Sketching
import Testing

/// The effects of raw input and gestures in a document that another process edits.
@Suite struct ReadOnlyInputTests {
    private static let two: Sketch = "a 100,100 200x100\nb 500,100 200x100\ne: a.source -> b.target"

    private func stage(_ sketch: Sketch = two) -> PointerStage {
        var pointers = PointerStage(sketch)
        pointers.stage.workspace.isReadOnly = true
        return pointers
    }

    @Test func `a drag on a node, a handle or an edge moves the view, and a tap selects`() {
        for place in ["120,150", "200,200", "400,150"] {
            var pointers = stage()
            let answers = pointers.run("0 down 1 mouse \(place)\n8 move 1 mouse 600,500")
            #expect(answers.last?.hasPrefix("pan at ") == true, "\(answers)")
            #expect(pointers.stage.window.contacts[0].refusals.allSatisfy { $0.reason == .readOnly })
            #expect(!pointers.stage.window.contacts[0].refusals.isEmpty || place == "400,150")
        }
        var pointers = stage()
        #expect(pointers.run("0 down 1 mouse 120,150\n9 up 1 mouse 120,150") == ["", "tap a, [a]"])
    }

    @Test func `alt cuts nothing, and shift selects as ever`() {
        var pointers = stage()
        let cut = pointers.run("0 down 1 mouse 400,50 alt\n8 move 1 mouse 400,300 alt")
        #expect(cut.last?.hasPrefix("pan at ") == true)
        pointers = stage()
        let region = pointers.run("0 down 1 mouse 50,50 shift\n8 move 1 mouse 350,300 shift")
        #expect(region.last?.hasPrefix("marquee") == true)
    }

    @Test func `no gesture begins that would edit; those that select or pan do`() {
        var gestures = stage().stage
        let script = """
            drag 120,150 a
            connect 200,200 a.source
            reconnect 600,100 e target
            resize 300,200 a bottomRight
            scale 300,200 bottomRight a
            waypoint 400,150 e
            label 400,150 e
            """
        #expect(gestures.run(script) == Array(repeating: "error readOnly", count: 7))
        let others = gestures.run("marquee 0,0\ncancel\nlasso 0,0\ncancel\npan 0,0\ncancel")
        #expect(!others.contains { $0.hasPrefix("error") }, "\(others)")
    }

    @Test func `a pressed node stays where it is among the others`() {
        let raised = Sketch(content: [
            "types": ["t": ["raiseOnTouch": true]],
            "nodes": [
                ["id": "a", "type": "t", "position": ["x": 0, "y": 0], "width": 100, "height": 50],
                ["id": "b", "type": "t", "position": ["x": 50, "y": 0], "width": 100, "height": 50],
            ],
        ])
        var pointers = stage(raised)
        #expect(pointers.run("0 down 1 mouse 10,20\n9 up 1 mouse 10,20") == ["", "tap a, [a]"])
        #expect(pointers.stage.workspace.revision == 0)
    }
}
