import Editing
import Geometry
import Graph
import Sketching
import Testing

@Suite("A duplicate")
struct DuplicateTests {
    @Test("has all members of what it is a copy of, in the same order")
    func members() {
        check(
            """
            types {"t": {"handles": [{"id": "o", "type": "source"}, {"id": "i", "type": "target"}]}}
            a 0,0 100x50 {"type": "t", "data": {"text": "x"}, "zIndex": 3, "unknown": [1, 2]}
            b 200,0 {"type": "t", "label": "B"}
            c 400,0
            second: b.o -> a.i {"label": "back", "waypoints": [{"x": 100, "y": 90, "k": 1}]}
            first: a.o -> b.i
            out: b.o -> c
            """,
            becomes: """
                types {"t": {"handles": [{"id": "o", "type": "source"}, {"id": "i", "type": "target"}]}}
                a 0,0 100x50 {"type": "t", "data": {"text": "x"}, "zIndex": 3, "unknown": [1, 2]}
                b 200,0 {"type": "t", "label": "B"}
                c 400,0
                n1 30,5 100x50 {"type": "t", "data": {"text": "x"}, "zIndex": 3, "unknown": [1, 2]}
                n2 230,5 {"type": "t", "label": "B"}
                second: b.o -> a.i {"label": "back", "waypoints": [{"x": 100, "y": 90, "k": 1}]}
                first: a.o -> b.i
                out: b.o -> c
                e1: n2.o -> n1.i {"label": "back", "waypoints": [{"x": 130, "y": 95, "k": 1}]}
                e2: n1.o -> n2.i
                """
        ) { (transaction) throws(EditError) in
            let made = try transaction.duplicate(nodes: ["b", "a"], by: Point(x: 30, y: 5))
            #expect(made.nodes.map { "\($0.old) \($0.new)" } == ["a n1", "b n2"])
            #expect(made.edges.map { "\($0.old) \($0.new)" } == ["second e1", "first e2"])
        }
    }

    @Test("carries what is inside, once, whatever the order")
    func groups() {
        check(
            """
            inner 10,10 20x20 in g
            g 0,0 200x100 {"type": "group"}
            deep 1,1 5x5 in inner
            other 5,5 5x5 in g
            e: inner -> deep
            """,
            becomes: """
                inner 10,10 20x20 in g
                g 0,0 200x100 {"type": "group"}
                deep 1,1 5x5 in inner
                other 5,5 5x5 in g
                n1 10,10 20x20 in n2
                n2 20,20 200x100 {"type": "group"}
                n3 1,1 5x5 in n1
                n4 5,5 5x5 in n2
                e: inner -> deep
                e1: n1 -> n3
                """
        ) { (transaction) throws(EditError) in
            _ = try transaction.duplicate(nodes: ["deep", "g", "inner", "g"])
        }
    }

    @Test("stays in the parent of what it is a copy of")
    func parents() {
        check(
            "g 0,0 200x100 {\"type\": \"group\"}\na 10,10 20x20 in g",
            becomes: "g 0,0 200x100 {\"type\": \"group\"}\na 10,10 20x20 in g\nn1 30,30 20x20 in g"
        ) { (transaction) throws(EditError) in
            _ = try transaction.duplicate(nodes: ["a"])
        }
    }

    @Test("takes edges along that are named, as far as the rules allow them")
    func edges() {
        check(
            """
            a 0,0
            b 200,0
            c 400,0 {"handles": [{"id": "in", "type": "target", "limit": 1}]}
            ab: a -> b
            bc: b -> c.in
            """,
            becomes: """
                a 0,0
                b 200,0
                c 400,0 {"handles": [{"id": "in", "type": "target", "limit": 1}]}
                n1 220,20
                ab: a -> b
                bc: b -> c.in
                e1: a -> n1
                """
        ) { (transaction) throws(EditError) in
            let made = try transaction.duplicate(nodes: ["b"], edges: ["ab", "bc"])
            #expect(made.edges.map(\.old) == ["ab"])
        }
        let twin: Sketch = "a 0,0\nb 200,0\nab: a -> b"
        check(twin, becomes: twin) { (transaction) throws(EditError) in
            _ = try transaction.duplicate(nodes: [], edges: ["ab"])
        }
        check(
            "settings {\"allowDuplicates\": true}\na 0,0\nb 200,0\nab: a -> b",
            becomes: "settings {\"allowDuplicates\": true}\na 0,0\nb 200,0\nab: a -> b\ne1: a -> b"
        ) { (transaction) throws(EditError) in
            _ = try transaction.duplicate(nodes: [], edges: ["ab"])
        }
    }

    @Test("is no duplicate of a lock's edges")
    func locks() {
        check(
            "a 0,0 {\"locked\": true}\nb 200,0\nab: a -> b",
            becomes: "a 0,0 {\"locked\": true}\nb 200,0\nn1 20,20 {\"locked\": true}\nn2 220,20\nab: a -> b"
        ) { (transaction) throws(EditError) in
            _ = try transaction.duplicate(nodes: ["a", "b"])
        }
    }

    @Test("has no place where there was none")
    func unplaced() {
        check("a", becomes: "a\nn1") { (transaction) throws(EditError) in
            _ = try transaction.duplicate(nodes: ["a"])
        }
    }

    @Test("is refused of what is not there, and beyond the range of numbers")
    func refusals() {
        refuse("a 0,0", .noSuchNode) { (transaction) throws(EditError) in
            _ = try transaction.duplicate(nodes: ["a", "x"])
        }
        refuse("a 0,0", .noSuchEdge) { (transaction) throws(EditError) in
            _ = try transaction.duplicate(nodes: ["a"], edges: ["x"])
        }
        refuse("a 1e308,0", .invalidValue) { (transaction) throws(EditError) in
            _ = try transaction.duplicate(nodes: ["a"], by: Point(x: 1.7e308, y: 0))
        }
    }
}
