import Editing
import Graph
import Sketching
import Testing
import Wire

/// The rule that views of one document take back their own steps, and never those of another.
@Suite struct SharedHistoryTests {
    private static let views: [Identifier] = ["v", "w", "x"]
    private typealias Edit = (inout Transaction) throws(EditError) -> Void

    private func owner(_ view: Identifier?) -> StepOwner {
        StepOwner(view: view, open: Set(SharedHistoryTests.views))
    }

    private func perform(
        _ editor: inout DocumentEditor, _ view: Identifier?, mergeKey: String? = nil, _ edit: Edit
    ) {
        do throws(EditError) {
            var options = DocumentEditor.Options(cause: "test", view: view)
            options.mergeKey = mergeKey
            _ = try editor.perform(options, edit)
        } catch {}
    }

    private func edited(_ sketch: Sketch = start) -> DocumentEditor { DocumentEditor(sketch.document) }

    private static let start: Sketch = """
        a 0,0
        b 200,0
        c 400,0
        e: a -> b
        """

    private func set(_ id: Node.ID, _ member: JSONString, _ value: JSON) -> Edit {
        { (transaction) throws(EditError) in
            try transaction.updateNode(id, set: JSONObject(distinct: [.init(name: member, value: value)]), unset: [])
        }
    }

    /// Returns the content of a document: as its file, but for the order and the spelling of members.
    private func content(_ editor: DocumentEditor) -> Sketch { Sketch(editor.document) }

    private func member(_ editor: DocumentEditor, _ id: Node.ID, _ name: String) -> JSON? {
        editor.document.node(id).flatMap { editor.document.node(at: $0).json[name] }
    }

    // MARK: Sketches

    @Test func `undo in a view takes back its own step below another one's`() throws {
        var editor = edited()
        perform(&editor, "v", set("a", "label", "one"))
        perform(&editor, "w", set("b", "label", "two"))
        let both = content(editor)
        let undone = try editor.undo(1, of: owner("v"), cause: "undo")
        #expect(undone.steps == 1)
        #expect(member(editor, "a", "label") == nil && member(editor, "b", "label") == "two")
        #expect(editor.history.canRedo && editor.history.position == 1)
        _ = try editor.redo(1, of: owner("v"), cause: "redo")
        #expect(content(editor) == both)
        #expect(try editor.undo(5, of: owner("x"), cause: "undo").steps == 0)
    }

    @Test func `a group that came to nothing is no step while something is left out`() throws {
        var editor = edited()
        perform(&editor, "v") { (transaction) throws(EditError) in
            try transaction.removeElements(nodes: [], edges: ["e"])
        }
        perform(&editor, "w") { (transaction) throws(EditError) in
            try transaction.removeElements(nodes: ["b"], edges: [])
        }
        _ = try editor.undo(1, of: owner("v"), cause: "undo")
        // The edge is left out.
        #expect(editor.document.edges.count == 0)
        let labels = editor.history.labels
        try editor.beginGroup("there and back", view: "v")
        perform(&editor, "v", set("a", "label", "one"))
        perform(&editor, "v") { (transaction) throws(EditError) in
            try transaction.updateNode("a", patch: ["label": .null])
        }
        try editor.endGroup()
        #expect(editor.history.labels.count == 1 && labels.count == 2)
        _ = try editor.undo(1, of: owner("w"), cause: "undo")
        #expect(editor.document.edges.count == 1)
    }

    @Test func `members that others wrote since stay`() throws {
        var editor = edited()
        perform(&editor, "v") { (transaction) throws(EditError) in
            try transaction.updateNode(
                "a", set: ["label": "one", "color": "red", "data": ["p": 1, "q": 2]], unset: [])
        }
        perform(&editor, "w") { (transaction) throws(EditError) in
            try transaction.updateNode("a", set: ["label": "two", "data": ["p": 1, "q": 3]], unset: [])
        }
        _ = try editor.undo(1, of: owner("v"), cause: "undo")
        #expect(member(editor, "a", "label") == "two")
        #expect(member(editor, "a", "color") == nil)
        #expect(member(editor, "a", "data") == ["q": 3])
        _ = try editor.undo(1, of: owner("w"), cause: "undo")
        #expect(content(editor) == content(edited()))
        _ = try editor.redo(1, of: owner("w"), cause: "redo")
        #expect(member(editor, "a", "label") == "two")
        #expect(member(editor, "a", "data") == ["q": 3])
        _ = try editor.redo(1, of: owner("v"), cause: "redo")
        #expect(member(editor, "a", "color") == "red" && member(editor, "a", "label") == "two")
        #expect(member(editor, "a", "data") == ["p": 1, "q": 3])
    }

    @Test func `what others need stays until they take that back`() throws {
        var editor = edited()
        perform(&editor, "v") { (transaction) throws(EditError) in
            try transaction.insert(Node(id: "n", members: Array(#"{"id":"n"}"#.utf8)))
        }
        perform(&editor, "w") { (transaction) throws(EditError) in
            try transaction.insert(Edge(id: "f", source: "n", target: "b"))
        }
        let both = content(editor)
        _ = try editor.undo(1, of: owner("v"), cause: "undo")
        #expect(editor.document.node("n") != nil && editor.document.edge("f") != nil)
        _ = try editor.undo(1, of: owner("w"), cause: "undo")
        #expect(content(editor) == content(edited()))
        _ = try editor.redo(1, of: owner("v"), cause: "redo")
        #expect(editor.document.node("n") != nil && editor.document.edge("f") == nil)
        _ = try editor.redo(1, of: owner("w"), cause: "redo")
        #expect(content(editor) == both)
    }

    @Test func `what another removed comes back with what was given to it meanwhile`() throws {
        var editor = edited()
        perform(&editor, "v", set("a", "label", "one"))
        perform(&editor, "w") { (transaction) throws(EditError) in
            try transaction.removeElements(nodes: ["a"], edges: [])
        }
        _ = try editor.undo(1, of: owner("v"), cause: "undo")
        #expect(editor.document.node("a") == nil)
        _ = try editor.undo(1, of: owner("w"), cause: "undo")
        #expect(content(editor) == content(edited()))
    }

    @Test func `an edit leaves what others may redo`() throws {
        var editor = edited()
        perform(&editor, "v", set("a", "label", "one"))
        _ = try editor.undo(1, of: owner("v"), cause: "undo")
        perform(&editor, "w", set("b", "label", "two"))
        #expect(try editor.redo(1, of: owner("v"), cause: "redo").steps == 1)
        #expect(member(editor, "a", "label") == "one")
        _ = try editor.undo(1, of: owner("v"), cause: "undo")
        perform(&editor, nil, set("c", "label", "three"))
        #expect(!editor.history.canRedo)
    }

    @Test func `a merge key joins within one view`() throws {
        var editor = edited()
        perform(&editor, "v", mergeKey: "k", set("a", "label", "one"))
        perform(&editor, "v", mergeKey: "k", set("a", "label", "two"))
        perform(&editor, "w", mergeKey: "k", set("a", "label", "three"))
        perform(&editor, nil, mergeKey: "k", set("a", "label", "four"))
        #expect(editor.history.labels.count == 3)
    }

    @Test func `the steps of a view that is closed are those of none`() throws {
        var editor = edited()
        perform(&editor, "old", set("a", "label", "one"))
        #expect(try editor.undo(1, of: owner("v"), cause: "undo").steps == 1)
    }

    @Test func `a change of another replica is no step, and stays`() throws {
        var editor = edited()
        perform(&editor, "v", set("a", "label", "one"))
        let base = editor.document
        var other = DocumentEditor(base)
        perform(&other, nil, set("a", "label", "theirs"))
        perform(&other, nil, set("a", "color", "red"))
        let changes = try ThreeWayMerge(from: base, ours: base, theirs: other.document, at: 0).changes
        _ = try editor.merge(changes, cause: "merge")
        perform(&editor, "v", set("b", "label", "two"))
        #expect(editor.history.labels.count == 2 && editor.history.isDirty)
        #expect(try editor.undo(5, cause: "undo").steps == 2)
        #expect(member(editor, "a", "label") == "theirs" && member(editor, "b", "label") == nil)
        #expect(!editor.history.canUndo && editor.history.isDirty)
        #expect(try editor.redo(5, cause: "redo").steps == 2)
        #expect(member(editor, "a", "label") == "theirs" && member(editor, "b", "label") == "two")
    }

    @Test func `a document is clean when what is done is what was saved`() throws {
        var editor = edited()
        perform(&editor, "v", set("a", "label", "one"))
        perform(&editor, "w", set("b", "label", "two"))
        editor.markSaved(FileState(size: 0, fingerprint: 0))
        #expect(!editor.history.isDirty && editor.history.savedPosition == 2)
        _ = try editor.undo(1, of: owner("v"), cause: "undo")
        #expect(editor.history.isDirty)
        _ = try editor.redo(1, of: owner("v"), cause: "redo")
        #expect(!editor.history.isDirty && editor.history.savedPosition == 2)
    }

    // MARK: Laws

    /// Programs in which views write members of nodes alone: what a member is, the last step that is done says.
    @Test(arguments: 0..<12) func `the last that is done has the last word`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        var editor = edited()
        typealias Step = (view: Identifier, id: Node.ID, member: JSONString, value: JSON, isDone: Bool)
        var steps: [Step] = []
        var undone: [Int] = []
        for number in 0..<120 {
            let view = program.pick(SharedHistoryTests.views)
            switch program.below(4) {
            case 0:
                if let last = steps.lastIndex(where: { $0.isDone && $0.view == view }) {
                    steps[last].isDone = false
                    undone.append(last)
                }
                _ = try editor.undo(1, of: owner(view), cause: "undo")
            case 1:
                if let last = undone.lastIndex(where: { steps[$0].view == view }) {
                    steps[undone.remove(at: last)].isDone = true
                }
                _ = try editor.redo(1, of: owner(view), cause: "redo")
            default:
                let id: Node.ID = program.pick(["a", "b"])
                let name: JSONString = program.pick(["p", "q"])
                undone.removeAll { steps[$0].view == view }
                perform(&editor, view, set(id, name, .number(number)))
                steps.append((view, id, name, .number(number), true))
            }
            for id: Node.ID in ["a", "b"] {
                for name in ["p", "q"] {
                    let wanted = steps.last { $0.isDone && $0.id == id && $0.member == JSONString(name) }?.value
                    try #require(member(editor, id, name) == wanted, "seed \(seed) step \(number): \(id).\(name)")
                }
            }
        }
    }

    /// Programs in which views reorder nodes alone: what goes back comes again, and when all have gone back all is as it was.
    @Test(arguments: 0..<15) func `places go back and come again`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        var editor = edited()
        for step in 0..<60 {
            let view = program.pick(SharedHistoryTests.views)
            if program.chance(40) {
                let count = 1 + program.below(3)
                let before = content(editor)
                let undone = try editor.undo(count, of: owner(view), cause: "undo").steps
                _ = try editor.redo(undone, of: owner(view), cause: "redo")
                try #require(content(editor) == before, "seed \(seed) step \(step)")
                if program.chance(50) { _ = try editor.undo(count, of: owner(view), cause: "undo") }
            } else {
                let id: Node.ID = program.pick(["a", "b", "c"])
                let isUp = program.chance(50)
                perform(&editor, view) { (transaction) throws(EditError) in
                    try transaction.reorder([id], to: isUp ? .front : .back)
                }
            }
        }
        for view in SharedHistoryTests.views { _ = try editor.undo(1000, of: owner(view), cause: "undo") }
        #expect(content(editor) == SharedHistoryTests.start, "seed \(seed)")
    }
}
