import Editing
import Graph
import Sketching
import Testing
import Wire

/// The law that a document follows from the steps that are done, whatever views did in turn: every member of every
/// element, and their order.
@Suite struct SharedHistoryLawTests {
    private static let views: [Identifier] = ["v", "w", "x"]
    private static let chunks = 8
    private static let programs = 65

    private static let start: Sketch = """
        a 0,0
        b 200,0
        c 400,0
        g 0,200 200x100 {"type": "group"}
        d 10,10 in g
        e: a -> b
        f: b -> d
        """

    private func owner(_ view: Identifier?) -> StepOwner {
        StepOwner(view: view, open: Set(SharedHistoryLawTests.views))
    }

    /// The persistent elements of a document, which are what the history knows.
    private func content(_ editor: DocumentEditor) -> Sketch {
        let document = editor.document
        var content = document.content
        let nodes = document.lasting(Array(document.nodeSlots))
        content["nodes"] = .array(nodes.map { document.node(at: $0).json })
        let edges = document.lasting(Array(document.edgeSlots))
        content["edges"] = .array(edges.map { document.edge(at: $0).json })
        return Sketch(content: .object(content))
    }

    /// Edits of several views, of which some are taken back; at each such place undo and then redo is the identity.
    private func run(_ program: inout EditProgram, _ editor: inout DocumentEditor, _ name: String) throws {
        for step in 0..<16 {
            let view = program.pick([nil] + SharedHistoryLawTests.views)
            if program.chance(70) {
                let edit = program.step(editor.document)
                do throws(EditError) {
                    _ = try editor.perform(DocumentEditor.Options(cause: "test", view: view)) {
                        (transaction) throws(EditError) in _ = try edit(&transaction)
                    }
                } catch {}
                continue
            }
            let count = 1 + program.below(3)
            let before = content(editor)
            let undone = try editor.undo(count, of: owner(view), cause: "undo")
            let redone = try editor.redo(undone.steps, of: owner(view), cause: "redo")
            try #require(undone.steps == redone.steps, "\(name) step \(step)")
            try #require(content(editor) == before, "\(name) step \(step)")
            if program.chance(60) { _ = try editor.undo(count, of: owner(view), cause: "undo") }
        }
    }

    @Test(arguments: 0..<chunks) func `all steps undone in any order lead to the start, and redone to the end`(
        chunk: Int
    ) throws {
        for number in 0..<SharedHistoryLawTests.programs {
            let seed = chunk * SharedHistoryLawTests.programs + number
            var program = EditProgram(seed: seed)
            program.transients = seed % 4 == 0 ? 20 : 0
            var editor = DocumentEditor(SharedHistoryLawTests.start.document)
            let start = content(editor)
            try run(&program, &editor, "seed \(seed)")
            while editor.history.canRedo { try walk(&program) { try editor.redo(1, of: $0, cause: "redo") } }
            let end = content(editor)
            while editor.history.canUndo { try walk(&program) { try editor.undo(1, of: $0, cause: "undo") } }
            try #require(content(editor) == start, "seed \(seed): start")
            while editor.history.canRedo { try walk(&program) { try editor.redo(1, of: $0, cause: "redo") } }
            try #require(content(editor) == end, "seed \(seed): end")
            try #require(editor.document.checkInvariants() == [], "seed \(seed)")
            var replica = Replica(SharedHistoryLawTests.start.document)
            for commit in editor.takeCommits() { replica.apply(commit.delta) }
            try #require(replica == Replica(editor.document), "seed \(seed): announced")
        }
    }

    private func walk(_ program: inout EditProgram, _ take: (StepOwner) throws -> DocumentEditor.HistoryWalk) throws {
        _ = try take(owner(program.pick(SharedHistoryLawTests.views)))
    }
}
