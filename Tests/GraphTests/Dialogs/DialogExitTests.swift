import Testing
import Wire

@testable import Graph

@Suite struct DialogExitTests {
    /// Each handle of a node of a type: its id, its limit, and what it is beside.
    private func exits(_ type: String, _ node: String = "{}") throws -> [String] {
        let nodes = #"{"id": "n", "type": "t", "data": \#(node)}"#
        let document = try read(#"{"nodewire": 1, "nodes": [\#(nodes)], "edges": [], "types": {"t": \#(type)}}"#)
            .document
        let slot = try #require(document.node("n"))
        return document.handles(slot).map { handle in
            let limit = handle.limit.map { String($0) } ?? "-"
            return "\(handle.id) \(limit)\(handle.replacesWhenFull ? " replace" : "")\(handle.isExit ? " exit" : "")"
        }
    }

    @Test func `an exit leads one way unless its handle says otherwise`() throws {
        let handles = """
            [{"id": "i", "type": "target"}, {"id": "o", "type": "source"}, {"id": "two", "type": "source", "limit": 2},
            {"id": "one", "type": "source", "whenFull": "refuse"}, {"id": "odd", "type": "source", "limit": "x"}]
            """
        for role in DialogRole.allCases {
            #expect(
                try exits(#"{"role": "\#(role.rawValue)", "handles": \#(handles)}"#)
                    == ["i -", "o 1 replace exit", "two 2", "one 1 exit", "odd 1 replace exit"])
        }
        #expect(try exits(#"{"handles": \#(handles)}"#) == ["i -", "o -", "two 2", "one -", "odd -"])
        #expect(try exits(#"{"role": "none", "handles": \#(handles)}"#) == ["i -", "o -", "two 2", "one -", "odd -"])
        // Where the type states no handles, the edges are the options.
        #expect(try exits(#"{"role": "message"}"#) == ["target -", "source -"])
    }

    @Test func `exits of items do so, too`() throws {
        let data = #"{"buttons": [{"id": "yes"}, 1], "in": [{"id": "a"}]}"#
        func type(_ more: String) -> String {
            let lists = #"{"path": "/buttons", "type": "source"\#(more)}, {"path": "/in", "type": "target"}"#
            return #"{"role": "choice", "handlesFrom": [\#(lists)]}"#
        }
        #expect(try exits(type(""), data) == ["yes 1 replace exit", "buttons-1 1 replace exit", "a -"])
        #expect(try exits(type(#", "limit": 3"#), data) == ["yes 3", "buttons-1 3", "a -"])
        #expect(try exits(type(#", "limit": 3, "whenFull": "replace""#), data).first == "yes 3 replace")
        #expect(try exits(type(#", "whenFull": "refuse""#), data).first == "yes 1 exit")
    }

    @Test func `each edge but the first is reported`() throws {
        let edges = (1...3).map { #"{"id": "e\#($0)", "source": "a", "target": "b\#($0)"}"# }.joined(separator: ",")
        let nodes = ["a", "b1", "b2", "b3"].map { #"{"id": "\#($0)", "type": "t"}"# }.joined(separator: ",")
        let handles = #"[{"id": "i", "type": "target"}, {"id": "o", "type": "source"}]"#
        let types = #"{"t": {"role": "message", "handles": \#(handles)}}"#
        let text = #"{"nodewire": 1, "nodes": [\#(nodes)], "edges": [\#(edges)], "types": \#(types)}"#
        let document = try read(text).document
        var found: [Diagnostic] = []
        var walk = DiagnosticWalk(document)
        walk.visit { _, diagnostic in
            if !diagnostic.edges.isEmpty { found.append(diagnostic) }
            return true
        }
        #expect(found.map(\.code) == ["dialogAmbiguous", "dialogAmbiguous"])
        #expect(found.map(\.severity) == [.warning, .warning])
        #expect(found.map(\.edges) == [["e2", "e1", "e3"], ["e3", "e1", "e2"]])
        #expect(found.first?.fixes == [.removeEdges(["e2"])])
    }
}
