import Editing
import Graph
import Sketching
import Testing
import Wire

/// Edges that state a `parentId`.
@Suite struct EdgeGroupTests {
    private static let before: Sketch = """
        o 0,0 400x300 {"type":"group"}
        g 20,40 200x200 {"type":"group","parentId":"o"}
        in 20,40 50x50 {"parentId":"g"}
        a 500,0 50x50
        b 500,200 50x50
        far: a -> b {"parentId":"g"}
        near: in -> a
        """

    @Test func `an edge goes with its group`() {
        check(Self.before, becomes: "a 500,0 50x50\nb 500,200 50x50") { (open) throws(EditError) in
            try open.removeElements(nodes: ["o"])
        }
        let around: Sketch = """
            o 0,0 400x300 {"type":"group"}
            in 40,80 50x50 {"parentId":"o"}
            a 500,0 50x50
            b 500,200 50x50
            far: a -> b {"parentId":"o"}
            near: in -> a
            """
        check(Self.before, becomes: around) { (open) throws(EditError) in try open.dissolveGroup("g") }
        let loose: Sketch = """
            in 40,80 50x50
            a 500,0 50x50
            b 500,200 50x50
            far: a -> b
            near: in -> a
            """
        check(around, becomes: loose) { (open) throws(EditError) in try open.dissolveGroup("o") }
    }

    @Test func `a group is there, holds nodes and is not locked`() {
        let shut: Sketch = """
            a
            b
            shut {"type":"group","locked":true}
            e: a -> b
            f: b -> a {"parentId":"shut","locked":true}
            """
        refuse(shut, .noSuchNode) { (open) throws(EditError) in try open.updateEdge("e", patch: ["parentId": "x"]) }
        refuse(shut, .invalidValue) { (open) throws(EditError) in try open.updateEdge("e", patch: ["parentId": "a"]) }
        refuse(shut, .locked) { (open) throws(EditError) in try open.updateEdge("e", patch: ["parentId": "shut"]) }
        let open = "a\nb\ng {\"type\":\"group\"}\n"
        refuse(Sketch(open + "e: a -> b {\"parentId\":\"g\",\"locked\":true}"), .locked) { (open) throws(EditError) in
            try open.removeElements(nodes: ["g"])
        }
        refuse(Sketch(open + "e: a -> b {\"parentId\":\"g\",\"locked\":true}"), .locked) { (open) throws(EditError) in
            try open.dissolveGroup("g")
        }
        check(Sketch(open + "e: a -> b"), becomes: Sketch(open + "e: a -> b {\"parentId\":\"g\"}")) {
            (open) throws(EditError) in
            try open.updateEdge("e", patch: ["parentId": "g"])
        }
    }

    @Test func `copies go with copies`() throws {
        let inside: Sketch = """
            g {"type":"group"}
            a {"parentId":"g"}
            b {"parentId":"g"}
            e: a -> b {"parentId":"g"}
            """
        var document = inside.document
        let copies = try document.transact { (open) throws(EditError) in try open.duplicate(nodes: ["g"]) }.result
        let copy = try #require(copies.edges.first?.new)
        let group = copies.nodes.first { $0.old == "g" }?.new
        #expect(document.edge(at: try document.slot(edge: copy)).group == group)
        // An edge of a group that is not copied goes with none.
        let fragment = try document.fragment(nodes: try document.slots(nodes: ["a", "b"]), edges: [])
        let text = String(decoding: fragment.bytes, as: UTF8.self)
        #expect(text.contains(#""edges":[{"id":"e","source":"a","target":"b"}]"#))
    }
}
