import Formats
import Recordings
import Server

// The descriptions of commands with many options.

extension Command {
    static let serving = Row(
        // Options may stand before the command that may be left out.
        operands: "", operandCount: 0...1, need: "",
        summary: "Edit node graphs by JSON-RPC on standard input and output (the default).",
        options: [
            CommandOption(["--stdio"], "Accepted for clients that pass it: there is no other transport."),
            CommandOption(["--root"], value: "DIR", "Keep to the files below DIR; the working folder if left out."),
            CommandOption(
                ["--state"], value: "DIR",
                "Keep journals and locks in DIR, which is made if it is missing, and write nothing else beside the files."
            ),
            CommandOption(
                ["--socket"], value: "PATH",
                "Serve any number of clients at a socket that is made there: nodewire connect PATH joins a pipe to it."),
            CommandOption(
                ["--listen"], value: "127.0.0.1:PORT",
                "Serve them at a port of this machine, too or instead; 0 for any. The port and the token that initialize needs are printed; NODEWIRE_TOKEN may give the token."
            ),
            CommandOption(
                ["--websocket"], value: "127.0.0.1:PORT",
                "Serve browsers by WebSockets at a port of this machine, too or instead; 0 for any. The address is printed with the token, which its ?token= or initialize has; NODEWIRE_TOKEN may give the token."
            ),
            CommandOption(
                ["--origin"], value: "URL",
                "With --websocket: let pages of this origin come, as http://localhost:5173; it may be repeated."),
            CommandOption(
                ["--page"], value: "DIR", "With --websocket: show the page in this folder, whose address is printed."),
            CommandOption(
                ["--follow-input"],
                "With --socket, --listen or --websocket: end when standard input ends, as it does with the program that has started the server."
            ),
            CommandOption(
                ["--log"], value: "LEVEL", choices: LogLevel.allCases.map(\.rawValue),
                "Write what the server notes of its work on standard error, down to this level; off if left out."
            ),
            CommandOption(
                ["--record"], value: "FILE",
                "Write the conversation into a new file, with the contents of the files it reads."),
            .hidden,
        ])

    static let opening = Row(
        operands: "[FILE]", operandCount: 0...1, need: "",
        summary:
            "Show a document in the browser: of a file, which may not be there yet, or one that is nowhere on disk.",
        text:
            "All windows edit one document. The address that is printed opens one of them; then another one is printed.",
        options: [
            CommandOption(["--copy"], value: "FILE", "Begin with what this file holds, and leave it as it is."),
            CommandOption(["--port"], value: "N", "The port of the page; any that is free if left out."),
            CommandOption(
                ["--socket"], value: "PATH",
                "Let other programs edit it, too, at a socket that is made there: nodewire connect PATH joins a pipe to it, nodewire mcp --connect PATH an agent."
            ),
            CommandOption(["--no-browser"], "Print the address, and open nothing."),
            CommandOption(["--page"], value: "DIR", "The folder of the page; the one beside this program if left out."),
            CommandOption(
                ["--state"], value: "DIR", "Keep journals and locks in DIR; beside the files if left out."),
            .hidden,
        ])

    static let servingAgents = Row(
        operands: "", operandCount: 0...0, need: "",
        summary: "Let an agent edit node graphs by the Model Context Protocol on standard input and output.",
        options: [
            CommandOption(["--root"], value: "DIR", "Keep to the files below DIR; the working folder if left out."),
            CommandOption(
                ["--connect"], value: "PLACE",
                "Join the server at a socket, or at 127.0.0.1:PORT with its token in NODEWIRE_TOKEN: edit the documents that others have open there, with steps of its own."
            ),
            CommandOption(["--journal"], "Keep changes that are not saved in journals beside the files."),
        ])

    private static let format = CommandOption(
        ["--format", "--to"], value: "NAME",
        offered: Format.all.filter(\.isWritable).map(\.name) + Browser.Kind.allCases.map(\.rawValue),
        "The format of the output: \(Format.list(\.isWritable)); png or pdf.")

    static let converting = Row(
        operands: "IN...", operandCount: 1...100_000,
        need: "the file of a document, the files or the folder of a story, or -",
        summary: "Write the document of a file in another format; what that cannot hold is listed on standard error.",
        options: [.out, .from, .fence, format, .rules, .lossy, .json, .quiet, .strict] + CommandOption.gate
            + CommandOption.unsaved)

    static let editing = Row(
        operands: "FILE", operandCount: 1...1, need: "the file of a document, or -",
        summary: "Edit the document of a file in place, with all edits or none.",
        text: "What is read from standard input is written on standard output.",
        options: [
            CommandOption(
                ["--do"], value: "EDIT",
                "An edit, or a list of them, as {\"method\": \"node/move\", \"params\": {\"ids\": [\"a\"], \"by\": {\"x\": 20, \"y\": 0}}}, or as agents write it: {\"do\": \"connect\", \"source\": \"a\", \"target\": \"b\"}. It may be repeated."
            ),
            CommandOption(["--dry-run"], "Print what would come of it, and write nothing."),
            CommandOption(["-o", "--out"], value: "FILE", "Write another file in place of this one."),
            .json, .quiet, .fence, .rules, .acceptLosses,
        ] + CommandOption.gate + CommandOption.unsaved)

    static let layingOut = Row(
        operands: "IN...", operandCount: 1...100_000,
        need: "the file of a document, the files or the folder of a story, or -",
        summary:
            "Lay the document of a file out, and print how often edges cross, how often they bend and how long they are.",
        options: [
            .out,
            CommandOption(
                ["--algorithm"], value: "NAME",
                offered: [
                    "layered", "tree", "radial", "force", "grid", "pack", "circle", "stack", "timeline",
                    "removeOverlaps",
                ],
                "layered (the default), tree, radial, force, grid, pack, circle, stack, timeline or removeOverlaps."),
            CommandOption(
                ["--option"], value: "NAME=VALUE",
                "One of the algorithm, as direction=right or nodeSpacing=30; it may be repeated."),
            .from, .fence, format, .rules, .lossy, .json, .quiet,
        ] + CommandOption.gate + CommandOption.unsaved)

    private static let theme = CommandOption(
        ["--theme"], value: "NAME", choices: ["light", "dark", "auto"],
        "light (the default of .png and .pdf), dark or auto (the default of .svg).")
    private static let scale = CommandOption(
        ["--scale"], value: "N", "Pixels for each unit of the canvas (2, or what fits).")
    private static let browser = CommandOption(
        ["--browser"], value: "FILE", "The program to use; chromium, google-chrome and the like are found.")

    /// The options of a picture of differences.
    static let differencePicture = [
        CommandOption(
            ["-o", "--out"], value: "FILE",
            "Draw B with what is added, changed, moved and, dashed, removed; the ending of the file says whether in .svg, .png or .pdf."
        ),
        CommandOption(["--png"], "Draw it as a picture of pixels where no ending says it."), theme, scale, browser,
    ]

    static let accepting = Row(
        operands: "A B", operandCount: 2...2, need: "the files of two documents",
        summary: "Write into A what B has: of the elements that are named, or of everything.",
        text:
            """
            With an element comes what it cannot be without, as the ends of an edge. What is read from standard input is
            written on standard output. The exit code is 0, or 2 if nothing was written.
            """,
        options: [
            CommandOption(
                ["--element"], value: "ID", "A node or an edge that differs; it may be repeated. All if left out."),
            CommandOption(["-o", "--out"], value: "FILE", "The file to write; A if left out."), .rules, .json,
            .acceptLosses,
        ] + CommandOption.gate + CommandOption.unsaved)

    static let rendering = Row(
        operands: "IN...", operandCount: 1...100_000,
        need: "the file of a document, the files or the folder of a story, or -",
        summary:
            "Draw the document of a file. Pictures of pixels (.png) and pages to print (.pdf) are made by Chromium or Chrome.",
        options: [
            .out,
            CommandOption(["--png"], "Make a picture of pixels where no ending says it; else one in SVG."),
            CommandOption(["--pdf"], "Make a page to print where no ending says it."),
            theme, scale, browser,
            .from, .fence, .rules, .lossy, .json, .quiet,
        ] + CommandOption.gate + CommandOption.unsaved)

    static let comparing = Row(
        operands: "A B", operandCount: 1...9, need: "the files of two documents",
        summary: "Print what is different in the document of file B: elements, settings, types and other members.",
        text: """
            The exit code is 0 if nothing is, 1 if something is, 2 if a file cannot be read. /dev/null holds no elements.
            It takes the operands of a diff.NAME.command of git, too; then the exit code is 0 without --exit-code.
            """,
        options: [
            CommandOption(
                ["--stat"], "Count the elements that are added, removed, changed and moved, for each kind and type."),
            CommandOption(
                ["--json"],
                "Print the edits that lead from A to B, as document/edit takes them; with --stat the numbers."),
            CommandOption(["--exit-code"], "Accepted, as git has it; where git calls, 1 if something is different."),
            .quiet, .fence,
        ] + Command.differencePicture + CommandOption.gate + CommandOption.unsaved)

    static let merging = Row(
        operands: "BASE OURS THEIRS", operandCount: 3...3, need: "the files BASE, OURS and THEIRS",
        summary: "Take what THEIRS has changed since BASE into OURS, element by element and member by member.",
        text: """
            Of what both have changed the later is taken where the files have stamps, else that of OURS; it is listed on
            standard error and noted in the file, where nodewire check lists it until it is resolved. The exit code is 0 if all is merged, 1 if both have changed something or an edge is left out,
            129 if nothing was written. For git: nodewire merge %O %A %B
            """,
        options: [
            CommandOption(["-o", "--out"], value: "FILE", "The file to write; OURS if left out."),
            CommandOption(["--json"], "Print what document/merge returns in place of the lists on standard error."),
            CommandOption(
                ["--rules"], value: "NAME", choices: ["report", "skip", "refuse"],
                "What becomes of edges of THEIRS that the connection rules refuse: report (the default) keeps them, skip leaves them out and lists them, refuse writes nothing."
            ),
            .acceptLosses,
        ] + CommandOption.gate + CommandOption.unsaved)

    static let tracing = Row(
        operands: "FILE", operandCount: 1...1, need: "the file of a recording, or -",
        summary: "Show what happened in a recorded conversation: its messages, gestures and refusals, with pictures.",
        text: """
            The conversation is performed again by this build, without its files. Messages are numbered from 1.
            The exit code is 0, or 2 if it is no recording.
            """,
        options: [
            CommandOption(
                ["--summary"],
                "Count messages and refusals, and list gestures, documents and what lingers (the default)."),
            CommandOption(["--print"], "Print a line for each message, and what it caused below."),
            CommandOption(["--json"], "Print a JSON object a line for each message, with what it caused."),
            CommandOption(
                ["--svg"],
                "Draw the document after the last message, with the way of the pointers that are down or lead a gesture."
            ),
            CommandOption(["--html"], "Make one page to go through the conversation in a browser."),
            CommandOption(
                ["-o", "--out"], value: "FILE", "The file to write; standard output if left out, and for -."),
            CommandOption(["--from"], value: "N", "Begin with message N."),
            CommandOption(["--until"], value: "N", "Stop after message N, and what was due before the next one."),
            CommandOption(
                ["--document"], value: "ID",
                "The document to draw; that of the view that was named last if left out."),
            CommandOption(["--timings"], "Add the time that this replay took for messages, which differs each time."),
        ] + CommandOption.gate)

    static let replaying = Row(
        operands: "FILE...", operandCount: 1...100_000, need: "files of recordings, folders, or -",
        summary: "Perform recorded conversations again, without their files, and compare the output of each message.",
        text: "The exit code is 0 if all is the same, 1 if an output differs, 2 if a file is no recording.",
        options: [
            CommandOption(["--all"], "Go on after the first difference, and list all messages that differ."),
            CommandOption(
                ["--against"], value: "PROGRAM",
                "Compare with another nodewire in place of what was recorded, and print what both send."),
            CommandOption(["--speed"], "Replay each five times and print the speed of the fastest."),
            CommandOption(
                ["-o", "--out"], value: "FILE",
                "Write the recording with the outputs of this build, whatever they are."),
            CommandOption(
                ["--redact"],
                "Replace the texts of users by placeholders in what --out writes; what is left out is listed."),
            CommandOption(
                ["--outputs"], "Print what each message causes, one JSON object a line: for --against."),
            .json, .quiet,
        ] + CommandOption.gate)

    static let shrinking = Row(
        operands: "FILE", operandCount: 1...1, need: "the file of a recording, or -",
        summary: "Find a shorter recording for which a command still fails: for which its exit code is not 0.",
        options: [
            CommandOption(
                ["--fails"], value: "CMD",
                "A shell command; {} in it becomes the name of a recording, else the name is put at its end."),
            CommandOption(
                ["-o", "--out"], value: "FILE",
                "Where the short recording goes (FILE.short if left out, standard output for -)."),
            CommandOption(["--runs"], value: "N", "Run the command at most so often (2000)."),
            .json, .quiet,
        ] + CommandOption.gate)

    static let loading = Row(
        operands: "[FILE]", operandCount: 0...1, need: "",
        summary:
            "Send a recording, or a stream that is made, to a new server at a constant rate, and print the latencies.",
        text: """
            The schedule waits for no answer, and latencies count from the time when a message is due. They are exact to 0.1 %.
            The exit code is 0 if all thresholds are kept, 1 if one is missed, 2 if there is no conversation.
            """,
        options: [
            CommandOption(
                ["--generate"], value: "KIND", choices: LoadStream.Kind.allCases.map(\.rawValue),
                "Make the messages: a pointer that hovers or drags, or a view that is panned, over a grid of nodes."),
            CommandOption(["--nodes"], value: "N", "The number of nodes of the grid (1000)."),
            CommandOption(["--rate"], value: "N", "The number of messages a second (1000)."),
            CommandOption(
                ["--duration"], value: "N", "The time of the schedule in seconds (10); a recording may end before."),
            CommandOption(
                ["--server"], value: "CMD",
                "The shell command of the server; this program, in an empty folder, if left out."),
            CommandOption(
                ["--threshold"], value: "BOUND",
                "A bound, as p99<5ms, max<1s, errors<1 or rate>900; it may be repeated."),
            .json, .quiet,
        ])

    static let measuring = Row(
        operands: "", operandCount: 0...0, need: "",
        summary: "Measure this build: each row against a floor of the same run, beside its goal.",
        text: "The benchmark is a program of its own beside this one: swift build -c release --product nodewire-bench",
        options: [
            CommandOption(["--nodes"], value: "N", "The largest document of the benchmark (1000000)."),
            CommandOption(
                ["--rows"], value: "NAME,...",
                "Only these rows: hit, drag, input, guides, pinch, clusters, lasso, edit, clipboard, groups, check, schemas, open, serialise, undo, memory, start, replica, merge, journal, replay, find, values, diagnostics, layouts, imports, formats, routes, edges, embedded."
            ),
            CommandOption(["--quick"], "Fewer and shorter batches."),
            CommandOption(["--json"], "Print an array of figures."),
        ])
}
