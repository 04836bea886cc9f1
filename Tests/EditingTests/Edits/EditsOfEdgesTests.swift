import Editing
import Geometry
import Graph
import Sketching
import Testing
import Wire

@Suite struct EditsOfEdgesTests {
    static let pair: Sketch = """
        a {"handles":[{"id":"o","type":"source","limit":1},{"id":"p","type":"source"},{"id":"i","type":"target"}]}
        b
        c {"locked":true}
        e: a.o -> b {"label":"x"}
        """

    @Test func `a connection gets an id and comes last`() {
        var after = Self.pair.content
        after.merge([
            "edges": [
                ["id": "e", "source": "a", "sourceHandle": "o", "target": "b", "label": "x"],
                ["id": "e1", "source": "a", "sourceHandle": "p", "target": "b", "type": "step"],
            ]
        ])
        check(Self.pair, becomes: Sketch(content: after)) { (open) throws(EditError) in
            let text = #"{"source":"a","sourceHandle":"p","target":"b","type":"step"}"#
            let edge = try Edge(JSONText(trusted: Array(text.utf8))) { open.makeEdgeID() }
            #expect(try open.connect(edge) == "e1")
        }
    }

    @Test(arguments: [
        (Edge(id: "", source: "x", target: "b"), ConnectionRefusal.Reason.noSuchNode),
        (Edge(id: "", source: "a", sourceHandle: "q", target: "b"), .noSuchHandle),
        (Edge(id: "", source: "a", target: "c"), .locked),
        (Edge(id: "", source: "a", sourceHandle: "i", target: "b"), .direction),
        (Edge(id: "", source: "b", target: "b"), .`self`),
        (Edge(id: "", source: "a", target: "b"), .duplicate),
        (Edge(id: "", source: "a", target: "a", targetHandle: "i"), .`self`),
    ])
    func `the rules refuse`(edge: Edge, reason: ConnectionRefusal.Reason) {
        refuse(Self.pair, .connectionRefused) { (open) throws(EditError) in
            try open.connect(edge)
        } inspect: {
            #expect($0.refusal?.reason == reason)
        }
    }

    @Test func `an edge with a taken id is refused after the rules`() {
        refuse(Self.pair, .duplicateId) { (open) throws(EditError) in
            try open.connect(Edge(id: "e", source: "b", target: "a"))
        }
    }

    @Test(arguments: [
        (#"{"source":"a"}"#, []), (#"{"source":1,"target":"b"}"#, ["source"]),
        (#"{"source":"a","target":"b","waypoints":[{"x":1,"y":2},{"x":1}]}"#, ["waypoints", "1"]),
        (#"{"source":"a","target":"b","zIndex":"1"}"#, ["zIndex"]),
    ])
    func `an impossible edge is refused with the place`(text: String, path: [String]) {
        do throws(EditError) {
            _ = try Edge(JSONText(trusted: Array(text.utf8))) { "e" }
            Issue.record("it is accepted")
        } catch {
            #expect(error.path == path && error.reason == .invalidValue)
        }
    }

    @Test func `an update of an edge keeps what it does not name`() {
        check("a\nb\ne: a -> b {\"label\":\"x\",\"k\":1}", becomes: "a\nb\ne: b -> a {\"k\":1,\"l\":2}") {
            (open) throws(EditError) in
            try open.updateEdge("e", patch: ["label": .null, "l": 2, "source": "b", "target": "a"])
        }
        check("a\nb\ne: a -> b", becomes: "a\nb\ne: a -> b {\"sourceHandle\":null}") { (open) throws(EditError) in
            try open.updateEdge("e", set: ["sourceHandle": .null], unset: [])
        }
        check("a\nb\ne: a -> b {\"sourceHandle\":null}", becomes: "a\nb\ne: a.source -> b") {
            (open) throws(EditError) in try open.updateEdge("e", patch: ["sourceHandle": "source"])
        }
    }

    @Test(
        arguments: [
            (["source": "q"], EditError.Reason.connectionRefused, []), (["target": "a"], .connectionRefused, []),
            (["source": .null], .invalidValue, ["patch", "source"]), (["id": "f"], .invalidValue, ["patch", "id"]),
            (["sourceHandle": 5], .invalidValue, ["patch", "sourceHandle"]),
        ] as [(JSONObject, EditError.Reason, [String])])
    func `an impossible update of an edge is refused`(patch: JSONObject, reason: EditError.Reason, path: [String]) {
        refuse("a\nb\ne: a -> b", reason) { (open) throws(EditError) in
            try open.updateEdge("e", patch: patch)
        } inspect: {
            #expect($0.path == path)
        }
    }

    @Test func `a locked edge takes only an update of locked alone`() {
        let locked: Sketch = "a\nb\nc\ne: a -> b {\"locked\":true}"
        refuse(locked, .locked) { (open) throws(EditError) in try open.updateEdge("e", patch: ["label": "x"]) }
        refuse(locked, .connectionRefused) { (open) throws(EditError) in try open.reconnect("e", target: "c") }
        refuse(locked, .locked) { (open) throws(EditError) in try open.removeElements(nodes: ["a"]) }
        check(locked, becomes: "a\nb\nc\ne: a -> b") { (open) throws(EditError) in
            try open.updateEdge("e", patch: ["locked": .null])
        }
    }

    @Test func `a new node leaves the handle out and a new handle stays on its node`() {
        let nodes = """
            a {"handles":[{"id":"o","type":"source"},{"id":"p","type":"source"}]}
            b
            c
            """
        check(Sketch(nodes + "\ne: a.o -> b.target"), becomes: Sketch(nodes + "\ne: a.o -> c")) {
            (open) throws(EditError) in try open.reconnect("e", target: "c")
        }
        check(Sketch(nodes + "\ne: a.o -> b.target"), becomes: Sketch(nodes + "\ne: a.p -> b.target")) {
            (open) throws(EditError) in try open.reconnect("e", sourceHandle: "p")
        }
        check(
            Sketch(nodes + "\ne: a.o -> b {\"targetHandle\":null}"), becomes: Sketch(nodes + "\ne: a.o -> b.target")
        ) { (open) throws(EditError) in try open.reconnect("e", targetHandle: "target") }
        check(Sketch(nodes + "\ne: a.o -> b"), becomes: Sketch(nodes + "\ne: a.o -> b")) {
            (open) throws(EditError) in try open.reconnect("e", source: "a", sourceHandle: "o")
        }
        refuse(Sketch(nodes + "\ne: a.o -> b"), .noSuchEdge) { (open) throws(EditError) in try open.reconnect("q") }
    }

    @Test func `an edge that moves does not stand in its own way`() {
        check(
            "a {\"handles\":[{\"id\":\"o\",\"type\":\"source\",\"limit\":1}]}\nb\nc\ne: a.o -> b",
            becomes: "a {\"handles\":[{\"id\":\"o\",\"type\":\"source\",\"limit\":1}]}\nb\nc\ne: a.o -> c"
        ) { (open) throws(EditError) in try open.reconnect("e", target: "c") }
        refuse("a\nb\nc\ne: a -> b\nf: b -> c\nsettings {\"allowCycles\":false}", .connectionRefused) {
            (open) throws(EditError) in
            try open.reconnect("f", target: "a")
        } inspect: {
            #expect($0.refusal?.path == ["a", "b"])
        }
    }

    // MARK: Ends and straight lines

    private static let (p, q) = (#"{"id":"p","type":"source"}"#, #"{"id":"q","type":"source"}"#)
    private static let (x, y) = (#"{"id":"x","type":"target"}"#, #"{"id":"y","type":"target"}"#)

    @Test func `a reversal keeps path and labels, and is its own inverse`() {
        let a = "a {\"handles\":[\(Self.p),\(Self.q),\(Self.x),\(Self.y)]}\nb\n"
        let form = #"{"waypoints":[{"x":1,"y":2},{"x":3,"y":4}],"labelPosition":0.9,"#
        let turned = #"{"waypoints":[{"x":3,"y":4},{"x":1,"y":2}],"labelPosition":0.1,"#
        let before = Sketch(a + "e: a.q -> b.target \(form)" + #""labels":[{"text":"l","t":0.2,"side":"left"}]}"#)
        let after = Sketch(a + "e: b.source -> a.y \(turned)" + #""labels":[{"text":"l","t":0.8,"side":"right"}]}"#)
        check(before, becomes: after) { (open) throws(EditError) in
            try open.reverse(["e", "e"])
        }
        check(before, becomes: before) { (open) throws(EditError) in
            try open.reverse(["e"])
            try open.reverse(["e"])
        }
    }

    @Test func `edges that exchange their places are reversed together`() {
        let before: Sketch = "a\nb\ne: a -> b\nf: b -> a"
        check(before, becomes: "a\nb\ne: b -> a\nf: a -> b") { (open) throws(EditError) in
            try open.reverse(["e", "f"])
        }
        refuse(before, .connectionRefused) { (open) throws(EditError) in
            try open.reverse(["f"])
        }
        refuse(Sketch("a\nb {\"handles\":[\(Self.x)]}\ne: a -> b"), .connectionRefused) { (open) throws(EditError) in
            try open.reverse(["e"])
        } inspect: {
            #expect($0.refusal?.reason == .noSuchHandle)
        }
    }

    @Test func `handles that let edges go keep as many as they take`() {
        let a =
            "a {\"handles\":[\(Self.p)," + #"{"id":"i","type":"target","limit":1,"whenFull":"replace"}]}"#
            + "\nb\nc\nd\n"
        check(Sketch(a + "e: a.p -> b\nf: a.p -> c\ng: d -> a.i"), becomes: Sketch(a + "e: b -> a.i")) {
            (open) throws(EditError) in
            try open.reverse(["e", "f"])
        }
    }

    @Test func `both ends of a loop change their places`() {
        let a = """
            settings {"allowSelfLoops":true,"connectionMode":"loose"}
            a {"handles":[\(Self.x),\(Self.y)]}
            b

            """
        check(Sketch(a + "e: a.x -> a.y\nf: b -> a"), becomes: Sketch(a + "e: a.y -> a.x\nf: b -> a.y")) {
            (open) throws(EditError) in
            try open.swapEdges(of: "a", "x", "y", kind: .target)
        }
    }

    @Test func `what is straightened takes no other end of it along`() {
        let before: Sketch = """
            a 0,0 50x50
            g 100,20 300x300 {"type":"group"}
            b 20,20 50x50 in g
            c 500,400 50x50
            e: a -> b
            f: g -> c
            h: g -> b
            """
        check(
            before,
            becomes: """
                a 0,0 50x50
                g 100,20 300x300 {"type":"group"}
                b 20,-20 50x50 in g
                c 500,145 50x50
                e: a -> b
                f: g -> c
                h: g -> b
                """
        ) { (open) throws(EditError) in
            #expect(try open.straighten(["e", "f", "h"]).count == 2)
        }
    }
}
