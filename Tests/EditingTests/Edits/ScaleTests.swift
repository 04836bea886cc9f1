import Editing
import Geometry
import Graph
import Sketching
import Testing

@Suite("Scaling")
struct ScaleTests {
    @Test("takes places, sizes, contents and waypoints of edges among the nodes")
    func contents() {
        check(
            """
            g 100,100 200x100 {"type": "group"}
            in 20,20 60x30 in g
            n 400,100 100x100
            out 900,0
            a: in -> n {"waypoints": [{"x": 350, "y": 150}]}
            b: n -> out {"waypoints": [{"x": 350, "y": 150}]}
            """,
            becomes: """
                g -100,50 400x200 {"type": "group"}
                in 40,40 120x60 in g
                n 500,50 200x200
                out 900,0
                a: in -> n {"waypoints": [{"x": 400, "y": 150}]}
                b: n -> out {"waypoints": [{"x": 350, "y": 150}]}
                """
        ) { (transaction) throws(EditError) in try transaction.scale(["n", "g", "in"], by: 2) }
    }

    @Test("keeps the least size of a type, and what stays in place")
    func minimum() {
        check(
            """
            types {"t": {"minSize": {"width": 80, "height": 40}}}
            p 1000,0 500x500 {"type": "group"}
            a 0,0 100x100 in p {"type": "t"}
            b 200,0 60x100 in p {"type": "t"}
            """,
            becomes: """
                types {"t": {"minSize": {"width": 80, "height": 40}}}
                p 1000,0 500x500 {"type": "group"}
                a 0,0 80x50 in p {"type": "t"}
                b 100,0 60x50 in p {"type": "t"}
                """
        ) { (transaction) throws(EditError) in
            try transaction.scale(["a", "b"], by: 0.5, about: Point(x: 1000, y: 0))
        }
    }

    @Test("is refused where it cannot be", arguments: [0, -1, Double.infinity, Double.nan, 1e308])
    func refusals(factor: Double) {
        refuse("a 100,100 100x100", .invalidValue) { (transaction) throws(EditError) in
            try transaction.scale(["a"], by: factor, about: .zero)
        } inspect: {
            #expect($0.path == ["by"])
        }
        refuse("a 0,0 {\"locked\": true}", .locked) { (transaction) throws(EditError) in
            try transaction.scale(["a"], by: 2)
        }
        refuse("a", .invalidValue) { (transaction) throws(EditError) in try transaction.scale(["a"], by: 2) }
        refuse("a 0,0", .noSuchNode) { (transaction) throws(EditError) in try transaction.scale(["b"], by: 2) }
    }
}
