import Host

/// The command line of the server.
struct Options {
    enum Command: String, CaseIterable {
        case serve, layout, export, render, diff, merge, replay, shrink, spec, bench, help, version
    }

    static let version = "1.0.0"

    /// The commands, each with its usage and its options.
    private static let topics: [(command: Command, usage: String, text: String)] = [
        (
            .serve, "[serve] [--stdio] [--root DIR] [--state DIR] [--share] [--record FILE]",
            """
            Edit node graphs by JSON-RPC on standard input and output (the default).

            --stdio        Accepted for clients that pass it: there is no other transport.
            --root DIR     Keep to the files below DIR; the working folder if left out.
            --state DIR    Keep journals and locks in DIR, which is made if it is missing, and write nothing else beside the files.
            --share        Let a document that is opened again be joined: one client's windows edit it together.
            --record FILE  Write the conversation into a new file, with the contents of the files it reads.

            """
        ),
        (
            .layout,
            "layout IN [-o OUT] [--algorithm NAME] [--option NAME=VALUE]... [--from NAME] [--format NAME] [--rules NAME] [--recover | --discard] [--state DIR]",
            """
            Lay the document of a file out, and print how often edges cross, how often they bend and how long they are.

            -o OUT         The file to write; standard output if left out. The ending .json makes a document, .svg, .png and .pdf a picture.
            --algorithm    layered (the default), tree, radial, force, grid, pack, circle, stack, timeline or removeOverlaps.
            --option       One of the algorithm, as direction=right or nodeSpacing=30.
            --from         The format of IN if it cannot be recognized: tree or swiftType.
            --format       The one of OUT: nodewire, reactFlow, swiftFlow, svg, png or pdf.
            --rules        What becomes of edges that the connection rules refuse: report (the default), skip or refuse.
            \(UnsavedChoice.help)

            """
        ),
        (
            .export,
            "export IN [-o OUT] [--from NAME] [--format NAME] [--rules NAME] [--recover | --discard] [--state DIR]",
            """
            Write the document of a file in another format; what that cannot hold is listed on standard error.

            -o OUT         The file to write; standard output if left out. The ending .json makes a document, .svg, .png and .pdf a picture.
            --from         The format of IN if it cannot be recognized: tree or swiftType.
            --format       The one of OUT: nodewire, reactFlow, swiftFlow, svg, png or pdf.
            --rules        What becomes of edges that the connection rules refuse: report (the default), skip or refuse.
            \(UnsavedChoice.help)

            """
        ),
        (
            .render,
            "render IN [-o OUT] [--png | --pdf] [--theme NAME] [--scale N] [--browser FILE] [--from NAME] [--rules NAME] [--recover | --discard] [--state DIR]",
            """
            Draw the document of a file. Pictures of pixels (.png) and pages to print (.pdf) are made by Chromium or Chrome.

            -o OUT         The file to write; standard output if left out. The ending .svg, .png or .pdf says what is made.
            --png, --pdf   What is made where no ending says it; else a picture in SVG.
            --theme        light (the default of .png and .pdf), dark or auto (the default of .svg).
            --scale        Pixels for each unit of the canvas (2).
            --browser      The program to use; chromium, google-chrome and the like are found.
            --from         The format of IN if it cannot be recognized: tree or swiftType.
            --rules        What becomes of edges that the connection rules refuse: report (the default), skip or refuse.
            \(UnsavedChoice.help)

            """
        ),
        (
            .diff, "diff A B [--json] [--recover | --discard] [--state DIR]",
            """
            Print what is different in the document of file B: elements, settings, types and other members.
            The exit code is 0 if nothing is, 1 if something is, 2 if a file cannot be read.

            --json         Print the edits that lead from A to B, as document/edit takes them.
            \(UnsavedChoice.help)

            """
        ),
        (
            .merge, "merge BASE OURS THEIRS [-o FILE] [--rules NAME] [--recover | --discard] [--state DIR]",
            """
            Take what THEIRS has changed since BASE into OURS, element by element and member by member.
            Of what both have changed the later is taken where the files have stamps, else that of OURS; it is listed on
            standard error. The exit code is 0 if all is merged, 1 if both have changed something or an edge is left out, 129 if nothing was written.

            -o FILE        The file to write; OURS if left out. For git: nodewire merge %O %A %B
            --rules        What becomes of edges of THEIRS that the connection rules refuse: report (the default) keeps them,
                           skip leaves them out and lists them, refuse writes nothing.
            \(UnsavedChoice.help)

            """
        ),
        (
            .replay, "replay FILE [--speed] [--out FILE]",
            """
            Perform a recorded conversation again, without its files, and compare the output of each message.
            The exit code is 0 if all is the same, 1 at the first difference, 2 if it is no recording.

            --speed        Replay it five times and print the speed of the fastest.
            --out FILE     Write the recording with the outputs of this build, whatever they are.

            """
        ),
        (
            .shrink, "shrink FILE --fails COMMAND [--out FILE] [--runs N]",
            """
            Find a shorter recording for which COMMAND still fails: for which its exit code is not 0.

            --fails CMD    A shell command; {} in it becomes the name of a recording, else the name is put at its end.
            --out FILE     Where the short recording goes (FILE.short if left out).
            --runs N       Run the command at most so often (2000).

            """
        ),
        (
            .spec, "spec [--reference]",
            """
            Print the OpenRPC document of the protocol.

            --reference    Print the page that is made from it instead.

            """
        ),
        (
            .bench, "bench [--nodes N] [--rows NAME,...] [--quick] [--json]",
            """
            Measure this build: each row against a floor of the same run, beside its goal.
            The benchmark is a program of its own beside this one: swift build -c release --product nodewire-bench

            --nodes N      The largest document of the benchmark (1000000).
            --rows ...     Only these rows: hit, drag, input, guides, pinch, clusters, lasso, edit, clipboard, groups, check,
                           schemas, open, serialise, undo, memory, start, replica, merge, journal, replay, find, values,
                           diagnostics, layouts, imports, routes.
            --quick        Fewer and shorter batches.
            --json         Print an array of figures.

            """
        ),
    ]

    /// The help of one command, or of the whole program.
    static func help(_ topic: Command?) -> String {
        if let topic = topics.first(where: { $0.command == topic }) {
            return "Usage: nodewire \(topic.usage)\n\n\(topic.text)"
        }
        var text = ""
        for topic in topics { text += (text.isEmpty ? "Usage: nodewire " : "       nodewire ") + topic.usage + "\n" }
        for topic in topics {
            text += "\n\(topic.command.rawValue)\n"
            for line in topic.text.split(separator: "\n") { text += "  \(line)\n" }
        }
        return text + """

            --help, -h       Print this text; after a command, only what belongs to it.
            --version        Print the version.

            """
    }

    var command = Command.serve
    /// Is true if `spec` prints the reference in place of the OpenRPC document.
    var isReference = false
    /// The arguments after a command that has options of its own.
    var rest: [String] = []
    /// The file to record into; nil for none.
    var recording: String?
    /// Is true if opening a document that is open joins it.
    var isShared = false
    /// The folder that paths start from; nil for the working folder.
    var root: String?
    /// The folder of journals and locks; nil if they lie beside the files.
    var state: String?
    /// The command whose help is printed; nil for all of them.
    var topic: Command?

    init(_ arguments: some Sequence<String>) throws(CommandError) {
        var rest = arguments.makeIterator()
        var named: Command?
        while let argument = rest.next() {
            switch argument {
            case "layout" where named == nil, "export" where named == nil, "render" where named == nil,
                "diff" where named == nil, "merge" where named == nil, "bench" where named == nil,
                "replay" where named == nil, "shrink" where named == nil:
                named = Command(rawValue: argument)
                while let word = rest.next() { self.rest.append(word) }
                if self.rest.contains(where: Options.asksForHelp) {
                    (command, topic) = (.help, named)
                } else {
                    command = named ?? .help
                }
                return
            case "serve", "layout", "export", "render", "diff", "merge", "spec", "bench", "replay", "shrink":
                guard named == nil else { throw CommandError("unexpected argument: \(argument)") }
                named = Command(rawValue: argument)
            case "--stdio": break
            case "--reference" where named == .spec: isReference = true
            case "--share" where named == nil || named == .serve: isShared = true
            case "--record":
                guard let file = rest.next(), !file.isEmpty else { throw CommandError("--record needs a file") }
                recording = file
            case _ where argument.hasPrefix("--record="):
                recording = String(argument.dropFirst("--record=".count))
            case _ where Options.asksForHelp(argument):
                (command, topic) = (.help, named)
                return
            case "--version":
                command = .version
                return
            default:
                if let folder = try Options.folder(after: "--root", argument, &rest) {
                    root = folder
                } else if let folder = try Options.folder(after: "--state", argument, &rest) {
                    state = folder
                } else {
                    throw CommandError("unknown argument: \(argument) (see nodewire --help)")
                }
            }
        }
        command = named ?? .serve
        if isShared && recording != nil { throw CommandError("--share and --record do not go together") }
    }

    /// The folder that an option names, as `--root DIR` or `--root=DIR`; nil if the argument is another one.
    static func folder(
        after name: String, _ argument: String, _ rest: inout some IteratorProtocol<String>
    ) throws(CommandError) -> String? {
        let folder: String?
        if argument == name {
            folder = rest.next()
        } else if argument.hasPrefix("\(name)=") {
            folder = String(argument.dropFirst(name.count + 1))
        } else {
            return nil
        }
        guard let folder, !folder.isEmpty else { throw CommandError("\(name) needs a folder") }
        return folder
    }

    private static func asksForHelp(_ argument: String) -> Bool { argument == "--help" || argument == "-h" }
}
