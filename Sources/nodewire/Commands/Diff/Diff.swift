import Host
import Wire

/// Prints the differences from the document of another file; returns the exit code: 0 without differences.
func diff(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let sides = try DiffOperands(arguments.operands)
    if sides.isUnmerged {
        Platform.printOut("unmerged \(sides.title ?? ""): nodewire check lists its conflicts\n")
        return 0
    }
    var conversation = try Conversation(arguments)
    let isDifferent: Bool
    if arguments.has("--out") || arguments.has("--png") {
        let document = try conversation.open(orEmpty: sides.old)
        isDifferent = try !conversation.difference(of: document, with: sides.new).isEmpty
        try conversation.paint(sides.new, since: document, arguments)
    } else if let fences = try conversation.fences(from: sides.old, to: sides.new) {
        isDifferent = conversation.printDifferences(of: fences, arguments, title: sides.title)
    } else {
        let found = try conversation.compare(sides.old, sides.new, arguments)
        isDifferent = found.isDifferent
        if arguments.has("--json"), !arguments.has("--quiet") { printJSON(.object(found.report)) }
        printLines(found.lines, title: sides.title)
    }
    // Git ends where a program that it calls for a file does not return 0, unless it was set to trust that.
    if sides.title != nil && !arguments.has("--exit-code") { return 0 }
    return isDifferent ? 1 : 0
}

/// Prints the differences of a file under the path from git.
func printLines(_ lines: [String], title: String?) {
    if let title, !lines.isEmpty { Platform.printOut("diff \(title)\n") }
    for line in lines { Platform.printOut(line + "\n") }
}

extension Conversation {
    /// Compares the documents of two files, or of two fences, each with its line; the lines are empty if a report, or
    /// nothing, is printed.
    mutating func compare(
        _ old: String, _ new: String, _ arguments: Arguments, line: Int? = nil
    ) throws(CommandError) -> (isDifferent: Bool, lines: [String], report: JSONObject) {
        let document = try open(orEmpty: old, line: line)
        defer { try? close(document) }
        let edits = try difference(of: document, with: new, line: line)
        let difference = Difference(edits)
        let hasLines = !arguments.has("--json") && !arguments.has("--quiet")
        if arguments.has("--stat") {
            let counts = DifferenceCounts(difference, types: try types(of: document, in: difference))
            return (!edits.isEmpty, hasLines ? counts.lines : [], counts.report)
        }
        let lines = hasLines ? DifferenceText(difference).lines : []
        return (!edits.isEmpty, lines, ["edits": .array(edits)])
    }
}

/// The files to compare: two, or as git passes them to a diff command (https://git-scm.com/docs/git,
/// `GIT_EXTERNAL_DIFF`).
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
