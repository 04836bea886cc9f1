import Editing
import Graph
import Sketching
import Testing
import Wire

/// The result of merging two documents that were one, after any edits of both.
@Suite struct ThreeWayTests {
    private func state(_ program: inout EditProgram, steps: Int, from document: Document = Document()) -> Document {
        var editor = DocumentEditor(document)
        for _ in 0..<steps {
            let step = program.step(editor.document)
            _ = try? editor.perform(DocumentEditor.Options(cause: "test"), step)
        }
        return editor.document
    }

    private func merged(_ base: Document?, _ ours: Document, _ theirs: Document) throws -> Document {
        let merge = try ThreeWayMerge(from: base ?? Document(), ours: ours, theirs: theirs, at: 0)
        let plan = MergePlan(merge.changes, in: ours)
        var editor = DocumentEditor(ours)
        _ = try editor.perform(DocumentEditor.Options(cause: "test")) { (transaction) throws(EditError) in
            transaction.isReplay = true
            try transaction.apply(DocumentChange(plan))
        }
        #expect(editor.document.checkInvariants() == [])
        #expect(opened(fileText(editor.document)).contentHash() == editor.document.contentHash())
        return editor.document
    }

    @Test(arguments: 1...60)
    func `what only one side has changed is what comes out`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        let base = state(&program, steps: 40)
        let changed = state(&program, steps: 25, from: base)
        #expect(try merged(base, base, changed).contentHash() == changed.contentHash())
        #expect(try merged(base, changed, base).contentHash() == changed.contentHash())
        #expect(try merged(base, changed, changed).contentHash() == changed.contentHash())
        #expect(try merged(nil, changed, changed).contentHash() == changed.contentHash())
    }

    @Test(arguments: 1...60)
    func `what both have changed keeps what is added here, and the structure`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        let base = state(&program, steps: 40)
        let ours = state(&program, steps: 25, from: base)
        let theirs = state(&program, steps: 25, from: base)
        let result = try merged(base, ours, theirs)
        for slot in ours.nodeSlots {
            let id = ours.nodeID(slot)
            if base.node(id) == nil { #expect(result.node(id) != nil, "\(id)") }
        }
        for slot in base.nodeSlots where ours.node(base.nodeID(slot)) == nil {
            #expect(result.node(base.nodeID(slot)) == nil)
        }
        let unknown = try merged(nil, ours, theirs)
        for document in [ours, theirs] {
            for slot in document.nodeSlots { #expect(unknown.node(document.nodeID(slot)) != nil) }
        }
    }

    @Test(arguments: 1...60)
    func `what both have inserted is two elements unless it is the same, whichever side is ours`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        let base = state(&program, steps: 12)
        let ours = state(&program, steps: 25, from: base)
        let theirs = state(&program, steps: 25, from: base)
        let (one, other) = (try merged(nil, ours, theirs), try merged(nil, theirs, ours))
        func elements(_ document: Document) -> (nodes: [Identifier: JSON], edges: [Identifier: JSON]) {
            let nodes = document.lasting(Array(document.nodeSlots)).map { document.node(at: $0) }
            let edges = document.lasting(Array(document.edgeSlots)).map { document.edge(at: $0) }
            return (
                Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, $0.json) }),
                Dictionary(uniqueKeysWithValues: edges.map { ($0.id, $0.json) })
            )
        }
        let (found, same) = (elements(one), elements(other))
        #expect(found.nodes == same.nodes && found.edges == same.edges)
        // Every node of either side is there, under its id or another one, in which its parent may have another one, too.
        func labels(_ nodes: [Identifier: JSON]) -> Set<String> { Set(nodes.values.map { "\($0["label"] ?? .null)" }) }
        for side in [ours, theirs] { #expect(labels(elements(side).nodes).isSubset(of: labels(found.nodes))) }
    }

    /// - Parameter isShared: whether two views edit, and undo their own steps below those of the other.
    @Test(arguments: 1...60, [false, true])
    func `the way back leads to what was saved`(seed: Int, isShared: Bool) throws {
        var program = EditProgram(seed: seed)
        program.transients = seed % 4 == 0 ? 20 : 0
        var editor = DocumentEditor(state(&program, steps: 20))
        editor.markSaved(FileState(size: 0, fingerprint: 0))
        var saved = editor.document.contentHash()
        for _ in 0..<60 {
            let view: Identifier? = isShared ? program.pick(["v", "w"]) : nil
            let owner = StepOwner(view: view, open: ["v", "w"])
            switch program.below(16) {
            case 0...2: _ = try? editor.undo(1 + program.below(4), of: owner, cause: "test")
            case 3, 4: _ = try? editor.redo(1 + program.below(3), of: owner, cause: "test")
            case 5: try? editor.beginGroup("group", view: view)
            case 6: try? editor.endGroup()
            case 7: _ = try? editor.cancelGroup(cause: "test")
            case 8 where !editor.history.isGroupOpen:
                editor.markSaved(FileState(size: 0, fingerprint: 0))
                saved = editor.document.contentHash()
            default:
                let step = program.step(editor.document)
                _ = try? editor.perform(DocumentEditor.Options(cause: "test", view: view), step)
            }
            // After selective undo it may not be known.
            if isShared && !editor.reachesSaved { continue }
            #expect(editor.savedDocument?.contentHash() == saved)
        }
        editor.markUnsaved(FileState(size: 0, fingerprint: 0))
        #expect(editor.savedDocument == nil && editor.history.isDirty)
    }

    @Test func `what was saved is not known behind steps that come back from between others`() throws {
        var editor = DocumentEditor(Sketch("a 0,0").document)
        func owner(_ view: Identifier) -> StepOwner { StepOwner(view: view, open: ["v", "w"]) }
        func perform(_ view: Identifier, _ edit: (inout Transaction) throws(EditError) -> Void) throws {
            _ = try editor.perform(DocumentEditor.Options(cause: "test", view: view), edit)
        }
        try perform("v") { (open) throws(EditError) in try open.insertNode(Node(id: "b")) }
        try perform("w") { (open) throws(EditError) in try open.updateNode("b", patch: ["label": "w"]) }
        editor.markSaved(FileState(size: 0, fingerprint: 0))
        let saved = editor.document.contentHash()
        _ = try editor.undo(1, cause: "undo")
        #expect(editor.savedDocument?.contentHash() == saved)
        _ = try editor.undo(1, cause: "undo")
        // It replaces the step of its own view; that of the other one stays.
        try perform("w") { (open) throws(EditError) in try open.insertNode(Node(id: "c")) }
        #expect(!editor.reachesSaved)
        // Its elements may come back in other slots.
        _ = try editor.redo(1, of: owner("v"), cause: "redo")
        _ = try editor.undo(1, of: owner("w"), cause: "undo")
        #expect(editor.document.node("b") != nil && editor.savedDocument == nil)
    }
}
