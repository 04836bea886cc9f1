import Graph
import Host
import Wire

/// Merges the changes of THEIRS since BASE into OURS, and notes the conflicts there; returns the exit code: 0, or 1
/// for conflicts.
///
/// - Throws: if a file cannot be read or a part of it would be lost; then nothing is written.
func merge(_ arguments: Arguments) throws(CommandError) -> Int32 {
    var conversation = try Conversation(arguments)
    if let conflicts = try conversation.mergeMarkdown(arguments) {
        if arguments.has("--json") {
            printJSON(["conflicts": .number(conflicts)])
        } else if conflicts > 0 {
            Platform.log("nodewire: \(conflicts == 1 ? "1 conflict" : "\(conflicts) conflicts")\n")
        }
        return conflicts == 0 ? 0 : 1
    }
    let ours = arguments.operands[1]
    let document = try conversation.open(ours, keepsAll: true, writing: arguments.out ?? ours)
    try conversation.requireOwnSpelling(of: document, at: ours)
    let merged = try conversation.merge(
        document, with: arguments.operands[2], since: arguments.operands[0], rules: arguments.value("--rules"))
    let conflicts = merged["conflicts"]?.arrayValue ?? []
    let repaired = merged["repaired"]?.arrayValue ?? []
    let losses = merged["losses"]?.arrayValue ?? []
    try conversation.saveMerged(document, of: ours, to: arguments.out)
    let isClean = conflicts.isEmpty && repaired.isEmpty && losses.isEmpty
    if arguments.has("--json") {
        printJSON(merged)
        return isClean ? 0 : 1
    }
    for conflict in conflicts {
        Platform.log("nodewire: conflict: \(MergeConflict(conflict)?.message ?? "\(conflict)")\n")
    }
    for diagnostic in repaired {
        let ids = ["nodes", "edges"].flatMap { diagnostic["elements"]?[$0]?.arrayValue ?? [] }
        let names = ids.map { "\($0)" }.joined(separator: ", ")
        Platform.log("nodewire: \(names): \(diagnostic["message"]?.stringValue ?? "")\n")
    }
    for loss in losses {
        Platform.log("nodewire: edge \(loss["id"] ?? "") is left out: \(loss["message"]?.stringValue ?? "")\n")
    }
    return isClean ? 0 : 1
}
