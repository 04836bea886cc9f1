import Editing
import Graph
import Host
import Interaction

// The rows about diagnostics of a document while it is edited.

extension BenchRun {
    private static let checked = 100_000

    func measureDiagnostics() throws(CommandError) -> [Figure] {
        let count = min(options.nodes, BenchRun.checked)
        var workspace = try BenchRun.open(sample(.clustered, count).text())
        workspace.content.watchDiagnostics(true, limit: .max)
        _ = workspace.content.takeDiagnosticChanges(mayWait: false)
        return [
            try figure("diagnostics-resize", "a node is resized", &workspace) { (turn, open) throws(EditError) in
                let id = Node.ID("n\(turn * 7919 % count)")
                try open.resizeNode(id, width: turn.isMultiple(of: 2) ? 200 : 140, height: 50, position: nil)
            },
            try figure("diagnostics-connect", "an edge is added", &workspace) { (turn, open) throws(EditError) in
                let (source, target) = (turn * 7919 % count, turn * 104_729 % count)
                if source == target { return }
                _ = try open.connect(
                    Edge(id: Edge.ID("d\(turn)"), source: Node.ID("n\(source)"), target: Node.ID("n\(target)")))
            },
            try figure("diagnostics-update", "the data of a node change", &workspace) {
                (turn, open) throws(EditError) in
                try open.updateNode(Node.ID("n\(turn * 7919 % count)"), patch: ["data": ["turn": .number(turn)]])
            },
        ]
    }

    /// Measures the cost of an edit with its diagnostics, compared with a check of the whole document.
    private func figure(
        _ name: String, _ doc: String, _ workspace: inout Workspace,
        _ edit: (Int, inout Transaction) throws(EditError) -> Void
    ) throws(CommandError) -> Figure {
        let turns = turns(1000)
        var (turn, found) = (0, 0)
        let comparison = try Comparison(batches: batches) { () throws(CommandError) in
            try timed { () throws(CommandError) in
                for _ in 0..<turns {
                    turn += 1
                    try BenchRun.perform(edit, turn, &workspace)
                    _ = workspace.content.takeDiagnosticChanges(mayWait: false)
                }
            } / Double(turns)
        } floor: { () throws(CommandError) in
            try timed { found = workspace.content.diagnostics(limit: .max).found.count }
        }
        return Figure(
            name, comparison.ratio * 1000, goal: 1, against: "a thousandth of a check of the whole document",
            shown: "\(doc): \(comparison.shown), \(workspace.document.nodes.count) nodes, \(found) found")
    }

    private static func perform(
        _ edit: (Int, inout Transaction) throws(EditError) -> Void, _ turn: Int, _ workspace: inout Workspace
    ) throws(CommandError) {
        do throws(EditError) {
            _ = try workspace.perform(.init(cause: "bench")) { (open) throws(EditError) in try edit(turn, &open) }
        } catch {
            // A refused edit changes nothing.
            if error.reason != .connectionRefused { throw CommandError(error.message) }
        }
        workspace.content.forgetCommits()
    }
}
