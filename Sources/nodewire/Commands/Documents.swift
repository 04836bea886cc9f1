import Graph
import Host
import Wire

// The commands that look at documents, and those that write them over their files.

/// Prints a report as one line of JSON.
func printJSON(_ value: JSON) { Platform.printOut(value.description + "\n") }

/// Finds the problems of documents; returns the exit code: 1 if there are any.
func check(_ arguments: Arguments) throws(CommandError) -> Int32 {
    var found: [JSON] = []
    var isWrong = false
    let (isText, isStrict) = (arguments.printsText, arguments.has("--strict"))
    let failure = try eachDocument(of: arguments) { (file, document, conversation) throws(CommandError) in
        let losses = conversation.opened["losses"]?.arrayValue ?? []
        let diagnostics = try conversation.problems(of: document)
        let lines = try ElementLines(of: losses + diagnostics, in: conversation, file)
        isWrong =
            isWrong || losses.contains { isStrict || $0["grade"] == "structure" }
            || diagnostics.contains { isStrict || $0["severity"] == "error" }
        var entry: JSONObject = [
            "file": .string(file), "losses": .array(lines.adding(to: losses)),
            "diagnostics": .array(lines.adding(to: diagnostics)),
        ]
        entry["line"] = conversation.fenceLine.map { .number($0) }
        found.append(.object(entry))
        guard isText else { return }
        for one in losses + diagnostics {
            let place = lines.line(of: one).map { "\(lines.file):\($0)" } ?? file
            printFinding(one, at: place)
        }
    } failed: { (file, message) in
        found.append(failedEntry(file, message))
    }
    if arguments.has("--json") { printJSON(.array(found)) }
    if let failure { throw failure }
    return isWrong ? 1 : 0
}

/// Prints a loss or a problem as a line of text.
private func printFinding(_ one: JSON, at place: String) {
    let severity = one["severity"]?.stringValue ?? severity(of: one)
    let (message, code) = (one["message"]?.stringValue ?? "", one["code"]?.stringValue ?? "")
    Platform.printOut("\(place): \(severity): \(subject(of: one))\(message) (\(code))\n")
}

/// The entry of a file that cannot be read, with the line that the message names.
private func failedEntry(_ file: String, _ message: String) -> JSON {
    var entry: JSONObject = ["file": .string(file), "error": .string(message)]
    if let place = message.firstRange(of: ", line ") {
        entry["line"] = Int(message[place.upperBound...].prefix { $0.isNumber }).map { .number($0) }
    }
    return .object(entry)
}

/// The elements of a finding that its message does not name, followed by a colon.
private func subject(of finding: JSON) -> String {
    let message = finding["message"]?.stringValue?.description ?? ""
    if let kind = finding["kind"]?.stringValue {
        guard let id = finding["id"]?.stringValue else { return "\(kind): " }
        return "\(kind) \"\(id)\": "
    }
    let ids = ["nodes", "edges"].flatMap { finding["elements"]?[$0]?.arrayValue ?? [] }
        .map { $0.stringValue?.description ?? "\($0)" }
    let isNamed = ids.contains { message.contains("\"\($0)\"") }
    return ids.isEmpty || isNamed ? "" : ids.joined(separator: " ") + ": "
}

/// The severity that a loss has for its grade.
private func severity(of loss: JSON) -> String {
    switch loss["grade"]?.stringValue {
    case LossGrade.look.rawValue: Diagnostic.Severity.information.rawValue
    case LossGrade.meaning.rawValue: Diagnostic.Severity.warning.rawValue
    default: Diagnostic.Severity.error.rawValue
    }
}

/// Prints the contents of documents; returns the exit code.
func info(_ arguments: Arguments) throws(CommandError) -> Int32 {
    var found: [JSON] = []
    var hasLosses = false
    let failure = try eachDocument(of: arguments) { (file, document, conversation) throws(CommandError) in
        let opened = conversation.opened
        let losses = opened["losses"]?.arrayValue ?? []
        hasLosses = hasLosses || !losses.isEmpty
        var counts: [String: Int] = [:]
        try conversation.readPages(of: document) { nodes, edges in
            for node in nodes { counts[node["type"]?.stringValue ?? "default", default: 0] += 1 }
            // Edges come behind all nodes.
            return edges.isEmpty
        }
        let types = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var entry: JSONObject = [
            "file": .string(file), "format": opened["format"] ?? .null, "nodes": opened["nodes"] ?? 0,
            "edges": opened["edges"] ?? 0,
            "types": .object(
                JSONObject(distinct: types.map { .init(name: JSONString($0.key), value: .number($0.value)) })),
            "losses": .array(losses),
        ]
        if arguments.has("--json") {
            entry["hash"] = try conversation.call("document/hash", ["document": .string(document)])["hash"] ?? .null
        }
        entry["line"] = conversation.fenceLine.map { .number($0) }
        found.append(.object(entry))
        guard arguments.printsText else { return }
        let format = opened["format"]?.stringValue ?? ""
        let line = conversation.fenceLine.map { " in line \($0)" } ?? ""
        Platform.printOut("\(file): \(format)\(line), \(opened["nodes"] ?? 0) nodes, \(opened["edges"] ?? 0) edges\n")
        for (type, count) in types { Platform.printOut("  \(count) \(type)\n") }
    } failed: { (file, message) in
        found.append(failedEntry(file, message))
    }
    if arguments.has("--json") { printJSON(.array(found)) }
    if let failure { throw failure }
    return hasLosses && arguments.has("--strict") ? ExitCode.losses : 0
}

/// Rewrites files as a save would; returns the exit code, with `--check` 1 if one would change.
func format(_ arguments: Arguments) throws(CommandError) -> Int32 {
    var found: [JSON] = []
    var changes = false
    if arguments.operands.contains("-"), !arguments.has("--check") { try arguments.keepReportApart() }
    let failure = try eachDocument(of: arguments, keepsAll: true, writes: !arguments.has("--check")) {
        (file, document, conversation) throws(CommandError) in
        let name = conversation.opened["format"]?.stringValue ?? "nodewire"
        guard name == "nodewire" || name == "reactFlow" else {
            // In a folder are files of all formats.
            guard arguments.operands.contains(file) else { return }
            throw CommandError("\(file): files of \(name) are not formatted")
        }
        let text = try conversation.text(of: document, as: name)
        if file == "-" && !arguments.has("--check") { return Platform.printOut(text) }
        let isChanged = try conversation.bytes(of: file) != Array(text.utf8)
        found.append(["file": .string(file), "changed": .boolean(isChanged)])
        guard isChanged else { return }
        changes = true
        if arguments.printsText { Platform.printOut("\(file)\n") }
        if !arguments.has("--check") { try conversation.save(document, of: file, to: nil) }
    } failed: { (file, message) in
        found.append(failedEntry(file, message))
    }
    if arguments.has("--json") { printJSON(.array(found)) }
    if let failure { throw failure }
    return changes && arguments.has("--check") ? 1 : 0
}

/// Edits a document in place; returns the exit code.
func edit(_ arguments: Arguments) throws(CommandError) -> Int32 {
    var edits: [JSON] = []
    for text in arguments.values("--do") {
        guard let json = JSON(parsing: text) else { throw CommandError("--do needs an edit in JSON, not \(text)") }
        edits += json.arrayValue ?? [json]
    }
    if edits.isEmpty { throw CommandError("edit needs --do and an edit") }
    let file = arguments.operands[0]
    if file == "-", !arguments.has("--dry-run") { try arguments.keepReportApart() }
    var conversation = try Conversation(arguments)
    let document = try conversation.open(
        file, keepsAll: true, writing: arguments.has("--dry-run") ? nil : arguments.out ?? file,
        rules: arguments.value("--rules"))
    if edits.contains(where: { $0["do"] != nil }) {
        var ids: (nodes: [JSON], edges: [JSON]) = ([], [])
        try conversation.readPages(of: document) { nodes, edges in
            ids.nodes += nodes.compactMap { $0["id"] }
            ids.edges += edges.compactMap { $0["id"] }
            return true
        }
        do throws(ToolError) {
            edits = try EditKind.edits(edits, NamedElements(nodes: ids.nodes, edges: ids.edges))
        } catch {
            throw CommandError("--do: \(error.message)")
        }
    }
    var params: JSONObject = ["document": .string(document), "edits": .array(edits)]
    if arguments.has("--dry-run") { params["dryRun"] = true }
    let known = Set(try conversation.problems(of: document).map(\.description))
    var answer = try conversation.call("document/edit", params)
    let problems = try conversation.problems(of: document).filter { !known.contains($0.description) }
    if !problems.isEmpty, case .object(var members) = answer {
        members["newProblems"] = .array(problems)
        answer = .object(members)
    }
    if !arguments.has("--dry-run") {
        guard try conversation.save(document, of: file, to: arguments.out) else { return 0 }
    }
    if arguments.has("--json") {
        printJSON(answer)
    } else if !arguments.has("--quiet") {
        let count = edits.count == 1 ? "1 edit" : "\(edits.count) edits"
        Platform.printOut("\(count) of \(file)\(arguments.has("--dry-run") ? " would be done" : "")\n")
        for problem in problems { printFinding(problem, at: file) }
    }
    return 0
}

extension Conversation {
    /// The problems that `document/check` finds, of all its pages.
    fileprivate mutating func problems(of document: String) throws(CommandError) -> [JSON] {
        var params: JSONObject = ["document": .string(document)]
        var problems: [JSON] = []
        repeat {
            let page = try call("document/check", params)
            problems += page["diagnostics"]?.arrayValue ?? []
            params["after"] = page["next"]
        } while params["after"] != nil
        return problems
    }

    /// Reads a document page by page, so that no reply is longer than a message may be.
    ///
    /// - Parameter wantsMore: is given the nodes and edges of a page; false ends the reading.
    fileprivate mutating func readPages(
        of document: String, _ wantsMore: (_ nodes: [JSON], _ edges: [JSON]) -> Bool
    ) throws(CommandError) {
        var params: JSONObject = ["document": .string(document), "limit": 100]
        repeat {
            let page = try call("document/read", params)
            params["after"] = page["next"]
            guard wantsMore(page["nodes"]?.arrayValue ?? [], page["edges"]?.arrayValue ?? []) else { return }
        } while params["after"] != nil
    }
}

/// Opens each file of the operands, and those in folders, one after another.
///
/// - Parameter failed: is given each file that cannot be opened, or worked on, and why.
/// - Returns: the first error, after all others are read and the later errors are printed.
private func eachDocument(
    of arguments: Arguments, keepsAll: Bool = false, writes: Bool = false,
    _ body: (_ file: String, _ document: String, _ conversation: inout Conversation) throws(CommandError) -> Void,
    failed: (_ file: String, _ message: String) -> Void
) throws(CommandError) -> CommandError? {
    let files = try DocumentFiles.list(arguments.operands)
    var conversation = try Conversation(arguments)
    var first: CommandError?
    for (file, line) in files.flatMap({ fences(of: $0, arguments, conversation) }) {
        do throws(CommandError) {
            let document = try conversation.open(
                file, as: arguments.value("--from"), keepsAll: keepsAll, writing: writes ? file : nil,
                rules: arguments.value("--rules"), line: line)
            defer { try? conversation.close(document) }
            try body(file, document, &conversation)
        } catch {
            let start = "\(file): "
            failed(file, error.message.hasPrefix(start) ? String(error.message.dropFirst(start.count)) : error.message)
            if first != nil { Platform.log("nodewire: \(error.message)\n") }
            first = first ?? error
        }
    }
    return first
}

/// The paths of the graphs in a file: for a Markdown file those of its fences, with their lines, else its own.
///
/// In a folder many files in Markdown have no fence; of one that is named that is an error.
private func fences(
    of file: String, _ arguments: Arguments, _ conversation: Conversation
) -> [(path: String, line: Int?)] {
    guard let fences = try? conversation.fences(of: file), !(fences.isEmpty && arguments.operands.contains(file)) else {
        return [(file, nil)]
    }
    for fence in fences {
        guard let diagram = fence.otherDiagram, !arguments.has("--quiet") else { continue }
        Platform.log("nodewire: \(file): the \(diagram) in line \(fence.line) is no graph\n")
    }
    return fences.indices.filter { fences[$0].otherDiagram == nil }.map { ("\(file)#\($0 + 1)", fences[$0].line) }
}
