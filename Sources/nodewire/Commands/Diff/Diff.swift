import Host
import Wire

/// Prints what is different in the document of another file; returns the exit code: 0 if nothing is.
func diff(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let sides = try DiffOperands(arguments.operands)
    if sides.isUnmerged {
        Platform.printOut("unmerged \(sides.title ?? ""): nodewire check lists its conflicts\n")
        return 0
    }
    var conversation = try Conversation(arguments)
    let document = try conversation.open(orEmpty: sides.old)
    let edits = try conversation.difference(of: document, with: sides.new)
    let difference = Difference(edits)
    if arguments.has("--out") || arguments.has("--png") {
        try conversation.paint(sides.new, since: document, arguments)
    } else if arguments.has("--quiet") {
    } else if arguments.has("--stat") {
        let counts = DifferenceCounts(difference, types: try conversation.types(of: document, in: difference))
        if arguments.has("--json") { printJSON(counts.json) } else { printLines(counts.lines, of: sides) }
    } else if arguments.has("--json") {
        printJSON(["edits": .array(edits)])
    } else {
        printLines(DifferenceText(difference).lines, of: sides)
    }
    // Git ends where a program that it calls for a file does not return 0, unless it was set to trust that.
    if sides.title != nil && !arguments.has("--exit-code") { return 0 }
    return edits.isEmpty ? 0 : 1
}

private func printLines(_ lines: [String], of sides: DiffOperands) {
    if let title = sides.title, !lines.isEmpty { Platform.printOut("diff \(title)\n") }
    for line in lines { Platform.printOut(line + "\n") }
}

/// The files to compare: two, or as git gives them to a command that compares files
/// (https://git-scm.com/docs/git, `GIT_EXTERNAL_DIFF`).
private struct DiffOperands {
    var old = ""
    var new = ""
    /// The path that git gives; nil for two files.
    var title: String?
    var isUnmerged = false

    /// - Throws: if they are neither.
    init(_ words: [String]) throws(CommandError) {
        switch words.count {
        case 1 where Platform.value(ofVariable: "GIT_DIFF_PATH_TOTAL") != nil: (title, isUnmerged) = (words[0], true)
        case 2: (old, new) = (words[0], words[1])
        // path old-file old-hex old-mode new-file new-hex new-mode, then the new path and how it was found.
        case 7, 9:
            (old, new) = (words[1], words[4])
            title = words.count == 9 && words[7] != words[0] ? "\(words[0]) \(words[7])" : words[0]
        default:
            throw CommandError(
                "diff needs \(Command.diff.row.need), or the seven operands that git gives (see nodewire --help)")
        }
    }
}
