import Editing
import Graph
import Sketching
import Testing
import Wire

/// The treatment of transient elements in edits, undo and copies.
@Suite struct TransientTests {
    private func editor(_ content: JSON) -> DocumentEditor { DocumentEditor(Sketch(content: content).document) }

    private func perform(
        _ editor: inout DocumentEditor, _ edit: (inout Transaction) throws(EditError) -> Void
    ) throws {
        _ = try editor.perform(.init(cause: "test"), edit)
    }

    private func ids(_ editor: DocumentEditor) -> [String] {
        editor.document.nodeSlots.map { editor.document.nodeID($0).string }
            + editor.document.edgeSlots.map { editor.document.edgeID($0).string }
    }

    private let pair: JSON = [
        "nodes": [["id": "a"], ["id": "b"]], "edges": [["id": "e", "source": "a", "target": "b"]],
    ]

    @Test func `edits of transient elements are no steps and make nothing dirty`() throws {
        var editor = editor(pair)
        let (hash, file) = (editor.document.contentHash(), fileText(editor.document))
        try perform(&editor) { (open) throws(EditError) in
            try open.insertNode(Node(JSON.object(["id": "t", "transient": true]).text))
            try open.connect(Edge(id: "f", source: "a", target: "t"))
        }
        try perform(&editor) { (open) throws(EditError) in try open.updateNode("t", patch: ["label": "T"]) }
        #expect(editor.revision == 2)
        #expect(!editor.history.canUndo && !editor.history.isDirty)
        #expect(editor.document.contentHash() == hash && fileText(editor.document) == file)
        #expect(ids(editor) == ["a", "b", "t", "e", "f"])
    }

    @Test func `a move past transient elements alone is no step`() throws {
        var editor = editor([
            "nodes": [["id": "a"], ["id": "t", "transient": true], ["id": "b"]], "edges": [],
        ])
        let a = try #require(editor.document.node("a"))
        try perform(&editor) { (open) throws(EditError) in open.moveNode(a, before: open.document.node("b")) }
        #expect(ids(editor) == ["t", "a", "b"] && editor.revision == 1)
        #expect(!editor.history.canUndo && !editor.history.isDirty)
        try perform(&editor) { (open) throws(EditError) in open.moveNode(a, before: nil) }
        #expect(editor.history.isDirty)
        _ = try editor.undo(1, cause: "undo")
        #expect(!editor.history.isDirty)
    }

    @Test func `a group that came to nothing is no step where something transient is`() throws {
        var editor = editor(["nodes": [["id": "a"], ["id": "t", "transient": true], ["id": "b"]], "edges": []])
        let a = try #require(editor.document.node("a"))
        try editor.beginGroup("there and back")
        try perform(&editor) { (open) throws(EditError) in open.moveNode(a, before: nil) }
        try perform(&editor) { (open) throws(EditError) in open.moveNode(a, before: open.document.node("b")) }
        try editor.endGroup()
        #expect(!editor.history.canUndo && !editor.history.isDirty)
    }

    @Test func `an edit of both kinds is a step of its lasting part`() throws {
        var editor = editor(pair)
        try perform(&editor) { (open) throws(EditError) in
            try open.insertNode(Node(JSON.object(["id": "t", "transient": true]).text))
            try open.updateNode("a", patch: ["label": "A"])
        }
        _ = try editor.undo(1, cause: "undo")
        #expect(ids(editor) == ["a", "b", "t", "e"])
        #expect(editor.document.contentHash() == self.editor(pair).document.contentHash())
    }

    @Test func `undo that removes a node removes the transient edge on it, and redo does not bring it back`() throws {
        var editor = editor(pair)
        try perform(&editor) { (open) throws(EditError) in try open.insertNode(Node(JSON.object(["id": "c"]).text)) }
        try perform(&editor) { (open) throws(EditError) in
            try open.insertNode(Node(JSON.object(["id": "t", "transient": true]).text))
            try open.insertNode(Node(JSON.object(["id": "u", "transient": true, "parentId": "c"]).text))
            try open.connect(Edge(id: "f", source: "c", target: "t"))
        }
        _ = try editor.undo(1, cause: "undo")
        #expect(ids(editor) == ["a", "b", "t", "e"])
        _ = try editor.redo(1, cause: "redo")
        #expect(ids(editor) == ["a", "b", "c", "t", "e"])
    }

    @Test func `to take the member away inserts the element, and undo removes it`() throws {
        var editor = editor([
            "nodes": [["id": "a"], ["id": "g", "transient": true], ["id": "in", "parentId": "g"]],
            "edges": [["id": "e", "source": "a", "target": "in"]],
        ])
        #expect(ids(DocumentEditor(opened(fileText(editor.document)))) == ["a"])
        try perform(&editor) { (open) throws(EditError) in try open.updateNode("g", patch: ["transient": .null]) }
        #expect(editor.history.isDirty)
        #expect(ids(DocumentEditor(opened(fileText(editor.document)))) == ["a", "g", "in", "e"])
        _ = try editor.undo(1, cause: "undo")
        #expect(ids(editor) == ["a"])
        _ = try editor.redo(1, cause: "redo")
        #expect(ids(editor) == ["a", "g", "in", "e"])
    }

    @Test func `to add the member removes the element from the file, and undo brings it back`() throws {
        var editor = editor(pair)
        try perform(&editor) { (open) throws(EditError) in try open.updateNode("b", patch: ["transient": true]) }
        #expect(ids(editor) == ["a", "b", "e"])
        #expect(ids(DocumentEditor(opened(fileText(editor.document)))) == ["a"])
        _ = try editor.undo(1, cause: "undo")
        #expect(editor.document.contentHash() == self.editor(pair).document.contentHash())
        _ = try editor.redo(1, cause: "redo")
        #expect(ids(editor) == ["a"])
    }

    @Test func `an id that comes back takes the place of a transient element`() throws {
        var editor = editor(pair)
        try perform(&editor) { (open) throws(EditError) in _ = try open.removeElements(nodes: ["b"], edges: []) }
        try perform(&editor) { (open) throws(EditError) in
            try open.insertNode(Node(JSON.object(["id": "b", "transient": true, "label": "other"]).text))
        }
        _ = try editor.undo(1, cause: "undo")
        #expect(editor.document.contentHash() == self.editor(pair).document.contentHash())
        #expect(!editor.document.hasTransientElements)
    }

    @Test func `transient elements come and go in the same places of memory`() throws {
        var editor = editor(pair)
        for _ in 0..<100 {
            try perform(&editor) { (open) throws(EditError) in
                try open.insertNode(Node(JSON.object(["id": "t", "transient": true]).text))
                try open.connect(Edge(id: "f", source: "a", target: "t"))
            }
            try perform(&editor) { (open) throws(EditError) in _ = try open.removeElements(nodes: ["t"], edges: []) }
        }
        #expect(editor.document.nodes.slotCount == 3 && editor.document.edges.slotCount == 2)
    }

    @Test func `copies leave transient elements out`() throws {
        var editor = editor([
            "nodes": [["id": "a"], ["id": "t", "transient": true, "parentId": "a"], ["id": "b"]],
            "edges": [["id": "e", "source": "a", "target": "b", "transient": true]],
        ])
        try perform(&editor) { (open) throws(EditError) in
            let made = try open.duplicate(nodes: ["a", "t", "b"], edges: ["e"])
            #expect(made.nodes.map(\.old.string) == ["a", "b"] && made.edges.isEmpty)
        }
        #expect(throws: EditError.self) {
            try perform(&editor) { (o) throws(EditError) in _ = try o.cut(nodes: ["t"], edges: []) }
        }
    }
}
