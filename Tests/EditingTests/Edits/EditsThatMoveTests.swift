import Editing
import Geometry
import Graph
import Sketching
import Testing
import Wire

@Suite struct EditsThatMoveTests {
    @Test func `nodes move by one offset and a named descendant only once`() {
        check("g 10,10\na 5,5 in g\nb 1,1", becomes: "g 13,14\na 5,5 in g\nb 4,5") { (open) throws(EditError) in
            try open.moveNodes(["a", "g", "b", "b"], by: Point(x: 3, y: 4))
        }
    }

    @Test func `a move to a point takes the others along`() {
        check("p 100,0\na 5,5 in p\nb 1,1", becomes: "p 100,0\na -100,0 in p\nb -104,-4") { (open) throws(EditError) in
            try open.moveNodes(["a", "b"], to: Point(x: 0, y: 0))
        }
    }

    @Test func `the setting snaps a move to a point but none by an offset`() {
        let before: Sketch = "a 3,3\nb 4,4\nsettings {\"snapToGrid\":true,\"snapGrid\":[10,20]}"
        check(before, becomes: "a 50,-20\nb 51,-19\nsettings {\"snapToGrid\":true,\"snapGrid\":[10,20]}") {
            (open) throws(EditError) in try open.moveNodes(["a", "b"], to: Point(x: 45, y: -10))
        }
        check(before, becomes: "a 45,-10\nb 46,-9\nsettings {\"snapToGrid\":true,\"snapGrid\":[10,20]}") {
            (open) throws(EditError) in try open.moveNodes(["a", "b"], to: Point(x: 45, y: -10), snap: false)
        }
        check(before, becomes: "a 5,5\nb 6,6\nsettings {\"snapToGrid\":true,\"snapGrid\":[10,20]}") {
            (open) throws(EditError) in try open.moveNodes(["a", "b"], by: Point(x: 2, y: 2))
        }
        check(before, becomes: "a 10,0\nb 11,1\nsettings {\"snapToGrid\":true,\"snapGrid\":[10,20]}") {
            (open) throws(EditError) in try open.moveNodes(["a", "b"], by: Point(x: 2, y: 2), snap: true)
        }
    }

    @Test(arguments: [(0.0, 0.0), (9.9, 0), (10, 20), (-10, -20), (-9.9, 0), (29.9, 20), (30, 40), (-30, -40)])
    func `halves snap away from zero and zero has no sign`(value: Double, snapped: Double) {
        let point = Grid(cell: Point(x: 20, y: 20)).snapped(Point(x: value, y: 0))
        #expect(point == Point(x: snapped, y: 0))
        #expect(point.x.sign == (snapped < 0 ? .minus : .plus))
    }

    @Test func `only a move to a point places a node that has none`() {
        check("p 10,10\na in p", becomes: "p 10,10\na -10,-5 in p") { (open) throws(EditError) in
            try open.moveNodes(["a"], to: Point(x: 0, y: 5))
        }
        refuse("a\nb 0,0", .invalidValue) { (open) throws(EditError) in
            try open.moveNodes(["b", "a"], by: Point(x: 1, y: 0))
        } inspect: {
            #expect($0.nodes == ["a"])
        }
        refuse("a\nb 0,0", .invalidValue) { (open) throws(EditError) in
            try open.moveNodes(["a", "b"], to: Point(x: 1, y: 0))
        }
    }

    @Test func `all unknown ids are reported`() {
        refuse("a 0,0", .noSuchNode) { (open) throws(EditError) in
            try open.moveNodes(["x", "a", "y"], by: Point(x: 1, y: 0))
        } inspect: {
            #expect($0.nodes == ["x", "y"])
        }
    }

    @Test func `a move out of all numbers is refused`() {
        refuse("a 1e308,0", .invalidValue) { (open) throws(EditError) in
            try open.moveNodes(["a"], by: Point(x: 1.7e308, y: 0))
        }
    }

    @Test func `waypoints between moved nodes move along and others stay`() {
        check(
            """
            g 0,0
            a 0,0 in g
            b 9,9
            c 9,9
            e: a -> b {"waypoints":[{"x":1,"y":1,"k":1},{"x":2,"y":2}]}
            f: b -> c {"waypoints":[{"x":1,"y":1}]}
            l: a -> a {"waypoints":[{"x":1,"y":1}]}
            """,
            becomes: """
                g 1,2
                a 0,0 in g
                b 10,11
                c 9,9
                e: a -> b {"waypoints":[{"x":2,"y":3,"k":1},{"x":3,"y":4}]}
                f: b -> c {"waypoints":[{"x":1,"y":1}]}
                l: a -> a {"waypoints":[{"x":2,"y":3}]}
                """
        ) { (open) throws(EditError) in try open.moveNodes(["b", "g"], by: Point(x: 1, y: 2)) }
    }

    @Test(
        arguments: [
            (Alignment.left, "a 0,0 10x10\nb 0,20 20x20\nc 0,50 40x40"),
            (.right, "a 70,0 10x10\nb 60,20 20x20\nc 40,50 40x40"),
            (.centerX, "a 35,0 10x10\nb 30,20 20x20\nc 20,50 40x40"),
            (.top, "a 0,0 10x10\nb 30,0 20x20\nc 40,0 40x40"),
            (.bottom, "a 0,80 10x10\nb 30,70 20x20\nc 40,50 40x40"),
            (.centerY, "a 0,40 10x10\nb 30,35 20x20\nc 40,25 40x40"),
        ] as [(Alignment, Sketch)])
    func `nodes align to a line of their bounds`(alignment: Alignment, after: Sketch) {
        check("a 0,0 10x10\nb 30,20 20x20\nc 40,50 40x40", becomes: after) { (open) throws(EditError) in
            try open.align(["b", "a", "c"], alignment)
        }
    }

    @Test func `nodes of different parents align on the canvas`() {
        check("g 100,0\na 5,0 in g\nb 50,9\nc 1,0 in a", becomes: "g 100,0\na -50,0 in g\nb 50,9\nc 1,0 in a") {
            (open) throws(EditError) in try open.align(["a", "b", "c"], .left)
        }
    }

    @Test func `distributed nodes have equal gaps and the outer ones stay`() {
        check(
            "c 100,0 20x10\na 0,0 10x10\nb 15,5 30x10\nd 50,0 10x10",
            becomes: "c 100,0 20x10\na 0,0 10x10\nb 26.666666666666668,5 30x10\nd 73.33333333333334,0 10x10"
        ) { (open) throws(EditError) in try open.distribute(["a", "b", "c", "d"], along: .x) }
        check("a 0,0\nb 9,0", becomes: "a 0,0\nb 9,0") { (open) throws(EditError) in
            try open.distribute(["a", "b"], along: .y)
        }
    }

    @Test(
        arguments: [
            (["b"], OrderStep.front, ["a", "c", "d", "b"]), (["b"], .forward, ["a", "c", "b", "d"]),
            (["c", "b"], .forward, ["a", "d", "b", "c"]), (["d", "c"], .forward, ["a", "b", "c", "d"]),
            (["c", "d"], .front, ["a", "b", "c", "d"]), (["c", "a"], .front, ["b", "d", "a", "c"]),
            (["c"], .back, ["c", "a", "b", "d"]), (["d", "b"], .back, ["b", "d", "a", "c"]),
            (["c", "b"], .backward, ["b", "c", "a", "d"]), (["a", "b"], .back, ["a", "b", "c", "d"]),
            (["a", "c"], .backward, ["a", "c", "b", "d"]), (["a", "b", "c", "d"], .front, ["a", "b", "c", "d"]),
            (["b", "a", "b"], .back, ["a", "b", "c", "d"]),
        ] as [([String], OrderStep, [String])])
    func `nodes move in the order and keep their own`(ids: [String], step: OrderStep, after: [String]) {
        check("a\nb\nc\nd", becomes: Sketch(after.joined(separator: "\n"))) { (open) throws(EditError) in
            try open.reorder(ids.map { Identifier($0) }, to: step)
        }
    }

    @Test func `an order that comes out as it was is no change`() {
        check("a\nb\nc\nd", becomes: "a\nb\nc\nd") { (open) throws(EditError) in
            try open.reorder(["b"], to: .front)
            let made = try open.insertNode(Node(id: open.makeNodeID()))
            try open.reorder(["d", "c"], to: .front)
            try open.removeElements(nodes: [made])
            try open.reorder(["a", "b"], to: .back)
        }
    }
}
