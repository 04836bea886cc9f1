import Editing
import Graph
import Interaction
import Sketching
import Testing
import Wire

/// A client that keeps what it is told.
private struct Listener {
    var known: [String: Diagnostic] = [:]

    mutating func take(_ changes: DiagnosticChanges) {
        for key in changes.unset {
            #expect(known.removeValue(forKey: key) != nil, "\(key) went and was not there")
        }
        for diagnostic in changes.set {
            #expect(known[diagnostic.key] != diagnostic, "\(diagnostic.key) was told again")
            known[diagnostic.key] = diagnostic
        }
    }
}

/// That what is told as a document changes is what a fresh look at it finds.
@Suite struct WatchedDiagnosticsTests {
    private static let types: JSON = [
        "t": [
            "computed": "sum(inputs('i')) + if(i2 > 3, data.v, nowhere)", "role": "start",
            "schema": ["type": "object", "required": ["list"], "properties": ["list": ["maxItems": 2]]],
            "handles": [
                ["id": "o", "type": "source"], ["id": "i", "type": "target", "required": true, "limit": 1],
                ["id": "i2", "type": "target", "default": 2, "dataType": "number"],
            ],
        ],
        "u": [
            "computed": ["o": "i + 1", "source": "concat('s', i)"], "connects": ["to": ["u", "default"]],
            "handlesFrom": [["path": "/list", "type": "source"]],
            "handles": [["id": "o", "type": "source"], ["id": "i", "type": "target", "required": true]],
        ],
        "group": ["accepts": ["t"], "role": "message"],
    ]

    private static let settings: [JSON] = [
        [:], ["allowCycles": false, "allowSelfLoops": true], ["checkValues": true, "allowDuplicates": true],
        ["connectionMode": "loose", "allowSelfLoops": true, "minZoom": "low"], ["dataProblems": "refuse"],
    ]

    private func start(_ seed: Int) -> Workspace {
        let types = seed % 3 == 0 ? [:] : WatchedDiagnosticsTests.types
        let settings = WatchedDiagnosticsTests.settings[seed % 5]
        let nodes: JSON = [
            ["id": "a", "type": "t", "position": ["x": 0, "y": 0], "style": ["border": "1px"]],
            ["id": "b", "type": "v", "position": ["x": 10, "y": 0], "parentId": "g", "zIndex": "high"],
            ["id": "g", "type": "group", "position": ["x": 50, "y": 0], "locked": true],
            ["id": "c", "type": "u", "position": ["x": 20, "y": 10], "data": ["list": [1, 2, 3]]],
        ]
        let edges: JSON = [
            ["id": "ab", "source": "a", "target": "b"], ["id": "ab2", "source": "a", "target": "b"],
            ["id": "ba", "source": "b", "target": "a", "targetHandle": "i"], ["id": "cc", "source": "c", "target": "c"],
            ["id": "bc", "source": "b", "target": "c", "targetHandle": "none", "locked": true],
        ]
        return Workspace(
            Sketch(content: ["nodes": nodes, "edges": edges, "types": types, "settings": settings]).document)
    }

    private func perform(
        _ edit: (inout Transaction) throws(EditError) -> String, on workspace: inout Workspace
    ) {
        do throws(EditError) { _ = try workspace.perform(.init(cause: "test"), edit) } catch {}
    }

    /// Whether both say the same.
    private func compare(_ listener: Listener, _ workspace: inout Workspace, _ place: String) -> Bool {
        let fresh = workspace.diagnostics(limit: .max).found
        let found = Dictionary(fresh.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        #expect(found.count == fresh.count, "keys are not unique: \(fresh.map(\.key).sorted())")
        if listener.known == found { return true }
        for key in Set(found.keys).union(listener.known.keys) where found[key] != listener.known[key] {
            Issue.record(
                "\(place): \(key) is told as \(String(describing: listener.known[key])), and is \(String(describing: found[key]))"
            )
        }
        return false
    }

    @Test(arguments: 0..<400) func `what is told after each edit is what a fresh look finds`(seed: Int) {
        var program = EditProgram(seed: seed)
        var workspace = start(seed)
        var listener = Listener()
        workspace.watchDiagnostics(true)
        listener.take(workspace.takeDiagnosticChanges(mayWait: false))
        if !compare(listener, &workspace, "at first") { return }
        for step in 0..<120 {
            // Several changes may be told at once.
            for _ in 0...(program.chance(20) ? 3 : 0) {
                switch program.below(10) {
                case 0: _ = try? workspace.undo(1 + program.below(3), cause: "undo")
                case 1: _ = try? workspace.redo(1 + program.below(3), cause: "redo")
                default: perform(program.step(workspace.document), on: &workspace)
                }
            }
            listener.take(workspace.takeDiagnosticChanges(mayWait: false))
            if !compare(listener, &workspace, "seed \(seed), step \(step)") { return }
        }
    }
}
