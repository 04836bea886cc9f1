import Editing
import Interaction
import Sketching
import Testing
import Wire

@testable import Graph

@Suite struct NameSweepTests {
    private let options = DocumentEditor.Options(cause: "test")

    private func update(_ editor: inout Workspace, _ patch: JSONObject, throwing: Bool = false) throws {
        _ = try editor.perform(options) { (transaction) throws(EditError) in
            try transaction.updateNode("b", patch: patch)
            if throwing { throw .invalid("taken back") }
        }
    }

    @Test(arguments: [false, true]) func `names that come and go do not pile up`(failing: Bool) throws {
        var editor = Workspace(Sketch("a 0,0\nb 300,0\ne: a -> b").document)
        for number in 0..<20_000 {
            try? update(&editor, ["type": .string("type \(number)")], throwing: failing)
        }
        #expect(editor.document.symbols.count < 2100)
        let node = try #require(editor.document.node("b"))
        let type = editor.document.nodes.type(node).map { editor.document.symbols[$0] }
        #expect(type == (failing ? nil : "type 19999"))
    }

    @Test func `nor do lists of handles, and what is used keeps its meaning`() throws {
        var editor = Workspace(Sketch("a 0,0\nb 300,0\ne: a -> b").document)
        try update(&editor, ["type": "kept"])
        let (a, b) = try (#require(editor.document.node("a")), #require(editor.document.node("b")))
        let edge = try #require(editor.document.edgeSlots.first)
        for number in 0..<5000 {
            let handle: JSON = ["id": .string("h\(number)"), "type": "source"]
            _ = try editor.perform(options) { (transaction) throws(EditError) in
                try transaction.updateNode("a", patch: ["handles": .array([handle])])
            }
        }
        #expect(editor.document.catalog.size < 4200)
        #expect(editor.document.handles(a).map(\.id) == ["h4999"])
        #expect(editor.document.nodes.type(b).map { editor.document.symbols[$0] } == "kept")
        #expect(editor.document.edges.isAlive(edge))
        #expect(editor.document.checkInvariants().isEmpty)
        _ = try editor.undo(5001, cause: "test")
        #expect(editor.document.handles(a).count == 2)
        // The steps on the way back were met again; the next edit forgets them.
        try update(&editor, ["type": "another"])
        #expect(editor.document.catalog.size < 100)
    }
}
