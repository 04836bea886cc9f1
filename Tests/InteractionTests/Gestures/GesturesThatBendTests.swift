import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Testing
import Wire

@Suite("A waypoint")
struct WaypointGestureTests {
    /// The edge leads from 50,25 to 450,25.
    private static let nodes = "a 0,0 100x50\nb 400,0 100x50\n"

    private static func sketch(_ waypoints: String = "", _ more: String = "", settings: String = "") -> Sketch {
        let list = waypoints.isEmpty ? "" : ", \"waypoints\": [\(waypoints)]"
        return Sketch(nodes + "e: a -> b {\"type\": \"straight\"\(list)\(more)}\nsettings {\(settings)}")
    }

    @Test("moves with the pointer, and keeps what else stands in it")
    func moves() {
        play(
            Self.sketch("{\"x\": 250, \"y\": 200, \"k\": 1}"), "waypoint 253,200 e 0\nmove 263,190\nend",
            says: ["bends e [250,200]", "bends e [260,190]", "changed edge e"],
            becomes: Self.sketch("{\"x\": 260, \"y\": 190, \"k\": 1}"))
        play(
            Self.sketch("{\"x\": 250, \"y\": 200}"), "waypoint 253,200 e\nmove 263,190\nmove 253,200\nend",
            says: ["bends e [250,200]", "bends e [260,190]", "bends e [250,200]", "unchanged edge e"])
    }

    @Test("is put into an edge between the right neighbours, once it is pulled away from it")
    func inserts() {
        play(
            Self.sketch(), "waypoint 250,30 e\nmove 250,34\nmove 250,35\nmove 250,130\nend",
            says: [
                "bends e [] removed", "bends e [] removed", "bends e [250,30]", "bends e [250,125]", "changed edge e",
            ], becomes: Self.sketch("{\"x\": 250, \"y\": 125}"))
        play(
            Self.sketch("{\"x\": 150, \"y\": 200, \"k\": 1}, {\"x\": 350, \"y\": 200}"),
            "waypoint 250,200\nmove 250,300\nend",
            says: [
                "bends e [150,200 350,200] removed", "bends e [150,200 250,300 350,200]", "changed edge e",
            ],
            becomes: Self.sketch(
                "{\"x\": 150, \"y\": 200, \"k\": 1}, {\"x\": 250, \"y\": 300}, {\"x\": 350, \"y\": 200}"))
        play(Self.sketch(), "waypoint 250,25 e\nend", says: ["bends e [] removed", "unchanged edge e"])
    }

    @Test("is let go of where the edge does not bend")
    func removes() {
        play(
            Self.sketch("{\"x\": 250, \"y\": 200}"),
            "waypoint 250,200 e 0\nmove 250,29\nmove 250,30\nmove 250,29.9\nend",
            says: [
                "bends e [250,200]", "bends e [] removed", "bends e [250,30]", "bends e [] removed", "changed edge e",
            ],
            becomes: Self.sketch())
        play(
            Self.sketch("{\"x\": 150, \"y\": 200}, {\"x\": 250, \"y\": 300}, {\"x\": 350, \"y\": 200}"),
            "show 0,0 2\nwaypoint 500,600 e 1\nmove 500,405\nmove 500,404\nend",
            says: [
                "shown", "bends e [150,200 250,300 350,200]", "bends e [150,200 250,202.5 350,200]",
                "bends e [150,200 350,200] removed", "changed edge e",
            ], becomes: Self.sketch("{\"x\": 150, \"y\": 200}, {\"x\": 350, \"y\": 200}"))
    }

    @Test("of a stepped edge is let go of where the legs run without it")
    func removesFromSteps() {
        let start = "e: a -> b {\"type\": \"step\", \"waypoints\": [{\"x\": 150, \"y\": 200}]}"
        let nodes = "a 0,0 100x50\nb 400,400 100x50\n"
        // On the line between the ends at 50,25 and 450,425, but not on a leg.
        play(
            Sketch(nodes + start), "waypoint 150,200 e 0\nmove 150,125\nend",
            says: ["bends e [150,200]", "bends e [150,125]", "changed edge e"],
            becomes: Sketch(nodes + "e: a -> b {\"type\": \"step\", \"waypoints\": [{\"x\": 150, \"y\": 125}]}"))
        play(
            Sketch(nodes + start), "waypoint 150,200 e 0\nmove 250,222\nend",
            says: ["bends e [150,200]", "bends e [] removed", "changed edge e"],
            becomes: Sketch(nodes + "e: a -> b {\"type\": \"step\"}"))
    }

    @Test("snaps as what is dragged, and keeps to an axis with shift")
    func snaps() {
        let grid = "\"snapToGrid\": true"
        play(
            Self.sketch("{\"x\": 250, \"y\": 205}", settings: grid),
            "waypoint 250,205 e 0\nmove 258,219\nmove 258,219 control\nmove 280,219 shift\nend",
            says: [
                "bends e [250,205]", "bends e [260,220]", "bends e [258,219]", "bends e [280,205]", "changed edge e",
            ], becomes: Self.sketch("{\"x\": 280, \"y\": 205}", settings: grid))
        var stage = GestureStage(
            Sketch(
                "a 0,0 100x50\nb 400,0 100x50\nc 300,300 100x50\n"
                    + "e: a -> b {\"type\": \"straight\", \"waypoints\": [{\"x\": 250, \"y\": 200}]}\n"
                    + "settings {\"snapToGuides\": true}"))
        #expect(stage.run("waypoint 250,200 e 0\nmove 296,251").last == "bends e [300,251]")
        #expect(stage.view.gesture?.guides == [Guide(axis: .x, position: 300, from: 251, to: 350)])
    }

    @Test("without an edge is that of a selected edge, else a new one of the edge that is there")
    func grasps() {
        let two = "a 0,0 100x50\nb 400,0 100x50\n"
        let bent = "{\"type\": \"straight\", \"waypoints\": [{\"x\": 250, \"y\": 200}]}"
        var stage = GestureStage(Sketch(two + "e: a -> b \(bent)\nf: b -> a \(bent)"))
        #expect(
            stage.run("select e\nwaypoint 252,203\nmove 252,303\ncancel").suffix(3) == [
                "bends e [250,200]", "bends e [250,300]", "cancelled",
            ])
        #expect(stage.run("select\nwaypoint 252,200\nmove 252,260").last?.hasPrefix("bends f [") == true)
        #expect(stage.run("cancel\nwaypoint 700,500") == ["cancelled", "error nothingThere"])
    }

    @Test("does not move where it may not")
    func refusals() {
        var stage = GestureStage(Self.sketch("{\"x\": 250, \"y\": 200}"))
        #expect(stage.run("waypoint 0,0 ghost\nwaypoint 0,0 e 1") == ["error noSuchEdge", "error invalidValue"])
        stage = GestureStage(Self.sketch("{\"x\": 250, \"y\": 200}", ", \"locked\": true"))
        #expect(stage.run("waypoint 250,200 e 0\nlabel 0,0 e") == ["error locked", "error locked"])
        stage = GestureStage(Self.sketch("{\"x\": 250, \"y\": 200}", ", \"hidden\": true"))
        #expect(stage.run("waypoint 250,200 e 0\nlabel 0,0 e") == ["error nothingThere", "error nothingThere"])
        let many = (0..<Limits.waypoints).map { "{\"x\": \($0 * 10), \"y\": \($0 % 2 * 90 + 100)}" }
        stage = GestureStage(Self.sketch(many.joined(separator: ", ")))
        #expect(stage.run("waypoint 0,26 e") == ["error limits"])
        #expect(stage.run("waypoint 0,100 e 0\nmove 5,80\nend").last == "changed edge e")
    }

    @Test("goes with its edge, and comes to terms with other edits")
    func meanwhile() {
        var stage = GestureStage(Self.sketch("{\"x\": 250, \"y\": 200}"))
        #expect(stage.run("waypoint 250,200 e 0\nremove a\nmove 0,0").last == "error noGesture")
        func edit(_ stage: inout GestureStage, _ patch: JSONObject) {
            _ = try? stage.workspace.perform(.init(cause: "other")) { transaction throws(EditError) in
                try transaction.updateEdge(Identifier("e"), patch: patch)
            }
        }
        stage = GestureStage(Self.sketch("{\"x\": 250, \"y\": 200}"))
        _ = stage.run("waypoint 250,200 e 0\nmove 250,300")
        edit(&stage, ["data": ["n": 1]])
        #expect(stage.run("move 250,310\nend") == ["bends e [250,310]", "changed edge e"])
        let others: [JSONObject] = [
            ["waypoints": [["x": 100, "y": 200], ["x": 250, "y": 200]]], ["waypoints": []], ["labelPosition": 0.1],
            ["locked": true], ["hidden": true],
        ]
        for patch in others {
            stage = GestureStage(Self.sketch("{\"x\": 250, \"y\": 200}"))
            _ = stage.run("waypoint 250,200 e 0\nmove 250,300")
            edit(&stage, patch)
            #expect(stage.run("end") == ["error noGesture"], "\(patch)")
        }
        stage = GestureStage(Self.sketch("{\"x\": 250, \"y\": 200}"))
        _ = stage.run("waypoint 250,200 e 0\nmove 250,300")
        _ = try? stage.workspace.perform(.init(cause: "other")) { transaction throws(EditError) in
            try transaction.updateNode(Identifier("a"), patch: ["hidden": true])
        }
        #expect(stage.run("end") == ["unchanged edge e"])
    }
}

@Suite("A label")
struct LabelGestureTests {
    private static func sketch(_ more: String = "") -> Sketch {
        Sketch("a 0,0 100x50\nb 400,0 100x50\ne: a -> b {\"type\": \"straight\", \"label\": \"yes\"\(more)}")
    }

    @Test("sticks to its edge within its reach, and lies beside it beyond")
    func sticks() {
        play(
            Self.sketch(), "label 255,30\nmove 355,34.9\nend",
            says: ["label e", "label e at 0.75", "changed edge e"], becomes: Self.sketch(", \"labelPosition\": 0.75"))
        play(
            Self.sketch(), "label 250,25 e\nmove 150,30\nend",
            says: ["label e", "label e at 0.25 by 0,5", "changed edge e"],
            becomes: Self.sketch(", \"labelPosition\": 0.25, \"labelOffset\": {\"x\": 0, \"y\": 5}"))
        play(
            Self.sketch(", \"labelOffset\": {\"x\": 0, \"y\": 40}"), "label 250,65\nmove 250,26\nend",
            says: ["label e by 0,40", "label e at 0.5", "changed edge e"],
            becomes: Self.sketch(", \"labelPosition\": 0.5"))
        play(
            Self.sketch(), "label 250,25\nmove 480,25\nend",
            says: ["label e", "label e at 1 by 30,0", "changed edge e"],
            becomes: Self.sketch(", \"labelPosition\": 1, \"labelOffset\": {\"x\": 30, \"y\": 0}"))
    }

    @Test("stays where it was without movement, and keeps to an axis with shift")
    func rests() {
        play(
            Self.sketch(), "label 250,25\nmove 300,25\nmove 250,25\nend",
            says: ["label e", "label e at 0.625", "label e", "unchanged edge e"])
        play(
            Self.sketch(), "label 250,25\nmove 270,60 shift\nmove 290,35 shift\nend",
            says: ["label e", "label e at 0.5 by 0,35", "label e at 0.6", "changed edge e"],
            becomes: Self.sketch(", \"labelPosition\": 0.6"))
    }

    @Test("has to be there, and goes with its edge")
    func refusals() {
        var stage = GestureStage(Self.sketch())
        #expect(stage.run("label 250,100\nlabel 0,0 ghost") == ["error nothingThere", "error noSuchEdge"])
        #expect(stage.run("label 250,25\nremove e\nend").suffix(2) == ["removed", "error noGesture"])
    }
}

@Suite("A pointer on an edge")
struct PointerOnEdgeTests {
    private static func sketch(_ more: String, settings: String = "") -> Sketch {
        Sketch(
            "a 0,0 100x50\nb 400,0 100x50\ne: a -> b {\"type\": \"straight\"\(more)}\nsettings {\(settings)}")
    }
    private static let bent = ", \"waypoints\": [{\"x\": 250, \"y\": 200}]"

    @Test("that is selected moves its waypoints, and a tap on one is a tap on the edge")
    func waypoints() {
        stream(
            Self.sketch(Self.bent),
            "0 down 1 mouse 250,198\n8 up 1 mouse 250,198\n500 down 1 mouse 250,207\n508 up 1 mouse 250,207\n1000 down 1 mouse 252,207\n1008 move 1 mouse 262,217\n1016 up 1 mouse 262,217",
            leadsTo: ["", "tap e, [e]", "", "tap e", "", "waypoint [e]", "[e]"],
            becomes: Self.sketch(", \"waypoints\": [{\"x\": 260, \"y\": 210}]"))
        stream(
            Self.sketch(Self.bent),
            "0 down 1 mouse 250,198\n8 move 1 mouse 250,218\n16 cancel 1 mouse 250,218",
            leadsTo: ["", "pan at 0,20 1", "nothing"])
    }

    @Test("moves its label, unless the settings or a lock are against it")
    func labels() {
        stream(
            Self.sketch(", \"label\": \"yes\""),
            "0 down 1 mouse 250,25\n8 move 1 mouse 350,25\n16 up 1 mouse 350,25\n500 down 1 mouse 350,25\n508 up 1 mouse 350,25",
            leadsTo: ["", "label", "nothing", "", "tap e, [e]"],
            becomes: Self.sketch(", \"label\": \"yes\", \"labelPosition\": 0.75"))
        stream(
            Self.sketch(", \"label\": \"yes\"", settings: "\"dragLabels\": false"),
            "0 down 1 mouse 250,25\n8 move 1 mouse 350,25\n16 cancel 1 mouse 350,25",
            leadsTo: ["", "pan at 100,0 1", "nothing"])
        var pointers = PointerStage(Self.sketch(", \"label\": \"yes\", \"locked\": true"))
        #expect(pointers.run("0 down 1 mouse 250,25\n8 move 1 mouse 350,25") == ["", "pan at 100,0 1"])
        #expect(pointers.stage.window.contacts[0].refusals.map(\.reason) == [.locked])
        #expect(pointers.stage.window.contacts[0].refusals.map(\.claim) == [.label])
    }

    @Test("bends it only if it is selected and the settings want it")
    func bends() {
        let script =
            "0 down 1 mouse 250,25\n8 up 1 mouse 250,25\n500 down 1 mouse 250,25\n508 move 1 mouse 250,95\n516 up 1 mouse 250,95"
        stream(
            Self.sketch("", settings: "\"bendEdges\": true"), script,
            leadsTo: ["", "tap e, [e]", "", "waypoint [e]", "[e]"],
            becomes: Self.sketch(", \"waypoints\": [{\"x\": 250, \"y\": 95}]", settings: "\"bendEdges\": true"))
        var pointers = PointerStage(Self.sketch(""))
        #expect(pointers.run(script)[3] == "pan [e] at 0,70 1")
    }

    @Test("is undone by a second one")
    func pinches() {
        var pointers = PointerStage(Self.sketch(", \"label\": \"yes\""))
        let answers = pointers.run(
            "0 down 1 touch 250,25\n8 move 1 touch 350,25\n16 down 2 touch 400,300\n24 cancel 1 touch 350,25")
        #expect(answers == ["", "label", "pinch", "nothing"])
        #expect(Sketch(pointers.stage.workspace.document) == Self.sketch(", \"label\": \"yes\""))
    }

    @Test("does not take labels and waypoints that nodes cover from the nodes")
    func covered() {
        var pointers = PointerStage(
            Sketch(
                "a 0,0 100x50\nb 400,0 100x50\nc 200,0 100x50 {\"locked\": true}\n"
                    + "e: a -> b {\"type\": \"straight\", \"label\": \"yes\"}"))
        #expect(pointers.run("0 down 1 mouse 245,25\n8 move 1 mouse 265,25") == ["", "pan at 20,0 1"])
    }

    @Test("splits its waypoints where a node is put into it")
    func insertion() {
        let waypoints = "{\"x\": 250, \"y\": 300}, {\"x\": 650, \"y\": 300, \"k\": 1}"
        let nodes = "a 0,0 100x50\nb 800,0 100x50\n"
        let settings = "\nsettings {\"insertIntoEdges\": true}"
        let members = "\"type\": \"straight\", \"label\": \"yes\", \"labelPosition\": 0.1, \"waypoints\":"
        play(
            Sketch(nodes + "c 400,400 100x50\ne: a -> b {\(members) [\(waypoints)]}" + settings),
            "drag 420,420 c\nmove 420,295\nend", says: ["by 0,0", "by 0,-125", "changed by 0,-125"],
            becomes: Sketch(
                nodes + "c 400,275 100x50\ne: a -> c {\(members) [{\"x\": 250, \"y\": 300}]}\n"
                    + "e1: c -> b {\"type\": \"straight\", \"waypoints\": [{\"x\": 650, \"y\": 300, \"k\": 1}]}"
                    + settings))
    }
}
