import Editing
import Geometry
import Graph
import Sketching
import Testing
import Wire

/// Sizes that front ends measured: what changes them, and all that leaves them as they are.
@Suite struct MeasuredSizesTests {
    private let start: JSON = [
        "nodes": [
            ["id": "a", "position": ["x": 0, "y": 0], "measured": ["width": 30, "height": 20]],
            ["id": "g", "position": ["x": 0, "y": 0], "type": "group"],
            ["id": "b", "position": ["x": 0, "y": 0], "parentId": "g", "width": 40],
        ],
        "edges": [["id": "e", "source": "a", "target": "b"]],
    ]

    private func size(_ id: Identifier, in document: Document) throws -> Size {
        let geometry = try document.nodes.geometry(#require(document.node(id)))
        return Size(width: geometry.width, height: geometry.height)
    }

    private func measure(
        _ id: Identifier, _ size: Size?, in view: Identifier? = nil, _ editor: inout DocumentEditor
    ) throws {
        var options = DocumentEditor.Options(cause: "test")
        options.changesContent = false
        _ = try editor.perform(options) { (open) throws(EditError) in try open.measureNodes([(id, size)], in: view) }
    }

    private func edit(
        _ editor: inout DocumentEditor, _ body: (inout Transaction) throws(EditError) -> Void
    ) throws {
        _ = try editor.perform(DocumentEditor.Options(cause: "test"), body)
    }

    @Test func `a node has its own size before the measured one, that before the initial one and its type's`() throws {
        var editor = DocumentEditor(
            opened(
                #"""
                {"types":{"t":{"defaultSize":{"width":7,"height":8},"heightFrom":{"base":9,"step":1,"path":"/l"}}},
                "nodes":[{"id":"own","width":1,"height":2},{"id":"half","width":1},{"id":"style","style":{"height":3}},
                {"id":"initial","initialWidth":4},{"id":"typed","type":"t"},{"id":"odd","measured":{"width":5.0}},
                {"id":"small","collapsed":true,"collapsedSize":{"width":6,"height":6}}],"edges":[]}
                """#))
        let nodes = ["own", "half", "style", "initial", "typed", "odd", "small"].map { Identifier($0) }
        for id in nodes { try measure(id, Size(width: 50, height: 60), &editor) }
        let sizes = try nodes.map { try size($0, in: editor.document) }
        #expect(sizes.map(\.width) == [1, 1, 50, 50, 50, 50, 6])
        #expect(sizes.map(\.height) == [2, 60, 3, 60, 60, 60, 6])
        for id in nodes { try measure(id, nil, &editor) }
        let before = try nodes.map { try size($0, in: editor.document) }
        #expect(before.map(\.width) == [1, 1, 150, 4, 7, 5, 6])
        #expect(before.map(\.height) == [2, 60, 3, 60, 9, 60, 6])
        #expect(editor.document.checkInvariants() == [])
    }

    @Test func `an odd spelling is kept until the node is measured, and then is written no more`() throws {
        let text = #"""
            {"nodes":[{"id":"a","measured":{"width":5.0,"height":6,"odd":0}},{"id":"b","measured":7}],"edges":[]}
            """#
        var editor = DocumentEditor(opened(text))
        #expect(fileText(editor.document).contains(#""measured":{"width":5.0,"height":6,"odd":0}"#))
        let hash = editor.document.contentHash()
        try measure("a", Size(width: 1, height: 2), &editor)
        try measure("b", Size(width: 3, height: 4), &editor)
        let file = fileText(editor.document)
        #expect(file.contains(#"{"id":"a","measured":{"width":1,"height":2}}"#))
        #expect(file.contains(#"{"id":"b","measured":{"width":3,"height":4}}"#))
        #expect(editor.document.contentHash() == hash && opened(file).contentHash() == hash)
    }

    @Test func `a node that comes back has the size that was measured last, and a new one its own`() throws {
        var editor = DocumentEditor(Sketch(content: start).document)
        try edit(&editor) { (open) throws(EditError) in _ = try open.removeElements(nodes: ["a"], edges: []) }
        _ = try editor.undo(1, cause: "undo")
        #expect(try size("a", in: editor.document) == Size(width: 30, height: 20))
        try measure("a", Size(width: 31, height: 20), &editor)
        _ = try editor.redo(1, cause: "redo")
        _ = try editor.undo(1, cause: "undo")
        #expect(try size("a", in: editor.document) == Size(width: 31, height: 20))
        // Taken back, and removed after that.
        try measure("a", nil, &editor)
        _ = try editor.redo(1, cause: "redo")
        _ = try editor.undo(1, cause: "undo")
        #expect(try size("a", in: editor.document) == Node.defaultSize)
        try measure("a", Size(width: 32, height: 20), &editor)
        _ = try editor.redo(1, cause: "redo")
        try edit(&editor) { (open) throws(EditError) in _ = try open.insertNode(Node(id: "a")) }
        #expect(try size("a", in: editor.document) == Node.defaultSize)
        try measure("a", Size(width: 33, height: 20), &editor)
        _ = try editor.undo(2, cause: "undo")
        #expect(try size("a", in: editor.document) == Size(width: 33, height: 20))
    }

    @Test func `what is refused or tried out measures nothing`() throws {
        var editor = DocumentEditor(Sketch(content: start).document)
        try measure("a", Size(width: 9, height: 9), in: "v", &editor)
        let before = editor.document.measuredSize(of: "a")
        #expect(throws: EditError.self) {
            try edit(&editor) { (open) throws(EditError) in
                try open.measureNodes([("a", Size(width: 1, height: 1))])
                try open.removeElements(nodes: ["a"], edges: [])
                try open.insertNode(Node(id: "a"))
                try open.measureNodes([("a", nil), ("nobody", nil)])
            }
        }
        #expect(editor.document.measuredSize(of: "a") == before)
        try editor.dryRun { (open) throws(EditError) in
            try open.measureNodes([("a", nil), ("b", Size(width: 1, height: 1))])
        }
        #expect(editor.document.measuredSize(of: "a") == before)
        #expect(editor.document.measuredSize(of: "b") == nil)
        #expect(editor.revision == 1)
    }

    @Test func `a document that may not be edited may be measured`() throws {
        var editor = DocumentEditor(Sketch(content: start).document)
        editor.isReadOnly = true
        try measure("b", Size(width: 70, height: 70), &editor)
        #expect(try size("b", in: editor.document).height == 70)
        #expect(!editor.history.canUndo && !editor.history.isDirty)
        #expect(throws: EditError.self) { try measure("b", Size(width: -1, height: 0), &editor) }
        #expect(throws: EditError.self) { try measure("b", Size(width: .nan, height: 0), &editor) }
        #expect(throws: EditError.self) { try measure("b", Size(width: .infinity, height: 0), &editor) }
    }

    /// The sizes that the node of each id should have.
    private struct Model {
        var kept: [Identifier: Size] = [:]
        var shown: [Identifier: [(view: Identifier, size: Size)]] = [:]

        func size(_ id: Identifier) -> Size? { shown[id]?.last?.size ?? kept[id] }

        mutating func measure(_ id: Identifier, _ size: Size?, _ view: Identifier?) {
            guard let view else {
                (kept[id], shown[id]) = (size, nil)
                return
            }
            forget(id, view)
            if let size { shown[id, default: []].append((view, size)) }
        }

        mutating func forget(_ id: Identifier, _ view: Identifier) {
            shown[id]?.removeAll { $0.view == view }
            if shown[id]?.isEmpty == true { shown[id] = nil }
        }

        mutating func close(_ view: Identifier) { for id in Array(shown.keys) { forget(id, view) } }
    }

    @Test(arguments: 0..<40) func `edits, undo and redo leave sizes as they are, and sizes leave those as they are`(
        seed: Int
    ) throws {
        var program = EditProgram(seed: seed)
        program.transients = seed % 4 == 0 ? 20 : 0
        var editor = DocumentEditor(Sketch(content: start).document)
        var model = Model()
        model.kept["a"] = Size(width: 30, height: 20)
        let hash = editor.document.contentHash()
        for step in 0..<200 {
            let position = (editor.history.position, editor.history.isDirty, editor.document.contentHash())
            let kind = program.below(20)
            switch kind {
            case 0: _ = try editor.undo(1 + program.below(4), cause: "undo")
            case 1: _ = try editor.redo(1 + program.below(4), cause: "redo")
            case 2...6:
                let (id, view) = (program.node(editor.document), program.pick([nil, "v", "w"] as [Identifier?]))
                if editor.document.node(id) == nil { continue }
                let size = program.chance(20) ? nil : Size(width: Double(program.below(90)), height: 10)
                try measure(id, size, in: view, &editor)
                model.measure(id, size, view)
            case 7:
                let view: Identifier = program.pick(["v", "w"])
                try edit(&editor) { (open) throws(EditError) in open.forgetMeasured(in: view) }
                model.close(view)
            default:
                let former = Set(editor.document.nodeSlots.map { editor.document.nodeID($0) })
                do throws(EditError) {
                    _ = try editor.perform(DocumentEditor.Options(cause: "test"), program.step(editor.document))
                } catch { continue }
                for slot in editor.document.nodeSlots where !former.contains(editor.document.nodeID(slot)) {
                    // A copy is as large as what it is a copy of.
                    model.measure(editor.document.nodeID(slot), editor.document.measured(slot), nil)
                }
            }
            if 2...7 ~= kind {
                #expect(position == (editor.history.position, editor.history.isDirty, editor.document.contentHash()))
            }
            for slot in editor.document.nodeSlots {
                let id = editor.document.nodeID(slot)
                try #require(editor.document.measured(slot) == model.size(id), "seed \(seed) step \(step): \(id)")
                try #require(editor.document.keptSize(slot) == model.kept[id], "seed \(seed) step \(step): \(id) kept")
            }
            try #require(editor.document.checkInvariants() == [], "seed \(seed) step \(step)")
        }
        let file = opened(fileText(editor.document))
        #expect(file.contentHash() == editor.document.contentHash())
        for slot in file.nodeSlots { #expect(file.measured(slot) == model.kept[file.nodeID(slot)]) }
        while editor.history.canUndo { _ = try editor.undo(1, cause: "undo") }
        if program.transients == 0 { #expect(editor.document.contentHash() == hash, "seed \(seed)") }
        #expect(!editor.history.canUndo)
    }

    @Test(arguments: 0..<30) func `sizes that edits state are steps like others`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        program.measured = 30
        var editor = DocumentEditor(Sketch(content: start).document)
        var files = [fileText(editor.document)]
        for step in 0..<120 {
            switch program.below(8) {
            case 0: _ = try editor.undo(1 + program.below(3), cause: "undo")
            case 1: _ = try editor.redo(1 + program.below(3), cause: "redo")
            default:
                let before = editor.history.position
                do throws(EditError) {
                    _ = try editor.perform(DocumentEditor.Options(cause: "test"), program.step(editor.document))
                } catch { continue }
                if editor.history.position == before { continue }
                files = Array(files.prefix(before + 1)) + [fileText(editor.document)]
            }
            #expect(editor.document.checkInvariants() == [], "seed \(seed) step \(step)")
            let nodes = { (text: String) in opened(text).nodeSlots.count }
            #expect(nodes(files[editor.history.position]) == editor.document.nodes.count)
            try #require(
                sizes(opened(files[editor.history.position])) == sizes(editor.document), "seed \(seed) step \(step)")
        }
    }

    private func sizes(_ document: Document) -> [Identifier: Size] {
        var sizes: [Identifier: Size] = [:]
        for slot in document.nodeSlots { sizes[document.nodeID(slot)] = document.measured(slot) }
        return sizes
    }
}
