import Formats

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
                ["--share"], "Let a document that is opened again be joined: one client's windows edit it together."),
            CommandOption(
                ["--record"], value: "FILE",
                "Write the conversation into a new file, with the contents of the files it reads."),
        ])

    static let servingAgents = Row(
        operands: "", operandCount: 0...0, need: "",
        summary: "Let an agent edit node graphs by the Model Context Protocol on standard input and output.",
        options: [
            CommandOption(["--root"], value: "DIR", "Keep to the files below DIR; the working folder if left out."),
            CommandOption(["--journal"], "Keep changes that are not saved in journals beside the files."),
        ])

    private static let format = CommandOption(
        ["--format", "--to"], value: "NAME", "The format of the output: \(Format.list(\.isWritable)); png or pdf.")

    static let converting = Row(
        operands: "IN", operandCount: 1...1, need: "the file of a document, or -",
        summary: "Write the document of a file in another format; what that cannot hold is listed on standard error.",
        options: [.out, .from, format, .rules, .json, .quiet, .strict] + CommandOption.unsaved)

    static let editing = Row(
        operands: "FILE", operandCount: 1...1, need: "the file of a document, or -",
        summary: "Edit the document of a file in place, with all edits or none.",
        text: "What is read from standard input is written on standard output.",
        options: [
            CommandOption(
                ["--do"], value: "EDIT",
                "An edit, or a list of them, as {\"method\":\"node/move\",\"params\":{\"ids\":[\"a\"],\"by\":{\"x\":20,\"y\":0}}}; it may be repeated."
            ),
            CommandOption(["--dry-run"], "Print what would come of it, and write nothing."),
            CommandOption(["-o", "--out"], value: "FILE", "Write another file in place of this one."),
            .json, .quiet, .rules,
        ] + CommandOption.unsaved)

    static let layingOut = Row(
        operands: "IN", operandCount: 1...1, need: "the file of a document, or -",
        summary:
            "Lay the document of a file out, and print how often edges cross, how often they bend and how long they are.",
        options: [
            .out,
            CommandOption(
                ["--algorithm"], value: "NAME",
                "layered (the default), tree, radial, force, grid, pack, circle, stack, timeline or removeOverlaps."),
            CommandOption(
                ["--option"], value: "NAME=VALUE",
                "One of the algorithm, as direction=right or nodeSpacing=30; it may be repeated."),
            .from, format, .rules,
        ] + CommandOption.unsaved)

    static let rendering = Row(
        operands: "IN", operandCount: 1...1, need: "the file of a document, or -",
        summary:
            "Draw the document of a file. Pictures of pixels (.png) and pages to print (.pdf) are made by Chromium or Chrome.",
        options: [
            .out,
            CommandOption(["--png"], "Make a picture of pixels where no ending says it; else one in SVG."),
            CommandOption(["--pdf"], "Make a page to print where no ending says it."),
            CommandOption(
                ["--theme"], value: "NAME", choices: ["light", "dark", "auto"],
                "light (the default of .png and .pdf), dark or auto (the default of .svg)."),
            CommandOption(["--scale"], value: "N", "Pixels for each unit of the canvas (2)."),
            CommandOption(
                ["--browser"], value: "FILE", "The program to use; chromium, google-chrome and the like are found."),
            .from, .rules,
        ] + CommandOption.unsaved)

    static let merging = Row(
        operands: "BASE OURS THEIRS", operandCount: 3...3, need: "the files BASE, OURS and THEIRS",
        summary: "Take what THEIRS has changed since BASE into OURS, element by element and member by member.",
        text: """
            Of what both have changed the later is taken where the files have stamps, else that of OURS; it is listed on
            standard error. The exit code is 0 if all is merged, 1 if both have changed something or an edge is left out,
            129 if nothing was written. For git: nodewire merge %O %A %B
            """,
        options: [
            CommandOption(["-o", "--out"], value: "FILE", "The file to write; OURS if left out."),
            CommandOption(
                ["--rules"], value: "NAME", choices: ["report", "skip", "refuse"],
                "What becomes of edges of THEIRS that the connection rules refuse: report (the default) keeps them, skip leaves them out and lists them, refuse writes nothing."
            ),
        ] + CommandOption.unsaved)

    static let shrinking = Row(
        operands: "FILE", operandCount: 1...1, need: "the file of a recording",
        summary: "Find a shorter recording for which a command still fails: for which its exit code is not 0.",
        options: [
            CommandOption(
                ["--fails"], value: "CMD",
                "A shell command; {} in it becomes the name of a recording, else the name is put at its end."),
            CommandOption(["--out"], value: "FILE", "Where the short recording goes (FILE.short if left out)."),
            CommandOption(["--runs"], value: "N", "Run the command at most so often (2000)."),
        ])

    static let measuring = Row(
        operands: "", operandCount: 0...0, need: "",
        summary: "Measure this build: each row against a floor of the same run, beside its goal.",
        text: "The benchmark is a program of its own beside this one: swift build -c release --product nodewire-bench",
        options: [
            CommandOption(["--nodes"], value: "N", "The largest document of the benchmark (1000000)."),
            CommandOption(
                ["--rows"], value: "NAME,...",
                "Only these rows: hit, drag, input, guides, pinch, clusters, lasso, edit, clipboard, groups, check, schemas, open, serialise, undo, memory, start, replica, merge, journal, replay, find, values, diagnostics, layouts, imports, routes."
            ),
            CommandOption(["--quick"], "Fewer and shorter batches."),
            CommandOption(["--json"], "Print an array of figures."),
        ])
}
