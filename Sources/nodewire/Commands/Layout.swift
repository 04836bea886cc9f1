import Host
import Wire

/// Lays a document out and writes it; returns the exit code.
func layOut(_ arguments: Arguments) throws(CommandError) -> Int32 {
    var options: JSONObject = [:]
    for text in arguments.values("--option") {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw CommandError("--option needs NAME=VALUE, not \(text)") }
        // A value that is not JSON is a text.
        let value = JSON(parsing: String(parts[1])) ?? .string(String(parts[1]))
        options[JSONString(String(parts[0]))] = value
    }
    try arguments.keepReportApart()
    let algorithm = arguments.value("--algorithm") ?? "layered"
    var conversation = try Conversation(arguments)
    let document = try conversation.open(of: arguments)
    let result = try conversation.call(
        "document/layout",
        ["document": .string(document), "algorithm": .string(algorithm), "options": .object(options)])
    try conversation.write(document, to: arguments.out, as: arguments.value("--to"))
    if arguments.printsText { Platform.log("\(algorithm): \(result["figures"].map(summary) ?? "")\n") }
    printReport(
        of: conversation, arguments, ["algorithm": .string(algorithm), "figures": result["figures"] ?? .null])
    return 0
}

/// Writes a document as a picture; returns the exit code.
func render(_ arguments: Arguments) throws(CommandError) -> Int32 {
    try arguments.keepReportApart()
    let look = try PictureLook(arguments)
    let ending = arguments.out?.split(separator: ".").last.map(String.init)
    let kind = ending.flatMap { Browser.Kind(rawValue: $0) }?.rawValue
    let format = arguments.has("--png") ? "png" : arguments.has("--pdf") ? "pdf" : kind ?? "svg"
    var conversation = try Conversation(arguments)
    let document = try conversation.open(of: arguments)
    try conversation.write(document, to: arguments.out, as: format, look)
    printReport(of: conversation, arguments, ["format": .string(format)])
    return 0
}

extension PictureLook {
    /// The look that the arguments of a command ask for.
    ///
    /// - Throws: if the scale is no number, or one that is too large.
    init(_ arguments: Arguments) throws(CommandError) {
        theme = arguments.value("--theme")
        browser = arguments.value("--browser")
        guard let text = arguments.value("--scale") else { return }
        guard let scale = Double(text), scale > 0, scale <= 100 else {
            throw CommandError("--scale needs a number above 0, at most 100")
        }
        self.scale = scale
    }
}

/// Writes a document in another format; returns the exit code.
func convert(_ arguments: Arguments) throws(CommandError) -> Int32 {
    try arguments.keepReportApart()
    var conversation = try Conversation(arguments)
    if let texts = try conversation.texts(of: arguments) {
        if let out = arguments.out {
            try conversation.replace(out, with: Array(texts.utf8))
        } else {
            Platform.printOut(texts)
        }
    } else {
        let document = try conversation.open(of: arguments)
        try conversation.write(document, to: arguments.out, as: arguments.value("--to"))
    }
    printReport(of: conversation, arguments, [:])
    return conversation.losses.isEmpty || !arguments.has("--strict") ? 0 : ExitCode.losses
}

/// Prints the written file and the losses, followed by other members, if JSON is requested.
private func printReport(of conversation: Conversation, _ arguments: Arguments, _ members: JSONObject) {
    guard arguments.has("--json"), let out = arguments.out else { return }
    var report: JSONObject = ["path": .string(out), "losses": .array(conversation.losses)]
    for member in members.members { report[member.name] = member.value }
    printJSON(.object(report))
}

private func summary(_ figures: JSON) -> String {
    let crossings = figures["crossings"]?.integerValue.map { "\($0)" } ?? "uncounted"
    let length = Int(exactly: figures["edgeLength"]?.doubleValue?.rounded() ?? 0).map { "\($0)" } ?? "beyond all bounds"
    return "\(crossings) crossings, \(figures["bends"]?.integerValue ?? 0) bends, length \(length)"
}
