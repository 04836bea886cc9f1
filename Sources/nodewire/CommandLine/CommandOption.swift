import Formats

/// An option of a command, as the help, completions and the manual list it.
struct CommandOption: Sendable {
    /// The ways in which it is written; the last one is its name.
    let names: [String]
    /// The word for its value; nil for a switch.
    let value: String?
    /// The values that it may have, if these are few.
    let choices: [String]
    /// The values that completions offer.
    let offered: [String]
    let doc: String

    /// - Parameter offered: `choices` if left out.
    init(
        _ names: [String], value: String? = nil, choices: [String] = [], offered: [String]? = nil, _ doc: String
    ) {
        (self.names, self.value, self.choices, self.doc) = (names, value, choices, doc)
        self.offered = offered ?? choices
    }

    /// Is true if its value is the path of a file or a folder.
    var takesFile: Bool { ["FILE", "DIR", "PATH", "PLACE"].contains(value) }

    var name: String { names[names.count - 1] }

    /// The kind of its value in the words of an error.
    var need: String {
        switch value {
        case "DIR": "a folder"
        case "FILE": "a file"
        case "N": "a number"
        case "CMD": "a command"
        default: "a value"
        }
    }

    // MARK: Options of several commands

    static let recover = CommandOption(["--recover"], "Take changes in that another process has not saved.")
    static let discard = CommandOption(
        ["--discard"], "Leave them out without a word, also where the file itself is written.")
    static let state = CommandOption(
        ["--state"], value: "DIR",
        "Look for them in DIR, where the servers keep them that were started with the same option.")
    static let unsaved = [recover, discard, state]

    static let overwrite = CommandOption(
        ["--overwrite"], "Write over the file of a document that is open in another process, too.")
    static let hidden = CommandOption(
        ["--hidden"], "Write files and into folders whose names begin with a dot, too.")
    /// The options for the gate of files that are written.
    static let gate = [overwrite, hidden]
    static let acceptLosses = CommandOption(
        ["--accept-losses"], "Edit the file although its format does not hold all of the document.")

    static let from = CommandOption(
        ["--from"], value: "NAME", offered: Format.all.filter(\.isReadable).map(\.name),
        "The format of the input, if it cannot be recognized.")
    static let fence = CommandOption(
        ["--fence"], value: "N",
        "Of a file in Markdown: which of its fences of mermaid, dot or nodewire, from 1, as FILE.md#N, or by its title."
    )
    static let rules = CommandOption(
        ["--rules"], value: "NAME", choices: ["report", "skip", "refuse"],
        "What becomes of edges that the connection rules refuse: report (the default), skip or refuse.")
    static let lossy = CommandOption(["--lossy"], "Take a file also if more than half of its nodes and edges are lost.")
    static let json = CommandOption(["--json"], "Print one JSON value in place of text.")
    static let quiet = CommandOption(["--quiet"], "Print nothing; the exit code says it all.")
    static let strict = CommandOption(["--strict"], "End with the exit code 3 if anything is lost.")
    static let out = CommandOption(
        ["-o", "--out"], value: "FILE",
        "The file to write; standard output if left out, and for -. Its ending says the format: .json is a document, .svg, .png and .pdf are pictures."
    )
}
