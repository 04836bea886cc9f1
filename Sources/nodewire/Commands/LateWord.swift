import Host

/// Prints the present work of a command on a terminal, if it takes longer than a second or two.
struct LateWord: Sendable {
    /// The number of the work, and its name; nil between two.
    private let work = Lock<(number: Int, text: String?)>((0, nil))

    /// Nil if standard error is no terminal.
    init?() {
        guard Platform.hasErrorTerminal else { return nil }
        let thread = Thread { [work] in
            var (seen, said) = (0, 0)
            // It ends with the process.
            while true {
                Thread.rest(milliseconds: 1000)
                let now = work.value
                if let text = now.text, now.number == seen, now.number != said {
                    Platform.log("nodewire: \(text)\n")
                    said = now.number
                }
                seen = now.number
            }
        }
        if thread == nil { return nil }
    }

    /// Begins a request.
    func begin(_ method: String, of file: String?) {
        let word =
            switch method {
            case "document/open": "reading"
            case "document/export", "document/save": "writing"
            case "document/layout": "laying out"
            case "document/check": "checking"
            case "document/diff": "comparing"
            case "document/merge": "merging"
            default: "working on"
            }
        work.change { $0 = ($0.number + 1, "\(word) \(file ?? "it") …") }
    }

    /// Ends it.
    func end() { work.change { $0.text = nil } }
}
