import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing

@Suite("Keys that connect")
struct KeyboardConnectTests {
    private let sketch: Sketch = """
        settings {"allowCycles": false}
        a 0,0 100x50
        near 0,100 100x50
        far 0,400 100x50
        veryFar 90000,400 100x50
        refused 0,200 100x50 {"connectable": false}
        before 0,-200 100x50
        ba: before -> a
        """

    @Test("go through the legal targets, nearest first, and connect with Enter")
    func cycle() throws {
        var stage = KeyStage(sketch)
        #expect(stage.run("focus a\nc") == ["-", "connect connect"])
        #expect(stage.selected == "a" && stage.candidate == nil)
        var seen: [String?] = []
        for _ in 0..<4 {
            stage.run("Tab")
            seen.append(stage.candidate)
        }
        #expect(seen == ["near.target", "far.target", "veryFar.target", "near.target"])
        stage.run("ArrowDown\nArrowDown\nArrowUp")
        #expect(stage.candidate == "far.target")
        #expect(stage.run("Enter") == ["select"])
        #expect(stage.view.gesture == nil)
        #expect(stage.document.edgeSlots.map { stage.document.edgeID($0).string } == ["ba", "e1"])
        let made = try #require(stage.document.edge("e1"))
        #expect(stage.document.nodeID(stage.document.edges.ends(made).target) == "far")
        #expect(stage.workspace.history.labels == ["Connect"])
        stage.run("mod+z")
        #expect(Sketch(stage.document) == sketch)
    }

    @Test("show a candidate that is out of view, and everything as it was after Escape")
    func cancel() {
        var stage = KeyStage(sketch)
        stage.run("select before\nc\nTab\nTab\nTab")
        #expect(stage.view.viewport.x < -80_000)
        #expect(stage.run("Escape") == ["cancel"])
        #expect(stage.view.viewport == Viewport() && stage.selected == "before" && stage.view.gesture == nil)
        #expect(Sketch(stage.document) == sketch)
        // One key after the other has nothing to choose, and nothing comes of it.
        stage.run("c\nEnter")
        #expect(Sketch(stage.document) == sketch && stage.view.gesture == nil)
    }

    @Test("give way to a pointer")
    func pointer() {
        var stage = KeyStage(sketch)
        #expect(stage.run("focus a\nc\nTab\ndown 600,500") == ["-", "connect connect", "focusNext connect", "-"])
        #expect(stage.run("up 600,500\nEnter") == ["-", "-"])
        #expect(Sketch(stage.document) == sketch)
    }

    @Test("begin at each handle of the node in turn")
    func sources() throws {
        var stage = KeyStage(
            """
            a 0,0 {"handles": [{"id": "in", "type": "target"}, {"id": "x", "type": "source"}, {"id": "y", "type": "source"}]}
            b 300,0
            """)
        func from() -> String? {
            if let connect = stage.view.gesture?.as(ConnectGesture.self) { return connect.handle.id.string }
            return nil
        }
        stage.run("focus a\nc")
        #expect(from() == "x")
        stage.run("c")
        #expect(from() == "y")
        stage.run("c\nTab")
        #expect(from() == "in" && stage.candidate == "b.source")
        stage.run("Enter")
        let made = try #require(stage.document.edgeSlots.first)
        #expect(stage.document.nodeID(stage.document.edges.ends(made).source) == "b")
    }

    @Test("begin nothing where nothing can be connected")
    func nothing() {
        var stage = KeyStage(sketch)
        #expect(stage.run("c\nfocus refused\nc\nfocus ba\nc") == ["-", "-", "-", "-", "-"])
    }

    @Test("distinguish handles that lie on one another")
    func stacked() throws {
        var stage = KeyStage(
            """
            settings {"spreadHandles": false}
            a 0,0
            b 300,0 {"handles": [{"id": "p", "type": "target"}, {"id": "q", "type": "target"}]}
            c 300,0 {"handles": [{"id": "r", "type": "target"}]}
            """)
        stage.run("focus a\nc")
        var seen: [String?] = []
        for _ in 0..<4 {
            stage.run("Tab")
            seen.append(stage.candidate)
        }
        #expect(seen == ["c.r", "b.p", "b.q", "c.r"])
        stage.run("Tab\nTab\nEnter")
        let document = stage.document
        let made = try #require(document.edgeSlots.first)
        #expect(document.edge(at: made).targetHandle == "q")
    }

    @Test("go on with what others leave of the document")
    func others() {
        var stage = KeyStage(sketch)
        stage.run("focus a\nc\nTab\nTab")
        _ = try? stage.workspace.perform(DocumentEditor.Options(cause: "x")) { (transaction) throws(EditError) in
            _ = try transaction.removeElements(nodes: ["far", "near"])
        }
        #expect(stage.candidate == nil)
        stage.run("shift+Tab\nTab")
        #expect(stage.candidate == "veryFar.target")
        stage.run("Enter")
        #expect(stage.document.edges.count == 2)
    }

    @Test("do not ask all of a great document")
    func bound() {
        var lines = ["settings {\"allowCycles\": false}", "a 0,0 10x10"]
        for index in 0..<4000 {
            lines.append("n\(index) \((index % 60) * 20),\(40 + index / 60 * 20) 10x10 {\"locked\": true}")
        }
        lines.append("end 0,9000 10x10")
        var stage = KeyStage(Sketch(lines.joined(separator: "\n")))
        stage.run("focus a\nc\nTab")
        #expect(stage.candidate == nil)
        stage.run("Enter")
        #expect(stage.document.edges.count == 0)
    }
}
