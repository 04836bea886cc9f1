import EdgeRouting
import Editing
import Geometry
import Graph
import Sketching
import Testing

@testable import Interaction

/// The effects of the outlines of nodes: on hits and catches, on ends of edges, on places of handles.
@Suite struct NodeShapeTests {
    /// A node at 100, 100 of 100 × 60 with a shape, in front of one behind it.
    private func workspace(_ shape: String, _ more: String = "", handles: String = "") -> Workspace {
        var workspace = Workspace(
            Sketch(
                """
                b 60,60 200x150 {"handles":[]}
                n 100,100 100x60 {"shape":"\(shape)","handles":[\(handles)]}
                \(more)
                """
            ).document)
        _ = workspace.openView("v", size: Size(width: 800, height: 600), viewport: nil, mode: .none, margin: nil)
        return workspace
    }

    private func hit(_ workspace: inout Workspace, _ x: Double, _ y: Double) -> String {
        let view = View.Slot(0)
        let at = workspace[view].viewport.screen(Point(x: x, y: y))
        guard case .node(let slot) = workspace.hit(in: view, at: at, .mouse).target else { return "" }
        let all = workspace.hits(in: view, at: at, .mouse).compactMap { hit in
            if case .node(let slot) = hit.target { workspace.document.nodeID(slot).string } else { nil }
        }
        let first = workspace.document.nodeID(slot).string
        #expect(all.first == first && all.last == "b")
        return first
    }

    @Test(arguments: [
        // In the upper left corner, and in that of a diamond's side.
        ("rectangle", 106.0, 105.0, "n"), ("ellipse", 106, 105, "b"), ("diamond", 106, 105, "b"),
        ("capsule", 106, 105, "b"), ("hexagon", 106, 105, "b"),
        ("rectangle", 120, 114, "n"), ("ellipse", 120, 114, "n"), ("diamond", 120, 114, "b"),
        ("capsule", 120, 104, "n"), ("hexagon", 120, 114, "n"), ("hexagon", 113, 112, "b"),
    ]) func `what lies beside the outline is hit behind it`(shape: String, x: Double, y: Double, hit wanted: String) {
        var workspace = workspace(shape)
        #expect(hit(&workspace, x, y) == wanted)
        #expect(hit(&workspace, 300 - x, 260 - y) == wanted, "as across")
        #expect(hit(&workspace, 150, 140) == "n")
    }

    @Test func `a node's own shape comes before its type's`() throws {
        let types = #"types {"t":{"shape":"ellipse"},"u":{"shape":"star"}}"#
        let document = Sketch(
            """
            a {"type":"t"}
            b {"type":"t","shape":"rectangle"}
            c {"type":"t","shape":"hexagon"}
            d {"type":"t","shape":"star"}
            e {"type":"u","shape":"capsule"}
            f {"type":"u"}
            \(types)
            """
        ).document
        let shapes = document.nodeSlots.map { document.nodes.flags($0).shape }
        #expect(shapes == [.ellipse, .rectangle, .hexagon, .ellipse, .capsule, .rectangle])
    }

    @Test(arguments: [
        ("rectangle", true, true, true), ("ellipse", false, true, true), ("diamond", false, false, true),
        ("capsule", false, true, true), ("hexagon", false, true, true),
    ]) func `regions catch outlines`(shape: String, corner: Bool, slope: Bool, middle: Bool) throws {
        var workspace = workspace(shape)
        let slot = try #require(workspace.document.node("n"))
        func catches(_ lasso: Lasso) -> Bool {
            workspace.content.refresh()
            return lasso.gather(workspace.document, workspace.scene).nodes.contains(slot)
        }
        func triangle(_ rect: Rect) -> Lasso.Region {
            .polygon(
                Polygon([
                    rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY), rect.origin,
                ]))
        }
        let rects = [
            (Rect(x: 90, y: 90, width: 15, height: 14), corner), (Rect(x: 90, y: 90, width: 30, height: 24), slope),
            (Rect(x: 90, y: 90, width: 40, height: 40), middle),
        ]
        for (rect, wanted) in rects {
            #expect(catches(Lasso(.rect(rect))) == wanted, "\(rect)")
            #expect(catches(Lasso(triangle(rect.grown(by: 1e-6)))) == wanted, "\(rect)")
        }
        let frame = Rect(x: 100, y: 100, width: 100, height: 60)
        #expect(catches(Lasso(.rect(frame), mode: .contain)))
        #expect(!catches(Lasso(.rect(frame.offset(by: Point(x: 1, y: 0))), mode: .contain)))
        // A lasso through the middles of the sides holds a diamond alone.
        let middles = [
            Point(x: 149, y: 99), Point(x: 151, y: 99), Point(x: 201, y: 130), Point(x: 150, y: 161),
            Point(x: 99, y: 130),
        ]
        #expect(catches(Lasso(.polygon(Polygon(middles)), mode: .contain)) == (shape == "diamond"))
        #expect(catches(Lasso(.rect(Rect(x: 149, y: 129, width: 2, height: 2)), mode: .center)))
    }

    @Test(arguments: [
        ("rectangle", 100.0, 115.0), ("ellipse", 106.698_729_810_778_06, 115), ("diamond", 125, 115),
        ("capsule", 104.019_237_886_466_84, 115), ("hexagon", 112.5, 115),
    ]) func `handles stand on the outline, straight inwards`(shape: String, x: Double, y: Double) throws {
        let handles =
            #"{"id":"l","type":"target","position":"left","offset":0.25},{"id":"t","type":"source","position":"top"}"#
        var workspace = workspace(shape, "e: b -> n.l\nf: n.t -> b", handles: handles)
        let document = workspace.document
        let into = try #require(document.edge("e"))
        let out = try #require(document.edge("f"))
        let end = try #require(document.plainPath(ofEdge: into)?.end)
        #expect(abs(end.x - x) < 1e-9 && end.y == y)
        #expect(document.plainPath(ofEdge: out)?.start == Point(x: 150, y: 100))
        // A press finds it there.
        let at = workspace[View.Slot(0)].viewport.screen(end)
        let hit = workspace.hit(in: View.Slot(0), at: at, .mouse)
        let node = try #require(document.node("n"))
        #expect(hit.target == .handle(node: node, index: 0) && hit.distance < 1e-6)
    }

    @Test func `an end at the center is moved to the outline`() throws {
        let document = Sketch(
            """
            settings {"edgeSpread": 0}
            a 0,0 100x100 {"shape":"ellipse"}
            b 300,0 100x100 {"shape":"diamond"}
            c 0,300 100x100
            ab: a -> b {"type":"straight"}
            ac: a -> c {"type":"straight"}
            bent: a -> b {"type":"straight","waypoints":[{"x":50,"y":-200},{"x":500,"y":200}]}
            self: a -> a {"type":"straight"}
            """
        ).document
        func ends(_ id: Edge.ID) throws -> [Point] {
            let edge = try #require(document.edge(id))
            let path = try #require(document.plainPath(ofEdge: edge))
            return [path.start, path.end]
        }
        #expect(try ends("ab") == [Point(x: 100, y: 50), Point(x: 300, y: 50)])
        // Rectangles keep the end in their middle.
        #expect(try ends("ac") == [Point(x: 50, y: 100), Point(x: 50, y: 350)])
        #expect(try ends("bent") == [Point(x: 50, y: 0), Point(x: 375, y: 75)])
        #expect(try ends("self") == [Point(x: 50, y: 100), Point(x: 50, y: 100)])
        let edge = try #require(document.edge("ab"))
        let sides = document.plainSides(ofEdge: edge)
        #expect(sides?.source == .center && sides?.target == .center)
    }

    @Test func `an edge of what a collapsed node conceals ends on its outline`() throws {
        let document = Sketch(
            """
            g 0,0 200x100 {"type":"group","collapsed":true,"shape":"diamond"}
            a 10,10 20x20 in g
            b 200,50 100x100
            e: a -> b {"type":"straight"}
            """
        ).document
        let edge = try #require(document.edge("e"))
        let path = try #require(document.plainPath(ofEdge: edge))
        // From 100, 50 towards 250, 100: |x| / 100 + |y| / 50 = 1 at 3 : 1.
        #expect(abs(path.start.x - 160) < 1e-9 && abs(path.start.y - 70) < 1e-9)
    }

    @Test func `edges and indexes follow a change of shape, and its undo`() throws {
        var workspace = workspace("rectangle", "c 100,500 100x100\ne: n -> c {\"type\":\"straight\"}")
        workspace.content.refresh()
        func start() throws -> Point? {
            workspace.content.refresh()
            let edge = try #require(workspace.document.edge("e"))
            let path = workspace.document.plainPath(ofEdge: edge)
            #expect(workspace.scene.edges.bounds(of: edge) == path?.bounds)
            return path?.start
        }
        let center = try start()
        _ = try workspace.perform(DocumentEditor.Options(cause: "t", label: "t")) { (open) throws(EditError) in
            try open.updateNode("n", patch: ["shape": "ellipse"])
        }
        #expect(center == Point(x: 150, y: 130))
        #expect(try start() == Point(x: 150, y: 160))
        #expect(hit(&workspace, 103, 103) == "b")
        _ = try workspace.perform(DocumentEditor.Options(cause: "t", label: "t")) { (open) throws(EditError) in
            try open.updateNode("n", patch: ["shape": .null, "type": "round"])
            try open.updateTypes(["round": ["shape": "diamond"]])
        }
        #expect(hit(&workspace, 120, 114) == "b")
        _ = try workspace.undo(1, cause: "t")
        #expect(hit(&workspace, 120, 114) == "n")
        #expect(hit(&workspace, 103, 103) == "b")
        _ = try workspace.undo(1, cause: "t")
        #expect(hit(&workspace, 103, 103) == "n")
        #expect(try start() == center)
        _ = try workspace.redo(2, cause: "t")
        #expect(hit(&workspace, 120, 114) == "b")
        #expect(try start() == Point(x: 150, y: 160))
        #expect(workspace.document.checkInvariants() == [])
    }
}
