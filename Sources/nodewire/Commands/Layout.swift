import Host
import Wire

/// The command line of `nodewire layout`, `nodewire export` and `nodewire render`.
private struct FileOptions {
    var file = ""
    var source: String?
    var out: String?
    var format: String?
    var algorithm = "layered"
    var options: JSONObject = [:]
    let unsaved: UnsavedChoice
    var rules: String?
    var look = PictureLook()

    /// - Parameter command: an algorithm and its options may be given to `layout`, the look of a picture to `render`.
    init(_ arguments: [String], of command: Options.Command) throws(CommandError) {
        let (isLayout, isPicture) = (command == .layout, command == .render)
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
            case "--png" where isPicture: format = "png"
            case "--pdf" where isPicture: format = "pdf"
            case "--theme" where isPicture: look.theme = try value(argument)
            case "--browser" where isPicture: look.browser = try value(argument)
            case "--scale" where isPicture:
                guard let scale = Double(try value(argument)), scale > 0, scale <= 100 else {
                    throw CommandError("--scale needs a number above 0, at most 100")
                }
                look.scale = scale
            case "--algorithm" where isLayout: algorithm = try value(argument)
            case "--option" where isLayout: try addOption(try value(argument))
            case _ where argument.hasPrefix("-") || !file.isEmpty:
                throw CommandError("unknown argument: \(argument) (see nodewire --help)")
            default: file = argument
            }
        }
        if file.isEmpty { throw CommandError("\(command.rawValue) needs the file of a document") }
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
    let options = try FileOptions(arguments, of: .layout)
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

/// Writes a document as a picture; returns the exit code.
func render(_ arguments: [String]) throws(CommandError) -> Int32 {
    var options = try FileOptions(arguments, of: .render)
    let ending = options.out?.split(separator: ".").last.map(String.init)
    options.format = options.format ?? (ending.flatMap { Browser.Kind(rawValue: $0) }?.rawValue ?? "svg")
    return try write(options)
}

/// Writes a document in another format; returns the exit code.
func export(_ arguments: [String]) throws(CommandError) -> Int32 {
    try write(try FileOptions(arguments, of: .export))
}

private func write(_ options: FileOptions) throws(CommandError) -> Int32 {
    var conversation = try Conversation(options.unsaved)
    let document = try conversation.open(options.file, as: options.source, writing: options.out, rules: options.rules)
    try conversation.write(document, to: options.out, as: options.format, options.look)
    return 0
}

private func summary(_ figures: JSON) -> String {
    let crossings = figures["crossings"]?.integerValue.map { "\($0)" } ?? "uncounted"
    let length = Int(exactly: figures["edgeLength"]?.doubleValue?.rounded() ?? 0).map { "\($0)" } ?? "beyond all bounds"
    return "\(crossings) crossings, \(figures["bends"]?.integerValue ?? 0) bends, length \(length)"
}
