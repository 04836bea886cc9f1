import Host
import Wire

/// Takes what THEIRS has changed since BASE into OURS; returns the exit code: 0, or 1 if both have changed the same.
///
/// - Throws: if a file cannot be read or holds what would be lost; then nothing is written.
func merge(_ arguments: Arguments) throws(CommandError) -> Int32 {
    var conversation = try Conversation(arguments)
    let ours = arguments.operands[1]
    let document = try conversation.open(ours, keepsAll: true, writing: arguments.out ?? ours)
    let merged = try conversation.merge(
        document, with: arguments.operands[2], since: arguments.operands[0], rules: arguments.value("--rules"))
    let conflicts = merged["conflicts"]?.arrayValue ?? []
    let repaired = merged["repaired"]?.arrayValue ?? []
    let losses = merged["losses"]?.arrayValue ?? []
    try conversation.save(document, of: ours, to: arguments.out)
    for conflict in conflicts { Platform.log("nodewire: \(words(of: conflict))\n") }
    for diagnostic in repaired {
        let ids = ["nodes", "edges"].flatMap { diagnostic["elements"]?[$0]?.arrayValue ?? [] }
        let names = ids.map { "\($0)" }.joined(separator: ", ")
        Platform.log("nodewire: \(names): \(diagnostic["message"]?.stringValue ?? "")\n")
    }
    for loss in losses {
        Platform.log("nodewire: edge \(loss["id"] ?? "") is left out: \(loss["message"]?.stringValue ?? "")\n")
    }
    return conflicts.isEmpty && repaired.isEmpty && losses.isEmpty ? 0 : 1
}

private func words(of conflict: JSON) -> String {
    let subject =
        conflict["node"].map { "node \($0)" } ?? conflict["edge"].map { "edge \($0)" } ?? "the document"
    let taken = conflict["taken"]?.booleanValue == true ? "theirs" : "ours"
    switch conflict["member"]?.stringValue {
    case "@stands"?: return "conflict: \(subject) is removed on one side and changed on the other; \(taken) is taken"
    case "@id"?:
        let other = taken == "theirs" ? "ours" : "theirs"
        let id = conflict["renamed"].map { "\($0)" } ?? ""
        return "conflict: \(subject) was inserted on both sides; \(taken) keeps the id, \(other) is \(id) now"
    case "@place"?: return "conflict: \(subject) was moved in the order on both sides; \(taken) is taken"
    case let member: return "conflict: \(member ?? "") of \(subject) was changed on both sides; \(taken) is taken"
    }
}
