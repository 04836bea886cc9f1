import Editing
import Graph
import Sketching
import Testing
import Wire

/// Returns the present values of nodes, as text by id.
private func values(_ document: inout Document) -> [String: String] {
    document.updateValues()
    var found: [String: String] = [:]
    for slot in document.nodeSlots {
        if let value = document.value(slot) { found[document.nodeID(slot).string] = text(value) }
    }
    return found
}

private func text(_ value: NodeValue) -> String {
    var writer = JSONWriter()
    writer.nodeValue(value)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// The law that values kept in step are those that a fresh start computes, whatever was edited in between.
@Suite struct EvaluationTests {
    private static let types: JSON = [
        "t": [
            "computed": "sum(inputs('i')) + if(i2 > 3, data.v, 1)",
            "handles": [
                ["id": "o", "type": "source"], ["id": "i", "type": "target"],
                ["id": "i2", "type": "target", "default": 2],
            ],
        ],
        "u": [
            "computed": ["o": "i + 1", "source": "concat('s', i)"],
            "handles": [
                ["id": "source", "type": "source"], ["id": "o", "type": "source"], ["id": "i", "type": "target"],
            ],
        ],
        "group": ["computed": "1 / 0"],
    ]

    private func perform(
        _ edit: (inout Transaction) throws(EditError) -> String, on editor: inout DocumentEditor, dryRun: Bool
    ) {
        do throws(EditError) {
            var options = DocumentEditor.Options(cause: "test")
            options.isDryRun = dryRun
            _ = try editor.perform(options, edit)
        } catch {}
    }

    @Test(arguments: 0..<30) func `values kept in step are those of a fresh start, and so are the changes`(seed: Int)
        throws
    {
        var program = EditProgram(seed: seed)
        var editor = DocumentEditor(
            Sketch(content: ["nodes": [], "edges": [], "types": EvaluationTests.types]).document)
        editor.keepValueChanges(true)
        var replica: [String: String] = [:]
        for _ in 0..<120 {
            let edit = program.step(editor.document)
            perform(edit, on: &editor, dryRun: program.chance(10))
            if program.chance(15) { _ = try editor.undo(1 + program.below(3), cause: "undo") }
            if program.chance(10) { _ = try editor.redo(1, cause: "redo") }
            if program.chance(5) {
                perform(
                    { (open) throws(EditError) in
                        try open.updateTypes([
                            "t": EvaluationTests.types["t"] ?? .null, "u": EvaluationTests.types["u"] ?? .null,
                        ])
                        return ""
                    }, on: &editor, dryRun: false)
            }
            if program.chance(40) { continue }
            for change in editor.takeValueChanges() {
                let value = change.value.map { text($0) }
                #expect(replica[change.id.string] != value)
                replica[change.id.string] = value
            }
            var kept = editor.document
            let current = values(&kept)
            #expect(replica == current)
            var fresh = Sketch(editor.document).document
            #expect(values(&fresh) == current)
            #expect(editor.takeValueChanges().isEmpty)
        }
    }

    private func chain(_ count: Int) -> Document {
        let nodes: [JSON] = (0..<count).map { ["id": .string("n\($0)"), "type": "t"] }
        let edges: [JSON] = (1..<count).map {
            ["id": .string("e\($0)"), "source": .string("n\($0 - 1)"), "target": .string("n\($0)")]
        }
        let type: JSON = [
            "computed": "x + 1",
            "handles": [["id": "x", "type": "target", "default": 0], ["id": "o", "type": "source"]],
        ]
        return Sketch(content: ["nodes": .array(nodes), "edges": .array(edges), "types": ["t": type]]).document
    }

    @Test func `a long chain costs no stack`() throws {
        var document = chain(20_000)
        document.updateValues()
        let last = try #require(document.node("n19999"))
        #expect(document.value(last).map { text($0) } == "20000")
        var editor = DocumentEditor(document)
        _ = try editor.perform(.init(cause: "test")) { (open) throws(EditError) in
            let first = try open.document.slots(nodes: ["n0"])[0]
            let end = try open.document.slots(nodes: ["n19999"])[0]
            try open.insert(
                Edge(id: "back", source: open.document.nodeID(end), target: open.document.nodeID(first)))
        }
        editor.updateValues()
        #expect(editor.document.value(last).map { text($0) } == #"{"error":"cycle"}"#)
        let cycle = try #require(editor.diagnostics().first { $0.code == "cycle" })
        #expect(cycle.nodes.count == 20_000)
        _ = try editor.undo(1, cause: "undo")
        editor.updateValues()
        #expect(editor.document.value(last).map { text($0) } == "20000")
    }

    @Test func `an edit computes what depends on it and nothing else`() throws {
        var editor = DocumentEditor(chain(1000))
        editor.keepValueChanges(true)
        _ = try editor.perform(.init(cause: "test")) { (open) throws(EditError) in
            if let edge = open.document.edge("e990") { open.removeEdge(edge) }
        }
        let changed = editor.takeValueChanges()
        #expect(changed.map(\.id.string) == (990..<1000).map { "n\($0)" })
        #expect(changed.compactMap { $0.value.map { text($0) } } == (1...10).map { "\($0)" })
    }

    @Test func `a move or a label changes no value`() throws {
        var editor = DocumentEditor(chain(3))
        editor.keepValueChanges(true)
        _ = try editor.perform(.init(cause: "test")) { (open) throws(EditError) in
            try open.setPosition(try open.document.slots(nodes: ["n0"])[0], .init(x: 5, y: 5))
        }
        #expect(editor.takeValueChanges().isEmpty)
    }
}
