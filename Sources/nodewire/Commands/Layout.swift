import Host
import Wire

/// The command line of `nodewire layout` and `nodewire export`.
private struct FileOptions {
    var file = ""
    var source: String?
    var out: String?
    var format: String?
    var algorithm = "layered"
    var options: JSONObject = [:]
    let unsaved: UnsavedChoice
    var rules: String?

    /// - Parameter isLayout: whether an algorithm and its options may be given.
    init(_ arguments: [String], isLayout: Bool) throws(CommandError) {
        var arguments = arguments
        unsaved = try UnsavedChoice(from: &arguments)
        var rest = arguments.makeIterator()
        func value(_ name: String) throws(CommandError) -> String {
            guard let value = rest.next(), !value.isEmpty else { throw CommandError("\(name) needs a value") }
            return value
        }
        while let argument = rest.next() {
            switch argument {
            case "-o", "--out": out = try value(argument)
            case "--rules": rules = try value(argument)
            case "--from": source = try value(argument)
            case "--format": format = try value(argument)
            case "--algorithm" where isLayout: algorithm = try value(argument)
            case "--option" where isLayout: try addOption(try value(argument))
            case _ where argument.hasPrefix("-") || !file.isEmpty:
                throw CommandError("unknown argument: \(argument) (see nodewire --help)")
            default: file = argument
            }
        }
        if file.isEmpty { throw CommandError("\(isLayout ? "layout" : "export") needs the file of a document") }
    }

    /// `name=value`; a value that is not JSON is a text.
    private mutating func addOption(_ text: String) throws(CommandError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw CommandError("--option needs NAME=VALUE, not \(text)") }
        let value = JSON(parsing: String(parts[1])) ?? .string(String(parts[1]))
        options[JSONString(String(parts[0]))] = value
    }
}

/// Lays a document out and writes it; returns the exit code.
func layOut(_ arguments: [String]) throws(CommandError) -> Int32 {
    let options = try FileOptions(arguments, isLayout: true)
    var conversation = try Conversation(options.unsaved)
    let document = try conversation.open(options.file, as: options.source, writing: options.out, rules: options.rules)
    let result = try conversation.call(
        "document/layout",
        [
            "document": .string(document), "algorithm": .string(options.algorithm),
            "options": .object(options.options),
        ])
    try conversation.write(document, to: options.out, as: options.format)
    Platform.log("\(options.algorithm): \(result["figures"].map(summary) ?? "")\n")
    return 0
}

/// Writes a document in another format; returns the exit code.
func export(_ arguments: [String]) throws(CommandError) -> Int32 {
    let options = try FileOptions(arguments, isLayout: false)
    var conversation = try Conversation(options.unsaved)
    let document = try conversation.open(options.file, as: options.source, writing: options.out, rules: options.rules)
    try conversation.write(document, to: options.out, as: options.format)
    return 0
}

private func summary(_ figures: JSON) -> String {
    let crossings = figures["crossings"]?.integerValue.map { "\($0)" } ?? "uncounted"
    let length = Int(exactly: figures["edgeLength"]?.doubleValue?.rounded() ?? 0).map { "\($0)" } ?? "beyond all bounds"
    return "\(crossings) crossings, \(figures["bends"]?.integerValue ?? 0) bends, length \(length)"
}
