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
        let type = editor.document.nodes.type(editor.document.node("b"))
        #expect(failing ? type == -1 : editor.document.symbols[type] == "type 19999")
    }

    @Test func `nor do lists of handles, and what is used keeps its meaning`() throws {
        var editor = Workspace(Sketch("a 0,0\nb 300,0\ne: a -> b").document)
        try update(&editor, ["type": "kept"])
        let edge = try #require(editor.document.edgeSlots.first)
        for number in 0..<5000 {
            let handle: JSON = ["id": .string("h\(number)"), "type": "source"]
            _ = try editor.perform(options) { (transaction) throws(EditError) in
                try transaction.updateNode("a", patch: ["handles": .array([handle])])
            }
        }
        #expect(editor.document.catalog.size < 4200)
        #expect(editor.document.handles(editor.document.node("a")).map(\.id) == ["h4999"])
        #expect(editor.document.symbols[editor.document.nodes.type(editor.document.node("b"))] == "kept")
        #expect(editor.document.edges.isAlive(edge))
        #expect(editor.document.checkInvariants().isEmpty)
        _ = try editor.undo(5001, cause: "test")
        #expect(editor.document.handles(editor.document.node("a")).count == 2)
        // The steps on the way back were met again; the next edit forgets them.
        try update(&editor, ["type": "another"])
        #expect(editor.document.catalog.size < 100)
    }
}
