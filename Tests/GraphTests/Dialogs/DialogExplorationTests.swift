import Testing
import Wire

@testable import Graph

@Suite struct DialogExplorationTests {
    /// A type for each role; a choice has a handle for each item of `data.buttons`.
    static let types = """
        {"start": {"role": "start"}, "message": {"role": "message"}, "end": {"role": "end"}, "action": {"role": "action"},
        "condition": {"role": "condition", "handles": [{"id": "true", "type": "source"}, {"id": "false", "type": "source"}]},
        "choice": {"role": "choice", "handlesFrom": [{"path": "/buttons", "type": "source", "labelMember": "text"}]}}
        """

    private func explore(_ nodes: String, _ edges: String) throws -> (Document, DialogExploration) {
        let text =
            #"{"nodewire": 1, "nodes": [\#(nodes)], "edges": [\#(edges)], "types": \#(DialogExplorationTests.types)}"#
        let document = try read(text).document
        return (document, try #require(document.exploreDialog()))
    }

    private func ids(_ slots: [Node.Slot], _ document: Document) -> String {
        slots.map { document.nodeID($0).string }.joined(separator: " ")
    }

    @Test func `all ways are followed, whatever conditions say`() throws {
        let (document, found) = try explore(
            """
            {"id": "lost", "type": "message"}, {"id": "s", "type": "start"}, {"id": "if", "type": "condition"},
            {"id": "ask", "type": "choice", "data": {"buttons": [{"id": "yes", "condition": "false"}, {"id": "no"}]}},
            {"id": "bye", "type": "end"}, {"id": "more", "type": "message"}
            """,
            """
            {"id": "1", "source": "s", "target": "if"},
            {"id": "2", "source": "if", "sourceHandle": "false", "target": "bye"},
            {"id": "3", "source": "if", "sourceHandle": "true", "target": "ask"},
            {"id": "4", "source": "ask", "sourceHandle": "yes", "target": "bye"},
            {"id": "5", "source": "ask", "sourceHandle": "no", "target": "more"},
            {"id": "6", "source": "lost", "target": "bye"}
            """)
        #expect(ids(found.reached, document) == "s if ask bye more")
        #expect(ids(found.unreached, document) == "lost")
        #expect(ids(found.deadEnds, document) == "more")
        #expect(found.loopsWithoutChoice.isEmpty)
    }

    @Test func `an option and a branch that lead nowhere are dead ends`() throws {
        let (document, found) = try explore(
            """
            {"id": "if", "type": "condition"}, {"id": "end", "type": "end"},
            {"id": "ask", "type": "choice", "data": {"buttons": [{"id": "yes"}, {}]}}
            """,
            """
            {"id": "1", "source": "if", "sourceHandle": "true", "target": "ask"},
            {"id": "2", "source": "ask", "target": "end"}
            """)
        // An edge that names no handle leaves the first.
        #expect(ids(found.deadEnds, document) == "if ask")
        #expect(ids(found.reached, document) == "if end ask")
    }

    @Test func `loops need neither option nor input`() throws {
        let (document, found) = try explore(
            """
            {"id": "s", "type": "start"}, {"id": "c", "type": "message"}, {"id": "b", "type": "action"},
            {"id": "a", "type": "message", "data": {"input": "name"}}, {"id": "self", "type": "action"},
            {"id": "p"}, {"id": "q"}
            """,
            """
            {"id": "1", "source": "s", "target": "b"}, {"id": "2", "source": "b", "target": "c"},
            {"id": "3", "source": "c", "target": "b"}, {"id": "4", "source": "c", "target": "a"},
            {"id": "5", "source": "a", "target": "a"}, {"id": "6", "source": "s", "target": "self"}
            """)
        // The two edges that leave `c` are options; `s` goes on by its first edge alone.
        #expect(ids(found.reached, document) == "s c b a")
        #expect(found.loopsWithoutChoice.isEmpty)
        let (other, loops) = try explore(
            """
            {"id": "s", "type": "start"}, {"id": "c", "type": "condition"}, {"id": "b", "type": "action"}, {"id": "self"}
            """,
            """
            {"id": "1", "source": "s", "target": "c"}, {"id": "2", "source": "c", "sourceHandle": "true", "target": "b"},
            {"id": "3", "source": "b", "target": "c"}, {"id": "4", "source": "c", "sourceHandle": "false", "target": "self"},
            {"id": "5", "source": "self", "target": "self"}
            """)
        #expect(loops.loopsWithoutChoice.map { ids($0, other) } == ["c b", "self"])
    }

    @Test func `a dialog without a beginning reaches nothing`() throws {
        let (document, found) = try explore(#"{"id": "a"}"#, #"{"id": "1", "source": "a", "target": "a"}"#)
        #expect(ids(found.unreached, document) == "a")
        #expect(try explore("", "").1.reached.isEmpty)
    }

    @Test func `groups and notes are no part of a dialog`() throws {
        let types = #"{"say": {"role": "message"}, "note": {}, "box": {"role": "end", "acceptsChildren": true}}"#
        let nodes = """
            {"id": "g", "type": "group"}, {"id": "note", "type": "note"}, {"id": "a", "type": "say", "parentId": "g"},
            {"id": "lost", "type": "say"}, {"id": "plain"}, {"id": "holder"}, {"id": "held", "parentId": "holder"},
            {"id": "joined", "type": "note"}, {"id": "box", "type": "box"}
            """
        let edges = #"{"id": "1", "source": "joined", "target": "box"}"#
        func explored(_ types: String) throws -> [String] {
            let text = #"{"nodewire": 1, "nodes": [\#(nodes)], "edges": [\#(edges)], "types": \#(types)}"#
            let document = try read(text).document
            let found = try #require(document.exploreDialog())
            return [ids(found.reached, document), ids(found.unreached, document)]
        }
        #expect(try explored(types) == ["a", "lost plain held joined box"])
        // Where no type has a role, every node says something.
        #expect(try explored("{}") == ["note", "a lost plain held joined box"])
    }

    @Test func `a dialog of nothing but notes begins at the first`() throws {
        let text = #"{"nodewire": 1, "nodes": [{"id": "g", "type": "group"}], "edges": []}"#
        let document = try read(text).document
        let found = try #require(document.exploreDialog())
        #expect([ids(found.reached, document), ids(found.unreached, document)] == ["g", ""])
    }

    @Test func `a chain of a hundred thousand takes no stack`() throws {
        let count = 100_000
        let nodes = (0..<count).map { #"{"id":"n\#($0)"}"# }.joined(separator: ",")
        let edges = (0..<count).map {
            #"{"id":"e\#($0)","source":"n\#($0)","target":"n\#($0 + 1 < count ? $0 + 1 : 1)"}"#
        }
        let (_, found) = try explore(nodes, edges.joined(separator: ","))
        #expect(found.reached.count == count)
        #expect(found.loopsWithoutChoice.map(\.count) == [count - 1])
    }

    @Test func `an exploration that is stopped has no result`() throws {
        let nodes = (0..<5000).map { #"{"id":"n\#($0)"}"# }.joined(separator: ",")
        let edges = (0..<4999).map { #"{"id":"e\#($0)","source":"n\#($0)","target":"n\#($0 + 1)"}"# }
        let text = #"{"nodewire":1,"nodes":[\#(nodes)],"edges":[\#(edges.joined(separator: ","))]}"#
        #expect(try read(text).document.exploreDialog { true } == nil)
    }
}
