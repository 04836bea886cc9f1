import Editing
import Graph
import Sketching
import Testing
import Wire

/// The law that the history, files and hashes know persistent elements alone, whatever is done to transient ones.
@Suite struct TransientLawsTests {
    /// Performs an edit; a refused one does nothing.
    private func perform(
        _ edit: (inout Transaction) throws(EditError) -> String, on editor: inout DocumentEditor, mergeKey: String?
    ) {
        do throws(EditError) {
            var options = DocumentEditor.Options(cause: "test")
            options.mergeKey = mergeKey
            _ = try editor.perform(options, edit)
        } catch {}
    }

    /// Lasting and transient elements beside, in and on each other.
    private let start: JSON = [
        "nodes": [
            ["id": "a", "position": ["x": 0, "y": 0]],
            ["id": "t", "position": ["x": 0, "y": 0], "transient": true],
            ["id": "g", "position": ["x": 0, "y": 0], "type": "group"],
            ["id": "b", "position": ["x": 0, "y": 0], "parentId": "g"],
            ["id": "u", "position": ["x": 0, "y": 0], "parentId": "g", "transient": true],
            ["id": "h", "position": ["x": 0, "y": 0], "type": "group", "transient": true],
            ["id": "c", "position": ["x": 0, "y": 0], "parentId": "h"],
            ["id": "d", "position": ["x": 0, "y": 0]],
        ],
        "edges": [
            ["id": "e", "source": "a", "target": "b"], ["id": "f", "source": "a", "target": "c"],
            ["id": "k", "source": "b", "target": "d", "transient": true], ["id": "l", "source": "d", "target": "t"],
        ],
    ]

    /// Returns the persistent part of a document, as it comes back from its file.
    private func lasting(_ document: Document) -> String { picture(of: opened(fileText(document))) }

    @Test(arguments: 0..<20) func `the history knows lasting elements alone`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        program.transients = 25 + seed
        var editor = DocumentEditor(Sketch(content: start).document)
        var replica = Replica(editor.document)
        // What is persistent at each position of the history.
        var pictures = [lasting(editor.document)]
        var mixed = 0
        for step in 0..<150 {
            let before = (history: editor.history, lasting: pictures[editor.history.position])
            let kind = program.below(16)
            switch kind {
            case 0: _ = try editor.undo(1 + program.below(4), cause: "undo")
            case 1: _ = try editor.redo(1 + program.below(4), cause: "redo")
            default: perform(program.step(editor.document), on: &editor, mergeKey: nil)
            }
            if editor.document.hasTransientElements { mixed += 1 }
            for commit in editor.commits { replica.apply(commit.delta) }
            editor.forgetCommits()
            try #require(replica == Replica(editor.document), "seed \(seed) step \(step): announced")
            try #require(editor.document.checkInvariants() == [], "seed \(seed) step \(step)")
            let position = editor.history.position
            let now = lasting(editor.document)
            if kind > 1, position == before.history.position + 1 {
                pictures = Array(pictures.prefix(position)) + [now]
            }
            try #require(now == pictures[position], "seed \(seed) step \(step): position \(position)")
            if position == before.history.position, now == before.lasting {
                #expect(editor.history.isDirty == before.history.isDirty)
            }
            #expect(
                opened(fileText(editor.document)).contentHash() == editor.document.contentHash(),
                "seed \(seed) step \(step): hash")
        }
        #expect(mixed > 0)
        for position in stride(from: editor.history.position - 1, through: 0, by: -1) {
            _ = try editor.undo(1, cause: "undo")
            try #require(lasting(editor.document) == pictures[position], "seed \(seed) back at \(position)")
        }
        while editor.history.canRedo {
            _ = try editor.redo(1, cause: "redo")
            let position = editor.history.position
            try #require(lasting(editor.document) == pictures[position], "seed \(seed) forth at \(position)")
        }
    }

    @Test(arguments: 0..<20) func `steps that join and groups that are cancelled leave lasting elements right`(
        seed: Int
    ) throws {
        var program = EditProgram(seed: seed)
        program.transients = 30
        var editor = DocumentEditor(Sketch(content: start).document)
        for _ in 0..<30 { perform(program.step(editor.document), on: &editor, mergeKey: "k") }
        let joined = lasting(editor.document)
        try editor.beginGroup("g")
        for _ in 0..<30 { perform(program.step(editor.document), on: &editor, mergeKey: nil) }
        try editor.cancelGroup(cause: "cancel")
        #expect(lasting(editor.document) == joined)
        #expect(editor.document.checkInvariants() == [])
        _ = try editor.undo(100, cause: "undo")
        #expect(lasting(editor.document) == lasting(Sketch(content: start).document))
        _ = try editor.redo(100, cause: "redo")
        #expect(lasting(editor.document) == joined)
    }
}
