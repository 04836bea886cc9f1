import Editing
import Interaction
import Sketching
import Testing
import Wire

@testable import Graph

@Suite struct NameSweepTests {
    private let options = DocumentEditor.Options(cause: "test")

    private func update(_ workspace: inout Workspace, _ patch: JSONObject, throwing: Bool = false) throws {
        _ = try workspace.perform(options) { (transaction) throws(EditError) in
            try transaction.updateNode("b", patch: patch)
            if throwing { throw .invalid("taken back") }
        }
    }

    @Test(arguments: [false, true]) func `names that come and go do not pile up`(failing: Bool) throws {
        var workspace = Workspace(Sketch("a 0,0\nb 300,0\ne: a -> b").document)
        for number in 0..<20_000 {
            try? update(&workspace, ["type": .string("type \(number)")], throwing: failing)
        }
        #expect(workspace.document.symbols.count < 2100)
        let node = try #require(workspace.document.node("b"))
        let type = workspace.document.nodes.type(node).map { workspace.document.symbols[$0] }
        #expect(type == (failing ? nil : "type 19999"))
    }

    @Test func `nor do lists of handles, and what is used keeps its meaning`() throws {
        var workspace = Workspace(Sketch("a 0,0\nb 300,0\ne: a -> b").document)
        try update(&workspace, ["type": "kept"])
        let (a, b) = try (#require(workspace.document.node("a")), #require(workspace.document.node("b")))
        let edge = try #require(workspace.document.edgeSlots.first)
        for number in 0..<5000 {
            let handle: JSON = ["id": .string("h\(number)"), "type": "source"]
            _ = try workspace.perform(options) { (transaction) throws(EditError) in
                try transaction.updateNode("a", patch: ["handles": .array([handle])])
            }
        }
        #expect(workspace.document.catalog.size < 4200)
        #expect(workspace.document.handles(a).map(\.id) == ["h4999"])
        #expect(workspace.document.nodes.type(b).map { workspace.document.symbols[$0] } == "kept")
        #expect(workspace.document.edges.isAlive(edge))
        #expect(workspace.document.checkInvariants().isEmpty)
        _ = try workspace.undo(5001, cause: "test")
        #expect(workspace.document.handles(a).count == 2)
        // The steps on the way back were met again; the next edit forgets them.
        try update(&workspace, ["type": "another"])
        #expect(workspace.document.catalog.size < 100)
    }
}
