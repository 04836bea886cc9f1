import Testing
import Wire

@testable import Graph

/// The traits that are read from each member, compared with its row in the schema.
@Suite struct ElementSchemaTests {
    /// Values of every kind, among them those that some member means.
    private static let values = [
        "null", "true", "false", "0", "1", "-1", "0.5", "7", "2e9", "1e400", "\"\"", "\"x\"", "\"parent\"", "\"left\"",
        "\"center\"", "\"source\"", "\"target\"", "\"group\"", "\"input\"", "\"bezier\"", "\"ellipse\"", "\"arrow\"",
        "\"none\"", "\"replace\"", #"{"start":"none"}"#, "{}", "[]", #"{"x":1,"y":2}"#, #"{"x":1}"#,
        #"{"x":"1","y":2}"#, #"{"width":5,"height":6}"#, #"{"width":-5}"#,
        #"{"width":"70px","stroke":"red"}"#, #"{"label":"in data"}"#, "[[0,0],[1,1]]", "[[1,1],[0,0]]", "[[0,0]]",
        #"[{"type":"source"}]"#, #"[{"type":"source"},{"type":"source"}]"#, #"[{"id":"a"}]"#,
        #"[{"type":"target","offset":2}]"#, #"[{"x":1,"y":2}]"#, #"[{"x":1}]"#, #"[{"text":"x"}]"#,
        #"{"algorithm":"grid"}"#,
    ]

    private func isPossible(_ schema: ElementSchema, _ name: String, _ value: String) -> Bool {
        let text = Array("{\"\(name)\":\(value)}".utf8)
        return text.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes)
            guard (try? cursor.enterObject()) != nil, let name = cursor.nextMember() else { return false }
            return (try? schema.check(name, cursor)) != nil
        }
    }

    /// Returns the data of a node, besides its text, that follow from a member.
    private func facts(node member: String) throws -> String {
        let document = try read(#"{"nodes":[{"id":"p"},{"id":"x"},{"id":"a"\#(member)}],"edges":[]}"#).document
        let slot = try #require(document.node("a"))
        let handles = document.handles(slot).map { "\($0)" }
        let parent = document.nodes.parent(slot).map { "\($0)" } ?? "none"
        return
            "\(document.nodes.flags(slot).rawValue) \(document.nodes.type(slot) != nil) \(parent) "
            + "\(document.z(slot)) \(document.nodes.geometry(slot).width) \(document.nodes.geometry(slot).height) \(handles) "
            + "\(document.cornerRadius(ofNode: slot) ?? -1)"
    }

    private func facts(edge member: String) throws -> String {
        let ends = #""id":"e","source":"a","target":"b""#
        let document = try read(#"{"nodes":[{"id":"a"},{"id":"b"}],"edges":[{\#(ends)\#(member)}]}"#).document
        let slot = try #require(document.edge("e"))
        return "\(document.edges.flags(slot).rawValue) \(document.edges.zIndex(slot)) \(document.style(ofEdge: slot))"
    }

    /// Members of whose wrong values something is taken: that there is a look, that a text is kept, the handles of a list
    /// that are ones.
    private static let marked: Set<String> = [
        "className", "cornerRadius", "position", "width", "height", "markerStart", "markerEnd", "handles",
    ]

    @Test(arguments: ElementSchema.node.names) func `nothing is taken of a node's member that cannot be`(name: String)
        throws
    {
        let plain = try facts(node: "")
        var isTaken = false
        for value in Self.values where value != "1e400" {
            let taken = try facts(node: ",\"\(name)\":\(value)")
            isTaken = isTaken || taken != plain
            if Self.marked.contains(name) { continue }
            if !isPossible(.node, name, value) { #expect(taken == plain, "\(name) \(value)") }
        }
        let untaken = ["id", "foreign"]
        #expect(isTaken != untaken.contains(name), "\(name)")
    }

    @Test(arguments: ElementSchema.edge.names) func `nothing is taken of an edge's member that cannot be`(name: String)
        throws
    {
        if ["id", "source", "target"].contains(name) { return }
        let plain = try facts(edge: "")
        var isTaken = false
        for value in Self.values where value != "1e400" {
            let taken = try facts(edge: ",\"\(name)\":\(value)")
            isTaken = isTaken || taken != plain
            if Self.marked.contains(name) { continue }
            if !isPossible(.edge, name, value), name != "style", name != "animated" {
                #expect(taken == plain, "\(name) \(value)")
            }
        }
        #expect(isTaken != ["sourceHandle", "targetHandle", "data", "foreign"].contains(name), "\(name)")
    }

    @Test(arguments: ElementSchema.handle.names)
    func `nothing is taken of a handle's member that cannot be`(name: String) throws {
        let plain = try facts(node: #","handles":[{"type":"source"}]"#)
        var isTaken = false
        for value in Self.values where value != "1e400" {
            let taken = try facts(node: #","handles":[{"type":"source","\#(name)":\#(value)}]"#)
            isTaken = isTaken || taken != plain
            // Without a type there is no handle.
            if name != "type", !isPossible(.handle, name, value) { #expect(taken == plain, "\(name) \(value)") }
        }
        // On this side `x` counts alone, a size beside it, and `y` does not.
        #expect(isTaken != ["y", "width", "height"].contains(name), "\(name)")
    }

    @Test(arguments: [
        (ElementSchema.node, #"{"width":-1}"#, "/width", true), (.node, #"{"width":"1"}"#, "/width", false),
        (.node, #"{"position":{"x":1}}"#, "/position", false), (.node, #"{"extent":[[1,1],[0,0]]}"#, "/extent", true),
        (.node, #"{"handles":[{"type":"source"},{"type":"source"}]}"#, "/handles/1/id", true),
        (.node, #"{"handles":[{"id":"a"}]}"#, "/handles/0", false),
        (.edge, #"{"source":"a"}"#, "", false), (.edge, #"{"source":"a","target":null}"#, "", false),
        (.edge, #"{"source":"a","target":"b","reconnectable":"yes"}"#, "/reconnectable", false),
        (.edge, #"{"source":"a","target":"b","labelPosition":2}"#, "/labelPosition", true),
        (.nodeType, #"{"defaultSize":{"width":-1,"height":1}}"#, "/defaultSize/width", true),
    ])
    func `an error says where and whether the value is of the wrong kind or impossible`(
        schema: ElementSchema, text: String, pointer: String, isImpossible: Bool
    ) throws {
        do throws(ShapeError) {
            try JSONText(trusted: Array(text.utf8)).withCursor { (cursor) throws(ShapeError) in
                try schema.check(&cursor)
            }
            Issue.record("\(text) is accepted")
        } catch {
            #expect(error.pointer == pointer && error.isImpossible == isImpossible, "\(error)")
        }
    }

    @Test func `an edge's traits follow its members`() {
        var edge = Edge(id: "e", source: "a", target: "b", members: Array(#"{"hidden":true,"zIndex":3}"#.utf8))
        #expect(edge.traits == EdgeTraits(flags: [.hidden, .layered], z: 3))
        edge.members = Array(#"{"locked":true}"#.utf8)
        #expect(edge.traits == EdgeTraits(flags: .locked))
    }
}

extension ElementSchema: CustomTestStringConvertible {
    public var testDescription: String { name }
}
