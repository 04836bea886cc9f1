import Editing
import Graph
import Sketching
import Testing
import Wire

@testable import Server

/// The law that the edits of `document/diff` lead to the other content, whatever both are.
@Suite struct DifferenceTests {
    private func state(_ program: inout EditProgram, steps: Int, from document: Document = Document()) -> Document {
        var editor = DocumentEditor(document)
        for _ in 0..<steps {
            let step = program.step(editor.document)
            _ = try? editor.perform(DocumentEditor.Options(cause: "test"), step)
        }
        return editor.document
    }

    /// The document that a file of it is read as.
    private func copy(_ document: Document) -> Document { opened(fileText(document)) }

    /// Performs the edits as one, and makes sure of undo, redo and the structure.
    private func perform(_ edits: [EditItem], on document: Document) throws -> Document {
        var editor = DocumentEditor(document)
        let before = picture(of: document)
        _ = try editor.perform(DocumentEditor.Options(cause: "test")) { (transaction) throws(EditError) in
            for item in edits {
                guard let edit = item.edit else { throw .invalid("no edit") }
                _ = try edit(&transaction)
            }
        }
        let after = editor.document
        #expect(after.checkInvariants() == [])
        if !editor.history.canUndo { return after }
        let hashes = (document.contentHash(), after.contentHash())
        _ = try editor.undo(1, cause: "test")
        #expect(editor.document.contentHash() == hashes.0)
        if !document.hasTransientElements { #expect(picture(of: editor.document) == before) }
        _ = try editor.redo(1, cause: "test")
        #expect(editor.document.contentHash() == hashes.1)
        return after
    }

    private func checkBothWays(_ a: Document, _ b: Document) throws {
        let there = try DocumentDifference.edits(from: a, to: b)
        let end = try perform(there, on: a)
        #expect(end.contentHash() == b.contentHash())
        #expect(there.isEmpty == (a.contentHash() == b.contentHash()))
        #expect(try DocumentDifference.edits(from: end, to: b).isEmpty)
        let back = try DocumentDifference.edits(from: end, to: a)
        #expect(try perform(back, on: end).contentHash() == a.contentHash())
    }

    @Test(arguments: 0..<120)
    func `edits lead from any state to any other one and back`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        program.transients = seed % 3 == 0 ? 15 : 0
        let a = state(&program, steps: 60)
        try checkBothWays(a, copy(state(&program, steps: 60)))
    }

    @Test(arguments: 0..<120)
    func `edits lead from any state to a later one and back`(seed: Int) throws {
        var program = EditProgram(seed: 4000 + seed)
        program.transients = seed % 3 == 0 ? 15 : 0
        let a = state(&program, steps: 50)
        try checkBothWays(a, copy(state(&program, steps: 1 + seed % 12, from: a)))
    }

    @Test func `equal content needs no edit, however it is spelled`() throws {
        let a = opened(#"{"nodewire":1,"nodes":[{"id":"a","k":1,"width":10}],"edges":[],"settings":{"gridSize":5}}"#)
        let b = opened(
            #"{"nodewire":1,"settings":{"gridSize":5.0},"nodes":[{"width":1e1,"k":1.0,"id":"a"}],"edges":[]}"#)
        #expect(try DocumentDifference.edits(from: a, to: b).isEmpty)
    }

    @Test(arguments: [
        // What no other edit makes: impossible members, a type that its own nodes break, a null, a parent of either name.
        #"{"nodewire":1,"nodes":[{"id":"a","zIndex":"x","data":{"n":null}}],"edges":[],"settings":{"gridSize":-5},"types":7}"#,
        #"{"nodewire":1,"nodes":[{"id":"g","type":"t"},{"id":"b","type":"u","parentId":"g"}],"edges":[],"types":{"t":{"accepts":["t"]}}}"#,
        #"{"nodewire":1,"nodes":[{"id":"a","parentNode":"b","parentId":"c"},{"id":"b"},{"id":"c"}],"edges":[]}"#,
        #"{"nodewire":1,"nodes":[{"id":"a","parentNode":"b"},{"id":"b","parentId":"c"},{"id":"c"}],"edges":[]}"#,
        #"{"nodewire":1,"nodes":[{"id":"c","parentId":"b"},{"id":"b","parentId":"a"},{"id":"a"}],"edges":[]}"#,
        #"{"nodewire":1,"nodes":[{"id":"a","data":{"n":"x"},"type":"t"}],"edges":[],"settings":{"dataProblems":"refuse"},"types":{"t":{"schema":{"properties":{"n":{"type":"number"}}}}}}"#,
        #"{"nodewire":1,"nodes":[{"id":"a","locked":true,"data":1},{"id":"b","parentId":"a"}],"edges":[{"id":"e","source":"a","target":"b","locked":true,"label":"l"}]}"#,
        #"{"nodewire":1,"nodes":[{"id":"b","locked":true},{"id":"c","parentId":"b"},{"id":"a","locked":true,"width":3}],"edges":[{"id":"e","source":"b","target":"a","sourceHandle":"h"}],"name":"n"}"#,
        #"{"nodewire":1,"nodes":[{"id":"a","position":{"x":1.50,"y":1e-5,"z":3}},{"id":"a b/~","width":null}],"edges":[],"meta":{"k":[1]}}"#,
        #"{"nodewire":1,"nodes":[],"edges":[],"settings":{},"types":{},"":null}"#,
        #"{"nodes":[{"id":"a","type":"input"},{"id":"b"}],"edges":[{"id":"e","source":"a","target":"b","type":"smoothstep"}],"counters":3}"#,
    ])
    func `edits lead to whatever a file may hold`(text: String) throws {
        let target = opened(text)
        try checkBothWays(Document(), target)
        for start in [
            #"{"nodewire":1,"nodes":[{"id":"a"},{"id":"b"},{"id":"c"}],"edges":[{"id":"e","source":"a","target":"b"}]}"#,
            #"{"nodewire":1,"nodes":[{"id":"a","locked":true},{"id":"c","locked":true},{"id":"b","parentId":"c"}],"edges":[{"id":"e","source":"b","target":"a","locked":true}],"types":{"t":{"accepts":[]}}}"#,
            #"{"nodewire":1,"nodes":[{"id":"x"},{"id":"y","parentId":"x","transient":true,"locked":true},{"id":"a","transient":true}],"edges":[{"id":"e","source":"x","target":"a"}]}"#,
        ] {
            try checkBothWays(opened(start), target)
        }
    }

    @Test func `an edit says no more than what differs`() throws {
        let a: Sketch = "a 0,0\nb 0,0 {\"k\": 1}\nc 0,0\nab: a -> b"
        let b: Sketch = "c 0,0\na 5,0\nb 0,0\nab: a -> b"
        let edits = try DocumentDifference.edits(from: a.document, to: b.document)
        #expect(
            edits.map(\.params.text) == [
                #"{"change":{"nodes":{"a":{"set":{"position":{"x":5,"y":0}}},"b":{"set":{},"unset":["k"]}},"order":{"nodes":[{"id":"c","before":"a"}]}},"rules":"report"}"#
            ])
    }

    @Test func `a long way of nodes in each other is turned around`() throws {
        func nest(_ ids: [Int]) -> Document {
            var nodes: [JSON] = []
            for (place, id) in ids.enumerated() {
                var node: JSONObject = ["id": .string("n\(id)")]
                if place > 0 { node["parentId"] = .string("n\(ids[place - 1])") }
                nodes.append(.object(node))
            }
            return opened(JSON.object(["nodewire": 1, "nodes": .array(nodes), "edges": []]).description)
        }
        try checkBothWays(nest(Array(0..<300)), nest(Array((0..<300).reversed())))
    }
}

extension EditItem {
    /// The edit, to be performed.
    fileprivate var edit: AnyEdit.Step? {
        var methods = UsedMethods(of: .all)
        return methods.edit(method).flatMap { try? params.withCursor($0.read) }
    }
}

extension JSONText {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
