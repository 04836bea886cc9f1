import Editing
import Graph
import Sketching
import Testing
import Wire

/// The conflicts that a merge keeps in the document, and their resolution.
@Suite struct ConflictNotesTests {
    private static let options = DocumentEditor.Options(cause: "test")

    private func state(_ program: inout EditProgram, steps: Int, from document: Document = Document()) -> Document {
        var editor = DocumentEditor(document)
        for _ in 0..<steps {
            let step = program.step(editor.document)
            _ = try? editor.perform(ConflictNotesTests.options, step)
        }
        return editor.document
    }

    private func merged(
        _ base: Document, _ ours: Document, _ theirs: Document, keepsNotes: Bool = true
    ) throws -> (DocumentEditor, [MergeConflict]) {
        let merge = try ThreeWayMerge(from: base, ours: ours, theirs: theirs, at: 0, keepsNotes: keepsNotes)
        var editor = DocumentEditor(ours)
        _ = try editor.merge(merge.changes, cause: "merge")
        return (editor, merge.conflicts)
    }

    @Test(arguments: 1...20)
    func `every conflict has a note, and what is offered for it can be done`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        program.transients = seed % 4 == 0 ? 20 : 0
        let base = state(&program, steps: 40)
        let ours = state(&program, steps: 25, from: base)
        let theirs = state(&program, steps: 25, from: base)
        var (editor, conflicts) = try merged(base, ours, theirs)
        let notes = Set(editor.document.conflictNotes.map(\.key))
        #expect(Set(conflicts.map(\.key)).isSubset(of: notes))
        #expect(opened(fileText(editor.document)).contentHash() == editor.document.contentHash())
        let before = editor.document.contentHash()
        let found = editor.document.diagnostics().filter { $0.code == "conflict" }
        #expect(found.count == notes.count)
        for diagnostic in found {
            for case .resolveConflict(let key, let side) in diagnostic.fixes {
                let count = try editor.perform(ConflictNotesTests.options) { (open) throws(EditError) in
                    try open.resolveConflicts([key], taking: side)
                }.result.count
                #expect(count == 1)
                #expect(editor.document.checkInvariants() == [])
                #expect(!editor.document.diagnostics().contains { $0.key == diagnostic.key })
                _ = try editor.undo(1, cause: "undo")
                #expect(editor.document.contentHash() == before)
            }
        }
        // Without notes it is as after a merge that makes none.
        _ = try editor.perform(ConflictNotesTests.options) { (open) throws(EditError) in
            _ = try open.resolveConflicts(nil, taking: nil)
        }
        #expect(
            editor.document.contentHash()
                == (try merged(base, ours, theirs, keepsNotes: false)).0.document.contentHash())
    }

    @Test(arguments: 1...10)
    func `values of a side are there after they were taken`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        let base = state(&program, steps: 40)
        let ours = state(&program, steps: 25, from: base)
        let theirs = state(&program, steps: 25, from: base)
        let (start, _) = try merged(base, ours, theirs)
        for (side, document) in [(MergeConflict.Side.ours, ours), (.theirs, theirs)] {
            for (key, conflict) in start.document.conflictNotes {
                guard let id = conflict.node, !conflict.member.hasPrefix("@"), !conflict.member.contains("/") else {
                    continue
                }
                var editor = start
                let isDone =
                    (try? editor.perform(ConflictNotesTests.options) { (open) throws(EditError) in
                        _ = try open.resolveConflicts([key], taking: side)
                    }) != nil
                guard isDone, let own = editor.document.node(id), let other = document.node(id) else { continue }
                let (value, wanted) = (editor.document.node(at: own).json, document.node(at: other).json)
                if conflict.value(on: side) == wanted[conflict.member] {
                    #expect(value[conflict.member] == wanted[conflict.member], "\(key)")
                }
            }
        }
    }

    @Test func `a note that is resolved on one side stays resolved`() throws {
        let base = Sketch("a 0,0").document
        func labelled(_ label: String, _ document: Document) throws -> Document {
            var editor = DocumentEditor(document)
            _ = try editor.perform(ConflictNotesTests.options) { (open) throws(EditError) in
                try open.updateNode("a", patch: ["label": .string(label)])
            }
            return editor.document
        }
        let conflicting = try merged(base, labelled("o", base), labelled("t", base)).0.document
        #expect(conflicting.conflictNotes.map(\.key) == ["nodes/a/label"])
        var resolved = DocumentEditor(conflicting)
        _ = try resolved.perform(ConflictNotesTests.options) { (open) throws(EditError) in
            try open.resolveConflicts(["nodes/a/label"], taking: .theirs)
        }
        let label = resolved.document.node("a").map { resolved.document.node(at: $0).json["label"] }
        #expect(label == .string("t") && resolved.document.content["conflicts"] == nil)
        for (one, other) in [(conflicting, resolved.document), (resolved.document, conflicting)] {
            let (again, conflicts) = try merged(conflicting, one, other)
            #expect(conflicts == [] && again.document.contentHash() == resolved.document.contentHash())
        }
        #expect(throws: EditError.self) {
            try resolved.perform(ConflictNotesTests.options) { (open) throws(EditError) in
                try open.resolveConflicts(["nodes/a/label"], taking: nil)
            }
        }
    }
}
