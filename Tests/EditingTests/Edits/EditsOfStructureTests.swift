import Editing
import Geometry
import Graph
import Sketching
import Testing
import Wire

@Suite struct EditsOfStructureTests {
    static let nested: Sketch = """
        g 0,0 {"type":"group"}
        a 1,1 in g
        h 2,2 in g
        b 3,3 in h
        c 4,4
        e: a -> b
        f: b -> c
        k: c -> c
        """

    @Test func `what is removed takes its descendants and edges along`() {
        check(Self.nested, becomes: "g 0,0 {\"type\":\"group\"}\na 1,1 in g\nc 4,4") { (open) throws(EditError) in
            let counts = try open.removeElements(nodes: ["h", "b"], edges: ["k", "f"])
            #expect(counts == (2, 3))
        }
        check(Self.nested, becomes: "") { (open) throws(EditError) in
            #expect(try open.removeElements(nodes: ["c", "g"]) == (5, 3))
        }
    }

    @Test func `a removal is refused whole if one is locked`() {
        let before: Sketch = """
            g 0,0
            a 1,1 in g {"locked":true}
            b 0,0
            e: b -> g {"locked":true}
            f: b -> b
            """
        refuse(before, .locked) { (open) throws(EditError) in
            try open.removeElements(nodes: ["g"], edges: ["f"])
        } inspect: {
            #expect($0.nodes == ["a"] && $0.edges == ["e"])
        }
        refuse(before, .noSuchNode) { (open) throws(EditError) in
            try open.removeElements(nodes: ["x", "g", "y"], edges: ["q"])
        } inspect: {
            #expect($0.nodes == ["x", "y"] && $0.edges == ["q"])
        }
        refuse(before, .noSuchEdge) { (open) throws(EditError) in
            try open.removeElements(nodes: [], edges: ["q"])
        } inspect: {
            #expect($0.edges == ["q"])
        }
    }

    @Test func `a group surrounds its members and stands before them`() {
        check(
            "z 0,0\na 10,10 10x10 {\"zIndex\":3}\nb 50,60 10x10 {\"zIndex\":2}\nk 1,1 in b",
            becomes: """
                z 0,0
                n1 5,5 60x70 {"type":"group","label":"box","zIndex":1}
                a 5,5 10x10 in n1 {"zIndex":3}
                b 45,55 10x10 in n1 {"zIndex":2}
                k 1,1 in b
                """
        ) { (open) throws(EditError) in
            #expect(try open.createGroup(["b", "a", "k"], padding: 5, label: "box") == "n1")
        }
    }

    @Test func `a group lies in the node that contains all its members`() {
        check(
            "p 100,100\na 0,0 10x10 in p\nq 10,10 in p\nb 5,5 10x10 in q",
            becomes: """
                p 100,100
                G -24,-24 73x73 in p {"type":"group","zIndex":-1}
                a 24,24 10x10 in G
                q 10,10 in p
                b 39,39 10x10 in G
                """
        ) { (open) throws(EditError) in try open.createGroup(["a", "b"], id: "G") }
        check("a\nb", becomes: "n1 {\"type\":\"group\",\"zIndex\":-1}\na in n1\nb in n1") { (open) throws(EditError) in
            try open.createGroup(["a", "b"])
        }
    }

    @Test func `an impossible group is refused`() {
        refuse("a 0,0", .duplicateId) { (open) throws(EditError) in try open.createGroup(["a"], id: "a") }
        refuse("a 0,0", .noSuchNode) { (open) throws(EditError) in try open.createGroup(["a", "q"]) }
        refuse("a 0,0", .invalidValue) { (open) throws(EditError) in try open.createGroup([]) }
        refuse("a 0,0", .invalidValue) { (open) throws(EditError) in try open.createGroup(["a"], padding: .nan) }
        refuse("a 0,0 {\"locked\":true}", .locked) { (open) throws(EditError) in try open.createGroup(["a"]) }
    }

    @Test func `a dissolved group leaves its children where they are`() {
        check(
            "p 100,100\ng 10,10 in p {\"type\":\"group\"}\na 1,2 in g\nb in g\nk 0,0 in a\ne: a -> g\nf: a -> b",
            becomes: "p 100,100\na 11,12 in p\nb in p\nk 0,0 in a\nf: a -> b"
        ) { (open) throws(EditError) in #expect(try open.dissolveGroup("g") == ["a", "b"]) }
        check("g 10,10\na 1,2 in g {\"parentNode\":\"g\"}", becomes: "a 11,12") { (open) throws(EditError) in
            try open.dissolveGroup("g")
        }
        refuse("g 0,0", .invalidValue) { (open) throws(EditError) in try open.dissolveGroup("g") }
        refuse("g {\"type\":\"group\"}\na\ne: a -> g {\"locked\":true}", .locked) { (open) throws(EditError) in
            try open.dissolveGroup("g")
        }
    }

    @Test func `reparented nodes keep their places on the canvas`() {
        check(
            "p 100,100\nq 10,20 in p\na 1,2\nb 3,4 in q\nc in q",
            becomes: "p 100,100\nq 10,20 in p\na -109,-118 in q\nb 3,4 in q\nc in q"
        ) { (open) throws(EditError) in try open.reparent(["a", "b"], to: "q") }
        check("p 100,100\na 1,2 in p {\"k\":1}", becomes: "p 100,100\na 101,102 {\"k\":1}") {
            (open) throws(EditError) in try open.reparent(["a"], to: nil)
        }
    }

    @Test func `no node comes to lie inside itself`() {
        let chain: Sketch = "a 0,0\nb 0,0 in a\nc 0,0 in b"
        refuse(chain, .parentCycle) { (open) throws(EditError) in try open.reparent(["a"], to: "c") }
        refuse(chain, .parentCycle) { (open) throws(EditError) in try open.reparent(["a"], to: "a") }
        refuse(chain, .noSuchNode) { (open) throws(EditError) in try open.reparent(["a"], to: "q") }
    }

    @Test func `settings are merged and a null restores the default`() {
        check(
            "settings {\"snapToGrid\":true,\"handleReach\":{\"mouse\":4},\"odd\":1}",
            becomes: "settings {\"handleReach\":{\"mouse\":4,\"touch\":9},\"allowCycles\":false,\"odd\":1}"
        ) { (open) throws(EditError) in
            try open.updateSettings(["snapToGrid": .null, "allowCycles": false, "handleReach": ["touch": 9]])
        }
        check("a", becomes: "a") { (open) throws(EditError) in try open.updateSettings(["snapToGrid": .null]) }
    }

    @Test(
        arguments: [
            (["snapToGird": true], "snapToGird"), (["snapGrid": [0, 5]], "snapGrid"), (["minZoom": "x"], "minZoom"),
            (["connectionMode": "free"], "connectionMode"), (["handleReach": ["mouse": -1]], "handleReach"),
        ] as [(JSONObject, String)])
    func `unknown and impossible settings are refused`(patch: JSONObject, name: String) {
        refuse("a", .invalidValue) { (open) throws(EditError) in
            try open.updateSettings(patch)
        } inspect: {
            #expect($0.path == ["patch", name])
        }
    }

    @Test func `edges go with the handles their type loses`() {
        let before: Sketch = """
            a {"type":"t"}
            b {"type":"t","handles":[{"id":"o","type":"source"},{"id":"i","type":"target"}]}
            c {"type":"u"}
            e: a.o -> b.i
            f: b.o -> a.i
            g: a.o -> c
            types {"t":{"handles":[{"id":"o","type":"source"},{"id":"i","type":"target"}],"k":1}}
            """
        var after = before.content
        after.merge([
            "types": ["t": ["handles": [["id": "i", "type": "target"]]]],
            "edges": [["id": "f", "source": "b", "sourceHandle": "o", "target": "a", "targetHandle": "i"]],
        ])
        check(before, becomes: Sketch(content: after)) { (open) throws(EditError) in
            try open.updateTypes(["t": ["handles": [["id": "i", "type": "target"]]]])
        }
        refuse(before, .invalidValue) { (open) throws(EditError) in
            try open.updateTypes(["t": ["defaultSize": ["width": -1]]])
        } inspect: {
            #expect($0.path == ["patch", "t", "defaultSize", "width"])
        }
    }

    @Test func `a removed type gives its nodes the default size and handles again`() {
        check(
            "a 0,0 {\"type\":\"t\"}\nb 0,0\ne: a.o -> b\ntypes {\"t\":{\"handles\":[{\"id\":\"o\",\"type\":\"source\"}]}}",
            becomes: "a 0,0 {\"type\":\"t\"}\nb 0,0\ntypes {}"
        ) { (open) throws(EditError) in try open.updateTypes(["t": .null]) }
    }
}
