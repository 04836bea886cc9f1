import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing

@Suite("Commands that arrange")
struct KeyArrangementsTests {
    /// A sketch with keys for commands that have none.
    private static func sketch(_ lines: String) -> Sketch { Sketch(keys + "\n" + lines) }

    private static let keys = #"""
        settings {"keyBindings": {"1": "alignLeft", "2": "distributeHorizontally", "3": "sameSize", "4": "toggleCollapsed", "5": "reverseEdges", "6": "swapEdges", "7": "straighten"}}
        """#

    @Test("align those that may move, inside of their extents, and let parents grow")
    func alignment() {
        type(
            Self.sketch(
                """
                a 50,0 100x50
                b 200,100 100x50 {"locked": true}
                g 300,0 200x200 {"type": "group"}
                c 20,20 50x50 in g {"extent": "parent"}
                h 600,0 200x200 {"type": "group"}
                d 20,20 50x50 in h {"expandParent": true}
                """), "select a b c d\n1", says: ["-", "alignLeft"],
            becomes: Self.sketch(
                """
                a 50,0 100x50
                b 200,100 100x50 {"locked": true}
                g 300,0 200x200 {"type": "group"}
                c 0,20 50x50 in g {"extent": "parent"}
                h 50,0 750x200 {"type": "group"}
                d 0,20 50x50 in h {"expandParent": true}
                """))
    }

    @Test(
        "are refused where nothing may change, and mean nothing with too little", arguments: ["1", "2", "3", "mod+["])
    func refusals(key: String) {
        var stage = KeyStage(Self.sketch("a 0,0 100x50 {\"locked\": true}\nb 9,9 70x50 {\"locked\": true}"))
        #expect(stage.run("select a b\n\(key)") == ["-", "-"])
        #expect(stage.workspace.takeEvents().compactMap(\.refusal).map(\.error.reason) == [.locked])
        #expect(stage.run("select\n\(key)") == ["-", "-"])
        #expect(stage.workspace.takeEvents().isEmpty && stage.workspace.history.labels.isEmpty)
    }

    @Test("group, and take groups away with all that was selected among them")
    func groups() {
        var stage = KeyStage("a 0,0 100x50\nb 200,0 100x50\nc 0,200 100x50")
        #expect(stage.run("select a b\nmod+g") == ["-", "group"])
        #expect(stage.selected == "n1" && stage.focus == "n1")
        #expect(stage.run("select n1 c\nmod+g") == ["-", "group"])
        #expect(stage.run("select n1 n2 c\nmod+shift+g") == ["-", "ungroup"])
        #expect(stage.selected == "a b c" && stage.document.nodes.count == 3)
        #expect(stage.workspace.history.labels == ["Group", "Group", "Ungroup"])
        stage = KeyStage("g {\"type\": \"group\"}\na in g\nb\ne: b -> g {\"deletable\": false}")
        #expect(stage.run("select g\nmod+shift+g") == ["-", "-"])
        #expect(stage.workspace.takeEvents().compactMap(\.refusal).map(\.error.setting) == ["deletable"])
    }

    @Test("fold all before they unfold all")
    func folding() {
        let sketch: Sketch =
            Self.sketch("g {\"type\": \"group\", \"collapsed\": true}\nh {\"type\": \"group\"}\na in h")
        type(
            sketch, "select g h a\n4", says: ["-", "toggleCollapsed"],
            becomes:
                Self.sketch(
                    "g {\"type\": \"group\", \"collapsed\": true}\nh {\"type\": \"group\", \"collapsed\": true}\na in h"
                )
        )
        var stage = KeyStage(sketch)
        stage.run("select g h\n4\n4")
        #expect(stage.document.nodes.collapsedCount == 0)
        #expect(stage.workspace.history.labels == ["Fold", "Unfold"])
    }

    @Test("lock all before they unlock all, those of a type that locks them, too")
    func locking() {
        var stage = KeyStage("types {\"t\": {\"locked\": true}}\na {\"type\": \"t\"}\nb\ne: a -> b")
        let locked = { (stage: KeyStage) in
            stage.document.nodeSlots.map { stage.document.nodes.flags($0).contains(.locked) }
                + stage.document.edgeSlots.map { stage.document.edges.flags($0).contains(.locked) }
        }
        stage.run("select a b e\nmod+shift+l")
        #expect(locked(stage) == [true, true, true])
        stage.run("mod+shift+l")
        #expect(locked(stage) == [false, false, false])
        stage.run("mod+shift+l")
        #expect(locked(stage) == [true, true, true])
        #expect(stage.workspace.history.labels == ["Lock", "Unlock", "Lock"])
    }

    @Test("swap two edges of one node, and no others")
    func swapping() {
        let node = "t {\"handles\": [{\"id\": \"x\", \"type\": \"target\"}, {\"id\": \"y\", \"type\": \"target\"}]}"
        type(
            Self.sketch("a\nb\n\(node)\ne: a -> t\nf: b -> t.y"), "select e f\n6", says: ["-", "swapEdges"],
            becomes: Self.sketch("a\nb\n\(node)\ne: a -> t.y\nf: b -> t.x"))
        type(Self.sketch("a\nb\n\(node)\ne: a -> t.y\nf: b -> t.y"), "select e f\n6", says: ["-", "-"])
        type(Self.sketch("a\nb\nc\n\(node)\ne: a -> t.x\nf: b -> c"), "select e f\n6", says: ["-", "-"])
    }
}
