import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Seeding
import Sketching
import Testing

@Suite("Gestures, whatever they are,")
struct GestureLawsTests {
    /// Small documents of nodes and groups, with extents, locks, limits and cycles, on a grid or not.
    private static func sketch(_ random: inout Seeded) -> Sketch {
        var lines = ["types {\"t\": {\"minSize\": {\"width\": 60, \"height\": 20}}}"]
        var settings = [
            "\"allowCycles\": \(Bool.random(using: &random))", "\"snapToGrid\": \(Bool.random(using: &random))",
        ]
        if Int.random(in: 0..<4, using: &random) == 0 { settings.append("\"nodeExtent\": [[-100, -100], [700, 500]]") }
        if Int.random(in: 0..<4, using: &random) == 0 {
            settings.append("\"translateExtent\": [[-300, -300], [900, 900]]")
        }
        if Int.random(in: 0..<4, using: &random) == 0 { settings.append("\"connectionMode\": \"loose\"") }
        lines.append("settings {\(settings.joined(separator: ", "))}")
        let extras = [
            "\"type\": \"t\"", "\"draggable\": false", "\"locked\": true", "\"extent\": \"parent\"", "\"hidden\": true",
            "\"extent\": [[0, 0], [300, 300]]", "\"expandParent\": true", "\"connectable\": false", "\"zIndex\": 2",
            "\"selectable\": false",
            "\"handles\": [{\"id\": \"i\", \"type\": \"target\", \"limit\": 1}, "
                + "{\"id\": \"o\", \"type\": \"source\"}, {\"id\": \"o\", \"type\": \"target\", \"position\": \"left\"}]",
        ]
        for index in 0..<12 {
            let x = Int.random(in: -50...300, using: &random)
            let y = Int.random(in: -50...220, using: &random)
            var members = index < 4 ? ["\"type\": \"group\""] : []
            let extra = Int.random(in: 0..<(extras.count * 2), using: &random)
            if extra < extras.count, !(index < 4 && extra == 0) { members.append(extras[extra]) }
            let size = index < 4 ? "250x180" : "\(Int.random(in: 10...120, using: &random))x50"
            let parent =
                index > 0 && Int.random(in: 0..<3, using: &random) == 0
                ? "in n\(Int.random(in: 0..<min(index, 6), using: &random))" : ""
            lines.append("n\(index) \(x),\(y) \(size) \(parent) {\(members.joined(separator: ", "))}")
        }
        for index in 0..<6 {
            let members = [
                "", "\"locked\": true", "\"label\": \"yes\"", "\"waypoints\": [{\"x\": \(index * 40), \"y\": 120}]",
                "\"type\": \"step\", \"label\": \"no\", \"waypoints\": [{\"x\": 10, \"y\": 9}, {\"x\": 70, \"y\": 90}]",
            ].randomElement(using: &random)
            lines.append(
                "k\(index): n\(Int.random(in: 4..<12, using: &random)) -> n\(Int.random(in: 4..<12, using: &random))"
                    + " {\(members ?? "")}")
        }
        return Sketch(lines.joined(separator: "\n"))
    }

    private static func start(_ random: inout Seeded) -> String {
        let node = "n\(Int.random(in: 0..<12, using: &random))"
        let at = point(&random)
        switch Int.random(in: 0..<13, using: &random) {
        case 9, 10: return "waypoint \(at) k\(Int.random(in: 0..<6, using: &random))"
        case 11: return "label \(at) k\(Int.random(in: 0..<6, using: &random))"
        case 12: return Bool.random(using: &random) ? "waypoint \(at)" : "label \(at)"
        case 0: return "drag \(at)"
        case 1: return "drag \(at) \(node)"
        case 2: return "drag \(at) \(node) n\(Int.random(in: 0..<12, using: &random)) n5"
        case 3: return "connect \(at)"
        case 4: return "connect \(at) \(node)"
        case 5:
            let end = Bool.random(using: &random) ? "source" : "target"
            return "reconnect \(at) k\(Int.random(in: 0..<6, using: &random)) \(end)"
        case 6: return "resize \(at) \(node) \(ResizeHandle.allCases.randomElement(using: &random) ?? .top)"
        case 7:
            return
                "\(Bool.random(using: &random) ? "marquee" : "lasso") \(at) \(Selection.Operation.allCases.randomElement(using: &random) ?? .add)"
        default: return "pan \(at)"
        }
    }

    private static func point(_ random: inout Seeded) -> String {
        let x = Int.random(in: -200...1600, using: &random)
        let y = Int.random(in: -200...1200, using: &random)
        return "\(Double(x) / 4),\(Double(y) / 4)"
    }

    private static func frames(_ document: Document) -> [Node.Slot: Rect] {
        var frames: [Node.Slot: Rect] = [:]
        for slot in document.nodeSlots { frames[slot] = document.frame(slot) }
        return frames
    }

    @Test(
        "preview what they do, do it in one step, and leave no trace when cancelled",
        arguments: 0..<12 as Range<UInt64>)
    func program(seed: UInt64) {
        var random = Seeded(seed)
        var stage = GestureStage(Self.sketch(&random))
        for step in 0..<40 {
            if step % 5 == 0 {
                _ = stage.run(
                    "select n\(Int.random(in: 0..<12, using: &random)) n\(Int.random(in: 0..<12, using: &random)) k1")
                let zoom: Double = [0.5, 1, 2, 0.7].randomElement(using: &random) ?? 1
                _ = stage.run("show \(Int.random(in: -50...50, using: &random)),0 \(zoom)")
            }
            let script = ([Self.start(&random)] + (0..<3).map { _ in "move \(Self.point(&random))" }).joined(
                separator: "\n")
            let before = stage
            let answers = stage.run(script)
            if answers.first?.hasPrefix("error") ?? true {
                expectSame(before, stage, "\(seed) \(script)")
                continue
            }
            var cancelled = stage
            _ = cancelled.run("cancel")
            expectSame(before, cancelled, "\(seed) \(script)")
            let last = answers.last ?? ""
            check(&stage, from: before, last: last, "seed \(seed), step \(step): \(script)")
        }
    }

    private func expectSame(_ before: GestureStage, _ after: GestureStage, _ comment: Comment) {
        #expect(picture(of: before.workspace.document) == picture(of: after.workspace.document), comment)
        #expect(before.view.selection == after.view.selection, comment)
        #expect(before.view.viewport == after.view.viewport, comment)
        #expect(before.workspace.revision == after.workspace.revision && after.view.gesture == nil, comment)
    }

    /// Ends the gesture and compares with its preview.
    private func check(_ stage: inout GestureStage, from before: GestureStage, last: String, _ comment: Comment) {
        let view = stage.view
        #expect(picture(of: before.workspace.document) == picture(of: stage.workspace.document), comment)
        let answer = stage.run("end")[0]
        let document = stage.workspace.document
        #expect(document.checkInvariants() == [], comment)
        #expect(
            stage.workspace.history.position - before.workspace.history.position
                == (answer.hasPrefix("changed") ? 1 : 0),
            comment)
        if view.gesture?.kind == .drag {
            let by = last.split(separator: " ")[1]
            #expect(answer.split(separator: " ")[2] == by, comment)
        }
        let grown = document.nodeSlots.filter { slot in
            document.nodes.geometry(slot).width != before.workspace.document.nodes.geometry(slot).width
                || document.nodes.geometry(slot).height != before.workspace.document.nodes.geometry(slot).height
        }
        for (slot, frame) in Self.frames(before.workspace.document) {
            let expected = view.previewFrame(of: slot) ?? frame.offset(by: view.displacement(of: slot) ?? .zero)
            let actual = document.frame(slot)
            if frame.minX.isNaN || grown.contains(slot) && view.previewFrame(of: slot) == nil { continue }
            // A resized node may be grown once more by a child of its own only in another gesture.
            #expect(actual.distance(to: expected.origin) < 1e-6, comment)
            #expect(abs(actual.maxX - expected.maxX) < 1e-6 && abs(actual.maxY - expected.maxY) < 1e-6, comment)
        }
        checkEdges(&stage.workspace, from: before.workspace.document, comment)
        for slot in document.edgeSlots {
            guard let former = before.workspace.document.edge(document.edgeID(slot)), grown.isEmpty else { continue }
            let expected = view.shownForm(ofEdge: former, before.workspace.document) ?? EdgeForm()
            let actual = document.form(ofEdge: slot) ?? EdgeForm()
            #expect(actual.labelPosition == expected.labelPosition, comment)
            #expect(actual.labelOffset == expected.labelOffset, comment)
            #expect(actual.waypoints.count == expected.waypoints.count, comment)
            for (a, b) in zip(actual.waypoints, expected.waypoints) { #expect(a.distance(to: b) < 1e-6, comment) }
        }
        guard answer.hasPrefix("changed") else { return }
        var back = stage.workspace
        _ = try? back.undo(1, cause: "undo")
        #expect(picture(of: back.document) == picture(of: before.workspace.document), comment)
        _ = try? back.redo(1, cause: "redo")
        #expect(picture(of: back.document) == picture(of: document), comment)
    }

    /// The gate lets pass whatever edge is new or ends elsewhere.
    private func checkEdges(_ workspace: inout Workspace, from before: Document, _ comment: Comment) {
        let document = workspace.document
        for slot in document.edgeSlots {
            let edge = document.edge(at: slot)
            if let former = before.edge(edge.id), before.edge(at: former).joinsTheSame(as: edge) { continue }
            #expect(workspace.content.refusal(of: ConnectionProposal(edge, replacing: edge.id)) == nil, comment)
        }
    }

    @Test("find the handle that a linear scan finds", arguments: 0..<20 as Range<UInt64>)
    func candidates(seed: UInt64) {
        var random = Seeded(seed)
        var stage = GestureStage(Self.sketch(&random))
        // A node on which the edge is let go would be a candidate by its body.
        _ = try? stage.workspace.perform(.init(cause: "test")) { (transaction) throws(EditError) in
            try transaction.updateSettings(["dropOnNode": "refuse"])
        }
        _ = stage.run("connect 0,0 n\(Int.random(in: 4..<12, using: &random))")
        guard let connect = stage.view.gesture?.as(ConnectGesture.self) else { return }
        for _ in 0..<60 {
            let at = Self.point(&random)
            _ = stage.run("move \(at)")
            guard let draft = stage.view.draft else { return }
            let (legal, any) = scan(&stage.workspace, from: connect, at: draft.pointer)
            let expected = legal ?? any
            #expect(draft.candidate?.anchor.point.distance(to: draft.pointer) == expected, "seed \(seed) \(at)")
            #expect(draft.isAllowed == (legal != nil), "seed \(seed) \(at)")
        }
    }

    /// The distances of the nearest legal handle and of the nearest of any.
    private func scan(
        _ workspace: inout Workspace, from start: ConnectGesture, at point: Point
    ) -> (legal: Double?, any: Double?) {
        let document = workspace.document
        var legal: Double?
        var any: Double?
        for slot in document.nodeSlots where document.isPlaced(slot) && !document.isConcealed(slot) {
            if document.nodes.flags(slot).contains(.unconnectable) { continue }
            let list = document.handles(slot)
            for handle in list where slot != start.node || handle != start.handle {
                let anchor = Anchor.on(frame: document.frame(slot), side: handle.side, offset: handle.offset).point
                let distance = anchor.distance(to: point)
                let wanted = start.handle.kind.opposite
                let isTwin = handle.kind != wanted && list.contains { $0.kind == wanted && $0.id == handle.id }
                if distance >= 40 || isTwin { continue }
                any = min(any ?? distance, distance)
                let here = (document.nodeID(start.node), start.handle.id)
                let there = (document.nodeID(slot), handle.id)
                let (source, target) = start.handle.kind == .source ? (here, there) : (there, here)
                let proposal = ConnectionProposal(
                    source: source.0, sourceHandle: source.1, target: target.0, targetHandle: target.1)
                if workspace.content.refusal(of: proposal) == nil { legal = min(legal ?? distance, distance) }
            }
        }
        return (legal, any)
    }
}

extension Edge {
    fileprivate func joinsTheSame(as other: Edge) -> Bool {
        source == other.source && sourceHandle == other.sourceHandle && target == other.target
            && targetHandle == other.targetHandle
    }
}
