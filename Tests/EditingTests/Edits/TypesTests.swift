import Editing
import Geometry
import Graph
import Sketching
import Testing
import Wire

/// The consequences of their types for nodes: handles and heights of data, the nodes they take in, the nodes they are
/// joined to.
@Suite struct TypesTests {
    private func handles(_ node: Node.ID, _ sketch: Sketch) throws -> [Handle] {
        let document = sketch.document
        return document.handles(try #require(document.node(node)))
    }

    @Test func `handles follow the items of a list, after those of the type`() throws {
        let found = try handles(
            "d",
            """
            d {"type":"t","data":{"b":[{"key":"x","text":"X"},{"key":"in"},{"key":3},{"key":"x"},"y"]}}
            types {"t":{"handles":[{"id":"in","type":"source"}],"handlesFrom":[{"path":"/b","type":"source","idMember":"key","labelMember":"text","dataType":["p","q"],"limit":1,"position":"right"}]}}
            """)
        #expect(found.map(\.id) == ["in", "x", "b-1", "b-2", "b-3", "b-4"])
        #expect(found[1].label == "X" && found[2].label == nil)
        #expect(found[1].offset == .fraction(1.0 / 6) && found[5].offset == .fraction(5.0 / 6))
        #expect(found[1].side == .right && found[1].limit == 1 && found[1].dataTypes == ["p", "q"])
    }

    @Test func `steps place them at distances`() throws {
        let found = try handles(
            "d",
            """
            d {"type":"t","data":{"b":[1,2,3]}}
            types {"t":{"handlesFrom":[{"path":"/b","type":"source","start":40,"step":30}]}}
            """)
        #expect(found.map(\.offset) == [.distance(40), .distance(70), .distance(100)])
        #expect(found.allSatisfy { $0.side == .bottom })
    }

    @Test(arguments: ["", #","data":{}"#, #","data":{"b":{}}"#, #","data":[]"#, #","data":null"#])
    func `a path that leads to no list gives no handles`(data: String) throws {
        let sketch = Sketch(
            "d {\"type\":\"t\"\(data)}\ntypes {\"t\":{\"handlesFrom\":[{\"path\":\"/b\",\"type\":\"source\"}]}}")
        #expect(try handles("d", sketch).isEmpty)
    }

    @Test func `a node's own handles replace those of its type`() throws {
        let sketch: Sketch = """
            d {"type":"t","data":{"b":[1]},"handles":[{"id":"own","type":"target"}]}
            types {"t":{"handlesFrom":[{"path":"/b","type":"source"}]}}
            """
        #expect(try handles("d", sketch).map(\.id) == ["own"])
    }

    @Test func `items beyond the limit have no handles`() throws {
        let items = (0..<Limits.handles + 5).map { _ in "0" }.joined(separator: ",")
        let sketch = Sketch(
            "d {\"type\":\"t\",\"data\":{\"b\":[\(items)]}}\ntypes {\"t\":{\"handlesFrom\":[{\"path\":\"/b\",\"type\":\"source\"}]}}"
        )
        #expect(try handles("d", sketch).count == Limits.handles)
    }

    @Test(arguments: [
        (#""path":"/b""#, "", 80.0), (#""handles":"source""#, "", 95), (#""handles":"target""#, "", 50),
        (#""path":"/b""#, #","height":33"#, 33), (#""path":"/b""#, #","measured":{"width":1,"height":44}"#, 44),
        (#""path":"/none""#, "", 50), (#""step":-90,"path":"/b""#, "", 0),
    ])
    func `the height follows from items or handles`(counted: String, own: String, height: Double) throws {
        let step = counted.contains("step") ? "" : #""step":15,"#
        let document = Sketch(
            """
            d {"type":"t","data":{"b":[1,2]}\(own)}
            types {"t":{"defaultSize":{"width":70,"height":20},"handles":[{"id":"o","type":"source"}],"handlesFrom":[{"path":"/b","type":"source"}],"heightFrom":{"base":50,\(step)\(counted)}}}
            """
        ).document
        let slot = try #require(document.node("d"))
        #expect(document.nodes.geometry(slot).height == height)
    }

    @Test func `edges go with the items of data, and come back`() {
        let types = "types {\"t\":{\"handlesFrom\":[{\"path\":\"/b\",\"type\":\"source\"}]}}"
        check(
            Sketch(
                "d {\"type\":\"t\",\"data\":{\"b\":[{\"id\":\"x\"},{\"id\":\"y\"}]}}\nn\ne: d.x -> n\nf: d.y -> n\n"
                    + types),
            becomes: Sketch("d {\"type\":\"t\",\"data\":{\"b\":[{\"id\":\"y\"}]}}\nn\nf: d.y -> n\n" + types)
        ) { (open) throws(EditError) in
            try open.updateNode("d", patch: ["data": ["b": [["id": "y"]]]])
        }
        refuse(
            Sketch("d {\"type\":\"t\",\"data\":{\"b\":[{\"id\":\"x\"}]}}\nn\ne: d.x -> n {\"locked\":true}\n" + types),
            .locked
        ) { (open) throws(EditError) in
            try open.updateNode("d", patch: ["data": .null])
        } inspect: {
            #expect($0.edges == ["e"])
        }
        check(
            Sketch("d {\"type\":\"t\",\"data\":{\"b\":[{\"id\":\"x\"}]}}\nn\ne: d.x -> n\n" + types),
            becomes: "d {\"type\":\"t\",\"data\":{\"b\":[{\"id\":\"x\"}]}}\nn\ntypes {\"t\":{}}"
        ) { (open) throws(EditError) in
            try open.updateTypes(["t": ["handlesFrom": .null]])
        }
    }

    private static let wrong: [(type: String, path: String)] = [
        (#"{"handlesFrom":[{"type":"source"}]}"#, "handlesFrom/0"),
        (#"{"handlesFrom":[{"type":"source","path":"b"}]}"#, "handlesFrom/0/path"),
        (#"{"handlesFrom":[{"type":"none","path":"/b"}]}"#, "handlesFrom/0/type"),
        (#"{"heightFrom":{"base":1,"step":1}}"#, "heightFrom"),
        (#"{"heightFrom":{"base":1,"step":1,"path":"","handles":"source"}}"#, "heightFrom"),
        (#"{"heightFrom":{"base":-1,"step":1,"path":""}}"#, "heightFrom/base"),
        (#"{"accepts":"t"}"#, "accepts"), (#"{"connects":{"to":[1]}}"#, "connects/to/0"),
        (#"{"computed":{"out":1}}"#, "computed/out"), (#"{"computed":1}"#, "computed"), (#"{"role":"x"}"#, "role"),
        (#"{"shape":"star"}"#, "shape"), (#"{"raiseOnTouch":1}"#, "raiseOnTouch"), (#"{"schema":"x"}"#, "schema"),
        (#"{"maxSize":{"width":1}}"#, "maxSize"), (#"{"title":1}"#, "title"),
        (#"{"cornerRadius":-1}"#, "cornerRadius"),
        (#"{"handles":[{"type":"source","whenFull":"x"}]}"#, "handles/0/whenFull"),
        (#"{"handles":[{"type":"source","dataType":[1]}]}"#, "handles/0/dataType/0"),
        (#"{"handles":[{"type":"source","distance":"1"}]}"#, "handles/0/distance"),
    ]

    @Test(arguments: wrong) func `a member of a wrong shape is refused with its place`(type: String, path: String)
        throws
    {
        let type = try #require(JSON(parsing: type))
        refuse("a", .invalidValue) { (open) throws(EditError) in
            try open.updateTypes(["t": type])
        } inspect: {
            #expect($0.path == ["patch", "t"] + path.split(separator: "/").map(String.init))
        }
    }

    @Test func `what is wrong in a file counts as absent and is reported`() throws {
        let document = Sketch(
            """
            d {"type":"t","data":{"b":[1]}}
            types {"t":{"handlesFrom":[{"path":"b","type":"source"},{"path":"/b","type":"target"}],"heightFrom":7,"accepts":[1]}}
            """
        ).document
        let slot = try #require(document.node("d"))
        #expect(document.handles(slot).map(\.id) == ["b-0"])
        #expect(document.nodes.geometry(slot).height == 60)
        #expect(document.diagnostics().first?.code == "invalidValue")
    }

    @Test func `a node without data gets its type's`() {
        let types = "types {\"t\":{\"defaultData\":{\"n\":1}}}"
        check(Sketch(types), becomes: Sketch("a {\"type\":\"t\",\"data\":{\"n\":1}}\n" + types)) {
            (open) throws(EditError) in
            try open.insertNode(Node(JSON.object(["id": "a", "type": "t"]).text))
        }
        check(Sketch(types), becomes: Sketch("a {\"type\":\"t\",\"data\":0}\n" + types)) { (open) throws(EditError) in
            try open.insertNode(Node(JSON.object(["id": "a", "type": "t", "data": 0]).text))
        }
    }

    // MARK: Rules

    @Test func `a node takes in what its type accepts`() throws {
        let types = "types {\"box\":{\"accepts\":[\"t\",\"box\"]}}"
        let before = Sketch("g {\"type\":\"box\"}\na {\"type\":\"t\"}\nb {\"type\":\"u\"}\nc\n" + types)
        #expect(before.document.nodes.flags(try #require(before.document.node("g"))).contains(.acceptsChildren))
        check(before, becomes: Sketch("g {\"type\":\"box\"}\na in g {\"type\":\"t\"}\nb {\"type\":\"u\"}\nc\n" + types))
        {
            (open) throws(EditError) in try open.reparent(["a"], to: "g")
        }
        refuse(before, .notAccepted) { (open) throws(EditError) in
            try open.reparent(["a", "b", "c"], to: "g")
        } inspect: {
            #expect($0.nodes == ["b", "c"])
        }
        refuse(before, .notAccepted) { (open) throws(EditError) in
            try open.updateNode("b", patch: ["parentId": "g"])
        }
        refuse(before, .notAccepted) { (open) throws(EditError) in
            try open.insertNode(Node(JSON.object(["id": "n", "parentId": "g"]).text))
        }
    }

    @Test(arguments: [
        ("a", "b", nil as ConnectionRefusal.Reason?), ("a", "c", .nodeType), ("b", "c", nil), ("c", "d", .nodeType),
        ("b", "d", nil),
    ])
    func `types say to whom edges lead`(source: String, target: String, reason: ConnectionRefusal.Reason?) {
        let document = Sketch(
            """
            a {"type":"a"}
            b {"type":"b"}
            c
            d {"type":"d"}
            types {"a":{"connects":{"to":["b"]}},"d":{"connects":{"from":["b"]}}}
            """
        ).document
        let proposal = ConnectionProposal(source: Identifier(source), target: Identifier(target))
        #expect(document.refusal(of: proposal)?.reason == reason)
    }

    @Test(arguments: [
        (#""p""#, #""p""#, true), (#""p""#, #""q""#, false), (#"["p","q"]"#, #""q""#, true), (#""p""#, #""r""#, true),
        (#""r""#, #""p""#, false), (#""s""#, #""r""#, false), (#""any""#, #""p""#, true), (#""p""#, #"["any"]"#, true),
        ("[]", #""p""#, true), (#""s""#, #"["r","p"]"#, true),
    ])
    func `data types accept others, and do not pass it on`(source: String, target: String, fits: Bool) {
        var content = Sketch(
            """
            a {"handles":[{"id":"o","type":"source","dataType":\(source)}]}
            b {"handles":[{"id":"i","type":"target","dataType":\(target)}]}
            """
        ).content
        // s fits p, p fits r.
        content.merge(["dataTypes": ["r": ["accepts": ["p"]], "p": ["accepts": ["s"]]]])
        let refusal = Sketch(content: content).document.refusal(of: ConnectionProposal(source: "a", target: "b"))
        #expect(refusal?.reason == (fits ? nil : .dataType))
    }

    private static let full: Sketch = """
        a
        b
        c
        t {"handles":[{"id":"i","type":"target","limit":1,"whenFull":"replace"}]}
        e: a -> t.i
        """

    @Test func `a new edge takes the place of the first ones at a full handle`() {
        check(
            Self.full,
            becomes: """
                a
                b
                c
                t {"handles":[{"id":"i","type":"target","limit":1,"whenFull":"replace"}]}
                f: b -> t.i
                """
        ) { (open) throws(EditError) in
            let proposal = ConnectionProposal(source: "b", target: "t")
            #expect(open.document.replacedEdges(by: proposal).map { open.document.edgeID($0) } == ["e"])
            var edge = Edge(id: "f", source: "b", target: "t")
            edge.targetHandle = "i"
            try open.connect(edge)
        }
        var locked = Self.full.content
        locked.merge(["edges": [["id": "e", "source": "a", "target": "t", "targetHandle": "i", "locked": true]]])
        refuse(Sketch(content: locked), .locked) { (open) throws(EditError) in
            try open.connect(Edge(id: "f", source: "b", target: "t"))
        } inspect: {
            #expect($0.edges == ["e"])
        }
    }

    @Test func `an edge that is moved to a full handle takes the place of the one there`() {
        check(
            """
            a
            t {"handles":[{"id":"i","type":"target","limit":1,"whenFull":"replace"}]}
            u
            e: u -> t.i
            f: a -> u
            """,
            becomes: """
                a
                t {"handles":[{"id":"i","type":"target","limit":1,"whenFull":"replace"}]}
                u
                f: a -> t
                """
        ) { (open) throws(EditError) in try open.reconnect("f", target: "t") }
    }

    @Test func `edges over the limit that stand are reported, though new ones would replace them`() {
        let document = Sketch(
            """
            a
            b
            t {"handles":[{"id":"i","type":"target","limit":1,"whenFull":"replace"}]}
            e: a -> t.i
            f: b -> t.i
            """
        ).document
        #expect(document.diagnostics().map(\.code).contains("connection.limit"))
    }
}
