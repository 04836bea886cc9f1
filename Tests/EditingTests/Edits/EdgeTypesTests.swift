import EdgeRouting
import Editing
import Graph
import Sketching
import Testing
import Wire

/// The path and the look that edges have of their types.
@Suite struct EdgeTypesTests {
    private func style(_ edge: Edge.ID, in states: EdgeStates = [], _ sketch: Sketch) throws -> EdgeStyle {
        let document = sketch.document
        return document.style(ofEdge: try #require(document.edge(edge)), in: states)
    }

    @Test func `a type says the look of its edges, an edge its own, and a state comes before both`() throws {
        let sketch: Sketch = """
            a
            b
            p: a -> b {"type":"yes"}
            o: a -> b {"type":"yes","style":{"stroke":"#00f","dash":[],"animated":false},"markerEnd":"arrow"}
            edgeTypes {"yes":{"stroke":"#0a0","dash":[4,2],"animated":true,"markerEnd":"none","selected":{"strokeWidth":3},"invalid":{"stroke":"#a00","strokeWidth":1}}}
            """
        let plain = try style("p", sketch)
        #expect(plain.color?.text == "#0a0" && plain.dash == [4, 2] && plain.isAnimated && plain.end.kind == .none)
        let own = try style("o", sketch)
        #expect(own.color?.text == "#00f" && own.dash.isEmpty && !own.isAnimated && own.end.kind == .open)
        let selected = try style("o", in: .selected, sketch)
        #expect(selected.color?.text == "#00f" && selected.strokeWidth == 3)
        let both = try style("o", in: [.selected, .invalid], sketch)
        #expect(both.color?.text == "#a00" && both.strokeWidth == 1 && both.dash.isEmpty)
    }

    @Test(arguments: [
        (#"{"type":"yes"}"#, EdgeType.smoothStep), (#"{"type":"no"}"#, .straight), (#"{"type":"step"}"#, .straight),
        (#"{"type":"horizontalBezier"}"#, .horizontalBezier), (#"{"type":"strange"}"#, .orthogonal),
        ("{}", .orthogonal), (#"{"type":7}"#, .orthogonal), (#"{"type":null}"#, .orthogonal),
    ])
    func `the path of a type is its own, else what its name says, else the setting`(edge: String, path: EdgeType)
        throws
    {
        let types =
            #"{"yes":{"path":"smoothstep"},"no":{"path":"straight"},"step":{"path":"straight"},"#
            + #""horizontalBezier":{},"strange":{},"default":{}}"#
        let document = Sketch(
            "a\nb\ne: a -> b \(edge)\nedgeTypes \(types)\nsettings {\"defaultEdgeType\":\"orthogonal\"}"
        ).document
        #expect(document.pathType(ofEdge: try #require(document.edge("e"))) == path)
    }

    @Test func `edges that name no type have the one that is called default`() throws {
        let sketch: Sketch = """
            a
            b
            e: a -> b
            edgeTypes {"default":{"path":"straight","opacity":0.5}}
            """
        #expect(try style("e", sketch).opacity == 0.5)
        #expect(sketch.document.newEdgeType == .straight)
    }

    @Test func `a change of types changes the edges there are, and undo brings them back`() throws {
        check(
            """
            a
            b
            e: a -> b {"type":"yes"}
            edgeTypes {"yes":{"path":"step"},"no":{}}
            """,
            becomes: """
                a
                b
                e: a -> b {"type":"yes"}
                edgeTypes {"yes":{"path":"straight","stroke":"red"}}
                """
        ) { (open) throws(EditError) in
            try open.updateEdgeTypes(["yes": ["path": "straight", "stroke": "red"], "no": .null])
        }
    }

    @Test(arguments: [
        (#"{"path":"curly"}"#, "path"), (#"{"stroke":"url(#x)"}"#, "stroke"), (#"{"stroke":1}"#, "stroke"),
        (#"{"strokeWidth":-1}"#, "strokeWidth"), (#"{"strokeWidth":"1px"}"#, "strokeWidth"),
        (#"{"dash":[0,0]}"#, "dash"), (#"{"dash":"4 2"}"#, "dash"), (#"{"opacity":2}"#, "opacity"),
        (#"{"animated":1}"#, "animated"), (#"{"selected":3}"#, "selected"), (#"{"markerEnd":1}"#, "markerEnd"),
        (#"{"invalid":{"dash":[1e9]}}"#, "invalid/dash"), (#"{"selected":{"opacity":"x"}}"#, "selected/opacity"),
    ])
    func `a member of a wrong shape is refused with its place, and counts as absent in a file`(
        type: String, path: String
    ) throws {
        let json = try #require(JSON(parsing: type))
        refuse("a", .invalidValue) { (open) throws(EditError) in
            try open.updateEdgeTypes(["yes": json])
        } inspect: {
            #expect($0.path == ["edgeTypes", "yes"] + path.split(separator: "/").map(String.init))
        }
        let sketch = Sketch("a\nb\ne: a -> b {\"type\":\"yes\"}\nedgeTypes {\"yes\":\(type)}")
        #expect(try style("e", in: [.selected, .invalid], sketch) == EdgeStyle())
        let problem = try #require(sketch.document.contentProblems.first)
        #expect(problem.path == ["edgeTypes", "yes"] + path.split(separator: "/").map(String.init))
    }

    @Test func `copies bring along the types that their edges name`() throws {
        let source =
            ("""
        a
        b
        e: a -> b {"type":"yes"}
        f: b -> a
        edgeTypes {"yes":{"stroke":"red"},"no":{"stroke":"blue"},"default":{"opacity":0.5}}
        """ as Sketch).document
        let fragment = try source.fragment(nodes: source.nodeSlots, edges: [])
        let copied = try JSON(fragment)["edgeTypes"]
        #expect(copied == ["yes": ["stroke": "red"]])
        var target = ("c\nedgeTypes {\"other\":{}}" as Sketch).document
        let pasted = try target.transact { (open) throws(EditError) in try open.paste(source) }
        #expect(pasted.result.losses.isEmpty)
        #expect(target.content["edgeTypes"] == ["other": [:], "yes": ["stroke": "red"]])
        var other = ("c\nedgeTypes {\"yes\":{}}" as Sketch).document
        let losses = try other.transact { (open) throws(EditError) in try open.paste(source) }.result.losses
        #expect(losses.map(\.code) == ["typeDiffers"])
    }
}
